//! The traces that a run was made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A set of traces in a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Traces {
    /// The set's name.
    pub name: String,
    /// The number of nodes.
    pub nodes: usize,
    /// The least number of jobs of a node.
    pub jobs: usize,
    /// The scaling of the runtimes of a file of one's own, where they were scaled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaled: Option<Scaled>,
}

/// The scaling of runtimes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scaled {
    /// The mean that they have now, ms.
    pub mean: f64,
    /// The factor by which each runtime was multiplied.
    pub factor: f64,
}
