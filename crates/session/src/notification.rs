//! Notifications from the pool of workers to the state.

use std::rc::Rc;

use parameters::Rejected;
use playground::need::Pace;
use playground::{Ran, Setup};
use report::miniature::Miniature;
use trace::read::Columns;

use crate::import::When;
use crate::lead::Lead;
use crate::library::{About, Library, Trouble};
use crate::outcome::{Clock, Needed, Outcome};
use crate::traces::Understood;

/// A notification about a run, a preview or a file.
#[derive(Clone, Debug)]
pub(crate) enum Notification {
    /// A run goes on.
    Progress {
        /// The run's number.
        id: u32,
        /// The part that is done, 0 to 1.
        done: f64,
    },
    /// A point of a sweep was run.
    Point {
        /// The run's number.
        id: u32,
        /// The point.
        ran: Ran,
        /// The report of all points so far.
        outcome: Rc<Outcome>,
    },
    /// The report of some of a run's parts.
    Partial {
        /// The run's number.
        id: u32,
        /// The report.
        outcome: Rc<Outcome>,
    },
    /// A run has ended.
    Done {
        /// The run's number.
        id: u32,
        /// Its outcome.
        outcome: Rc<Outcome>,
    },
    /// A run's parameters do not fit together.
    Refused {
        /// The run's number.
        id: u32,
        /// The refused values.
        rejected: Rejected,
    },
    /// A paused run has shown its findings.
    Paused {
        /// The run's number.
        id: u32,
    },
    /// The clock looked at a run.
    Clock {
        /// The run's number.
        id: u32,
        /// The clock's findings.
        clock: Clock,
    },
    /// A long run was ended: nobody said that it should go on.
    OutOfTime {
        /// The run's number.
        id: u32,
        /// Its pace.
        pace: Pace,
        /// Whether it can be resumed.
        paused: bool,
    },
    /// The kept state of a run is not used: the run begins anew.
    Unreadable {
        /// The run's number.
        id: u32,
        /// The reason.
        why: String,
    },
    /// The device keeps the state of a run, or the reason why it does not.
    RunKept(Option<Trouble>),
    /// A preview was made.
    Preview {
        /// The preset's place.
        id: u32,
        /// Its picture.
        preview: Rc<Miniature>,
    },
    /// The search for the lead along a scale ended.
    Lead {
        /// The [key](crate::lead::Scale::key) of the scale.
        key: String,
        /// The lead; none if the search gave up.
        lead: Option<Rc<Lead>>,
    },
    /// A run needs a file.
    FileNeeded {
        /// The run's number.
        id: u32,
        /// The file.
        needed: Needed,
    },
    /// A run failed.
    Failed {
        /// The run's number.
        id: u32,
        /// The reason.
        message: String,
    },
    /// Traces were read.
    Read {
        /// The file's name.
        name: String,
        /// The traces, or the reason why they cannot be used.
        outcome: Result<Box<Understood>, String>,
        /// The time of their use: [`When::Now`] even if the scenario waits for others.
        when: When,
        /// The corrections of the columns.
        said: Box<Columns>,
        /// Their line in the library.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// A scenario file was read.
    Opened {
        /// The file's name.
        name: String,
        /// The scenario, or why it cannot be used.
        outcome: Result<Box<Setup>, String>,
        /// The line of the traces that came with it.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// The traces that this device keeps.
    Library {
        /// The line of the traces that were to be kept.
        about: Option<About>,
        /// The kept traces.
        library: Library,
    },
    /// A file was saved incomplete, or not saved.
    Lacking {
        /// Its name.
        name: String,
        /// Its missing content.
        lacks: String,
        /// Whether it was saved.
        saved: bool,
    },
    /// A worker broke down, or could not be loaded.
    Stopped(String),
    /// A worker is of another version.
    Outdated,
}
