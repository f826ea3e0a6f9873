//! What a run was made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A set of traces in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Traces {
    /// What it is called.
    pub name: String,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many jobs every node has at least.
    pub jobs: usize,
}
