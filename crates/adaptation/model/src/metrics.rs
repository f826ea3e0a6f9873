//! Quantities by which a run is judged and strategies decide.

pub mod accelerator;
pub mod badness;
pub mod blocks;
pub mod greedy;
pub mod overhead;
pub mod productivity;
pub mod weighted;
