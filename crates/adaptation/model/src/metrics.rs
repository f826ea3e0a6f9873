//! Quantities by which a run is judged and strategies decide (specification, section 3).

pub mod accelerator;
pub mod badness;
pub mod blocks;
pub mod greedy;
pub mod overhead;
pub mod productivity;
pub mod weighted;
