//! The disturbances that the runs of all shown ways meet, in words.

use adaptation_model::{Event, Outcome};
use report::words::{count, list};
use words::{say, word};

use super::Findings;
use crate::decisions;

/// A disturbance that a run meets.
#[derive(Clone, Copy)]
pub(super) struct Told<'e> {
    /// Its place in time, from 0.
    pub(super) at: usize,
    /// Its place in the scenario.
    place: usize,
    pub(super) event: &'e Event,
}

impl Told<'_> {
    /// Whether a run met it before its end.
    pub(super) const fn met(&self, run: &Outcome) -> bool {
        self.at < run.met
    }

    /// Whether it changed a run.
    fn acts(&self, run: &Outcome) -> bool {
        self.met(run) && !decisions::idle(self.place, run)
    }
}

impl Findings<'_> {
    /// The compared runs, by way, as the end of a sentence names it.
    fn ways(&self) -> Vec<(String, &[Outcome])> {
        let without = self.study.without.outcomes.as_slice();
        let none = word!("without adaptation").to_owned();
        match &self.study.other {
            _ if self.compares() => vec![
                (none, without),
                (
                    word!("with adaptation").to_owned(),
                    self.study.with.outcomes.as_slice(),
                ),
            ],
            Some(other) => {
                let (own, beside) = self.stealing();
                vec![
                    (say!("with {beside}"), other.outcomes.as_slice()),
                    (say!("with {own}"), without),
                ]
            }
            None => vec![(none, without)],
        }
    }

    /// The events that a run of any way meets, first in time first.
    pub(super) fn events_met(&self) -> Vec<Told<'_>> {
        let ways = self.ways();
        let runs = ways.iter().flat_map(|(_, runs)| runs.iter());
        let met = runs.map(|run| run.met).max().unwrap_or_default();
        let events = self.study.setting.events().into_iter().take(met);
        events
            .enumerate()
            .map(|(at, (place, event))| Told { at, place, event })
            .collect()
    }

    /// The first event, and the number of all.
    pub(super) fn happened(&self) -> String {
        let events = self.events_met();
        let Some(first) = events.first() else {
            return String::new();
        };
        let more = match events.len() {
            1 => String::new(),
            all => say!(
                ", the first of {}",
                count(all, word!("event"), word!("events"))
            ),
        };
        say!("{}{more}.", self.event(*first))
    }

    /// An event as a sentence without a full stop, with the runs that ended before it.
    pub(super) fn event(&self, told: Told<'_>) -> String {
        let (at, text) = (decisions::at(told.event.time), self.happening(told));
        let ended = self.ways().into_iter().filter_map(|(called, runs)| {
            let ended = runs.iter().filter(|run| !told.met(run)).count();
            match (ended, runs.len()) {
                (0, _) => None,
                (_, 1) => Some(say!("the run {called}")),
                (ended, all) => Some(say!("{ended} of {all} runs {called}")),
            }
        });
        let ended: Vec<String> = ended.collect();
        match ended.as_slice() {
            [] => say!("At {at} {text}"),
            ended => say!("At {at}, after the end of {}, {text}", list(ended)),
        }
    }

    /// An event as a sentence without a time; where it changes nothing with one of two ways, the sentence says so.
    fn happening(&self, told: Told<'_>) -> String {
        let (ways, setting) = (self.ways(), &self.study.setting);
        let text = decisions::event(told.event, setting);
        let mut runs = ways.iter().flat_map(|(_, runs)| runs.iter());
        let Some(acting) = runs.find(|run| told.acts(run)) else {
            return say!("“{text}” changes nothing");
        };
        let idle = |(_, runs): &&(String, &[Outcome])| {
            runs.iter().any(|run| told.met(run)) && !runs.iter().any(|run| told.acts(run))
        };
        match ways.iter().find(idle) {
            Some((called, _)) => say!("“{text}” changes nothing {called}"),
            None => decisions::happened((told.place, told.event), acting, setting),
        }
    }
}
