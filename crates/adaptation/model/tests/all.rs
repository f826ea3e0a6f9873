//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of a test may stop it, and print what they computed"
)]
mod common;
mod decisions;
mod golden;
mod landscapes;
mod own;
mod properties;
mod published;
mod variations;
