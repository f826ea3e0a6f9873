//! The entries hold together, and their results are the kept ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

mod curves;
mod entries;
mod reproduction;
