//! What a lesson is, once it has been read.

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
    /// What stands before the text.
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

/// A scenario and what is seen of it.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The line of its block.
    pub line: usize,
    /// What runs.
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

/// One idea.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The line of its heading.
    pub line: usize,
    /// Its title.
    pub title: String,
    /// What is read, in order.
    pub text: Vec<Text>,
    /// The scenario that is shown first, by name.
    pub scenario: Option<String>,
    /// At most one.
    pub question: Option<Question>,
}

/// A question, with its expressions read.
#[derive(Clone, Debug)]
pub struct Question {
    /// The line of its block.
    pub line: usize,
    /// What is asked.
    pub ask: Text,
    /// Why the answer is what it is.
    pub explain: Text,
    /// Help, one after the other.
    pub hints: Vec<Text>,
    /// The scenario that is shown afterwards.
    pub after: Option<String>,
    /// What a learner does.
    pub task: Task,
}

/// What a learner does.
#[derive(Clone, Debug)]
pub enum Task {
    /// Drags bars to where the run will be.
    Predict {
        /// Each bar's label and number.
        bars: Vec<(String, Expression)>,
        /// Where the axis ends, where the bars begin, the step of a key, how near is good: as written.
        axis: [f64; 4],
        /// What guesses that are too low or too high say.
        says: [Text; 2],
    },
    /// Types a number.
    Number {
        /// The number.
        value: Expression,
        /// How far off it may be, as written.
        within: f64,
        /// What numbers that are too low or too high say.
        says: [Text; 2],
    },
    /// Chooses one of several.
    Choice {
        /// Each choice.
        choices: Vec<Choice>,
    },
    /// Puts things in order.
    Order {
        /// The things in the right order, and the numbers that say so.
        items: Vec<(Text, Option<Expression>)>,
        /// What the wrong order says.
        wrong: Text,
    },
    /// Presses a bar in the schedule.
    Mark {
        /// The scenario.
        of: String,
        /// The phase, the how many-th bar of it in each lane, and which of these.
        phase: String,
        /// From 1.
        nth: usize,
        /// Which of these bars.
        which: Which,
        /// What another bar says.
        wrong: Text,
    },
    /// Sets parameters until the result is as asked.
    Find {
        /// The scenario to begin with.
        of: String,
        /// What has to be reached.
        goals: Vec<Goal>,
        /// One way to reach it.
        solution: Map<String, Value>,
    },
}

/// Something to be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it says.
    pub text: Text,
    /// What choosing it says.
    pub says: Text,
    /// Whether it is right.
    pub right: Right,
}

/// What makes a choice right.
#[derive(Clone, Debug, PartialEq)]
pub enum Right {
    /// The author says so.
    Said(bool),
    /// A run does.
    When(Box<Condition>),
}
