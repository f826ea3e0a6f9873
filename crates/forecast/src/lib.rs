//! One-step-ahead predictors of a series y₁, y₂, …
//!
//! The prediction ŷₜ uses y₁ … yₜ₋₁ alone; ŷ₁ := y₁ is never scored (Dobber 2006, chapter 7).
//! Every predictor here is scale equivariant: predicting c·y gives c times the prediction.
//!
//! | module | predictors |
//! |---|---|
//! | [`predictor`] | which one, and its running state |
//! | [`score`] | root mean square error of one-step-ahead predictions |

pub mod predictor;
pub mod score;

pub use predictor::{Method, Predictor};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
