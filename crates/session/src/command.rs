//! What a session wants done: commands, which the page carries out in their order.

use crate::event::Timer;
use crate::message::{Order, Request};

/// Something to be done. `B` is whatever the page holds files and bytes by.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<B> {
    /// Start a worker. Where the browser starts none, it is heard as [broken](crate::event::Heard::Broken).
    Start {
        /// Its number; no other worker of the session ever has it.
        worker: u32,
        /// The name of its program: a laboratory's, or [`FILES`](crate::program::FILES).
        program: &'static str,
    },
    /// End a worker. Nothing is heard of it any more.
    Terminate {
        /// Its number.
        worker: u32,
    },
    /// Post a message to a worker.
    Post {
        /// Its number.
        worker: u32,
        /// The message.
        message: Message,
        /// What travels beside it.
        beside: Vec<B>,
        /// The bytes beside it change hands: they are not needed here any more.
        moved: bool,
    },
    /// Set a timer, in the place of the one of the same kind.
    SetTimer {
        /// Which.
        timer: Timer,
        /// When it fires, ms from now.
        after: f64,
    },
    /// Stop a timer; it does not fire any more.
    StopTimer(Timer),
    /// Write the address.
    WriteAddress {
        /// The fragment, `#` included.
        link: String,
        /// As a new entry of the browser's history, or in the place of the present one.
        push: bool,
        /// Only while the address still has this fragment: the user may have gone elsewhere meanwhile.
        expected: Option<String>,
    },
    /// Give the user a file.
    Save {
        /// Its name.
        name: String,
        /// Its media type.
        media_type: &'static str,
        /// What is in it.
        content: Content<B>,
    },
}

/// A message to a worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// To a worker of a laboratory.
    Request(Request),
    /// To the file worker.
    Order(Order),
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<B> {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(B),
}
