//! Lessons as data.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | a lesson, once it has been read |
//! | [`front`] | the beginning of a file, and the reading of its TOML |
//! | [`parse`](mod@parse) | a Markdown file becomes a [`Lesson`] |
//! | [`text`] | Markdown becomes HTML; nothing else than text, formulas and safe links passes |
//! | [`expression`] | numbers by name: `speedup of copies` |
//! | [`block`] | scenarios and questions, as an author writes them |
//! | [`runs`] | the results of a lesson's scenarios |
//! | [`check`](mod@check) | the faults that an author has to mend |
//! | [`build`](mod@build) | the lesson as the page shows it, and apart from it the answers |
//! | [`sealed`] | files that somebody hands in, with their digest |
//! | [`answers`] | a learner's answers as a file, and their marks |
//! | [`code`] | the same answers as a line of text |
//!
//! No answer is a number that somebody typed: all come from runs.

pub mod answers;
pub mod block;
pub mod build;
pub mod check;
pub mod code;
pub mod expression;
pub mod front;
pub mod model;
pub mod parse;
pub mod problem;
pub mod runs;
pub mod sealed;
pub mod text;

pub use build::{Built, build};
pub use check::check;
pub use model::{Lesson, Screen};
pub use parse::parse;
pub use problem::Problem;
pub use runs::Runs;

/// The example of the guide: a lesson to begin with.
pub const EXAMPLE: &str = include_str!("example.md");

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
