//! Commands of a session, which the page carries out in their order.

use crate::event::Timer;
use crate::message::{Order, Request};

/// A command. `B` is the page's type of files and bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<B> {
    /// Start a worker. If the browser starts none, the session hears it as [broken](crate::event::Heard::Broken).
    Start {
        /// Its number; no other worker of the session ever has it.
        worker: u32,
        /// The name of its program: a laboratory's, or [`FILES`](crate::program::FILES).
        program: &'static str,
    },
    /// End a worker. The session hears nothing more of it.
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
        /// The files and bytes beside it.
        beside: Vec<B>,
        /// Whether the bytes beside it move to the worker: the page needs them no more.
        moved: bool,
    },
    /// Set a timer, in the place of the one of the same kind.
    SetTimer {
        /// The timer.
        timer: Timer,
        /// The time until it fires, ms.
        after: f64,
    },
    /// Stop a timer; it does not fire any more.
    StopTimer(Timer),
    /// Write the address.
    WriteAddress {
        /// The fragment, `#` included.
        link: String,
        /// Whether the browser's history gets a new entry; else the present one is replaced.
        push: bool,
        /// The fragment that the address must still have: the user may have gone elsewhere meanwhile.
        expected: Option<String>,
    },
    /// Give the user a file.
    Save {
        /// Its name.
        name: String,
        /// Its media type.
        media_type: &'static str,
        /// Its content.
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

/// The content of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<B> {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(B),
}
