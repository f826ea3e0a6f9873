//! The questions to an own strategy, and its answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question to an own strategy, and its answer, in the order of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The question's number, from 1.
    pub number: u32,
    /// The question's subject: "chunk 3 of worker 2".
    pub about: String,
    /// The time, in the unit of the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// The values that the strategy was handed.
    pub handed: Vec<Handed>,
    /// The answer, or its error.
    pub answered: String,
    /// The lines that the strategy printed meanwhile.
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
    /// The largest number of questions of a run that are kept.
    pub const MOST: usize = 1_000;
}
