//! The page's logic without a browser: a state machine that events go into and commands come out of.
//!
//! The page turns what happens (a worker's message, a key, a timer, another address) into an [`Event`](event::Event), hands it
//! to [`Session::handle`](session::Session::handle), carries out the [`Command`](command::Command)s that it gets, and shows
//! the [`State`](state::State). Nothing here knows a browser, so that any order of events can be tried natively.
//!
//! | module | what it holds |
//! |---|---|
//! | [`session`] | the machine as a whole |
//! | [`event`], [`command`] | what goes in, and what comes out |
//! | [`state`] | all that the page knows |
//! | [`action`] | what the user can do |
//! | [`history`] | undo and redo |
//! | [`refusal`] | refused values as the page tells them |
//! | [`outcome`] | what came out of a run, and where the newest run is |
//! | [`notice`], [`status`] | what the page has to say |
//! | [`kept`] | the traces that were opened here |
//! | [`key_parameters`], [`stops`] | the parameters that stand above the picture, and what offers their values |
//! | [`lead`] | where along a number's scale another way takes the lead |
//! | [`recent`] | the scenarios that were looked at last |
//! | [`measure`] | a measurement of this device |
//! | [`message`] | messages between page and workers |
//! | [`import`] | a table that was read, and what is said of its columns |
//! | [`library`], [`traces`] | traces, as messages describe them |
//! | [`notebook`] | what the notebook asks of the file worker |
//! | [`resume`] | runs that can be paused and resumed |
//! | [`program`] | the workers' programs, and common limits |
//! | [`same_work`] | the same work in several schedules, and why one is ahead |
//! | [`file_name`] | names of files |
//!
//! Inside are the pool of workers (`pool`), which tells the state by notifications what became of runs and files, and the
//! address (`address`).

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
