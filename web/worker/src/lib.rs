//! The programs that work beside the page, and the messages between them and the page.
//!
//! There is one for each laboratory, which runs its [`models`], and a [`file worker`], which has none: it reads and writes files,
//! keeps traces, and measures the device.
//!
//! A message is a JavaScript array: its first item is a [`Request`](session::message::Request), an
//! [`Order`](session::message::Order) or a [`Reply`](session::message::Reply) as JSON text. The other items are
//! values that JSON cannot hold or should not copy: a file, or the columns of a schedule as typed arrays that change
//! hands.
//!
//! | module | content |
//! |---|---|
//! | [`envelope`] | messages as JavaScript values |
//! | [`clock`] | the time that no user sets |

pub mod clock;
pub mod envelope;
mod exchange;
mod export;
mod file_worker;
mod files;
mod measure;
mod measured;
mod notebook;
mod parts;
mod server;
mod start;
mod store;

pub use start::{files, models};
