//! Closed forms: pure functions, no simulation. Sizes are in load units (u), times in seconds.
//!
//! The costs of a chunk are methods of [`Worker`](crate::Worker).

pub mod baseline;
pub mod efficiency;
pub mod first_chunk;
pub mod recurrence;
pub mod spacing;
pub mod steady;
pub mod target;
pub mod window;
