//! What came out of a run, and where the newest run is.

use std::rc::Rc;

use playground::imprint;
use playground::need::Pace;
use report::worlds::{Common, Stated};
use report::{Card, Report, Traces};
use schedule::Schedule;

/// What came out of a run.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// What the laboratory says, without the schedule.
    pub report: Report<Card>,
    /// The schedule.
    pub schedule: Option<Rc<Schedule>>,
    /// The schedules of variants, where variants are compared.
    pub beside: Option<Beside>,
    /// Some points of a sweep are still to come, and the schedule; or some runs.
    pub partial: bool,
    /// The digest of what was run; empty while it is partial.
    pub digest: String,
    /// The fingerprint of report and schedule.
    pub fingerprint: String,
    /// The seed that the run used.
    pub seed: u64,
    /// What the names of its files begin with.
    pub stem: String,
    /// The scenario, as figures name it.
    pub scenario: String,
    /// How long it took, ms.
    pub took: f64,
}

impl Outcome {
    /// The line below each figure: where it comes from.
    #[must_use]
    pub fn imprint(&self) -> String {
        imprint::line(env!("CARGO_PKG_VERSION"), &self.scenario, &self.fingerprint)
    }
}

/// The schedules of variants, and what tells them apart.
#[derive(Debug, PartialEq)]
pub struct Beside {
    /// What the schedule of the scenario itself is called.
    pub base: String,
    /// Names and schedules.
    pub variants: Vec<(String, Rc<Schedule>)>,
    /// The load that all do, cut into units, where work is an amount: of the scenario itself first.
    pub work: Option<Common>,
    /// What is stated of all, where variants are compared.
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

/// Where the newest run is.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Under way.
    Running {
        /// Long enough to be shown.
        slow: bool,
        /// The part that is done, 0 to 1.
        done: f64,
        /// What the clock says, once it has something to say.
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
        /// Not by hand: nobody answered whether it should go on.
        unanswered: bool,
    },
    /// It took long, and nobody answered whether it should go on.
    OutOfTime(Pace),
    /// Its parameters do not go together.
    Refused(String),
    /// It needs a file.
    FileNeeded(Needed),
    /// It could not be made, for another reason.
    Failed(String),
    /// The worker broke down.
    Stopped(String),
    /// The worker is of another version than the page.
    Outdated,
}

/// What the clock says of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// How far it is, and how long its rest takes.
    pub pace: Pace,
    /// It takes long, and the user is asked whether it should go on.
    pub asks: bool,
    /// It has said nothing for long: its worker may have ended without a word.
    pub silent: bool,
}
