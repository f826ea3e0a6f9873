//! A challenge, once it has been read.

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
    /// The idea of the challenge, in a sentence.
    pub idea: String,
    /// The task.
    pub question: Text,
    /// The task as Markdown.
    pub markdown: String,
    /// The scenario that all cases share.
    pub scenario: Scenario,
    /// The parameter that takes the strategy.
    pub parameter: String,
    /// The changes that make the scenario ask the strategy.
    pub own: Changes,
    /// The key of the figure of merit that counts.
    pub figure: String,
    /// Whether less or more of the figure is better.
    pub better: Better,
    /// The longest time of a run, in seconds.
    pub seconds: u32,
    /// The built-in ways that compete, the baseline first.
    pub ways: Vec<Way>,
    /// The public cases, on which a writer tries out a strategy, as changes of the scenario.
    pub public: Vec<Changes>,
    /// The number of cases that are drawn for a submission.
    pub hidden: usize,
    /// The drawn parameters, with their ranges.
    pub drawn: Vec<(String, Drawn)>,
}

/// The better of two numbers.
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
    /// The changes that make the scenario use it.
    pub values: Changes,
}

/// The range of a drawn parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// A whole number from the first to the last.
    Whole(u64, u64),
    /// One of these.
    One(Vec<Value>),
}

impl Drawn {
    /// The number of values.
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

/// The kinds of competitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An own strategy.
    Own,
    /// The built-in way that all others are compared with.
    Baseline,
    /// Another built-in way.
    Rival,
}

impl Challenge {
    /// The scenario of a built-in way in a case.
    ///
    /// # Errors
    /// The laboratory refuses a value.
    pub fn built_in(&self, way: &Way, case: &Changes) -> Result<Scenario, String> {
        self.having([&way.values, case])
    }

    /// The scenario of a strategy in a case.
    ///
    /// # Errors
    /// The laboratory refuses the text, for example because it is too long.
    pub fn of_strategy(&self, code: &str, case: &Changes) -> Result<Scenario, String> {
        let text = Changes::from_iter([(self.parameter.clone(), code.into())]);
        self.having([&self.own, case, &text])
    }

    /// The fault of a run that takes too long.
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
