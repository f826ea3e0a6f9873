//! Runs, campaigns of runs, and simulations of the propositions.

pub mod proof;
pub mod turns;

pub use divisible_model::study::*;
