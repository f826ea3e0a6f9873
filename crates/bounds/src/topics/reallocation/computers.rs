//! The computers with their processes, which the user moves from one to another.

use std::collections::BTreeMap;

use bounds_model::rational::{Rational, unmarked};
use bounds_model::{Allocation, reallocation};
use report::chart::{Axis, Move, Place, Series, Token};
use report::words::{count, list, plural};
use report::{Chart, Offer, Scene};
use words::{say, word};

use super::Findings;
use crate::Parameters;
use crate::exact::number;

/// The most computers between which processes are moved by hand: more would touch each other.
const MOST_HELD: usize = 16;

impl Findings<'_> {
    /// A sentence about the machine.
    pub(super) fn scene(&self) -> Scene {
        let stay = count(
            self.machine.processes() as usize,
            word!("process stays"),
            word!("processes stay"),
        );
        let computers = count(
            self.parameters.computers as usize,
            word!("computer"),
            word!("computers"),
        );
        Scene::new(match self.machine.active() {
            1 => say!("{stay} on {computers}; only 1 is active at a time."),
            active => say!("{stay} on {computers}; up to {active} are active at a time."),
        })
    }

    /// The way back from an allocation of one's own.
    pub(super) fn back(&self) -> Option<Offer> {
        let own = !self.parameters.allocation.trim().is_empty();
        own.then(|| {
            Offer::new(
                word!("Take the best allocation"),
                [(Parameters::NAMES.allocation.any().text(), "".into())],
            )
        })
    }

    /// The number of processes on each drawn computer: as many of few computers as can have processes, else the computers with
    /// processes and the next one.
    fn drawn_parts(&self) -> Vec<u32> {
        let all = self.parameters.computers.min(self.parameters.processes) as usize;
        let full = self.own.parts.len();
        let some = (full + 1).max(MOST_HELD).min(all).max(full);
        let parts = self.own.parts.iter().copied();
        parts.chain(std::iter::repeat(0)).take(some).collect()
    }

    /// The computers in a row, their processes on them.
    pub(super) fn sizes(&self) -> Chart {
        let parts = self.drawn_parts();
        let most = self.own.parts.iter().copied().max().unwrap_or(0);
        let row = (parts.len() - 1).max(1) as f64;
        let places = parts.iter().enumerate().map(|(computer, part)| {
            let kind = match *part {
                0 => 2,
                part if part == most => 0,
                _ => 1,
            };
            let across = match parts.len() {
                1 => 0.5,
                _ => computer as f64 / row,
            };
            Place::new((computer + 1).to_string(), f64::from(*part))
                .of_kind(kind)
                .at(across, 1.0)
        });
        let tokens = self.own.owners().into_iter().map(Token::new);
        let graph = Series::graph(
            [word!("fullest"), word!("has processes"), word!("empty")],
            places,
            [],
        );
        let series = graph.holding(tokens).moving(self.moves(&parts));
        Chart::new(
            "sizes",
            &say!(
                "How long can programs take on these computers? Execution {}, signals {}: up to {} times as long",
                number(&self.own.thick),
                number(&(&self.weight * &self.own.thin)),
                number(&self.own.value)
            ),
            Axis::number(word!("computer")),
            Axis::count(word!("processes")),
            vec![series],
        )
    }

    /// The allocation after each move of a process, and which of its places is the best one; none between computers that are too many
    /// to be told apart.
    fn moves(&self, parts: &[u32]) -> Vec<Move> {
        if parts.len() > MOST_HELD {
            return Vec::new();
        }
        let mut bounds = BTreeMap::new();
        let mut out = Vec::new();
        for (from, _) in parts.iter().enumerate().filter(|(_, part)| **part > 0) {
            let all = (0..parts.len()).filter_map(|to| Some((to, moved(parts, from, to)?)));
            let all: Vec<_> = all
                .map(|(to, parts)| (to, self.bound(&parts, &mut bounds), parts))
                .collect();
            let least = all.iter().filter_map(|(_, bound, _)| bound.as_ref()).min();
            let best = all.iter().filter(|(_, bound, _)| bound.as_ref() == least);
            let best: Vec<usize> = best.map(|(to, ..)| *to).collect();
            let said = least.map_or_else(String::new, |least| self.best_place(from, &best, least));
            let move_of = |(to, _, parts): &(usize, _, Vec<u32>)| {
                let name = Parameters::NAMES.allocation.any().text();
                let text = match from == *to {
                    true => unmarked(&self.parameters.allocation).to_owned(),
                    false => written(parts),
                };
                let own = Move::new(from, *to, name, text);
                match best.contains(to) {
                    true => own.best(&said),
                    false => own,
                }
            };
            out.extend(all.iter().map(move_of));
        }
        out
    }

    /// H of an allocation; the order of its numbers changes nothing. `bounds` keeps the computed bounds.
    fn bound(
        &self,
        parts: &[u32],
        bounds: &mut BTreeMap<Vec<u32>, Option<Rational>>,
    ) -> Option<Rational> {
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        let compute = |parts: &Vec<u32>| {
            let allocation = Allocation::new(parts.clone()).ok()?;
            reallocation::of_allocation(self.machine, &allocation, &self.weight).ok()
        };
        let bound = bounds.entry(parts).or_insert_with_key(compute);
        bound.clone()
    }

    /// The best computer for a process of a computer, and the bound with the process there.
    fn best_place(&self, from: usize, best: &[usize], bound: &Rational) -> String {
        let (least, now) = (number(bound), number(&self.own.value));
        if best.contains(&from) {
            return say!("No computer is better for it: H {now}.");
        }
        let names: Vec<String> = best.iter().map(|to| (to + 1).to_string()).collect();
        let computers = plural(best.len() as f64, word!("computer"), word!("computers"));
        let names = list(&names);
        match least == now {
            true => say!("Best on {computers} {names}: H {least}, hardly less than now."),
            false => say!("Best on {computers} {names}: H {least} instead of {now}."),
        }
    }
}

/// How many processes each computer has after one was moved.
fn moved(parts: &[u32], from: usize, to: usize) -> Option<Vec<u32>> {
    let mut parts = parts.to_vec();
    *parts.get_mut(from)? -= 1;
    *parts.get_mut(to)? += 1;
    Some(parts)
}

/// An allocation as the text has it, without the empty computers at its end.
fn written(parts: &[u32]) -> String {
    let last = parts.iter().rposition(|part| *part > 0);
    let full = parts.iter().take(last.map_or(0, |last| last + 1));
    let text: Vec<String> = full.map(u32::to_string).collect();
    text.join(" ")
}
