//! The laboratory of bounds: what can be lost, at worst, by forbidding migration or preemption.
//!
//! So far it offers its model; parameters, topics and presets are still to come.

pub use bounds_model::*;
