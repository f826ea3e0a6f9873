//! The worst program on both machines.

use bounds_model::rational::Rational;
use bounds_model::{thick, thin};
use num_traits::Zero as _;
use report::Worlds;
use report::words::count;
use words::{say, word};

use super::notes::slots;
use super::{Drawn, Findings, seen_slots};
use crate::exact::{as_long, typed};
use crate::worlds;

impl Findings<'_> {
    pub(super) fn worlds(&self) -> Option<Worlds> {
        let drawn = &self.drawn;
        let signals = match drawn.signals.len() {
            0 => String::new(),
            signals => say!(", then {signals} signals one after another"),
        };
        let caption = match drawn.whole {
            true => say!(
                "The worst program: {}{signals}. It takes {} without migration as with it, which is the bound.",
                count(drawn.slots, word!("slot"), word!("slots")),
                as_long(&self.own.value)
            ),
            false => self.caption_of_part(),
        };
        let shared = count(
            self.machine.active() as usize,
            word!("shared processor"),
            word!("shared processors"),
        );
        let without = say!(
            "Without migration, on {}",
            count(self.own.computers(), word!("computer"), word!("computers"))
        );
        worlds::of(
            word!("The same program without and with migration"),
            [without, say!("With migration, on {shared}")],
            match seen_slots(drawn.slots) == drawn.slots {
                true => (word!("step"), word!("steps")),
                false => (word!("part"), word!("parts")),
            },
            &drawn.sides,
            caption,
            self.reasons(drawn),
        )
    }

    /// The caption of some slots of a program that is too long to be drawn.
    fn caption_of_part(&self) -> String {
        let drawn = &self.drawn;
        let all = thick::choices(self.machine.processes(), self.machine.active());
        let only = all == 1_u32.into();
        let part = match all == drawn.slots.into() {
            true if only => word!("The only slot of the worst program").to_owned(),
            true => say!("The {} of the worst program", slots(&all)),
            false => say!(
                "{} of the {} of the worst program, evenly spaced",
                drawn.slots,
                slots(&all)
            ),
        };
        let part = match self.parameters.granularity > 0.0 {
            true => say!("{part}, without its signals"),
            false => part,
        };
        let [shown, whole] = [&(&drawn.placed / &drawn.shared), &self.own.value].map(as_long);
        match only {
            true => say!(
                "{part}. It takes {shown} without migration as with it; the whole program takes {whole}, which is the bound."
            ),
            false => say!(
                "{part}. They take {shown} without migration as with it; the whole program takes {whole}, which is the bound."
            ),
        }
    }

    /// Why the program takes longer without migration: each slot in which a computer has several active processes, and the chain.
    fn reasons(&self, drawn: &Drawn) -> Vec<report::worlds::Reason> {
        let [placed, _] = &drawn.sides;
        let mut reasons = Vec::new();
        let mut from = 0.0;
        let steps = seen_slots(drawn.slots);
        for (slot, end) in (0_u32..).zip(&drawn.slot_ends) {
            // The busiest computer: the lane with the most processes in the slot.
            let loads = placed.schedule.iter_lanes().map(|lane| {
                lane.iter()
                    .filter(|span| span.start >= from - 1e-12 && span.end <= end + 1e-12)
                    .map(|span| span.job.0)
                    .collect::<std::collections::BTreeSet<u32>>()
                    .len()
            });
            let busiest = loads
                .enumerate()
                .max_by_key(|(lane, load)| (*load, std::cmp::Reverse(*lane)));
            if let Some((lane, load)) = busiest.filter(|(_, load)| *load > 1) {
                reasons.push(report::worlds::Reason {
                    unit: slot.min(steps as u32 - 1),
                    with: false,
                    lane: lane as u32,
                    at: *end,
                    text: match drawn.whole {
                        true => say!(
                            "In slot {}, computer {} runs {load} processes one after another; with migration they run at once.",
                            slot + 1,
                            lane + 1
                        ),
                        false => say!(
                            "In slot {} of those shown, computer {} runs {load} processes one after another; with migration they run at once.",
                            slot + 1,
                            lane + 1
                        ),
                    },
                });
            }
            from = *end;
        }
        let crossing = thin::crossing(self.own.allocation.parts());
        if !drawn.signals.is_empty() && crossing > 0 && self.weight > Rational::zero() {
            reasons.push(report::worlds::Reason {
                unit: steps as u32,
                with: false,
                lane: 0,
                at: placed.schedule.makespan(),
                text: say!(
                    "{crossing} of {} cross between computers, each with a delay of {}.",
                    count(drawn.signals.len(), word!("signal"), word!("signals")),
                    typed(self.parameters.signal_delay)
                ),
            });
        }
        reasons
    }
}
