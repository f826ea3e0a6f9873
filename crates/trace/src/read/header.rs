//! What the columns of a table are.

use std::borrow::Cow;
use std::collections::HashSet;

use super::number;
use super::rows::{Row, Rows};
use super::sniff::Dialect;
use crate::Error;
use crate::set::MAX_NAME;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    /// 0.000001 ms.
    Nanoseconds,
    /// 0.001 ms.
    Microseconds,
    /// 1 ms.
    #[default]
    Milliseconds,
    /// 1000 ms.
    Seconds,
    /// 60000 ms.
    Minutes,
}

impl Unit {
    /// A time of this unit in ms.
    pub(super) fn to_ms(self, time: f64) -> f64 {
        match self {
            Self::Nanoseconds => time / 1e6,
            Self::Microseconds => time / 1e3,
            Self::Milliseconds => time,
            Self::Seconds => time * 1e3,
            Self::Minutes => time * 6e4,
        }
    }

    /// The symbol as users write it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Microseconds => "µs",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
            Self::Minutes => "min",
        }
    }

    /// The unit that a word in lower case stands for.
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "ns" | "nsec" | "nanosecond" | "nanoseconds" => Self::Nanoseconds,
            // The micro sign and the Greek letter.
            "us" | "µs" | "μs" | "usec" | "microsecond" | "microseconds" => Self::Microseconds,
            "ms" | "msec" | "millisecond" | "milliseconds" => Self::Milliseconds,
            "s" | "sec" | "secs" | "second" | "seconds" => Self::Seconds,
            "min" | "mins" | "minute" | "minutes" => Self::Minutes,
            _ => return None,
        })
    }
}

/// What a column of a long table holds, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Node,
    Job,
    Runtime(Unit),
}

impl Role {
    fn of(name: &str) -> Option<Self> {
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
        let runtime = match words.join(" ").as_str() {
            "runtime" | "run time" | "job runtime" | "job run time" | "time" | "duration"
            | "elapsed" | "elapsed time" | "execution time" | "wall time" | "wall clock time"
            | "value" => true,
            // The unit alone.
            "" => unit.is_some(),
            _ => false,
        };
        runtime.then_some(Self::Runtime(unit.unwrap_or_default()))
    }
}

/// Whether a wide table gives a node's name back as it stands in the header.
pub(crate) fn is_plain_name(name: &str) -> bool {
    Role::of(name).is_none() && split_unit(name).1.is_none()
}

/// A column's name and the unit in brackets behind it, as in `ar01 (s)`.
fn split_unit(header: &str) -> (&str, Option<Unit>) {
    let split = |open: char, close: char| {
        let (name, unit) = header.strip_suffix(close)?.rsplit_once(open)?;
        let unit = Unit::of(unit.trim().to_lowercase().as_str())?;
        Some((name.trim_end(), unit)).filter(|(name, _)| !name.is_empty())
    };
    split('(', ')')
        .or_else(|| split('[', ']'))
        .map_or((header, None), |(name, unit)| (name, Some(unit)))
}

/// A name with its line breaks and other control characters as spaces.
pub(super) fn one_line(name: &str) -> Cow<'_, str> {
    if name.contains(char::is_control) {
        Cow::Owned(name.replace(char::is_control, " ").trim().to_owned())
    } else {
        Cow::Borrowed(name)
    }
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

/// What the columns of a table are.
pub(super) enum Plan {
    Wide(WideColumns),
    Long(LongColumns),
}

/// The columns of a wide table.
pub(super) struct WideColumns {
    /// The line of the header row, if there is one.
    pub(super) header_line: Option<u64>,
    /// How many columns stand left of the first node: 1 when the first one numbers the jobs.
    pub(super) skip: usize,
    /// The name, still empty where the header has none, and the unit of each node.
    pub(super) nodes: Vec<(String, Unit)>,
}

impl WideColumns {
    /// The unit of the first node.
    pub(super) fn unit(&self) -> Unit {
        self.nodes
            .first()
            .map(|(_, unit)| *unit)
            .unwrap_or_default()
    }
}

/// The columns of a long table, counted from 0.
pub(super) struct LongColumns {
    pub(super) header: bool,
    pub(super) node: usize,
    pub(super) job: Option<usize>,
    pub(super) runtime: usize,
    pub(super) unit: Unit,
}

impl Plan {
    /// Looks at the first two rows.
    pub(super) fn of(dialect: &Dialect<'_>, rows: &mut Rows<'_>) -> Result<Self, Error> {
        let Some(first) = rows.next() else {
            rows.ended()?;
            return Err(Error::Empty);
        };
        let line = first.line;
        let cells: Vec<String> = first.cells().map(str::to_owned).collect();
        if let Some(columns) = long_by_names(&cells) {
            return Ok(Self::Long(columns));
        }
        let second = rows.next();
        if let Some(columns) = second.and_then(|second| long_by_content(dialect, &cells, &second)) {
            return Ok(Self::Long(columns));
        }
        Ok(Self::Wide(wide(dialect, line, &cells)))
    }

    /// Whether the first row names the columns.
    pub(super) fn header(&self) -> bool {
        match self {
            Self::Wide(columns) => columns.header_line.is_some(),
            Self::Long(columns) => columns.header,
        }
    }
}

/// A long table whose header names at least node and runtime.
fn long_by_names(cells: &[String]) -> Option<LongColumns> {
    let roles: Vec<Option<Role>> = cells.iter().map(|cell| Role::of(cell)).collect();
    let node = roles.iter().position(|role| *role == Some(Role::Node))?;
    let job = roles.iter().position(|role| *role == Some(Role::Job));
    let (runtime, unit) = roles
        .iter()
        .enumerate()
        .find_map(|(column, role)| match role {
            Some(Role::Runtime(unit)) => Some((column, *unit)),
            _ => None,
        })?;
    Some(LongColumns {
        header: true,
        node,
        job,
        runtime,
        unit,
    })
}

/// A long table without a header: one column of text and one or two of numbers in both of the first rows, of two
/// the one with whole numbers is the job.
fn long_by_content(
    dialect: &Dialect<'_>,
    first: &[String],
    second: &Row<'_>,
) -> Option<LongColumns> {
    let number = |cell: &str| number::parse(cell, dialect.decimal);
    let whole = |column: usize| {
        first
            .get(column)
            .and_then(|cell| number(cell))
            .is_some_and(|n| n.fract() == 0.0)
            && number(second.cell(column)).is_some_and(|n| n.fract() == 0.0)
    };
    let text = |cell: &str| !cell.is_empty() && number(cell).is_none();
    let texts: Vec<usize> = (0..first.len())
        .filter(|column| first.get(*column).is_some_and(|cell| text(cell)))
        .collect();
    let [node] = *texts.as_slice() else {
        return None;
    };
    if !text(second.cell(node)) || second.len() != first.len() {
        return None;
    }
    let numbers: Vec<usize> = (0..first.len()).filter(|column| *column != node).collect();
    let (job, runtime) = match *numbers.as_slice() {
        [runtime] => (None, runtime),
        [job, runtime] if whole(job) => (Some(job), runtime),
        [runtime, job] if whole(job) => (Some(job), runtime),
        _ => return None,
    };
    Some(LongColumns {
        header: false,
        node,
        job,
        runtime,
        unit: Unit::default(),
    })
}

/// The columns of a wide table whose first row, on `line`, has these cells.
fn wide(dialect: &Dialect<'_>, line: u64, cells: &[String]) -> WideColumns {
    let filled = || cells.iter().filter(|cell| !cell.is_empty());
    let texts = filled()
        .filter(|cell| number::parse(cell, dialect.decimal).is_none())
        .count();
    let first = cells.first().map_or("", String::as_str);
    let numbered = Role::of(first) == Some(Role::Job);
    let header = numbered
        || texts * 2 >= filled().count() && texts > 0
        || (first.is_empty() && counts_up(cells));
    if !header {
        let nodes = vec![(String::new(), Unit::default()); cells.len()];
        return WideColumns {
            header_line: None,
            skip: 0,
            nodes,
        };
    }
    let skip = usize::from(numbered || first.is_empty() && cells.len() > 1);
    let nodes = cells.iter().skip(skip).map(|cell| {
        let (name, unit) = split_unit(cell);
        (name.to_owned(), unit.unwrap_or_default())
    });
    WideColumns {
        header_line: Some(line),
        skip,
        nodes: nodes.collect(),
    }
}

/// Whether the cells right of the first are 0, 1, 2, … or 1, 2, 3, …: columns without names, as some programs number
/// them.
fn counts_up(cells: &[String]) -> bool {
    let numbers: Option<Vec<usize>> = cells.iter().skip(1).map(|cell| cell.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        numbers.first().is_some_and(|first| {
            *first <= 1
                && numbers
                    .iter()
                    .zip(*first..)
                    .all(|(number, want)| *number == want)
        })
    })
}
