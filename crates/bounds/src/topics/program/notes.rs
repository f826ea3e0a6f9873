//! Notes for a careful reader about the program's times.

use bounds_model::rational::Rational;
use report::words::{count, list};
use words::{say, word};

use super::Findings;
use crate::exact::{commas, interval, number};
use crate::parameters::Form;

impl Findings<'_> {
    pub(super) fn notes(&self) -> Vec<String> {
        let work: Rational = self.read.works.iter().sum();
        let signals = match self.read.signals {
            0 => word!("no signals").to_owned(),
            many => say!(
                "{}, {} for each unit of work",
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
            let [least, most] = interval(&self.shared.least, &self.shared.most);
            notes.push(say!(
                "The time with migration is between {least} and {most}: the search uses whole slots and stops at its limit, and the lower end is the longest chain of work or the mean load."
            ));
        }
        if !self.placed.proved() {
            let [least, most] = interval(&self.placed.least, &self.placed.most);
            notes.push(say!(
                "The time without migration is between {least} and {most}: the search stopped at its limit."
            ));
        }
        if !self.read.unused.is_empty() {
            notes.push(say!(
                "No process waits for {}: such an activation is no signal.",
                list(&self.read.unused)
            ));
        }
        if self.parameters.form == Form::Phases {
            notes.extend(commas(&self.parameters.phases));
            notes.push(match self.read.signals {
                0 => word!("Barriers between phases are free.").into(),
                _ => {
                    word!("Barriers between phases are free; the signals follow one after another.")
                        .into()
                }
            });
        }
        if self.parameters.own_processors as usize > self.read.names.len() {
            notes.push(
                word!("There are more shared processors than processes: some stay empty.").into(),
            );
        }
        notes
    }
}
