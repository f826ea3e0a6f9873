//! A result as a [sealed file](lesson::sealed), and its check by another run.

use lesson::sealed;
use playground::setup::Changes;
use serde::{Deserialize, Serialize};

use crate::model::Challenge;
use crate::rank::{Ranking, Row};

/// The version of the file.
pub const VERSION: u32 = 1;

/// The key of the version, by which a submission differs from other files.
const KEY: &str = "makespan-submission";

/// A strategy, and its results as its writer claims them. Only the strategy is believed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// The [version](VERSION) of the file.
    #[serde(rename = "makespan-submission")]
    pub version: u32,
    /// The version of Makespan that ran the cases.
    pub program: String,
    /// The writer's name.
    pub student: String,
    /// The title of the challenge.
    pub challenge: String,
    /// The digest of the challenge's file.
    pub source: String,
    /// The strategy.
    pub code: String,
    /// The mean of the figure over the hidden cases; none where a run failed.
    pub score: Option<f64>,
    /// The fault of a run.
    #[serde(default)]
    pub fault: Option<String>,
    /// The hidden cases, with the result of each.
    pub runs: Vec<Case>,
}

/// A hidden case, and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The case.
    pub case: Changes,
    /// The figure.
    pub value: f64,
    /// The fingerprint of the whole report.
    pub fingerprint: String,
}

/// A file that was handed in.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The submission in it.
    pub submission: Submission,
    /// Whether the file's digest fits its content.
    pub whole: bool,
}

impl Submission {
    /// A submission: a strategy with its row of a ranking over these cases.
    #[must_use]
    pub fn new(
        challenge: &Challenge,
        program: &str,
        student: &str,
        code: &str,
        (row, cases): (&Row, &[Changes]),
    ) -> Self {
        let came = row.values.iter().zip(&row.fingerprints);
        let runs = cases
            .iter()
            .zip(came)
            .map(|(case, (value, fingerprint))| Case {
                case: case.clone(),
                value: *value,
                fingerprint: fingerprint.clone(),
            });
        Self {
            version: VERSION,
            program: program.to_owned(),
            student: student.to_owned(),
            challenge: challenge.title.clone(),
            source: challenge.source.clone(),
            code: code.to_owned(),
            score: row.score,
            fault: row.fault.clone(),
            runs: if row.fault.is_none() {
                runs.collect()
            } else {
                Vec::new()
            },
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// A number has no JSON form.
    pub fn file(&self) -> Result<String, String> {
        sealed::write(self)
    }

    /// Reads a file. It also reads an edited file: its strategy counts, and its numbers never do.
    ///
    /// # Errors
    /// The file is no submission.
    pub fn open(file: &str) -> Result<Opened, String> {
        let none =
            "no submission: the page of challenges and “makespan challenge run --output” write one";
        let opened = sealed::open(file, KEY).ok_or(none)?;
        let submission: Self = serde_json::from_str(&opened.text)
            .map_err(|error| format!("no submission: {error}"))?;
        match submission.version {
            VERSION => Ok(Opened {
                submission,
                whole: opened.whole,
            }),
            other => Err(format!(
                "no submission: it has version {other}; allowed: {VERSION}"
            )),
        }
    }

    /// The first difference from another run: `row` has the results of the same strategy on the same cases.
    #[must_use]
    pub fn differs(&self, row: &Row, cases: &[Changes], ranking: &Ranking) -> Option<String> {
        let written = |score| report::number::with_unit(score, ranking.unit, None);
        match (self.score, row.score) {
            (claimed, came) if claimed == came => {}
            // If all runs fail, the unit of the score is unknown.
            (Some(_), None) => return Some("it has a score, but a run fails".into()),
            (None, came) => {
                let came = came.map(written).unwrap_or_default();
                return Some(format!("it has no score; the runs come to {came}"));
            }
            (Some(claimed), Some(came)) => {
                let (claimed, came) = (written(claimed), written(came));
                // Scores that differ in an unwritten digit are different.
                return Some(match claimed == came {
                    true => format!(
                        "the score is not the result of the runs, {came}, to the last digit"
                    ),
                    false => format!("the score is {claimed}; the runs come to {came}"),
                });
            }
        }
        let same = self.runs.len() == row.values.len()
            && self
                .runs
                .iter()
                .zip(cases)
                .zip(row.values.iter().zip(&row.fingerprints))
                .all(|((own, case), (value, fingerprint))| {
                    own.case == *case && own.value == *value && own.fingerprint == *fingerprint
                });
        (!same && row.fault.is_none())
            .then(|| "its cases or fingerprints are not those that come out".into())
    }
}
