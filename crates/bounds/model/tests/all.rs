//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod common;
mod envelope;
mod extremal;
mod jobs;
mod nodes;
mod preemption;
mod programs;
mod reallocation;
mod slots;
mod stages;
mod thick;
