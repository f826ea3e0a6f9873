//! The page's logic without a browser: a state machine with events as input and commands as output.
//!
//! The page turns its input (a worker's message, a key, a timer, another address) into an [`Event`](event::Event), hands it to
//! [`Session::handle`](session::Session::handle), carries out the returned [`Command`](command::Command)s, and shows the
//! [`State`](state::State). Nothing here knows a browser, so that any order of events can be tried natively.
//!
//! | module | content |
//! |---|---|
//! | [`session`] | the machine as a whole |
//! | [`event`], [`command`] | input and output |
//! | [`state`] | the page's state |
//! | [`action`] | the user's actions |
//! | [`history`] | undo and redo |
//! | [`refusal`] | refused values as the page tells them |
//! | [`outcome`] | the outcome of a run, and the phase of the newest run |
//! | [`notice`], [`status`] | notices of the page |
//! | [`kept`] | the traces that were opened here |
//! | [`key_parameters`], [`stops`] | the parameters above the picture, and their controls |
//! | [`lead`] | the places along a scale where another way takes the lead |
//! | [`recent`] | the scenarios that were looked at last |
//! | [`measure`] | a measurement of this device |
//! | [`message`] | messages between page and workers |
//! | [`import`] | a table that was read, and the corrections of its columns |
//! | [`library`], [`traces`] | traces, as messages describe them |
//! | [`notebook`] | the notebook's questions to the file worker |
//! | [`resume`] | runs that can be paused and resumed |
//! | [`program`] | the workers' programs, and common limits |
//! | [`same_work`] | the same work in several schedules, and why one is ahead |
//! | [`file_name`] | names of files |
//!
//! Private modules are the pool of workers (`pool`), whose notifications tell the state about runs and files, and the address
//! (`address`).

pub mod action;
mod address;
pub mod command;
pub mod event;
pub mod file_name;
pub mod history;
pub mod import;
pub mod kept;
pub mod key_parameters;
pub mod lead;
pub mod library;
pub mod measure;
pub mod message;
pub mod notebook;
pub mod notice;
mod notification;
pub mod outcome;
mod pool;
pub mod program;
mod reading;
pub mod recent;
pub mod refusal;
pub mod resume;
pub mod same_work;
pub mod session;
pub mod state;
pub mod status;
pub mod stops;
pub mod traces;

pub use session::{Place, Session};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
