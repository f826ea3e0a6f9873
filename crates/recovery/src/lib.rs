//! The laboratory of recovery: which computer takes over whose work when several crash.
//!
//! So far it offers its model; parameters, topics and presets are still to come.

pub use recovery_model::*;
