//! Two worlds: the same work done without and with what a report speaks of, so that the reason for its headline is seen.

use schedule::Schedule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of a run, under what the report speaks of and without it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Worlds {
    /// What the first schedule shows, in a few words: "Equal shares".
    pub without: String,
    /// What the second schedule shows: "Two copies of each job".
    pub with: String,
    /// Both schedules, without and with. They travel apart, as the report's own.
    #[serde(skip)]
    pub schedules: Option<Box<[Schedule; 2]>>,
    /// What work is counted in, one and many: "iteration", "iterations". The marks of the most frequent kind end a unit.
    pub unit: (String, String),
    /// The first unit of the first view, counted from 0 in the schedules.
    pub first: u32,
    /// How many units the first view has.
    pub count: u32,
    /// The number of the schedules' first unit in the run, counted from 1.
    pub number: u32,
    /// How many units the run has.
    pub of: u32,
    /// What is to be said of the part that is seen: how its gain compares with that of all runs.
    pub caption: String,
    /// Why one is ahead of the other, decision by decision, in the order of the work.
    pub reasons: Vec<Reason>,
}

/// Why the two worlds differ at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The unit of work it belongs to, counted from 0 in the schedules.
    pub unit: u32,
    /// Whether it is seen in the world with what the report speaks of, rather than in the one without.
    pub with: bool,
    /// The lane where it is seen.
    pub lane: u32,
    /// When, in that schedule's unit of time.
    pub at: f64,
    /// One sentence.
    pub text: String,
}
