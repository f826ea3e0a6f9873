//! The small numbers that name a simulation's lanes, phases, marks, links and jobs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A lane: a processor, a link or a computer. The number is its place in the list of lane names,
/// from 0.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct LaneId(pub u32);

/// A phase. The number is its place in the list of phases, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PhaseId(pub u8);

/// A kind of event without a duration, such as a rebalancing. The number is its place in the list
/// of texts that [`Recording::with_marks`](crate::Recording::with_marks) was given, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MarkId(pub u8);

/// A kind of link. The number is its place in the list of kinds that
/// [`Recording::with_links`](crate::Recording::with_links) was given, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinkId(pub u8);

/// The job, chunk or task that a span works for, or [`Job::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Job(pub u32);

impl Job {
    /// No job: waiting, synchronising.
    pub const NONE: Job = Job(u32::MAX);

    /// The job's number, unless this is [`Job::NONE`].
    ///
    /// ```
    /// use schedule::Job;
    /// assert_eq!(Job(3).number(), Some(3));
    /// assert_eq!(Job::NONE.number(), None);
    /// ```
    pub fn number(self) -> Option<u32> {
        (self != Job::NONE).then_some(self.0)
    }
}
