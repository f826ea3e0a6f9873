//! What the page and its worker say to each other.
//!
//! A message is a JavaScript array: its first item is a [`Request`] or a [`Reply`] as JSON text, the others are what
//! JSON cannot hold or should not copy: a file, or the columns of a schedule as typed arrays that change hands.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | requests and replies |
//! | [`parcel`] | messages as JavaScript values |
//! | [`shelf`] | the traces that are kept on this device |
//! | [`traces`] | what a file of traces turned out to hold, in words |

pub mod message;
pub mod parcel;
pub mod shelf;
pub mod traces;

pub use message::{Beside, Form, Reply, Request};

/// What both sides must agree on; a page that meets a worker of another version asks to be loaded again.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name of a worker that leaves the device's storage alone: it reads nothing from it and keeps nothing there.
pub const BARE: &str = "bare";

/// The most bytes that a file of traces may have.
pub const LARGEST_FILE: usize = trace::read::MAX_TEXT;

/// The most bytes that a scenario file may have, values of one's own traces included; no larger one is written.
pub const LARGEST_SCENARIO: usize = 50_000_000;
