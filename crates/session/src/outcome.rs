//! The outcome of a run, and the phase of the newest run.

use std::rc::Rc;

use playground::imprint;
use playground::need::Pace;
use report::worlds::{Common, Stated};
use report::{Card, Report, Traces};
use schedule::Schedule;

/// The outcome of a run.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// The laboratory's report, without the schedule.
    pub report: Report<Card>,
    /// The schedule.
    pub schedule: Option<Rc<Schedule>>,
    /// The schedules of variants, if variants are compared.
    pub beside: Option<Beside>,
    /// Whether some points of a sweep and the schedule, or some runs, are still to come.
    pub partial: bool,
    /// The digest of the setup; empty while the outcome is partial.
    pub digest: String,
    /// The fingerprint of report and schedule.
    pub fingerprint: String,
    /// The seed that the run used.
    pub seed: u64,
    /// The beginning of the names of its files.
    pub stem: String,
    /// The scenario, as figures name it.
    pub scenario: String,
    /// The duration of the run, ms.
    pub took: f64,
}

impl Outcome {
    /// The line below each figure: its origin.
    #[must_use]
    pub fn imprint(&self) -> String {
        imprint::line(env!("CARGO_PKG_VERSION"), &self.scenario, &self.fingerprint)
    }
}

/// The schedules of variants, their names and their common work.
#[derive(Debug, PartialEq)]
pub struct Beside {
    /// The name of the scenario's own schedule.
    pub base: String,
    /// Names and schedules.
    pub variants: Vec<(String, Rc<Schedule>)>,
    /// The load of each schedule, cut into units, if work is an amount; the scenario's own schedule comes first.
    pub work: Option<Common>,
    /// The statement on all runs, if variants are compared.
    pub stated: Option<Stated>,
}

/// The file that a scenario cannot run without.
#[derive(Clone, Debug, PartialEq)]
pub struct Needed {
    /// Name, nodes and jobs.
    pub described: Traces,
    /// The digest of its content.
    pub digest: String,
}

/// The phase of the newest run.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Under way.
    Running {
        /// Whether it takes long enough to be shown.
        slow: bool,
        /// The part that is done, 0 to 1.
        done: f64,
        /// The clock's findings, after its first look.
        clock: Option<Clock>,
    },
    /// Its result is shown.
    Done,
    /// Ended by hand.
    Cancelled,
    /// Ended by hand, to be resumed.
    Paused {
        /// The part that is done, 0 to 1.
        done: f64,
        /// Whether it was not paused by hand: nobody answered whether it should go on.
        unanswered: bool,
    },
    /// It took long, and nobody answered whether it should go on.
    OutOfTime(Pace),
    /// Its parameters do not fit together.
    Refused(String),
    /// It needs a file.
    FileNeeded(Needed),
    /// It failed for another reason.
    Failed(String),
    /// The worker broke down.
    Stopped(String),
    /// The worker is of another version than the page.
    Outdated,
}

/// The clock's findings on a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Its pace: the progress, and the time for the rest.
    pub pace: Pace,
    /// Whether the run takes long and the user is asked if it should go on.
    pub asks: bool,
    /// Whether the run has been silent for long: its worker may have ended without a message.
    pub silent: bool,
}
