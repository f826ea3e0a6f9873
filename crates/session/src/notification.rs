//! What the pool of workers tells the state.

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

/// What became of a run, a preview or a file.
#[derive(Clone, Debug)]
pub(crate) enum Notification {
    /// A run goes on.
    Progress {
        /// Which run.
        id: u32,
        /// The part that is done, 0 to 1.
        done: f64,
    },
    /// A point of a sweep was run.
    Point {
        /// Which run.
        id: u32,
        /// The point.
        ran: Ran,
        /// The report of all points so far.
        outcome: Rc<Outcome>,
    },
    /// The report of some of a run's parts.
    Partial {
        /// Which run.
        id: u32,
        /// The report.
        outcome: Rc<Outcome>,
    },
    /// A run has ended.
    Done {
        /// Which run.
        id: u32,
        /// What came out.
        outcome: Rc<Outcome>,
    },
    /// A run's parameters do not go together.
    Refused {
        /// Which run.
        id: u32,
        /// Why.
        rejected: Rejected,
    },
    /// A run that was paused has shown what it has found.
    Paused {
        /// Which run.
        id: u32,
    },
    /// The clock says something of a run.
    Clock {
        /// Which run.
        id: u32,
        /// What.
        clock: Clock,
    },
    /// A run was ended: it takes long, and nobody said that it should go on.
    OutOfTime {
        /// Which run.
        id: u32,
        /// How far it was.
        pace: Pace,
        /// It can be resumed.
        paused: bool,
    },
    /// What was kept of a run is not used: it begins anew.
    Unreadable {
        /// Which run.
        id: u32,
        /// Why.
        why: String,
    },
    /// Where a run stands is kept on the device, or why it is not.
    RunKept(Option<Trouble>),
    /// A preview was made.
    Preview {
        /// The preset's place.
        id: u32,
        /// Its picture.
        preview: Rc<Miniature>,
    },
    /// It was found out who is ahead along a scale, or given up.
    Lead {
        /// The [key](crate::lead::Scale::key) of the scale.
        key: String,
        /// What was found out.
        lead: Option<Rc<Lead>>,
    },
    /// A run needs a file.
    FileNeeded {
        /// Which run.
        id: u32,
        /// The file.
        needed: Needed,
    },
    /// A run could not be made.
    Failed {
        /// Which run.
        id: u32,
        /// Why.
        message: String,
    },
    /// Traces were read.
    Read {
        /// What the file is called.
        name: String,
        /// What they are, or why they cannot be used.
        outcome: Result<Box<Understood>, String>,
        /// When they are used, whatever the scenario waits for where the user said so.
        when: When,
        /// What was said of the columns.
        said: Box<Columns>,
        /// Their line in the library.
        about: Option<About>,
        /// What is kept now.
        library: Library,
    },
    /// A scenario file was read.
    Opened {
        /// What the file is called.
        name: String,
        /// The scenario, or why it cannot be used.
        outcome: Result<Box<Setup>, String>,
        /// The line of the traces that came with it.
        about: Option<About>,
        /// What is kept now.
        library: Library,
    },
    /// What is kept on this device.
    Library {
        /// The line of the traces that were to be kept.
        about: Option<About>,
        /// All that is kept.
        library: Library,
    },
    /// A file was saved that is not whole, or was not saved.
    Lacking {
        /// What it is called.
        name: String,
        /// What it lacks.
        lacks: String,
        /// It was saved.
        saved: bool,
    },
    /// A worker broke down, or could not be loaded.
    Stopped(String),
    /// A worker is of another version.
    Outdated,
}
