//! Suggested changes of the scenario.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A change of the scenario that the report suggests, such as to run on a node that was made like a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// The words on its button.
    pub title: String,
    /// Parameters by name, with values as in a scenario's JSON.
    pub changes: Map<String, Value>,
    /// It changes nothing by itself: the page measures this device, and the scenario may run on the result.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub measures: bool,
}

impl Offer {
    /// An offer to change some parameters.
    #[must_use]
    pub fn new<'n>(title: &str, changes: impl IntoIterator<Item = (&'n str, Value)>) -> Self {
        Self {
            title: title.into(),
            changes: changes
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            measures: false,
        }
    }

    /// An offer to measure this device.
    #[must_use]
    pub fn measuring(title: &str) -> Self {
        Self {
            measures: true,
            ..Self::new(title, [])
        }
    }
}
