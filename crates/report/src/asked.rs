//! What an own strategy was asked, and what it answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question to an own strategy, and its answer, in the order of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Which question, from 1.
    pub number: u32,
    /// What it was about: "chunk 3 of worker 2".
    pub about: String,
    /// When, in the unit of the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// What the strategy was handed.
    pub handed: Vec<Handed>,
    /// What it answered, or what was wrong with it.
    pub answered: String,
    /// What it printed meanwhile, line by line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

/// A value that a strategy was handed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HandedValue")]
pub struct Handed {
    /// Its name: "worker.speed".
    pub name: String,
    /// The value, as a strategy has it.
    pub value: String,
    /// Its unit, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
}

impl Asked {
    /// So many questions of a run are kept.
    pub const MOST: usize = 1_000;
}
