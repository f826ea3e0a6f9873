//! The choice in an answer, where a sweep may choose otherwise at other values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The choice among many in a report's answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The kind of the chosen thing, within a sentence: "allocation".
    pub what: String,
    /// The chosen thing: "3, 3, 3".
    pub which: String,
}

impl Choice {
    /// A choice of this kind, and the chosen thing.
    #[must_use]
    pub fn new(what: &str, which: impl Into<String>) -> Self {
        Self {
            what: what.to_owned(),
            which: which.into(),
        }
    }
}
