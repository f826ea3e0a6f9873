//! Runs that can be paused and resumed, as page and workers speak of them.
//!
//! A run that takes long tells now and then where it stands. The page remembers that, and the device keeps it, so that the run can be
//! paused, and goes on after the page was loaded again. What is kept leaves the device never.

use serde::{Deserialize, Serialize};

/// The least time between two states of a run, ms: a paused run does so much again at most.
pub const BETWEEN_STATES: f64 = 1000.0;

/// How many runs a device keeps; the oldest makes way.
pub const MOST_RUNS: usize = 20;

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What the run needs to go on, in a form of its own.
    pub state: String,
    /// The user paused it; otherwise it goes on by itself.
    pub paused: bool,
    /// How much is done, in the run's own unit; what an older version kept does not say it.
    #[serde(default)]
    pub work: u64,
}

impl Kept {
    /// Whether it takes the place of what the device keeps of the same run. Several tabs may be at it: the further state stays.
    #[must_use]
    pub fn replaces(&self, there: &Self) -> bool {
        self.work >= there.work
    }
}

/// Where a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// At its beginning.
    #[default]
    Start,
    /// Where the device says that it stood, and at its beginning otherwise. A run that was paused only shows what it has found.
    Kept,
    /// Here, or where the device says that it stood, whichever is further. A run that was paused only shows what it has found.
    At(Kept),
}

impl Beginning {
    /// Where a run may go on, the furthest first, given what the device keeps of it: another tab may have come further. Only what
    /// this page remembers says whether this page paused it.
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
