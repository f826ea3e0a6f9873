//! Tests across crates: the documents' claims, and numbers that are the same everywhere.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

mod catalogues;
mod claims;
mod keys;
mod leads;
mod papers;
mod reproduction;
mod segments;
mod states;
