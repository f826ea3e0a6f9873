//! A learner's answers as a [sealed file](crate::sealed) or a [code](crate::code), and their marks.

use std::collections::BTreeMap;

use playground::{Scenario, link};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::DIGITS;
use crate::expression::Goal;
use crate::model::{Lesson, Question, Right, Task};
use crate::runs::{Outcome, Runs, near, reaches};
use crate::sealed;

/// The version of the file.
pub const VERSION: u32 = 1;

/// The key of the version, which tells these files from others.
const KEY: &str = "makespan-answers";

/// A learner's answers, and their lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// The [version](VERSION) of the file.
    #[serde(rename = "makespan-answers")]
    pub version: u32,
    /// The version of Makespan that ran the scenarios.
    pub program: String,
    /// The learner's name, as he or she typed it.
    pub student: String,
    /// The title of the lesson.
    pub title: String,
    /// The [digest](sealed::digest) of the lesson's file, or its beginning.
    pub source: String,
    /// The number that was added to the seed of each scenario.
    pub seed: u64,
    /// The answer to the question of each screen; `None` where there is no question, or no answer.
    pub answers: Vec<Option<Answer>>,
    /// The fingerprints of the scenarios that ran, or their beginnings.
    pub runs: BTreeMap<String, String>,
}

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Each guess in its order; their form depends on the kind of the question.
    pub tries: Vec<Value>,
    /// The number of hints that were read.
    #[serde(default)]
    pub hints: u32,
    /// Whether the answer was shown instead of found.
    #[serde(default)]
    pub shown: bool,
}

/// Errors of a file or a code without answers that can be marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The file is no file of answers.
    Unknown(String),
    /// The file's digest is not that of its content.
    Edited,
    /// There is no code.
    NoCode,
    /// There is a code, but it cannot be read.
    Damaged(String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(why) => write!(out, "no file of answers: {why}"),
            Self::Edited => out.write_str("edited: its digest is not that of its content"),
            Self::NoCode => {
                out.write_str("no code: “Copy the code” makes one, which begins with “ma1.”")
            }
            Self::Damaged(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}

/// Makes the file of answers from JSON.
///
/// # Errors
/// Where the JSON is not that of [`Answers`].
pub fn seal(json: &str) -> Result<String, String> {
    let answers: Answers = serde_json::from_str(json).map_err(|error| error.to_string())?;
    sealed::write(&answers)
}

/// Reads a file of answers.
///
/// # Errors
/// Where the file is no file of answers, or was edited.
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

/// The mark of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Right with the first guess.
    Right,
    /// Right with a later guess. The page does not keep guesses that are typed after the answer was shown.
    Later,
    /// Never right before the answer was shown.
    Wrong,
    /// Not answered.
    None,
    /// A found scenario that was not run here.
    NotRun,
}

/// Whether a digest equals the told one, or begins with it; a code has only the beginning.
fn same(digest: &str, told: &str) -> bool {
    told.len() >= DIGITS && digest.starts_with(told)
}

/// The reason why answers do not belong to a lesson, in words.
#[must_use]
pub fn foreign(lesson: &Lesson, answers: &Answers) -> Option<&'static str> {
    if answers.title != lesson.front.title {
        Some("another lesson")
    } else if !same(&lesson.source, &answers.source)
        || answers.answers.len() != lesson.screens.len()
    {
        Some("another version of the lesson")
    } else {
        None
    }
}

/// The names of the learner's runs whose results differ from these.
#[must_use]
pub fn differing<'a>(answers: &'a Answers, runs: &Runs) -> Vec<&'a str> {
    let came = |name: &str, print: &str| {
        let outcome = runs.outcome(name);
        outcome.is_ok_and(|outcome| same(&outcome.fingerprint, print))
    };
    let all = answers
        .runs
        .iter()
        .filter(|(name, print)| !came(name, print));
    all.map(|(name, _)| name.as_str()).collect()
}

/// The outcome of a scenario that a learner found: an error where it cannot be run, `None` where it is not run here.
pub type Ran = Option<Result<Outcome, String>>;

/// The marks of a learner's answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// A remark for the lecturer, or nothing.
    pub remark: String,
    /// One mark for each question; none where the answers cannot be marked.
    pub marks: Vec<Mark>,
}

/// Marks answers that [belong](foreign) to a lesson, and remarks where the learner's runs had other results. The lesson has
/// the learner's seed, and the runs are its own; `find` runs found scenarios.
///
/// # Errors
/// Where a number cannot be had.
pub fn examine(
    lesson: &Lesson,
    runs: &Runs,
    answers: &Answers,
    find: impl Fn(&Scenario) -> Ran,
) -> Result<Marked, String> {
    let differ = differing(answers, runs);
    let remark = match differ.is_empty() {
        true => String::new(),
        // The guesses were made on other numbers.
        false => format!(
            "other results of {}: Makespan {}",
            differ.join(", "),
            answers.program
        ),
    };
    let marks = mark(lesson, runs, answers, find)?;
    Ok(Marked { remark, marks })
}

/// Marks the answers to all questions of a lesson, in their order, as [`examine`] does.
///
/// # Errors
/// Where a number cannot be had.
pub fn mark(
    lesson: &Lesson,
    runs: &Runs,
    answers: &Answers,
    find: impl Fn(&Scenario) -> Ran,
) -> Result<Vec<Mark>, String> {
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
            mark = match is_right(lesson, runs, question, guess, &find)? {
                Some(false) => continue,
                Some(true) if nth == 0 => Mark::Right,
                Some(true) => Mark::Later,
                None => Mark::NotRun,
            };
            break;
        }
        marks.push(mark);
    }
    Ok(marks)
}

/// Whether a guess is right, by the same rules as in the page; `None` where its scenario is not run.
fn is_right(
    lesson: &Lesson,
    runs: &Runs,
    question: &Question,
    guess: &Value,
    find: impl Fn(&Scenario) -> Ran,
) -> Result<Option<bool>, String> {
    let whole = |value: &Value| {
        value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
    };
    let right = match &question.task {
        Task::Predict {
            bars,
            axis: [.., within],
            ..
        } => {
            let guesses = guess.as_array().map(Vec::as_slice).unwrap_or_default();
            let mut good = guesses.len() == bars.len();
            for ((_, value), guess) in bars.iter().zip(guesses) {
                let guess = guess.as_f64().unwrap_or(f64::NAN);
                good &= near(guess, guess - runs.number(value)?.written(), *within);
            }
            good
        }
        Task::Number { value, within, .. } => {
            let guess = guess.as_f64().unwrap_or(f64::NAN);
            near(guess, guess - runs.number(value)?.written(), *within)
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
            let Some(found) = found(lesson, of, guess) else {
                return Ok(Some(false));
            };
            return Ok(find(&found).map(|ran| reached(ran, goals)));
        }
    };
    Ok(Some(right))
}

/// Whether a run reaches goals; a scenario that cannot be run reaches none.
fn reached(ran: Result<Outcome, String>, goals: &[Goal]) -> bool {
    ran.and_then(|outcome| reaches(&outcome, goals))
        .unwrap_or(false)
}

/// The scenario that a learner found; `None` where more than the free parameters differ.
fn found(lesson: &Lesson, of: &str, guess: &Value) -> Option<Scenario> {
    let found = link::decode(guess.as_str()?).ok()?.scenario;
    let staged = lesson.scenarios.get(of)?;
    let free: Vec<_> = staged.free_names().collect();
    let (own, theirs) = (staged.scenario.values(), found.values());
    let bound = |name: &str| !free.contains(&name);
    let same = own
        .iter()
        .all(|(name, value)| !bound(name) || theirs.get(name) == Some(value));
    (same && found.laboratory() == staged.scenario.laboratory()).then_some(found)
}
