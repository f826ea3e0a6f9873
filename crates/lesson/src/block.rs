//! Scenarios and questions, as an author writes them: TOML within a fence.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A scenario of a lesson; a name alone repeats the scenario of an earlier block.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioBlock {
    /// Its name within the lesson.
    pub id: String,
    /// A preset's name.
    pub preset: Option<String>,
    /// A link, instead of a preset.
    pub link: Option<String>,
    /// The values in which it differs from the preset or the link.
    #[serde(default)]
    pub values: Map<String, Value>,
    /// The parts of a figure that are shown.
    #[serde(default)]
    pub show: Vec<String>,
    /// The parameters that a reader may change: `copies`, `copies(1,2,4)`, `copies(1..8)`.
    #[serde(default)]
    pub free: Vec<String>,
    /// Whether the screen shows it; else it serves numbers and buttons only.
    #[serde(default = "yes")]
    pub shown: bool,
}

fn yes() -> bool {
    true
}

/// The keys of every question; the rest is its [`Kind`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionBlock {
    /// The question, as Markdown.
    pub ask: String,
    /// The explanation of the answer, as Markdown.
    #[serde(default)]
    pub explain: String,
    /// Hints, one after the other.
    #[serde(default)]
    pub hints: Vec<String>,
    /// The scenario that is shown when the question is answered.
    pub after: Option<String>,
}

impl QuestionBlock {
    /// Its keys; all others belong to the kind.
    pub const KEYS: [&str; 4] = ["ask", "explain", "hints", "after"];
}

/// The task of a learner.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// Drags a bar, or several, to the expected numbers of the run.
    Predict {
        /// The bars.
        bars: Vec<Bar>,
        /// The end of the axis, in the written unit: per cent, seconds, times.
        max: f64,
        /// The start of the bars.
        start: f64,
        /// The step of a key.
        step: f64,
        /// The largest deviation of a right guess.
        near: f64,
        /// The response to a guess that is too low.
        low: String,
        /// The response to a guess that is too high.
        high: String,
    },
    /// Types a number.
    Number {
        /// The number.
        value: String,
        /// The largest deviation of a right number, in the written unit.
        within: f64,
        /// The response to a number that is too low.
        low: String,
        /// The response to a number that is too high.
        high: String,
    },
    /// Chooses one of several.
    Choice {
        /// The choices.
        choices: Vec<Choice>,
    },
    /// Puts things in order.
    Order {
        /// The things, in the right order.
        items: Vec<Item>,
        /// The response to a wrong order.
        wrong: String,
    },
    /// Presses a bar in the schedule.
    Mark {
        /// The scenario.
        of: String,
        /// The phase of the bars in question.
        phase: String,
        /// The number of the bar among the bars of this phase in each lane, from 1.
        nth: usize,
        /// The choice among these bars.
        which: Which,
        /// The response to another bar.
        wrong: String,
    },
    /// Sets parameters until the result reaches the goals.
    Find {
        /// The scenario to begin with.
        of: String,
        /// The goals.
        goals: Vec<String>,
        /// One way to reach them, for the check and for teachers.
        solution: Map<String, Value>,
    },
}

/// A bar to be dragged.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// The name of its number.
    pub label: String,
    /// The number that the run gives.
    pub value: String,
}

/// Something to be chosen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its text, as Markdown.
    pub text: String,
    /// Whether it is right, where no run tells.
    #[serde(default)]
    pub right: bool,
    /// The condition that makes it right.
    pub when: Option<String>,
    /// The response to this choice, as Markdown.
    #[serde(default)]
    pub says: String,
}

/// Something to be put in order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its text, as Markdown.
    pub text: String,
    /// The number that decides its place, falling or rising.
    pub by: Option<String>,
}

/// The choice among several bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The bar that ends last.
    Last,
    /// The bar that ends first.
    First,
    /// The longest bar.
    Longest,
}

/// The front matter, between two lines of `+++` before the text.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// The lesson's title.
    pub title: String,
    /// Its duration, in minutes.
    pub minutes: u32,
    /// Its one idea.
    pub idea: String,
    /// The laboratory whose page leads here.
    pub laboratory: String,
    /// The place among all lessons.
    #[serde(default)]
    pub place: u32,
    /// The learner's abilities after the lesson.
    pub objectives: Vec<String>,
    /// Its places in curricula.
    #[serde(default)]
    pub curriculum: Vec<String>,
}
