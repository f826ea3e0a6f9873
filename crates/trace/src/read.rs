//! Reads traces from files: CSV text of any program, logs of batch systems, CPU utilisation.
//!
//! Several layouts are understood, told apart by their content, never by a file's name. Those of CSV:
//! - **wide**: a column for each node, a row for each job. The header row with the nodes' names may be missing
//!   (`node 1`, `node 2`, …); a first column that numbers the jobs (`job`, `iteration`, `index`, `#`, …) is skipped.
//! - **long**: a row for each job of each node, with the columns node, job and runtime in any order, found by their
//!   names or synonyms of them (`processor`, `host`; `iteration`, `step`; `time`, `duration`). The job may be missing:
//!   then the rows of a node are in order. Without a header the only column of text is the node.
//!
//! A column that numbers or dates the jobs is no node, and a row that sums up others no job. The reader asks about its
//! assumptions ([`Reading::questions`]), and [`read_as`] reads otherwise; [`Reading::columns`] describes each column.
//!
//! Runtimes are in ms unless the header says otherwise: `runtime (s)`, `runtime_s`, or in the wide layout `ar01 (s)`.
//! Cells are separated by commas, semicolons, tabs or white space, numbers have a decimal point or (not with commas as separators)
//! a decimal comma, text is UTF-8, UTF-16 or, failing these, windows-1252, and may be compressed with gzip.
//!
//! Those of other programs:
//! - **SWF**, **GWF**: logs of batch systems; the runtimes of completed jobs in the order of their start, by partition,
//!   queue or site.
//! - **PlanetLab**: CPU utilisation in percent every five minutes; the runtime of a unit job under the free share.
//! - **trace events**: the JSON of Chromium's tracing; the durations of events, by thread and name.
//!
//! Unusable parts are reported as a [`Problem`] with their place, and the rest survives:
//! - wide: a row with a bad cell is dropped as a whole, for every node, so that iterations stay aligned. A column may
//!   end before others; an empty cell before its end is bad.
//! - long: a bad row is dropped. Of two rows of one job the first is kept. Each series is put in the order of its
//!   jobs; where jobs are missing it closes up.
//! - others: a bad line is dropped, and the series closes up.
//!
//! [`Reading::notes`] lists assumptions and omissions, [`Reading::feeds`] the uses of the file.

mod columns;
mod comments;
mod decode;
mod encoding;
mod events;
mod feed;
pub(crate) mod header;
mod json;
mod lines;
mod log;
mod long;
mod long_header;
mod looks;
mod number;
mod problem;
mod rows;
mod sniff;
mod spaces;
mod summary;
mod unit;
mod utilisation;
mod wide;
mod wide_header;

pub(crate) use columns::no_runtimes;
pub use columns::{Answer, Column, Columns, Question, Role};
pub use feed::{Feed, View, feeds_of};
pub use problem::{KEPT_PROBLEMS, Problem};
pub use unit::Unit;

use std::collections::HashSet;

use crate::set::MAX_NODES;
use crate::{Error, Node, TraceSet};
use comments::Message;
use header::{Plan, Planned};
use problem::Problems;
use rows::Rows;

/// The most bytes of text that are read, after decompression as well: 400 MB, in which ten million rows fit.
pub const MAX_TEXT: usize = 400_000_000;

/// The most columns of a table: one for each node, and one that numbers the jobs.
pub const MAX_COLUMNS: usize = MAX_NODES + 1;
/// The most bytes of a row of a table.
pub const MAX_LINE: usize = 16_000_000;

/// The contents of a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The traces; `None` when no row could be used, and then `problems` and `notes` say why.
    pub set: Option<TraceSet>,
    /// The layout of the file.
    pub layout: Layout,
    /// Whether the first row names the columns, or comments stand above the first.
    pub header: bool,
    /// The unit of the runtimes in the file; of the first node when they differ. In `set` they are in ms.
    pub unit: Unit,
    /// The separator of cells: `,`, `;` or a tab; a space for any white space, a line feed where each has a line.
    pub delimiter: char,
    /// The decimal mark: `.` or `,`.
    pub decimal: char,
    /// The encoding's name in the Encoding Standard.
    pub encoding: &'static str,
    /// Whether the file was compressed with gzip.
    pub gzip: bool,
    /// The number of rows that hold data, good or bad; header and empty rows do not count.
    pub rows: usize,
    /// The number of rows that were dropped.
    pub rejected: usize,
    /// The first [`KEPT_PROBLEMS`] problems in the order of the file.
    pub problems: Vec<Problem>,
    /// The number of all problems.
    pub problems_total: usize,
    /// The assumptions and omissions, each in a sentence without its full stop.
    pub notes: Vec<String>,
    /// The columns of a table, in the order of the file; empty for other files.
    pub columns: Vec<Column>,
    /// The questions that the table leaves open, with the assumed answers.
    pub questions: Vec<Question>,
    /// The possible and the impossible uses of the traces; empty when there are no traces.
    pub feeds: Vec<Feed>,
}

impl Reading {
    /// The [`problems`](Self::problems), each told once: the first of similar ones in one column, with the number of the others.
    pub fn told(&self) -> Vec<Problem> {
        let mut out: Vec<Problem> = Vec::new();
        for problem in &self.problems {
            let alike = |one: &&mut Problem| {
                (one.column, &one.expected) == (problem.column, &problem.expected)
            };
            match out.iter_mut().find(alike) {
                Some(first) => first.more += 1,
                None => out.push(problem.clone()),
            }
        }
        out
    }

    /// Whether the traces can feed a view, and why; `None` when there are no traces.
    pub fn feed(&self, view: View) -> Option<&Feed> {
        self.feeds.iter().find(|feed| feed.view == view)
    }
}

/// The layouts of runtimes in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A column for each node, a row for each job.
    Wide,
    /// A row for each job of each node.
    Long,
    /// The Standard Workload Format: a line for each job of a batch system.
    Swf,
    /// The Grid Workload Format: a line for each job of a grid.
    Gwf,
    /// CloudSim's PlanetLab files: a CPU utilisation in percent on each line.
    PlanetLab,
    /// Trace events as Chromium's tracing and Perfetto have them: JSON.
    TraceEvents,
}

/// The results of a layout's reader.
#[derive(Default)]
struct Collected {
    nodes: Vec<(String, Vec<f64>)>,
    rows: usize,
    rejected: usize,
    problems: Problems,
    notes: Vec<String>,
    columns: Vec<Column>,
    questions: Vec<Question>,
    /// The number of rows that are no jobs.
    left_out: usize,
}

/// The form of a file.
struct Form {
    layout: Layout,
    rows: feed::Rows,
    header: bool,
    unit: Unit,
    delimiter: char,
    decimal: char,
}

/// The beginning of the line above a table that tells the time of a message between two nodes.
pub const MESSAGE: &str = "# message time (ms):";

/// Reads a file of traces into a set called `name`.
///
/// ```
/// let reading = trace::read::read("two nodes", b"ams;utah\n12,5;14\n13;oops\n12;15,5\n")?;
/// assert_eq!(reading.set.map(|set| set.jobs()), Some(2));
/// assert_eq!(
///     reading.problems[0].to_string(),
///     "line 3, column 2: found 'oops', expected a runtime from 1e-9 to 1e15 ms; the row is dropped for every node",
/// );
/// # Ok::<(), trace::Error>(())
/// ```
///
/// # Errors
/// When the file as a whole cannot be read: [`Error::TextTooLarge`], [`Error::Gzip`], [`Error::Format`], [`Error::Json`],
/// [`Error::Binary`], [`Error::Empty`], [`Error::HeaderOnly`], [`Error::TwoHeaders`], [`Error::NoRuntimes`], [`Error::NoJob`],
/// [`Error::LineTooLong`], [`Error::TooManyColumns`], [`Error::TooManyNodes`] or [`Error::TooManyValues`].
pub fn read(name: &str, bytes: &[u8]) -> Result<Reading, Error> {
    read_as(name, bytes, &Columns::default())
}

/// Reads as [`read`] does, with the columns of a table used as the user says.
///
/// ```
/// use trace::read::{Columns, read_as};
/// let columns = Columns::parse("a=ignore,b=node(s)")?;
/// let reading = read_as("one node", b"k,a,b\n7,1,2\n9,1,3\n", &columns)?;
/// assert_eq!(reading.set.map(|set| set.mean()), Some(2500.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read`], and [`Error::NoColumn`] where the file has no column of a name.
pub fn read_as(name: &str, bytes: &[u8], said: &Columns) -> Result<Reading, Error> {
    let decoded = decode::decode(bytes)?;
    let (text, message) = comments::message(&decoded.text);
    let text = &*text;
    let (form, mut collected) = if events::is_json(text) {
        events::read(text)?
    } else if let Some(log) = log::kind(text) {
        log::read(text, log)?
    } else if utilisation::is_utilisation(text) {
        utilisation::read(text)?
    } else {
        table(&comments::table(text), said)?
    };
    if let Message::Unread(line, found) = message {
        collected.problems.add(line, 0, found, || {
            format!("the time of a message, such as '{MESSAGE} 0.25'; it stays unknown")
        });
    }
    let Collected {
        nodes,
        rows,
        rejected,
        problems,
        notes,
        columns,
        questions,
        left_out,
    } = collected;
    match (rows, left_out) {
        (0, 0) => return Err(Error::HeaderOnly),
        (0, _) => return Err(Error::NoJob),
        _ => {}
    }
    let mut seen = HashSet::with_capacity(nodes.len());
    let nodes: Vec<Node> = nodes
        .into_iter()
        .enumerate()
        .map(|(host, (name, runtimes))| Node {
            name: header::distinct(name.trim(), &mut seen),
            position: None,
            host,
            runtimes,
        })
        .collect();
    let set = if nodes.is_empty() {
        None
    } else {
        let set = TraceSet::new(name, nodes)?;
        Some(match message {
            Message::Told(ms) => set.with_message(ms),
            Message::Untold | Message::Unread(..) => set,
        })
    };
    let (problems, problems_total) = problems.into_parts();
    let feeds = set
        .as_ref()
        .map(|set| feed::feeds(form.layout, form.rows, set));
    Ok(Reading {
        set,
        layout: form.layout,
        header: form.header,
        unit: form.unit,
        delimiter: form.delimiter,
        decimal: form.decimal,
        encoding: decoded.encoding,
        gzip: decoded.gzip,
        rows,
        rejected,
        problems,
        problems_total,
        notes,
        columns,
        questions,
        feeds: feeds.unwrap_or_default(),
    })
}

/// Reads CSV text.
fn table(text: &str, said: &Columns) -> Result<(Form, Collected), Error> {
    let tabbed = spaces::tabbed(text);
    let (mut dialect, ambiguous) = sniff::dialect(tabbed.as_deref().unwrap_or(text), said);
    dialect.spaced = tabbed.is_some();
    let mut rows = Rows::new(&dialect);
    let Planned {
        plan,
        first,
        mut questions,
        mut notes,
    } = Plan::of(&dialect, &mut rows, said)?;
    notes.extend(said.idle_lines(text));
    let (layout, unit, mut collected) = match &plan {
        Plan::Wide(columns) => {
            notes.extend(said.idle_rows(|_| false));
            (
                Layout::Wide,
                columns.unit(),
                wide::read(&dialect, columns, said)?,
            )
        }
        Plan::Long(columns) => (
            Layout::Long,
            columns.unit,
            long::read(&dialect, columns, said)?,
        ),
    };
    for (column, first) in collected.columns.iter_mut().zip(first) {
        column.first = first;
    }
    questions.extend(ambiguous);
    questions.append(&mut collected.questions);
    questions.extend(unlikely_unit(&collected, said));
    notes.append(&mut collected.notes);
    (collected.notes, collected.questions) = (notes, questions);
    let form = Form {
        layout,
        rows: feed::Rows::Aligned,
        header: plan.header(),
        unit,
        delimiter: if dialect.spaced {
            ' '
        } else {
            char::from(dialect.delimiter)
        },
        decimal: dialect.marks.decimal(),
    };
    Ok((form, collected))
}

/// Asks about runtimes that seem to be in another unit: those read in ms have a mean below 1 ms, or those read in s one above
/// ten hours.
fn unlikely_unit(collected: &Collected, said: &Columns) -> Option<Question> {
    /// A mean below this, ms: times read in ms may be in s.
    const SHORT: f64 = 1.0;
    /// A mean above this, ms: times read in s may be in ms. Ten hours.
    const LONG: f64 = 3.6e7;
    let of = |role| {
        let columns = collected.columns.iter().zip(1..);
        columns.filter(move |(column, _): &(&Column, usize)| column.role == role)
    };
    let (role, mut timed) = match of(Role::Runtime).next() {
        Some(_) => (Role::Runtime, of(Role::Runtime).collect::<Vec<_>>()),
        None => (Role::Node, of(Role::Node).collect()),
    };
    timed.retain(|(column, _)| column.mean.is_some());
    let told =
        |column: &Column, number| matches!(said.of(&column.name, number), Some((_, Some(_))));
    if timed.iter().all(|(column, number)| told(column, *number)) {
        return None;
    }
    let all = |unlikely: &dyn Fn(Unit, f64) -> bool| {
        timed
            .iter()
            .all(|(column, _)| unlikely(column.unit, column.mean.unwrap_or(0.0)))
    };
    let (read, meant, why) = if all(&|unit, mean| unit == Unit::Milliseconds && mean < SHORT) {
        (Unit::Milliseconds, Unit::Seconds, "is below 1 ms")
    } else if all(&|unit, mean| unit == Unit::Seconds && mean > LONG) {
        (Unit::Seconds, Unit::Milliseconds, "is above 10 hours")
    } else {
        return None;
    };
    let name = match timed.as_slice() {
        [(one, _)] => one.name.as_str(),
        _ => "*",
    };
    let places: Vec<usize> = timed.iter().map(|(_, number)| *number).collect();
    let answer = |unit: Unit| {
        let words = format!("These times are in {}", unit.symbol());
        Answer::of(&words, &places, role, Some(unit))
    };
    Some(Question {
        assumed: format!(
            "the mean runtime {why}: are these times in {}?",
            meant.symbol()
        ),
        otherwise: format!("{name}={}({})", role.name(), meant.symbol()),
        open: true,
        answers: vec![answer(read), answer(meant)],
    })
}
