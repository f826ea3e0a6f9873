//! The programs that work beside the page, and what they and the page say to each other.
//!
//! There is one for each laboratory, which runs its [`models`], and a [`file worker`], which has none: it reads and writes files,
//! keeps traces, and measures the device.
//!
//! A message is a JavaScript array: its first item is a [`Request`] or an [`Order`] or a [`Reply`] as JSON text, the others are
//! what JSON cannot hold or should not copy: a file, or the columns of a schedule as typed arrays that change hands.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`] | requests and replies |
//! | [`envelope`] | messages as JavaScript values |
//! | [`library`] | the traces that are kept on this device |
//! | [`traces`] | what a file of traces turned out to hold, in words |

pub mod envelope;
mod exchange;
mod export;
mod file_worker;
mod files;
pub mod library;
mod measure;
mod measured;
pub mod message;
mod parts;
mod server;
mod start;
mod store;
pub mod traces;

pub use message::{Beside, Form, Order, Reply, Request};
pub use start::{files, models};

/// What both sides must agree on; a page that meets a worker of another version asks to be loaded again.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program of the file worker; that of a laboratory has its name.
pub const FILES: &str = "files";

/// How the name of a worker begins that leaves the device's storage alone: it reads nothing from it and keeps nothing there.
/// The name ends with that of its program.
pub const BARE: &str = "bare ";

/// The most bytes that a file of traces may have.
pub const LARGEST_FILE: usize = trace::read::MAX_TEXT;

/// The most bytes that a scenario file may have, values of one's own traces included; no larger one is written.
pub const LARGEST_SCENARIO: usize = 50_000_000;
