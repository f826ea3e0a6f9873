//! A learner's answers as a [sealed file](crate::sealed), and their marks.

use std::collections::BTreeMap;

use playground::link;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Lesson, Question, Right, Task};
use crate::runs::{Outcome, Runs, reaches};
use crate::sealed;

/// The version of the file.
pub const VERSION: u32 = 1;

/// The key of the version, which tells these files from others.
const KEY: &str = "makespan-answers";

/// What a learner answered, and of which lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// The [version](VERSION) of the file.
    #[serde(rename = "makespan-answers")]
    pub version: u32,
    /// The version of Makespan that ran the scenarios.
    pub program: String,
    /// What the learner calls himself or herself.
    pub student: String,
    /// The title of the lesson.
    pub title: String,
    /// The [digest](sealed::digest) of the lesson's file.
    pub source: String,
    /// What was added to the seed of each scenario.
    pub seed: u64,
    /// For each screen what was answered; nothing where there is no question, or no answer.
    pub answers: Vec<Option<Answer>>,
    /// The fingerprints of the scenarios that ran.
    pub runs: BTreeMap<String, String>,
}

/// What was answered to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Each guess in its order; their form depends on the kind of the question.
    pub tries: Vec<Value>,
    /// How many hints were read.
    #[serde(default)]
    pub hints: u32,
    /// Whether the answer was shown instead of found.
    #[serde(default)]
    pub shown: bool,
}

/// Why a file holds no answers that can be marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no such file.
    Unknown(String),
    /// Its digest is another one.
    Edited,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(why) => write!(out, "no file of answers: {why}"),
            Self::Edited => out.write_str("edited: its digest is not that of its content"),
        }
    }
}

impl std::error::Error for Refused {}

/// The file of answers, given as JSON.
///
/// # Errors
/// Where the JSON is none of [`Answers`].
pub fn seal(json: &str) -> Result<String, String> {
    let answers: Answers = serde_json::from_str(json).map_err(|error| error.to_string())?;
    sealed::write(&answers)
}

/// Reads a file of answers.
///
/// # Errors
/// Where it is none, or was edited.
pub fn open(file: &str) -> Result<Answers, Refused> {
    let unknown = || Refused::Unknown("“Save my answers” writes one".into());
    let opened = sealed::open(file, KEY).ok_or_else(unknown)?;
    if !opened.whole {
        return Err(Refused::Edited);
    }
    let answers: Answers =
        serde_json::from_str(&opened.text).map_err(|error| Refused::Unknown(error.to_string()))?;
    match answers.version {
        VERSION => Ok(answers),
        other => Err(Refused::Unknown(format!(
            "it has version {other}; allowed: {VERSION}"
        ))),
    }
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Right with the first guess, and without the answer being shown.
    Right,
    /// Right with a later one.
    Later,
    /// Never right, or shown.
    Wrong,
    /// Not answered.
    None,
}

/// Why answers do not belong to a lesson, in words.
#[must_use]
pub fn foreign(lesson: &Lesson, answers: &Answers) -> Option<&'static str> {
    if answers.title != lesson.front.title {
        Some("another lesson")
    } else if answers.source != lesson.source || answers.answers.len() != lesson.screens.len() {
        Some("another version of the lesson")
    } else {
        None
    }
}

/// Whether the learner's runs came to the same results as these; the names of those that did not.
#[must_use]
pub fn differing<'a>(answers: &'a Answers, runs: &Runs) -> Vec<&'a str> {
    let same = |name: &str, print: &str| {
        runs.outcome(name)
            .is_ok_and(|outcome| outcome.fingerprint == print)
    };
    let all = answers
        .runs
        .iter()
        .filter(|(name, print)| !same(name, print));
    all.map(|(name, _)| name.as_str()).collect()
}

/// Marks the answers to all questions of a lesson, in their order. The lesson has the learner's seed, and the runs are its own.
///
/// # Errors
/// Where a number cannot be had.
pub fn mark(lesson: &Lesson, runs: &Runs, answers: &Answers) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (place, screen) in lesson.screens.iter().enumerate() {
        let Some(question) = &screen.question else {
            continue;
        };
        let given = answers.answers.get(place).and_then(Option::as_ref);
        let Some(answer) = given.filter(|answer| answer.shown || !answer.tries.is_empty()) else {
            marks.push(Mark::None);
            continue;
        };
        let mut mark = Mark::Wrong;
        for (nth, guess) in answer.tries.iter().enumerate() {
            if is_right(lesson, runs, question, guess)? {
                mark = if nth == 0 { Mark::Right } else { Mark::Later };
                break;
            }
        }
        marks.push(mark);
    }
    Ok(marks)
}

/// Whether a guess is right, by the same rules as in the page.
fn is_right(
    lesson: &Lesson,
    runs: &Runs,
    question: &Question,
    guess: &Value,
) -> Result<bool, String> {
    let whole = |value: &Value| {
        value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
    };
    Ok(match &question.task {
        Task::Predict {
            bars,
            axis: [.., near],
            ..
        } => {
            let guesses = guess.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut good = guesses.len() == bars.len();
            for ((_, value), guess) in bars.iter().zip(guesses) {
                let off = guess.as_f64().unwrap_or(f64::NAN) - runs.number(value)?.written();
                good &= off.abs() <= *near;
            }
            good
        }
        Task::Number { value, within, .. } => {
            let off = guess.as_f64().unwrap_or(f64::NAN) - runs.number(value)?.written();
            off.abs() <= *within
        }
        Task::Choice { choices } => {
            let chosen = whole(guess).and_then(|place| choices.get(place));
            match chosen.map(|choice| &choice.right) {
                Some(Right::Said(said)) => *said,
                Some(Right::When(condition)) => runs.holds(condition)?,
                None => false,
            }
        }
        Task::Order { items, .. } => {
            let places: Option<Vec<_>> = guess
                .as_array()
                .map(|all| all.iter().filter_map(whole).collect());
            places == Some(crate::build::ordered(items.len()))
        }
        Task::Mark {
            of,
            phase,
            nth,
            which,
            ..
        } => {
            let (lane, _) = runs.marked(of, phase, *nth, *which)?;
            guess.as_str() == Some(&lane)
        }
        Task::Find { of, goals, .. } => {
            let found = guess.as_str().and_then(|text| link::decode(text).ok());
            let (Some(found), Some(staged)) = (found, lesson.scenarios.get(of)) else {
                return Ok(false);
            };
            // Only what is free may differ.
            let free: Vec<_> = staged.free_names().collect();
            let (own, theirs) = (staged.scenario.values(), found.scenario.values());
            let bound = |name: &str| !free.contains(&name);
            let same = own
                .iter()
                .all(|(name, value)| !bound(name) || theirs.get(name) == Some(value));
            same && found.scenario.laboratory() == staged.scenario.laboratory()
                && reaches(&Outcome::by_running(&found.scenario)?, goals)?
        }
    })
}
