//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod certificates;
mod formulas;
mod printed;
mod refusals;
mod rules;
mod searches;
mod sentences;
mod states;
mod touches;
mod triangles;

use report::Report;
use serde_json::Value;

/// The report of these values, or the message that refuses them.
fn run(values: &Value) -> Result<Report, String> {
    trial::run::<recovery::Recovery>(values)
}
