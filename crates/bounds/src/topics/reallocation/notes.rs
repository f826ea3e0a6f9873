//! Notes for a careful reader about the bound.

use bounds_model::rational::{Rational, ratio};
use bounds_model::reallocation::Granularity;
use num_traits::{ToPrimitive, Zero as _};
use report::figure::Unit;
use report::number::with_unit;
use report::words::{count, list};
use words::{say, word};

use super::branches::MOST_BRANCHES;
use super::{Findings, MOST_CHAINED, MOST_DRAWN, MOST_NODES, MOST_TIES};
use crate::exact::{interval, named, number, units};

impl Findings<'_> {
    pub(super) fn notes(&self) -> Vec<String> {
        let (n, q) = (self.parameters.processes, self.parameters.shared());
        let mut notes = Vec::new();
        if q > n {
            notes.push(match n {
                1 => word!("There are more shared processors than processes: only one can be active, and H is that of q = 1.").into(),
                _ => say!(
                    "There are more shared processors than processes: at most {n} can be active, and H is that of q = {n}."
                ),
            });
        }
        if self.parameters.computers > n {
            notes.push(word!("There are more computers than processes: some stay empty.").into());
        }
        if !self.best.proved() {
            let [least, most] = interval(&self.best.least, &self.best.value);
            notes.push(say!(
                "The search stopped at its limit of nodes: the bound is between {least} and {most}."
            ));
        }
        notes.extend(self.equals());
        notes.push(match self.drawn.whole {
            false => say!(
                "The schedules show the whole worst program up to {MOST_DRAWN} slots and {MOST_CHAINED} processes; of larger ones they show some slots, each 1 unit of time long."
            ),
            true => say!(
                "The worst program takes {} on the shared processors. Barriers between slots are free, as in the thesis.",
                units(&self.drawn.shared)
            ),
        });
        // Where no signal crosses, the program attains the bound.
        if &self.weight * &self.own.thin > Rational::zero() {
            notes.push(
                word!("With signal costs the bound is a limit: barriers also need signals, whose share vanishes as slots become long.").into(),
            );
        }
        notes.push(match self.parameters.counted.counted() {
            Granularity::Work => say!(
                "The weight of the signals is τ = {}·t·z = {}. The thesis prints τ = t·z, which contradicts its definition of z and both numbers it quotes.",
                if q > n { "n" } else { "q" },
                number(&self.weight)
            ),
            Granularity::SharedTime => say!(
                "The weight of the signals is τ = t·z = {}, with z per unit of time on the shared processors.",
                number(&self.weight)
            ),
        });
        if self.tree.len() > MOST_BRANCHES {
            notes.push(say!(
                "The tree is drawn with {MOST_BRANCHES} of {} nodes: those looked at first, then the smallest open ones.",
                self.tree.len()
            ));
        }
        if self.tree.len() > MOST_NODES {
            notes.push(say!(
                "The table shows the first {MOST_NODES} of {} nodes.",
                self.tree.len()
            ));
        }
        if self.tree.is_empty() && self.best.generated == 0 {
            notes.push(word!("A formula gives the best allocation for two active processes or one, without a search.").into());
        } else if self.tree.is_empty() {
            notes.push(say!(
                "The search is shown node by node for up to {MOST_CHAINED} processes; here it made {}.",
                count(self.best.generated, word!("node"), word!("nodes"))
            ));
        }
        let k = self.parameters.computers;
        // No more of them compute than there are processes.
        let (busy, shared) = (k.min(n), q.min(n));
        let opposite = match busy > shared {
            true => say!("at most {} times as fast as", number(&ratio(busy, shared))),
            false => word!("never faster than").to_owned(),
        };
        let are = if k == 1 { word!("is") } else { word!("are") };
        notes.push(say!(
            "In the opposite direction, {} {are} {opposite} {}.",
            count(k as usize, word!("computer"), word!("computers")),
            count(
                q as usize,
                word!("shared processor"),
                word!("shared processors")
            ),
        ));
        notes
    }
}

impl Findings<'_> {
    /// Which other allocations are as good as the best one that is named.
    fn equals(&self) -> Option<String> {
        let (ties, all) = &self.ties;
        let others = ties.iter().filter(|other| **other != self.best.allocation);
        let mut others: Vec<String> = others.take(MOST_TIES).map(named).collect();
        if others.is_empty() && *all || !self.best.proved() {
            return None;
        }
        let best = named(&self.best.allocation);
        Some(match (others.as_slice(), all) {
            ([], _) => say!("Other allocations may be as good as {best}."),
            ([other], true) => say!("Allocation {other} is as good as {best}."),
            (_, all) => {
                others.extend((!all).then(|| word!("perhaps others").to_owned()));
                say!("Allocations {} are as good as {best}.", list(&others))
            }
        })
    }
}

/// A number of slots, rounded where it has more digits than anybody reads.
pub(super) fn slots(number: &impl ToPrimitive) -> String {
    let number = number.to_f64().unwrap_or(f64::INFINITY);
    match number < 1e7 {
        true => say!("{} slots", with_unit(number, Unit::Count, None)),
        false => say!(
            "{} million slots",
            with_unit(number / 1e6, Unit::Count, None)
        ),
    }
}
