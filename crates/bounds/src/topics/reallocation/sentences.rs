//! Headline and cause.

use num_traits::{One as _, Zero as _};
use report::words::count;
use words::{say, word};

use super::Findings;
use crate::exact::{apart, as_long, named, number, share};

impl Findings<'_> {
    pub(super) fn headline(&self) -> String {
        let processes = count(
            self.machine.processes() as usize,
            word!("process"),
            word!("processes"),
        );
        let shared = count(
            self.parameters.shared() as usize,
            word!("shared processor"),
            word!("shared processors"),
        );
        if self.worse() {
            let [own, best] = apart([&self.own.value, &self.best.value]);
            let better = match self.best.value.is_one() {
                true => word!("no longer").to_owned(),
                false => say!("up to {best} times as long"),
            };
            return say!(
                "With allocation {}, a program of {processes} takes up to {own} times as long as on {shared}; with {}, {}, {better}",
                self.own.named(),
                match (self.best.proved(), self.alone()) {
                    (true, true) => word!("the best allocation"),
                    (true, false) => word!("one of the best allocations"),
                    (false, _) => word!("the best allocation found"),
                },
                named(&self.best.allocation)
            );
        }
        let computers = count(
            self.parameters.computers as usize,
            word!("computer"),
            word!("computers"),
        );
        if self.own.value.is_one() {
            return say!(
                "Forbidding migration costs nothing: no program of {processes} needs more time on {computers} than on {shared}"
            );
        }
        say!(
            "Without migration, a program of {processes} takes up to {} on {computers} as on {shared}",
            as_long(&self.own.value)
        )
    }

    /// The reason why one computer has all processes.
    fn together(&self) -> &'static str {
        if self.machine.computers() == 1 {
            return word!("There is one computer only");
        }
        if self.worse() {
            return word!("All processes share one computer");
        }
        match (self.best.proved(), self.alone()) {
            (true, true) => word!(
                "Signals between computers cost so much that one computer for all processes is best"
            ),
            (true, false) => word!(
                "Signals between computers cost so much that no allocation is better than one computer for all processes"
            ),
            (false, _) => word!(
                "Signals between computers cost so much that the search found no better allocation than one computer for all processes"
            ),
        }
    }

    pub(super) fn why(&self) -> String {
        let active = self.machine.active();
        if self.own.value.is_one() {
            return match active {
                1 => word!("Only one process is active at a time, so no process waits for another on its computer.").into(),
                _ if self.parameters.granularity == 0.0 => word!("Each process has a computer of its own, and there are no signals.").into(),
                _ => word!("Each process has a computer of its own, and signals take no time.").into(),
            };
        }
        if self.own.computers() == 1 {
            let cause = self.together();
            return say!(
                "{cause}: it runs {active} processes one after another that could run at once."
            );
        }
        let signals = &self.weight * &self.own.thin;
        let processes = count(
            self.machine.processes() as usize,
            word!("process"),
            word!("processes"),
        );
        let execution = match active {
            1 => say!(
                "In the worst case one of {processes} is active at a time, so no process waits for another on its computer."
            ),
            _ => say!(
                "In the worst case {active} of {processes} are active at a time; with allocation {} the busiest computer has {} of them on average.",
                self.own.named(),
                number(&self.own.thick)
            ),
        };
        if self.parameters.granularity == 0.0 {
            return say!("{execution} There are no signals.");
        }
        if signals.is_zero() {
            return say!("{execution} Signals cost nothing.");
        }
        say!(
            "{execution} {} of the signals cross between computers, which adds {}.",
            share(&self.own.thin),
            number(&signals)
        )
    }
}
