//! Notes for a careful reader of a run.

use adaptation_model::Outcome;
use adaptation_model::outcome::End;
use report::number::fixed;
use report::words::{count, percent, seconds};
use words::{say, word};

use super::Findings;
use crate::decisions;
use crate::study::done;

impl Findings<'_> {
    pub(super) fn notes(&self) -> Vec<String> {
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return Vec::new();
        };
        let mut notes = Vec::new();
        let (own, study) = (&self.study.without, &self.study);
        // Where nobody adapts, both are the same runs.
        let ways = [
            (without, &own.outcomes, word!("Without adaptation")),
            (with, &study.with.outcomes, word!("With adaptation")),
        ];
        let ways = ways.iter().take(if self.compares() { 2 } else { 1 });
        for (outcome, _, called) in ways.clone() {
            match outcome.end {
                End::NoNode => notes.push(self.in_first(say!(
                    "{called} the run ends unfinished at {}: no node is left.",
                    seconds(outcome.runtime)
                ))),
                End::Stalled => notes.push(self.in_first(say!(
                    "{called} the run was stopped at {}: a thousand changes in a row went by without a new leaf.",
                    seconds(outcome.runtime)
                ))),
                End::Stopped => notes.push(self.in_first(say!(
                    "{called} the simulation stopped at {}, after {} million simulated steps, its limit: {}.",
                    seconds(outcome.runtime),
                    fixed(self.study.setting.scenario.most_steps as f64 / 1e6, 1),
                    progress(outcome.iterations.len(), self.parameters.iterations as usize)
                ))),
                // A run that its strategy gives up has no report like this.
                End::GivenUp | End::Done => {}
            }
        }
        for (_, outcomes, called) in ways.filter(|_| self.parameters.runs > 1) {
            let failed = outcomes.iter().filter(|outcome| !done(outcome)).count();
            let all = outcomes.len();
            notes.extend(match failed {
                0 => None,
                1 if all > 1 => Some(say!("{called} 1 of {all} runs is unfinished.")),
                some if some < all => Some(say!("{called} {some} of {all} runs are unfinished.")),
                _ => Some(say!("{called} no run ends: there is no mean runtime.")),
            });
        }
        notes.extend(self.of_this_report());
        let redone = with.redone;
        if redone > 0 && with.orphans_reused > 0 {
            let found = match with.orphans_reused {
                1 => say!("1 job had lost its parent and was found again by its place in the tree"),
                jobs => say!(
                    "{} had lost their parents and were found again by their places in the tree",
                    count(jobs as usize, word!("job"), word!("jobs"))
                ),
            };
            notes.push(self.in_first(say!(
                "{found}; {} had to be computed again.",
                count(redone as usize, word!("leaf"), word!("leaves"))
            )));
        }
        if self.compares() && self.parameters.runs == 1 {
            notes.push(match self.parameters.iterations {
                1 => word!("A single iteration shows nothing of chance: more iterations or runs do.").into(),
                _ => word!("A single run has no interval: an effect is told where the differences between the iterations of both ways leave no doubt (95 %, Student’s t).").into(),
            });
        }
        if let Some((from, to)) = self.idle_thresholds() {
            notes.push(say!(
                "The lower threshold has no effect here from {} to {}: WAE is never between them where the coordinator looks at it.",
                percent(from, 0),
                percent(to, 0)
            ));
        }
        notes.push(word!("Lanes are blank while nodes do not take part.").into());
        notes.push(
            word!("Waits for an answer of less than 10\u{a0}ms are drawn as idle time; a request that is answered while the node works is no wait.")
                .into(),
        );
        notes
    }

    /// The notes on the numbers and pictures of this report alone, which no comparison shows.
    pub(super) fn of_this_report(&self) -> Vec<String> {
        let some = |outcomes: &[Outcome]| {
            let ended = outcomes.iter().filter(|outcome| done(outcome)).count();
            0 < ended && ended < outcomes.len()
        };
        let ways = [&self.study.without.outcomes, &self.study.with.outcomes];
        let mut notes = Vec::new();
        if ways.into_iter().any(|outcomes| some(outcomes)) {
            notes.push(word!("A mean runtime is that of the runs that end.").into());
        }
        notes.extend(self.of_pictures());
        notes
    }

    /// The notes on schedule, charts and tables.
    fn of_pictures(&self) -> Vec<String> {
        let Some(with) = self.with() else {
            return Vec::new();
        };
        let mut notes = Vec::new();
        if let runs @ 2.. = self.parameters.runs {
            notes.push(say!(
                "The schedule, the charts and the tables show the first of {runs} runs; printed numbers stand beside means of all."
            ));
        }
        if let Some(until) = with.unkept {
            notes.push(say!(
                "The charts of decisions show those before {}: more would be too many to draw.",
                decisions::at(until)
            ));
        }
        notes.extend(self.cut());
        notes.extend(self.cut_log(with));
        notes.extend(self.no_tree(with));
        notes
    }

    /// The schedules that show less than the whole run, each once.
    fn cut(&self) -> Vec<String> {
        let study = &self.study;
        let with = match (self.compares(), &study.other) {
            (true, _) => word!("With adaptation the schedule").to_owned(),
            (false, Some(_)) => say!("With {} the schedule", self.stealing().0),
            (false, None) => word!("The schedule").to_owned(),
        };
        let beside = match &study.other {
            _ if self.compares() => Some((
                word!("Without adaptation the schedule").to_owned(),
                &*study.without,
            )),
            Some(other) => Some((say!("With {} the schedule", self.stealing().1), other)),
            None => None,
        };
        let shown = beside.into_iter().chain([(with, &study.with)]);
        let cut = shown.filter_map(|(schedule, way)| {
            let runtime = way.first()?.runtime;
            let cut = way.picture.cut.filter(|cut| *cut < runtime)?;
            let (cut, runtime) = (seconds(cut), seconds(runtime));
            Some(say!(
                "{schedule} shows the first {cut} of {runtime}: more would be too much to draw."
            ))
        });
        cut.collect()
    }
}

/// The number of done iterations, of all.
fn progress(done: usize, all: usize) -> String {
    let iterations = count(all, word!("iteration"), word!("iterations"));
    match (done, all) {
        (1, _) | (_, 1) => say!("{done} of {iterations} was done"),
        _ => say!("{done} of {iterations} were done"),
    }
}
