//! What an answer chooses, where a sweep may choose otherwise at other values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the answer of a report chooses among many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What is chosen, within a sentence: "allocation".
    pub what: String,
    /// Which one: "3, 3, 3".
    pub which: String,
}

impl Choice {
    /// Of this kind, this one.
    #[must_use]
    pub fn new(what: &str, which: impl Into<String>) -> Self {
        Self {
            what: what.to_owned(),
            which: which.into(),
        }
    }
}
