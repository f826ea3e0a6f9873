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
}

/// Where a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beginning {
    /// At its beginning.
    #[default]
    Start,
    /// Where it stood, if the device keeps that, and at its beginning otherwise. A run that was paused only shows what it has found.
    Kept,
    /// Where it stood. A run that was paused only shows what it has found.
    At(Kept),
}
