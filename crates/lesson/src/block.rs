//! Scenarios and questions, as an author writes them: TOML within a fence.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A scenario of a lesson; with a name alone, one of an earlier block again.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioBlock {
    /// Its name within the lesson.
    pub id: String,
    /// A preset's name.
    pub preset: Option<String>,
    /// A link, instead of a preset.
    pub link: Option<String>,
    /// What is different from it.
    #[serde(default)]
    pub values: Map<String, Value>,
    /// What is seen of it: the parts that a figure can show.
    #[serde(default)]
    pub show: Vec<String>,
    /// The parameters that a reader may change: `copies`, `copies(1,2,4)`, `copies(1..8)`.
    #[serde(default)]
    pub free: Vec<String>,
    /// Whether it is what the screen shows, or only there for numbers and buttons.
    #[serde(default = "yes")]
    pub shown: bool,
}

fn yes() -> bool {
    true
}

/// What every question has; the rest is its [`Kind`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionBlock {
    /// What is asked, as Markdown.
    pub ask: String,
    /// Why the answer is what it is, as Markdown.
    #[serde(default)]
    pub explain: String,
    /// Help, one after the other.
    #[serde(default)]
    pub hints: Vec<String>,
    /// The scenario that is shown when the question is answered.
    pub after: Option<String>,
}

impl QuestionBlock {
    /// Its keys; all others belong to the kind.
    pub const KEYS: [&str; 4] = ["ask", "explain", "hints", "after"];
}

/// What a learner does.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// Drags a bar, or several, to where the run will be.
    Predict {
        /// The bars.
        bars: Vec<Bar>,
        /// Where the axis ends, in the unit in which it is written: per cent, seconds, times.
        max: f64,
        /// Where the bars begin.
        start: f64,
        /// How far a press of a key goes.
        step: f64,
        /// How near is good.
        near: f64,
        /// What a guess that is too low says.
        low: String,
        /// What a guess that is too high says.
        high: String,
    },
    /// Types a number.
    Number {
        /// The number.
        value: String,
        /// How far off it may be, in the unit in which it is written.
        within: f64,
        /// What a number that is too low says.
        low: String,
        /// What a number that is too high says.
        high: String,
    },
    /// Chooses one of several.
    Choice {
        /// Of which.
        choices: Vec<Choice>,
    },
    /// Puts things in order.
    Order {
        /// The things, in the right order.
        items: Vec<Item>,
        /// What the wrong order says.
        wrong: String,
    },
    /// Presses a bar in the schedule.
    Mark {
        /// The scenario.
        of: String,
        /// The phase of the bars in question.
        phase: String,
        /// The how many-th bar of this phase in each lane, from 1.
        nth: usize,
        /// Which of these bars.
        which: Which,
        /// What another bar says.
        wrong: String,
    },
    /// Sets parameters until the result is as asked.
    Find {
        /// The scenario to begin with.
        of: String,
        /// What has to be reached.
        goals: Vec<String>,
        /// One way to reach it, for the check and for teachers.
        solution: Map<String, Value>,
    },
}

/// A bar to be dragged.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// The number that the run gives.
    pub value: String,
}

/// Something to be chosen.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What it says, as Markdown.
    pub text: String,
    /// Whether it is right, where no run tells.
    #[serde(default)]
    pub right: bool,
    /// What makes it right.
    pub when: Option<String>,
    /// What choosing it says, as Markdown.
    #[serde(default)]
    pub says: String,
}

/// Something to be put in order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What it says, as Markdown.
    pub text: String,
    /// The number by which it has its place, falling or rising.
    pub by: Option<String>,
}

/// Which of several bars is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Which {
    /// The one that ends last.
    Last,
    /// The one that ends first.
    First,
    /// The longest.
    Longest,
}

/// What stands before the text: between two lines of `+++`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// The lesson's title.
    pub title: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// Its one idea.
    pub idea: String,
    /// The laboratory whose page leads here.
    pub laboratory: String,
    /// The place among all lessons.
    #[serde(default)]
    pub place: u32,
    /// What a learner can do afterwards.
    pub objectives: Vec<String>,
    /// Where curricula have it.
    #[serde(default)]
    pub curriculum: Vec<String>,
}
