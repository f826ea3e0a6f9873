//! The text above the opening picture: the machine, and a goal that a reader can try to reach by touching it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Offer;

/// The text above the opening picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scene {
    /// The machine, in one sentence of at most 15 words.
    pub machine: String,
    /// The reader's task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
}

/// A goal that a reader can try to reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Task {
    /// The goal, as a request.
    pub goal: String,
    /// How far the scenario is from it.
    pub state: String,
    /// Whether the scenario reaches it.
    pub reached: bool,
    /// The change that begins it, where the scenario is about something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Offer>,
}

impl Scene {
    /// A machine, without a task.
    #[must_use]
    pub fn new(machine: impl Into<String>) -> Self {
        Self {
            machine: machine.into(),
            task: None,
        }
    }

    /// The same with a task.
    #[must_use]
    pub fn with(mut self, task: Task) -> Self {
        self.task = Some(task);
        self
    }
}
