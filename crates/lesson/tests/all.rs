//! Lessons: refusals, by line; and all lessons of the project, whose every number is held against a run.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

mod answers;
mod codes;
mod lessons;
mod refusals;
