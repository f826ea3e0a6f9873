//! The contents of a file of traces, in words.

use laboratory::About as Laboratory;
use playground::{Scenario, laboratories};
use report::Traces;
use report::number::{fixed, short};
use serde::{Deserialize, Serialize};
use statistics::{coefficient_of_variation, mean};
use trace::read::{Answer, Column, Layout, Question, Reading, feeds_of};
use trace::{Error, TraceSet};

use crate::import;

/// The most nodes that are described one by one.
const SHOWN_NODES: usize = 64;

/// The number of bytes of a file that tell its kind.
pub const HEAD: usize = 65_536;

/// Whether a file with this beginning is a scenario: a JSON object with the key that every scenario has. A file with the name
/// of a scenario is taken for one, so that its faults are told.
#[must_use]
pub fn is_scenario(name: &str, head: &str) -> bool {
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let key = |key| head.contains(key);
    name.to_lowercase().ends_with(".makespan.json")
        || head.starts_with('{') && key("\"makespan\"") && !key("\"traceEvents\"")
}

/// One node of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The number of its jobs.
    pub jobs: usize,
    /// The mean of its runtimes, as text with three digits, ms.
    pub mean: String,
    /// Their coefficient of variation, as text with three digits.
    pub variation: String,
}

/// A place of a file that could not be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// The whole problem in words, place included.
    pub text: String,
}

/// Whether a file can feed a view, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feed {
    /// The view.
    pub view: String,
    /// Whether the file can feed it.
    pub can: bool,
    /// The reason.
    pub why: String,
}

/// The interpretation of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Understood {
    /// The set, if any row could be used.
    pub set: Option<Usable>,
    /// The reason why there is none, if a correction by the user could change that.
    pub refused: Option<String>,
    /// The interpretation of a table, in a few sentences.
    pub sentence: String,
    /// The columns of a table.
    pub columns: Vec<Column>,
    /// The questions that it leaves open, and its assumptions.
    pub questions: Vec<Question>,
    /// The form of the file: layout, separator, decimal mark, encoding, compression; empty if no text was read.
    pub form: String,
    /// The number of rows that hold data, good or bad.
    pub rows: usize,
    /// The number of dropped rows.
    pub rejected: usize,
    /// The first problems, in the order of the file.
    pub problems: Vec<Problem>,
    /// The number of all problems.
    pub problems_total: usize,
    /// The assumptions and omissions, a sentence each.
    pub notes: Vec<String>,
    /// The views that the file can feed, and those that it cannot.
    pub feeds: Vec<Feed>,
    /// The reason why it cannot feed the laboratory of the scenario, if so.
    pub unfit: Option<String>,
    /// The laboratories that it can feed instead: the title of each, and a scenario of it on these traces.
    pub elsewhere: Vec<(String, Scenario)>,
}

/// Traces that a scenario can run on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usable {
    /// Name, nodes, jobs.
    pub described: Traces,
    /// The digest of the content.
    pub digest: String,
    /// The first nodes.
    pub nodes: Vec<Node>,
    /// The scenario on these traces.
    pub scenario: Box<Scenario>,
    /// The changes that the scenario needed, in words.
    pub changes: Vec<String>,
}

impl Understood {
    /// The interpretation of a reading, whose set has this digest, and the scenario with it.
    #[must_use]
    pub fn of(reading: &Reading, digest: &str, scenario: &Scenario) -> Self {
        let problem = |problem: &trace::read::Problem| Problem {
            line: problem.line,
            text: problem.to_string(),
        };
        let told = reading.told();
        Self {
            set: reading
                .set
                .as_ref()
                .map(|set| Usable::of(set, digest, scenario)),
            refused: None,
            sentence: import::sentence(reading),
            columns: reading.columns.clone(),
            questions: reading.questions.clone(),
            form: form(reading),
            rows: reading.rows,
            rejected: reading.rejected,
            problems_total: reading.problems_total
                - told.iter().map(|problem| problem.more).sum::<usize>(),
            problems: told.iter().map(problem).collect(),
            notes: {
                // Questions tell the open points, and the columns are told beside.
                reading.notes.iter().map(|note| sentence(note)).collect()
            },
            feeds: reading.feeds.iter().map(feed).collect(),
            ..Self::fed(&reading.feeds, reading.set.as_ref(), scenario)
        }
    }

    /// The meaning of these feeds of a set for the laboratory of a scenario.
    fn fed(feeds: &[trace::read::Feed], set: Option<&TraceSet>, scenario: &Scenario) -> Self {
        let unfit = unfit(feeds, scenario);
        let elsewhere = unfit.as_ref().and(set);
        Self {
            elsewhere: elsewhere.map_or_else(Vec::new, |set| self::elsewhere(feeds, set)),
            unfit,
            ..Self::default()
        }
    }

    /// The interpretation of a whole set with this digest, and the scenario with it.
    #[must_use]
    pub fn whole(set: &TraceSet, digest: &str, scenario: &Scenario) -> Self {
        let feeds = feeds_of(set);
        let fed = Self::fed(&feeds, Some(set), scenario);
        let said = feeds.iter().filter(|_| fed.unfit.is_some());
        Self {
            set: Some(Usable::of(set, digest, scenario)),
            feeds: said.map(feed).collect(),
            ..fed
        }
    }

    /// A table without traces whose columns the user may correct; an error in words for other files.
    ///
    /// # Errors
    /// The message, if no correction of columns makes traces of the file.
    pub fn refused(error: Error) -> Result<Self, String> {
        let message = error.to_string();
        let (columns, question) = match error {
            Error::NoRuntimes { columns } => (columns, None),
            Error::TwoHeaders { line } => (Vec::new(), Some(leave_out(line))),
            _ => return Err(message),
        };
        Ok(Self {
            refused: Some(message),
            columns,
            questions: question.into_iter().collect(),
            ..Self::default()
        })
    }
}

/// Asks whether a second header is to be left out.
fn leave_out(line: u64) -> Question {
    Question {
        assumed: format!("line {line} has names or units, and no values"),
        otherwise: String::new(),
        open: true,
        answers: vec![Answer {
            words: format!("Leave out line {line}"),
            second: true,
            ..Answer::default()
        }],
    }
}

/// The reason why a file cannot feed the laboratory of a scenario, if so.
fn unfit(feeds: &[trace::read::Feed], scenario: &Scenario) -> Option<String> {
    let view = scenario.view()?;
    let feed = feeds.iter().find(|feed| feed.view == view)?;
    (!feed.can).then(|| sentence(&format!("It cannot be used for {view}: {}", feed.why)))
}

/// The laboratories that a file can feed, each with its first scenario on these traces.
fn elsewhere(feeds: &[trace::read::Feed], set: &TraceSet) -> Vec<(String, Scenario)> {
    let fed = |laboratory: &&Laboratory| {
        let scenario = Scenario::of(laboratory.name)?;
        let view = scenario.view()?;
        let mut feeds = feeds.iter().filter(|feed| feed.can);
        feeds.find(|feed| feed.view == view)?;
        let (with, _) = scenario.with_traces(set);
        Some((laboratory.title.to_owned(), with))
    };
    laboratories().iter().filter_map(fed).collect()
}

fn feed(feed: &trace::read::Feed) -> Feed {
    Feed {
        view: sentence(&feed.view.to_string())
            .trim_end_matches('.')
            .to_owned(),
        can: feed.can,
        why: feed.why.clone(),
    }
}

/// The text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).chain(['.']).collect()
}

impl Usable {
    fn of(set: &TraceSet, digest: &str, scenario: &Scenario) -> Self {
        let node = |node: &trace::Node| Node {
            name: node.name.clone(),
            jobs: node.runtimes.len(),
            mean: short(mean(&node.runtimes)),
            variation: match coefficient_of_variation(&node.runtimes) {
                variation if variation.is_finite() => fixed(variation, 2),
                _ => "–".into(),
            },
        };
        let (with, changes) = scenario.with_traces(set);
        Self {
            described: Traces {
                name: set.name().to_owned(),
                nodes: set.nodes().len(),
                jobs: set.jobs(),
                scaled: None,
            },
            digest: digest.to_owned(),
            nodes: set.nodes().iter().take(SHOWN_NODES).map(node).collect(),
            scenario: Box::new(with),
            changes,
        }
    }
}

fn form(reading: &Reading) -> String {
    let encoding = reading.encoding;
    let gzip = if reading.gzip { ", gzip" } else { "" };
    let layout = match reading.layout {
        Layout::Wide => "a column for each node",
        Layout::Long => "a row for each job",
        Layout::Swf => return format!("a log in the Standard Workload Format{gzip}"),
        Layout::Gwf => return format!("a log in the Grid Workload Format{gzip}"),
        Layout::TraceEvents => return format!("trace events{gzip}"),
        Layout::PlanetLab => return format!("CPU utilisation, a line every five minutes{gzip}"),
    };
    let delimiter = match reading.delimiter {
        ';' => "semicolons",
        '\t' => "tabs",
        ' ' => "spaces",
        _ => "commas",
    };
    let decimal = if reading.decimal == ',' {
        "decimal comma"
    } else {
        "decimal point"
    };
    let header = if reading.header {
        "with a header"
    } else {
        "without a header"
    };
    format!("{layout}, {header}, {delimiter}, {decimal}, {encoding}{gzip}")
}
