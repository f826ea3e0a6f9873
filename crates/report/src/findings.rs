//! The shape of a topic: compute findings, then report them.

use schedule::Schedule;

use crate::{Report, Sample};

/// What a topic found out, before a word is said of it.
///
/// Each topic of a laboratory is a file with a type of its findings, a function `compute(parameters, …)` that makes them,
/// and this trait, which reports them. Reporting computes no result and cannot fail.
pub trait Findings: Sized {
    /// The findings in words, numbers, charts and tables; without the schedule.
    fn report(&self) -> Report;

    /// What each run came to: of the first sample, less is better.
    fn samples(&self) -> Vec<Sample>;

    /// The run that is shown, for topics that have one. It is handed over rather than copied: a schedule can have a million
    /// spans.
    fn schedule(self) -> Option<Schedule> {
        None
    }

    /// The whole report, with what each run came to.
    fn told(self) -> (Report, Vec<Sample>) {
        let (report, samples) = (self.report(), self.samples());
        let schedule = self.schedule();
        (Report { schedule, ..report }, samples)
    }
}
