//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

mod beyond;
mod bounds;
mod common;
mod depth_first;
mod frontier;
mod limits;
mod schemes;
mod search;
mod thesis;
mod timeline;
mod twin;
mod worst_case;
