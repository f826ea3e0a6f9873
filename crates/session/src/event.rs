//! What happens to a session: events, which the page feeds in.

use schedule::OwnedColumns;

use crate::action::Action;
use crate::message::Reply;
use crate::program::VERSION;

/// Something that happened. `B` is whatever the page holds files and bytes by; a session only passes it on.
#[derive(Clone, Debug)]
pub enum Event<B> {
    /// The user did something.
    Act(Action),
    /// The user gave the page a file.
    File(Given<B>),
    /// The user wants something done with the traces that were measured.
    Measured {
        /// What.
        want: Want,
        /// What the traces are called.
        name: String,
        /// Their content, as a file of the type [`CONTENT`](crate::library::CONTENT).
        file: B,
    },
    /// A worker was heard.
    Worker {
        /// Its number, from [`Command::Start`](crate::command::Command::Start).
        worker: u32,
        /// What it said.
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

/// What is wanted with traces that were measured on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The scenario is to run on them.
    Use,
    /// They are to be kept on this device.
    Keep,
    /// They are wanted as CSV.
    Give,
}

/// Something that was put off. There is at most one timer of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Timer {
    /// From now on the run is shown to be under way.
    Slow,
    /// The run in flight is to make way; a newer one waits.
    Patience,
    /// The clock looks at the run in flight.
    Clock,
    /// A run that finds out who is ahead has taken long.
    Lead,
    /// The address may be written again.
    Address,
}

/// What is heard of a worker.
#[derive(Clone, Debug)]
pub enum Heard<B> {
    /// It says something; beside it what the message holds.
    Says(Box<Reply>, Payload<B>),
    /// It is of another version than the page.
    Outdated,
    /// It said something that could not be read, and why not.
    Unreadable(String),
    /// It broke down, or could not be loaded; what is known.
    Broken(Option<String>),
}

impl<B> Heard<B> {
    /// What a message means.
    pub fn of(reply: Result<Reply, String>, payload: Payload<B>) -> Self {
        match reply {
            Ok(Reply::Ready { version }) if version != VERSION => Self::Outdated,
            Ok(Reply::Stopped { message }) => Self::Broken(Some(message)),
            Ok(reply) => Self::Says(Box::new(reply), payload),
            Err(why) => Self::Unreadable(why),
        }
    }
}

/// What travels beside a message, because JSON cannot hold it or should not copy it.
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
    /// The file or the bytes, where there are any.
    pub fn one(self) -> Option<B> {
        match self {
            Self::One(one) => Some(one),
            Self::Nothing | Self::Schedules(_) | Self::Numbers(_) => None,
        }
    }
}
