//! A lesson, once it has been read.

use std::collections::BTreeMap;

use playground::Scenario;
use serde_json::{Map, Value};

use crate::block::{Front, Which};
use crate::expression::{Condition, Expression, Goal};
use crate::problem::Problem;
use crate::text::Text;

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The digest of the file, so that answers are held against the lesson that asked.
    pub source: String,
    /// The front matter.
    pub front: Front,
    /// The scenarios by name.
    pub scenarios: BTreeMap<String, Staged>,
    /// The screens in their order; at least one.
    pub screens: Vec<Screen>,
}

impl Lesson {
    /// The same lesson with other random draws: each scenario's seed is raised by so much.
    ///
    /// # Errors
    /// The scenarios that allow no such seed, by line.
    pub fn raised(mut self, by: u64) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        for staged in self.scenarios.values_mut().filter(|_| by > 0) {
            match staged.scenario.raised(by) {
                Ok(scenario) => staged.scenario = scenario,
                Err(error) => problems.push(Problem::new(staged.line, error.to_string())),
            }
        }
        match problems.is_empty() {
            true => Ok(self),
            false => Err(problems),
        }
    }

    /// Whether another seed changes any of its scenarios.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        let drawn = |staged: &Staged| staged.scenario.chance() == report::Chance::Drawn;
        self.scenarios.values().any(drawn)
    }
}

/// A scenario and its shown parts.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The line of its block.
    pub line: usize,
    /// The scenario that runs.
    pub scenario: Scenario,
    /// The parts that a figure shows.
    pub show: Vec<String>,
    /// The parameters that a reader may change.
    pub free: Vec<String>,
}

impl Staged {
    /// The names of the parameters that a reader may change.
    pub fn free_names(&self) -> impl Iterator<Item = &str> {
        let name = |free: &'_ String| free.find('(').unwrap_or(free.len());
        self.free
            .iter()
            .map(move |free| free.get(..name(free)).unwrap_or_default())
    }
}

/// A screen: one idea.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The line of its heading.
    pub line: usize,
    /// Its title.
    pub title: String,
    /// Its text, in order.
    pub text: Vec<Text>,
    /// The scenario that is shown first, by name.
    pub scenario: Option<String>,
    /// At most one question.
    pub question: Option<Question>,
}

/// A question, with its expressions read.
#[derive(Clone, Debug)]
pub struct Question {
    /// The line of its block.
    pub line: usize,
    /// The question itself.
    pub ask: Text,
    /// The explanation of the answer.
    pub explain: Text,
    /// Hints, one after the other.
    pub hints: Vec<Text>,
    /// The scenario that is shown afterwards.
    pub after: Option<String>,
    /// The task of the learner.
    pub task: Task,
}

/// The task of a learner.
#[derive(Clone, Debug)]
pub enum Task {
    /// Drags bars to the expected numbers of the run.
    Predict {
        /// Each bar's label and number.
        bars: Vec<(String, Expression)>,
        /// The end of the axis, the start of the bars, the step of a key, the largest deviation of a right guess: as written.
        axis: [f64; 4],
        /// The responses to guesses that are too low or too high.
        says: [Text; 2],
    },
    /// Types a number.
    Number {
        /// The number.
        value: Expression,
        /// The largest deviation of a right number, as written.
        within: f64,
        /// The responses to numbers that are too low or too high.
        says: [Text; 2],
    },
    /// Chooses one of several.
    Choice {
        /// Each choice.
        choices: Vec<Choice>,
    },
    /// Puts things in order.
    Order {
        /// The things in the right order, with the numbers that order them.
        items: Vec<(Text, Option<Expression>)>,
        /// The response to a wrong order.
        wrong: Text,
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
        wrong: Text,
    },
    /// Sets parameters until the result reaches the goals.
    Find {
        /// The scenario to begin with.
        of: String,
        /// The goals.
        goals: Vec<Goal>,
        /// One way to reach them.
        solution: Map<String, Value>,
    },
}

/// Something to be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its text.
    pub text: Text,
    /// The response to this choice.
    pub says: Text,
    /// Whether it is right.
    pub right: Right,
}

/// The decision whether a choice is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Right {
    /// The author decides.
    Said(bool),
    /// A run decides.
    When(Box<Condition>),
}
