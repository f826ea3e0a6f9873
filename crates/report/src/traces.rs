//! What a run was made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A set of traces in a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Traces {
    /// What it is called.
    pub name: String,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many jobs every node has at least.
    pub jobs: usize,
    /// How the runtimes of a file of one's own were scaled, where they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaled: Option<Scaled>,
}

/// How runtimes were scaled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scaled {
    /// The mean that they have now, ms.
    pub mean: f64,
    /// By what each was multiplied.
    pub factor: f64,
}
