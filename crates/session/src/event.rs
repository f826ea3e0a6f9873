//! Events of a session, which the page feeds in.

use schedule::OwnedColumns;

use crate::action::Action;
use crate::message::Reply;
use crate::program::VERSION;

/// An event. `B` is the page's type of files and bytes; a session only passes such values on.
#[derive(Clone, Debug)]
pub enum Event<B> {
    /// The user did something.
    Act(Action),
    /// The user gave the page a file.
    File(Given<B>),
    /// The user uses, keeps or saves the measured traces.
    Measured {
        /// The wanted use.
        want: Want,
        /// The name of the traces.
        name: String,
        /// Their content, as a file of the type [`CONTENT`](crate::library::CONTENT).
        file: B,
    },
    /// A worker was heard.
    Worker {
        /// Its number, from [`Command::Start`](crate::command::Command::Start).
        worker: u32,
        /// Its message or fault.
        heard: Heard<B>,
    },
    /// A timer fired.
    Timer(Timer),
    /// The address was changed by the user: another link, Back or Forward. The fragment, `#` included.
    Address(String),
    /// The address could not be written; it still has this fragment.
    AddressKept(String),
}

/// A file that the user gave to the page.
#[derive(Clone, Debug)]
pub struct Given<B> {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: f64,
    /// Its first [`HEAD`](crate::traces::HEAD) bytes as text.
    pub head: String,
    /// The file.
    pub file: B,
}

/// The use of traces that were measured on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Run the scenario on them.
    Use,
    /// Keep them on this device.
    Keep,
    /// Save them as CSV.
    Give,
}

/// A timer. There is at most one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timer {
    /// The page shows from now on that the run is under way.
    Slow,
    /// The run in flight makes way for a newer one.
    Patience,
    /// The clock looks at the run in flight.
    Clock,
    /// A run of the search for the lead has taken long.
    Lead,
    /// The address may be written again.
    Address,
}

/// A message or fault of a worker.
#[derive(Clone, Debug)]
pub enum Heard<B> {
    /// A message with its payload.
    Says(Box<Reply>, Payload<B>),
    /// It is of another version than the page.
    Outdated,
    /// A message that cannot be read, and the reason.
    Unreadable(String),
    /// The worker broke down, or could not be loaded; the cause, if known.
    Broken(Option<String>),
}

impl<B> Heard<B> {
    /// Classifies a message.
    pub fn of(reply: Result<Reply, String>, payload: Payload<B>) -> Self {
        match reply {
            Ok(Reply::Ready { version }) if version != VERSION => Self::Outdated,
            Ok(Reply::Stopped { message }) => Self::Broken(Some(message)),
            Ok(reply) => Self::Says(Box::new(reply), payload),
            Err(why) => Self::Unreadable(why),
        }
    }
}

/// The payload beside a message, which JSON cannot hold or should not copy.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload<B> {
    /// Nothing.
    Nothing,
    /// A file, or bytes.
    One(B),
    /// The columns of schedules.
    Schedules(Vec<OwnedColumns>),
    /// Numbers.
    Numbers(Vec<f64>),
}

impl<B> Payload<B> {
    /// The file or the bytes, if there are any.
    pub fn one(self) -> Option<B> {
        match self {
            Self::One(one) => Some(one),
            Self::Nothing | Self::Schedules(_) | Self::Numbers(_) => None,
        }
    }
}
