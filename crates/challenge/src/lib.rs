//! Challenges: an own strategy competes against built-in ones, on cases that its writer did not know.
//!
//! | module | contents |
//! |---|---|
//! | [`model`] | a challenge, once it has been read |
//! | [`parse`](mod@parse) | a Markdown file becomes a [`Challenge`] |
//! | [`draw`] | the hidden cases, which follow from the submitted strategies |
//! | [`contest`] | the competitors, the cases, and the runs of a contest |
//! | [`rank`] | places, scores, and differences with their intervals |
//! | [`submission`] | a result as a file, and its check by another run |
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
