//! The plan of a table's columns.

use std::borrow::Cow;
use std::collections::HashSet;

use super::columns::{self, Answer, Columns, Question};
use super::rows::Rows;
use super::sniff::Dialect;
use super::unit::{Unit, split_suffix, split_unit, unknown_unit};
use super::wide_header::Wide;
use super::{long_header, summary};
use crate::Error;
use crate::set::MAX_NAME;
use crate::write::plain;

/// The contents of a long table's column, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Node,
    Job,
    Runtime(Option<Unit>),
    /// A unit and nothing else: runtimes in it, or a name.
    Bare(Unit),
}

impl Role {
    pub(super) fn of(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        match words.join(" ").as_str() {
            "node" | "node id" | "node name" | "processor" | "host" | "host name" | "hostname"
            | "worker" | "machine" | "computer" | "cpu" | "device" | "server" | "resource" => {
                return Some(Self::Node);
            }
            "job" | "job id" | "job number" | "iteration" | "iter" | "step" | "index" | "task"
            | "round" => {
                return Some(Self::Job);
            }
            "" if name.trim() == "#" => return Some(Self::Job),
            _ => {}
        }
        let (words, unit) = match words.as_slice() {
            [words @ .., "in", unit] | [words @ .., unit] if Unit::of(unit).is_some() => {
                (words, Unit::of(unit))
            }
            words => (words, None),
        };
        match words.join(" ").as_str() {
            "runtime" | "run time" | "job runtime" | "job run time" | "time" | "duration"
            | "elapsed" | "elapsed time" | "execution time" | "wall time" | "wall clock time"
            | "value" => Some(Self::Runtime(unit)),
            "" => unit.map(Self::Bare),
            _ => match unknown_unit(name) {
                Some((name, _)) => match Self::of(name) {
                    Some(Self::Runtime(None)) => Some(Self::Runtime(None)),
                    _ => None,
                },
                None => None,
            },
        }
    }
}

/// Whether a wide table gives a node's name back as it stands in the header, and asks nothing about it.
pub(crate) fn is_plain_name(name: &str) -> bool {
    Role::of(name).is_none()
        && split_unit(name).1.is_none()
        && split_suffix(name).is_none()
        && unknown_unit(name).is_none()
        && !numbers_rows(name)
        && !is_moment(name)
}

/// Whether a column's name is that of a moment, from which no runtime is known.
pub(super) fn is_moment(name: &str) -> bool {
    let name = split_unit(name).0;
    let lower = split_suffix(name)
        .map_or(name, |(name, _)| name)
        .to_lowercase();
    let words: Vec<_> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !matches!(*word, "time" | "date" | "at"))
        .collect();
    matches!(
        words.as_slice(),
        ["start"
            | "started"
            | "begin"
            | "end"
            | "ended"
            | "finish"
            | "finished"
            | "stop"
            | "submit"
            | "submitted"]
    )
}

/// Whether a column's name is that of an index or of a time, beside the names that [`Role::Job`] has.
pub(super) fn numbers_rows(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words: Vec<_> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    matches!(
        words.join(" ").as_str(),
        "id" | "ids"
            | "k"
            | "nr"
            | "run"
            | "t"
            | "row"
            | "no"
            | "n"
            | "seq"
            | "sequence"
            | "number"
            | "time"
            | "timestamp"
            | "date"
            | "datetime"
            | "date time"
            | "day"
            | "unnamed 0"
    )
}

/// A name with its line breaks and other control characters as spaces.
pub(super) fn one_line(name: &str) -> Cow<'_, str> {
    let name = plain(name);
    if name.contains(char::is_control) {
        Cow::Owned(name.replace(char::is_control, " ").trim().to_owned())
    } else {
        Cow::Borrowed(name)
    }
}

/// Whether a node's name says that its values sum up others.
pub(super) fn is_statistic(name: &str) -> bool {
    summary::is_summary(split_unit(name).0)
}

/// The name, or with a number behind it where one that was `seen` before has it.
pub(super) fn distinct(name: &str, seen: &mut HashSet<String>) -> String {
    if seen.insert(name.to_owned()) {
        return name.to_owned();
    }
    let short: String = name.chars().take(MAX_NAME - 10).collect();
    let mut others = (2..).map(|number| format!("{short} ({number})"));
    let other = others.find(|other| seen.insert(other.clone()));
    other.unwrap_or_default()
}

/// The plan of a table's columns.
pub(super) enum Plan {
    Wide(WideColumns),
    Long(LongColumns),
}

/// The columns of a wide table.
pub(super) struct WideColumns {
    /// The line of the header row, if there is one.
    pub(super) header_line: Option<u64>,
    /// The line below it, where the user says that it is no data.
    pub(super) left_out: Option<u64>,
    /// The name of each column in the header, and the column's use.
    pub(super) all: Vec<(String, columns::Role)>,
    /// The column that numbers the jobs.
    pub(super) index: Option<usize>,
    /// Whether the first cells of rows are percentages that tell rows apart.
    pub(super) shares: bool,
    /// The columns beside those of nodes that have something in nearly every row.
    pub(super) labels: Vec<(usize, Label)>,
    /// The columns of nodes: place, name, still empty where the header has none, and unit.
    pub(super) nodes: Vec<NodeColumn>,
}

/// The contents of a column beside those of nodes, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Label {
    /// Numbers.
    Number,
    /// Dates, times of day, or numbers.
    Time,
    /// Identifiers, and their common form where nearly all have one.
    Text(Option<String>),
    /// Words that come back; a word for a sum is not one of them.
    Word,
}

/// A column with the runtimes of a node.
pub(super) struct NodeColumn {
    pub(super) column: usize,
    pub(super) name: String,
    pub(super) unit: Unit,
    /// Whether the header or the user names the unit.
    pub(super) named: bool,
}

impl WideColumns {
    /// The unit of the first node.
    pub(super) fn unit(&self) -> Unit {
        self.nodes.first().map(|node| node.unit).unwrap_or_default()
    }

    /// Whether the index has the numbers of jobs, by its name, so that none comes twice: times may.
    pub(super) fn numbers_jobs(&self) -> bool {
        let name = self.index.and_then(|index| self.all.get(index));
        name.is_some_and(|(name, _)| Role::of(name) == Some(Role::Job))
    }

    /// Whether the index has numbers.
    pub(super) fn is_numbered(&self) -> bool {
        let mut labels = self.labels.iter();
        labels.any(|(column, label)| Some(*column) == self.index && *label == Label::Number)
    }

    /// The number of columns.
    pub(super) fn width(&self) -> usize {
        self.all.len()
    }
}

/// The columns of a long table, counted from 0.
pub(super) struct LongColumns {
    pub(super) header: bool,
    /// The names in the header.
    pub(super) names: Vec<String>,
    pub(super) node: usize,
    pub(super) job: Option<usize>,
    pub(super) runtime: usize,
    pub(super) unit: Unit,
    /// Whether the header or the user names the unit.
    pub(super) named: bool,
}

/// Asks about columns whose unit in the header is unknown.
pub(super) fn ask_unknown_unit(names: &[(usize, &str)], role: columns::Role) -> Option<Question> {
    let unknown = |(place, name): &(usize, &str)| Some((*place, unknown_unit(name)?.1.to_owned()));
    let found: Vec<(usize, String)> = names.iter().filter_map(unknown).collect();
    let (_, first) = found.first()?;
    let places: Vec<usize> = found.iter().map(|(place, _)| place + 1).collect();
    let answer = |unit: Unit| {
        let words = format!("These times are in {}", unit.symbol());
        Answer::of(&words, &places, role, Some(unit))
    };
    Some(Question {
        assumed: format!(
            "'{}' in the header is no known unit: its times are read in ms",
            columns::short(first)
        ),
        otherwise: format!(
            "{}={}(s)",
            places.first().copied().unwrap_or(1),
            role.name()
        ),
        open: true,
        answers: vec![answer(Unit::Milliseconds), answer(Unit::Seconds)],
    })
}

/// A plan, and the assumptions on the way.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// The first values of each column.
    pub(super) first: Vec<Vec<String>>,
    pub(super) questions: Vec<Question>,
    pub(super) notes: Vec<String>,
}

/// The rows that are looked at: the first ones below the first of all.
pub(super) type Sample = Vec<Vec<String>>;

/// The number of rows that are looked at, and of their bytes.
const SAMPLED: usize = 100;
const SAMPLED_BYTES: usize = 4_000_000;

impl Plan {
    /// Looks at the first rows, and heeds the user's choices.
    pub(super) fn of(
        dialect: &Dialect<'_>,
        rows: &mut Rows<'_>,
        said: &Columns,
    ) -> Result<Planned, Error> {
        let Some(first) = rows.next() else {
            rows.ended()?;
            return Err(Error::Empty);
        };
        let line = first.line;
        let cells: Vec<String> = first.cells().map(str::to_owned).collect();
        if let Some(name) = said.unknown(&cells) {
            return Err(Error::NoColumn {
                name: name.to_owned(),
                known: cells.join(", "),
            });
        }
        let mut sample = Sample::new();
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while sample.len() < SAMPLED && (bytes < SAMPLED_BYTES || sample.len() < 2) {
            let Some(row) = rows.next() else { break };
            bytes += row.cells().map(str::len).sum::<usize>();
            lines.push(row.line);
            sample.push(row.cells().map(str::to_owned).collect());
        }
        let mut questions = Vec::new();
        let mut notes = Vec::new();
        let long = match said.has(columns::Role::Node) {
            true => None,
            false => {
                long_header::by_names(dialect, (&cells, &sample), said, &mut questions, &mut notes)
                    .or_else(|| {
                        long_header::by_content(dialect, (&cells, &sample), said, &mut questions)
                    })
            }
        };
        let plan = match long {
            Some(columns) => Self::Long(columns),
            None => {
                let second = lines.first().copied();
                let (left_out, sample) = match sample.split_first() {
                    Some((_, below)) if said.second => (second, below),
                    _ => (None, sample.as_slice()),
                };
                let wide = Wide {
                    dialect,
                    cells: &cells,
                    sample,
                    said,
                };
                let mut columns = wide.plan(line, second, &mut questions, &mut notes)?;
                columns.left_out = left_out;
                notes.extend(left_out.map(|line| format!("line {line} is left out")));
                Self::Wide(columns)
            }
        };
        let header = plan.header();
        let first = (0..cells.len()).map(|column| {
            let first = (!header).then_some(&cells);
            let rows = first.into_iter().chain(&sample);
            columns::first(rows.filter_map(|row| row.get(column)).map(String::as_str))
        });
        Ok(Planned {
            first: first.collect(),
            plan,
            questions,
            notes,
        })
    }

    /// Whether the first row names the columns.
    pub(super) fn header(&self) -> bool {
        match self {
            Self::Wide(columns) => columns.header_line.is_some(),
            Self::Long(columns) => columns.header,
        }
    }
}
