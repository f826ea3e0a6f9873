//! Challenges: a strategy of one's own against built-in ones, on cases that nobody knew when it was written.
//!
//! | module | what it holds |
//! |---|---|
//! | [`model`] | what a challenge is, once it has been read |
//! | [`parse`](mod@parse) | a Markdown file becomes a [`Challenge`] |
//! | [`draw`] | the hidden cases, which follow from what was submitted |
//! | [`contest`] | who competes on which cases, and the runs that this takes |
//! | [`rank`] | places, scores, and differences with their intervals |
//! | [`submission`] | a result as a file, and whether it is what comes out again |
//! | [`shipped`] | the challenges of the project |
//!
//! No number of a submission is believed: all scores come from runs.

pub mod contest;
pub mod draw;
pub mod model;
pub mod parse;
pub mod rank;
pub mod shipped;
pub mod submission;

pub use contest::{Came, Contest, Run};
pub use model::{Better, Challenge, Kind, Way};
pub use parse::parse;
pub use rank::{Ranking, Row};
pub use submission::Submission;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
