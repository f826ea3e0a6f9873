//! What a challenge is, once it has been read.

use lesson::text::Text;
use playground::Scenario;
use playground::setup::Changes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A challenge.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The [digest](lesson::sealed::digest) of its file.
    pub source: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a sentence.
    pub idea: String,
    /// The task.
    pub question: Text,
    /// The task as Markdown.
    pub markdown: String,
    /// What all cases have in common.
    pub scenario: Scenario,
    /// The parameter that takes the strategy.
    pub parameter: String,
    /// What makes the scenario ask it.
    pub own: Changes,
    /// The key of the figure of merit that counts.
    pub figure: String,
    /// Whether less of it is better, or more.
    pub better: Better,
    /// The longest time of a run, in seconds.
    pub seconds: u32,
    /// The built-in ways that compete, the baseline first.
    pub ways: Vec<Way>,
    /// The cases on which one tries out a strategy, as changes of the scenario.
    pub public: Vec<Changes>,
    /// How many cases are drawn for a submission.
    pub hidden: usize,
    /// The parameters that are drawn, with what they may be.
    pub drawn: Vec<(String, Drawn)>,
}

/// Which of two numbers is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The smaller one.
    Less,
    /// The larger one.
    More,
}

/// A built-in way of the laboratory.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Its name for people.
    pub name: String,
    /// What makes the scenario use it.
    pub values: Changes,
}

/// What a drawn parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// A whole number from the first to the last.
    Whole(u64, u64),
    /// One of these.
    One(Vec<Value>),
}

impl Drawn {
    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Self::Whole(first, last) => (last - first).saturating_add(1),
            Self::One(values) => values.len() as u64,
        }
    }

    /// One of the values, counted from 0.
    #[must_use]
    pub fn value(&self, place: u64) -> Value {
        match self {
            Self::Whole(first, _) => first.saturating_add(place).into(),
            Self::One(values) => {
                let one = usize::try_from(place).ok().and_then(|at| values.get(at));
                one.cloned().unwrap_or_default()
            }
        }
    }
}

/// Who competes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A strategy that somebody wrote.
    Own,
    /// The built-in way that all are held against.
    Baseline,
    /// Another built-in way.
    Rival,
}

impl Challenge {
    /// The scenario of a built-in way in a case.
    ///
    /// # Errors
    /// Where the laboratory does not take a value.
    pub fn built_in(&self, way: &Way, case: &Changes) -> Result<Scenario, String> {
        self.having([&way.values, case])
    }

    /// The scenario of a strategy in a case.
    ///
    /// # Errors
    /// Where the laboratory does not take the text, such as one that is too long.
    pub fn of_strategy(&self, code: &str, case: &Changes) -> Result<Scenario, String> {
        let text = Changes::from_iter([(self.parameter.clone(), code.into())]);
        self.having([&self.own, case, &text])
    }

    /// What is said of a run that takes longer than it may.
    #[must_use]
    pub fn too_slow(&self) -> String {
        format!("it takes longer than {} s", self.seconds)
    }

    fn having<'c>(
        &self,
        changes: impl IntoIterator<Item = &'c Changes>,
    ) -> Result<Scenario, String> {
        let mut all = Changes::new();
        for one in changes {
            all.extend(one.clone());
        }
        let scenario = self.scenario.having(&all);
        scenario.map_err(|rejected| rejected.to_string())
    }
}

/// A case as people read it: `computers 12, seed 7`.
#[must_use]
pub fn case_name(case: &Changes) -> String {
    let part = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name} {text}"),
        value => format!("{name} {value}"),
    };
    case.iter().map(part).collect::<Vec<_>>().join(", ")
}
