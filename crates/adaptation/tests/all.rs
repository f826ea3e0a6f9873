//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod budget;
mod climbers;
mod diagrams;
mod landscapes;
mod programs;
mod quantities;
mod refusals;
mod rules;
mod seeds;
mod sentences;
mod strategies;
mod timelines;
mod touches;
mod tournaments;

use report::Report;
use serde_json::Value;

/// The parameters of these values, or the message that refuses them.
fn typed(values: &Value) -> Result<adaptation::Parameters, String> {
    trial::typed::<adaptation::Adaptation>(values)
}

/// The report of these values, or the message that refuses them.
fn run(values: &Value) -> Result<Report, String> {
    trial::run::<adaptation::Adaptation>(values)
}
