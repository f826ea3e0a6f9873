//! What a careful reader of a run should know.

use adaptation_model::outcome::End;
use report::number::fixed;
use report::words::{count, percent, seconds};
use words::{say, word};

use super::Findings;
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
                End::NoNode => notes.push(say!(
                    "{called} the run ends unfinished at {}: no node is left.",
                    seconds(outcome.runtime)
                )),
                End::Stalled => notes.push(say!(
                    "{called} the run was stopped at {}: a thousand changes in a row went by without a new leaf.",
                    seconds(outcome.runtime)
                )),
                End::Stopped => notes.push(say!(
                    "{called} the simulation stopped at {}, after {} million simulated steps, its limit: {} of {} were done.",
                    seconds(outcome.runtime),
                    fixed(self.study.setting.scenario.most_steps as f64 / 1e6, 1),
                    outcome.iterations.len(),
                    count(
                        self.parameters.iterations as usize,
                        word!("iteration"),
                        word!("iterations")
                    )
                )),
                // A run that its strategy gives up has no report like this.
                End::GivenUp | End::Done => {}
            }
        }
        for (_, outcomes, called) in ways.filter(|_| self.parameters.runs > 1) {
            let failed = outcomes.iter().filter(|outcome| !done(outcome)).count();
            let all = outcomes.len();
            notes.extend(match failed {
                0 => None,
                1 if all > 1 => Some(say!(
                    "{called} 1 of {all} runs is unfinished; the mean runtime is that of the others."
                )),
                some if some < all => Some(say!(
                    "{called} {some} of {all} runs are unfinished; the mean runtime is that of the others."
                )),
                _ => Some(say!("{called} no run ends: there is no mean runtime.")),
            });
        }
        for (picture, runtime) in [
            (&self.study.without.picture, without.runtime),
            (&self.study.with.picture, with.runtime),
        ] {
            if let Some(cut) = picture.cut.filter(|cut| *cut < runtime) {
                notes.push(say!(
                    "The schedule shows the first {} of {}: more would be too much to draw.",
                    seconds(cut),
                    seconds(runtime)
                ));
            }
        }
        let redone = with.redone;
        if redone > 0 && with.orphans_reused > 0 {
            notes.push(say!(
                "{} had lost their parents and were found again by their place in the tree; {} had to be computed again.",
                count(with.orphans_reused as usize, word!("job"), word!("jobs")),
                count(redone as usize, word!("leaf"), word!("leaves"))
            ));
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
}
