//! Runs that can be paused and resumed, in the messages of page and workers.
//!
//! A long run tells its state now and then. The page remembers the state, and the device keeps it, so that the run can be
//! paused, and goes on after a reload of the page. A kept state never leaves the device.

use serde::{Deserialize, Serialize};

/// The least time between two states of a run, ms: a paused run repeats so much work at most.
pub const BETWEEN_STATES: f64 = 1000.0;

/// The most runs that a device keeps; the oldest makes way.
pub const MOST_RUNS: usize = 20;

/// The state of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The data from which the run goes on, in a form of its own.
    pub state: String,
    /// Whether the user paused it; otherwise it goes on by itself.
    pub paused: bool,
    /// The work that is done, in the run's own unit; states of an older version lack it.
    #[serde(default)]
    pub work: u64,
}

impl Kept {
    /// Whether it replaces the kept state of the same run. Several tabs may do this run: the further state stays.
    #[must_use]
    pub fn replaces(&self, there: &Self) -> bool {
        self.work >= there.work
    }
}

/// The beginning of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// At its start.
    #[default]
    Start,
    /// At the state that the device keeps, otherwise at its start. A paused run only shows its findings.
    Kept,
    /// Here, or at the state that the device keeps, whichever is further. A paused run only shows its findings.
    At(Kept),
}

impl Beginning {
    /// The states from which a run may go on, the furthest first, given the one that the device keeps: another tab may have
    /// come further. Only the state that this page remembers says whether this page paused it.
    #[must_use]
    pub fn states(self, device: Option<Kept>) -> Vec<Kept> {
        match (self, device) {
            (Self::Start, _) => Vec::new(),
            (Self::Kept, device) => device.into_iter().collect(),
            (Self::At(own), None) => vec![own],
            (Self::At(own), Some(device)) => {
                let paused = own.paused;
                let device = Kept { paused, ..device };
                match own.replaces(&device) {
                    true => vec![own, device],
                    false => vec![device, own],
                }
            }
        }
    }
}
