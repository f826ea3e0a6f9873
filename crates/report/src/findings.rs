//! The shape of a topic: compute findings, then report them.

use schedule::Schedule;

use crate::{Report, Sample};

/// The findings of a topic, before a report puts them into words.
///
/// Each topic of a laboratory is a file with a type of its findings, a function `compute(parameters, …)` that makes them,
/// and this trait, which reports them. Reporting computes no result and cannot fail.
pub trait Findings: Sized {
    /// The findings in words, numbers, charts and tables; without the schedule.
    fn report(&self) -> Report;

    /// The outcome of each run: of the first sample, less is better.
    fn samples(&self) -> Vec<Sample>;

    /// The run that is shown, for topics that have one. It is handed over rather than copied: a schedule can have a million
    /// spans.
    fn schedule(self) -> Option<Schedule> {
        None
    }

    /// The whole report, with the outcome of each run.
    fn told(self) -> (Report, Vec<Sample>) {
        let (report, samples) = (self.report(), self.samples());
        let schedule = self.schedule();
        (Report { schedule, ..report }, samples)
    }
}
