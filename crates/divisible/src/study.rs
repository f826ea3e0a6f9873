//! Runs, campaigns of runs, and what is simulated of the propositions.

pub mod proof;
pub mod turns;

pub use divisible_model::study::*;
