//! What a careful reader should know of the program's times.

use bounds_model::rational::Rational;
use report::words::{count, list};
use words::{say, word};

use super::Findings;
use crate::exact::number;
use crate::parameters::Form;

impl Findings<'_> {
    pub(super) fn notes(&self) -> Vec<String> {
        let work: Rational = self.read.works.iter().sum();
        let signals = match self.read.signals {
            0 => word!("no signals").to_owned(),
            many => say!(
                "{}: {} signals for each unit of work",
                count(many, word!("signal"), word!("signals")),
                number(&self.read.granularity)
            ),
        };
        let mut notes = vec![say!(
            "The program has {}, work of {} and {signals}.",
            count(self.read.names.len(), word!("process"), word!("processes")),
            number(&work)
        )];
        if !self.shared.proved() {
            notes.push(say!(
                "The time with migration is between {} and {}: the search uses whole slots, and the lower end is the longest chain of work or the mean load.",
                number(&self.shared.least),
                number(&self.shared.most)
            ));
        }
        if !self.placed.proved() {
            notes.push(say!(
                "The time without migration is between {} and {}: the search stopped at its limit.",
                number(&self.placed.least),
                number(&self.placed.most)
            ));
        }
        if !self.read.unused.is_empty() {
            notes.push(say!(
                "No process waits for {}: such an activation is no signal.",
                list(&self.read.unused)
            ));
        }
        if self.parameters.form == Form::Phases {
            notes.push(
                word!("Barriers between phases are free; the signals follow one after another.")
                    .into(),
            );
        }
        if self.parameters.own_processors as usize > self.read.names.len() {
            notes.push(
                word!("There are more shared processors than processes: some stay empty.").into(),
            );
        }
        notes
    }
}
