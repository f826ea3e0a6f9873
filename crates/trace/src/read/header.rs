//! What the columns of a table are.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::columns::{self, Answer, Column, Columns, Question};
use super::number;
use super::rows::Rows;
use super::sniff::Dialect;
use crate::Error;
use crate::set::MAX_NAME;
use crate::write::plain;

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// 3600000 ms.
    Hours,
}

impl Unit {
    /// All units, the shortest first.
    pub const ALL: [Self; 6] = [
        Self::Nanoseconds,
        Self::Microseconds,
        Self::Milliseconds,
        Self::Seconds,
        Self::Minutes,
        Self::Hours,
    ];

    /// A time of this unit in ms.
    pub(super) fn to_ms(self, time: f64) -> f64 {
        match self {
            Self::Nanoseconds => time / 1e6,
            Self::Microseconds => time / 1e3,
            Self::Milliseconds => time,
            Self::Seconds => time * 1e3,
            Self::Minutes => time * 6e4,
            Self::Hours => time * 3.6e6,
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
            Self::Hours => "h",
        }
    }

    /// The unit that a user names.
    pub fn named(word: &str) -> Option<Self> {
        Self::of(word.trim().to_lowercase().as_str())
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
            "h" | "hr" | "hrs" | "hour" | "hours" => Self::Hours,
            _ => return None,
        })
    }
}

/// What a column of a long table holds, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Node,
    Job,
    Runtime(Option<Unit>),
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
        runtime.then_some(Self::Runtime(unit))
    }
}

/// Whether a wide table gives a node's name back as it stands in the header.
pub(crate) fn is_plain_name(name: &str) -> bool {
    Role::of(name).is_none()
        && split_unit(name).1.is_none()
        && split_suffix(name).is_none()
        && !numbers_rows(name)
}

/// Whether a column's name is that of an index or of a time, beside the names that [`Role::Job`] has.
fn numbers_rows(name: &str) -> bool {
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

/// A column's name and the unit behind its last underscore, as in `ar01_s`.
fn split_suffix(name: &str) -> Option<(&str, Unit)> {
    let (name, unit) = name.rsplit_once('_')?;
    let unit = Unit::of(unit.to_lowercase().as_str())?;
    (!name.is_empty()).then_some((name, unit))
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
    let name = plain(name);
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
    /// The line below it, where the user says that it is no data.
    pub(super) left_out: Option<u64>,
    /// The name of each column in the header, and what it is used for.
    pub(super) all: Vec<(String, columns::Role)>,
    /// The column that numbers the jobs.
    pub(super) index: Option<usize>,
    /// Whether that has numbers, and not identifiers or times.
    pub(super) numbered: bool,
    /// The columns of nodes: place, name, still empty where the header has none, and unit.
    pub(super) nodes: Vec<NodeColumn>,
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

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        self.all.len()
    }
}

/// The columns of a long table, counted from 0.
pub(super) struct LongColumns {
    pub(super) header: bool,
    /// What the header says.
    pub(super) names: Vec<String>,
    pub(super) node: usize,
    pub(super) job: Option<usize>,
    pub(super) runtime: usize,
    pub(super) unit: Unit,
    /// Whether the header or the user names the unit.
    pub(super) named: bool,
}

/// A plan, and what was assumed on the way.
pub(super) struct Planned {
    pub(super) plan: Plan,
    /// The first values of each column.
    pub(super) first: Vec<Vec<String>>,
    pub(super) questions: Vec<Question>,
    pub(super) notes: Vec<String>,
}

/// The rows that are looked at: the first ones below the first of all.
pub(super) type Sample = Vec<Vec<String>>;

/// How many rows are looked at, and how many bytes of them.
const SAMPLED: usize = 100;
const SAMPLED_BYTES: usize = 4_000_000;

impl Plan {
    /// Looks at the first rows, and hears what the user says.
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
            false => long_by_names(dialect, &cells, said, &mut notes)
                .or_else(|| long_by_content(dialect, &cells, sample.first()?, said)),
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

/// A long table whose header, or user, names at least node and runtime.
fn long_by_names(
    dialect: &Dialect<'_>,
    cells: &[String],
    said: &Columns,
    notes: &mut Vec<String>,
) -> Option<LongColumns> {
    let roles: Vec<Option<Role>> = cells
        .iter()
        .enumerate()
        .map(|(column, cell)| match said.of(cell, column + 1) {
            Some((columns::Role::Name, _)) => Some(Role::Node),
            Some((columns::Role::Index, _)) => Some(Role::Job),
            Some((columns::Role::Runtime, unit)) => {
                let named = match Role::of(cell) {
                    Some(Role::Runtime(unit)) => unit,
                    _ => split_unit(cell).1,
                };
                Some(Role::Runtime(unit.or(named)))
            }
            Some(_) => None,
            None => Role::of(cell),
        })
        .collect();
    let node = roles.iter().position(|role| *role == Some(Role::Node))?;
    let job = roles.iter().position(|role| *role == Some(Role::Job));
    let mut runtimes = roles
        .iter()
        .enumerate()
        .filter_map(|(column, role)| match role {
            Some(Role::Runtime(unit)) => Some((column, *unit)),
            _ => None,
        });
    let weak = |column: usize| cells.get(column).is_some_and(|cell| numbers_rows(cell));
    let chosen = |column: usize| {
        let cell = cells.get(column).map_or("", String::as_str);
        matches!(said.of(cell, column + 1), Some((columns::Role::Runtime, _)))
    };
    let all: Vec<_> = runtimes.by_ref().collect();
    // Beside a duration, a time says when.
    let best = all.iter().find(|(column, _)| chosen(*column));
    let best = best.or_else(|| all.iter().find(|(column, _)| !weak(*column)));
    let (runtime, unit) = *best.or_else(|| all.first())?;
    if let Some((time, _)) = all.iter().find(|(column, _)| *column != runtime) {
        let name = |column: usize| cells.get(column).map_or("", String::as_str);
        notes.push(format!(
            "runtimes are those of column '{}'; column '{}' is not used",
            name(runtime),
            name(*time)
        ));
    }
    // Where only the user says what is what, the first row may have runtimes, too.
    let header = cells
        .get(runtime)
        .is_none_or(|cell| number::parse(cell, dialect.decimal).is_none());
    Some(LongColumns {
        header,
        names: if header { cells.to_vec() } else { Vec::new() },
        node,
        job,
        runtime,
        unit: unit.unwrap_or_default(),
        named: unit.is_some(),
    })
}

/// A long table without a header: one column of text and one or two of numbers in both of the first rows, of two
/// the one with whole numbers is the job.
fn long_by_content(
    dialect: &Dialect<'_>,
    first: &[String],
    second: &[String],
    said: &Columns,
) -> Option<LongColumns> {
    let cell = |column: usize| second.get(column).map_or("", String::as_str);
    let number = |cell: &str| number::parse(cell, dialect.decimal);
    let whole = |column: usize| {
        first
            .get(column)
            .and_then(|cell| number(cell))
            .is_some_and(|n| n.fract() == 0.0)
            && number(cell(column)).is_some_and(|n| n.fract() == 0.0)
    };
    let text = |cell: &str| !cell.is_empty() && number(cell).is_none();
    let texts: Vec<usize> = (0..first.len())
        .filter(|column| first.get(*column).is_some_and(|cell| text(cell)))
        .collect();
    let [node] = *texts.as_slice() else {
        return None;
    };
    if !text(cell(node)) || second.len() != first.len() {
        return None;
    }
    let numbers: Vec<usize> = (0..first.len()).filter(|column| *column != node).collect();
    let (job, runtime) = match *numbers.as_slice() {
        [runtime] => (None, runtime),
        [job, runtime] if whole(job) => (Some(job), runtime),
        [runtime, job] if whole(job) => (Some(job), runtime),
        _ => return None,
    };
    // What the user says of a column is another role than it would have here, or its unit.
    let said = |column: usize| said.of(first.get(column).map_or("", String::as_str), column + 1);
    let fits = |column: usize, role| said(column).is_none_or(|(one, _)| one == role);
    let job = job.filter(|job| {
        !matches!(
            said(*job),
            Some((columns::Role::Ignore | columns::Role::Time, _))
        )
    });
    if !fits(node, columns::Role::Name)
        || !fits(runtime, columns::Role::Runtime)
        || !job.is_none_or(|job| fits(job, columns::Role::Index))
    {
        return None;
    }
    let unit = said(runtime).and_then(|(_, unit)| unit);
    Some(LongColumns {
        header: false,
        names: Vec::new(),
        node,
        job,
        runtime,
        unit: unit.unwrap_or_default(),
        named: unit.is_some(),
    })
}

/// A wide table of which the first rows are known.
struct Wide<'a> {
    dialect: &'a Dialect<'a>,
    /// The first row.
    cells: &'a [String],
    sample: &'a [Vec<String>],
    said: &'a Columns,
}

/// How the cells of a column look below the header.
#[derive(Default)]
struct Looks {
    filled: usize,
    numbers: usize,
    whole: bool,
    /// Each is more than the one above it by the same whole number.
    even: bool,
    /// That number.
    step: Option<f64>,
    rising: bool,
    /// Each is a time since 1970, none before the one above it.
    since_1970: bool,
    first: f64,
    times: usize,
    /// No text stands twice.
    distinct: bool,
}

impl Looks {
    /// It counts, for so long that this is no chance.
    fn counts(&self) -> bool {
        let begins = (self.first == 0.0 || self.first == 1.0) && self.step == Some(1.0);
        self.even && self.filled >= if begins { 3 } else { 5 }
    }

    /// It has texts alone, for so long that these are no runtimes that failed.
    fn has_only_text(&self) -> bool {
        self.numbers == 0 && self.times == 0 && self.filled > 2
    }

    /// It has texts, none of them twice.
    fn identifies(&self) -> bool {
        self.numbers == 0 && self.times == 0 && self.filled > 1 && self.distinct
    }

    /// It has dates or times of day.
    fn tells_time(&self) -> bool {
        self.times > 0 && self.times * 2 > self.filled || self.since_1970
    }
}

impl Wide<'_> {
    fn number(&self, cell: &str) -> Option<f64> {
        number::parse(cell, self.dialect.decimal)
    }

    fn looks(&self, column: usize, header: bool) -> Looks {
        let mut looks = Looks {
            whole: true,
            even: true,
            rising: true,
            since_1970: true,
            distinct: true,
            ..Looks::default()
        };
        let mut last = None;
        let mut texts = HashSet::new();
        let first = (!header).then_some(self.cells);
        let rows = first
            .into_iter()
            .chain(self.sample.iter().map(Vec::as_slice));
        for row in rows {
            let cell = row.get(column).map_or("", String::as_str);
            if cell.is_empty() || super::wide::is_summary(cell) {
                continue;
            }
            looks.filled += 1;
            match self.number(cell) {
                Some(number) => {
                    looks.numbers += 1;
                    looks.whole &= number.fract() == 0.0;
                    looks.since_1970 &= is_since_1970(number);
                    match last {
                        Some(last) => {
                            let step = number - last;
                            looks.even &= step > 0.0 && *looks.step.get_or_insert(step) == step;
                            looks.rising &= number > last;
                            looks.since_1970 &= number >= last;
                        }
                        None => looks.first = number,
                    }
                    last = Some(number);
                }
                None => {
                    looks.times += usize::from(is_time(cell));
                    looks.distinct &= texts.insert(cell);
                    looks.rising = false;
                    looks.whole = false;
                }
            }
        }
        let all = looks.numbers == looks.filled && looks.filled > 1;
        looks.even &= all && looks.whole;
        looks.rising &= all;
        looks.since_1970 &= all && looks.filled > 2;
        looks
    }

    fn has_header(&self) -> bool {
        let filled = || self.cells.iter().filter(|cell| !cell.is_empty());
        let texts = filled()
            .filter(|cell| self.number(cell).is_none() && !is_time(cell))
            .count();
        let first = self.cells.first().map_or("", String::as_str);
        Role::of(first) == Some(Role::Job)
            || texts * 2 >= filled().count() && texts > 0
            || (first.is_empty() && counts_up(self.cells.get(1..).unwrap_or_default()))
    }

    /// Whether the first row is 1, 2, 3, … and no other row is: names without letters.
    fn has_numbers_as_names(&self) -> bool {
        let counts = |cells: &[String]| cells.len() > 2 && counts_up(cells);
        counts(self.cells) && !self.sample.is_empty() && !self.sample.iter().any(|row| counts(row))
    }

    fn plan(
        &self,
        line: u64,
        second: Option<u64>,
        questions: &mut Vec<Question>,
        notes: &mut Vec<String>,
    ) -> Result<WideColumns, Error> {
        let numbers_as_names = self.has_numbers_as_names();
        let header = self.has_header() || numbers_as_names;
        if numbers_as_names {
            notes.push(format!(
                "line {line} counts from {} to {} and is taken for the names of the nodes",
                self.cells.first().map_or("", String::as_str),
                self.cells.last().map_or("", String::as_str)
            ));
        }
        if header {
            self.refuse_second_header(second)?;
        }
        let name = |column: usize| match header {
            true => self.cells.get(column).map_or("", String::as_str),
            false => "",
        };
        let looks: Vec<Looks> = (0..self.cells.len())
            .map(|column| self.looks(column, header))
            .collect();
        let mut roles = Vec::with_capacity(looks.len());
        let mut by_content = Vec::new();
        let known = header
            && (0..looks.len()).any(|column| {
                Role::of(name(column)) == Some(Role::Job) || column == 0 && name(0).is_empty()
            });
        let some_numbers = looks
            .iter()
            .any(|looks| looks.numbers > 0 && !looks.counts() && !looks.tells_time());
        for (column, looks) in looks.iter().enumerate() {
            let cell = name(column);
            let first = header && column == 0 && self.cells.len() > 1;
            roles.push(match self.said.of(cell, column + 1) {
                Some((role, _)) => role,
                None if Role::of(cell) == Some(Role::Job) && column == 0 && header => {
                    columns::Role::Index
                }
                None if first && cell.is_empty() => columns::Role::Index,
                None if split_unit(cell).1.is_some() && looks.numbers > 0 => columns::Role::Node,
                None if looks.tells_time() => columns::Role::Time,
                None if header && numbers_rows(cell) && (looks.whole || looks.rising) => {
                    columns::Role::Index
                }
                None if header
                    && Role::of(cell) == Some(Role::Job)
                    && looks.whole
                    && looks.rising =>
                {
                    columns::Role::Index
                }
                None if some_numbers && looks.identifies() && column == 0 => columns::Role::Index,
                None if some_numbers && looks.has_only_text() => columns::Role::Ignore,
                None if some_numbers && !known && looks.counts() => {
                    by_content.push(column);
                    columns::Role::Index
                }
                None => columns::Role::Node,
            });
        }
        // A time that is the only column with numbers is what a job takes.
        if !roles.contains(&columns::Role::Node) {
            let runtime = (0..roles.len()).rev().find(|column| {
                let looks = looks.get(*column);
                let unsaid = self.said.of(name(*column), column + 1).is_none();
                let runtime = matches!(Role::of(name(*column)), Some(Role::Runtime(_)));
                unsaid && runtime && looks.is_some_and(|looks| looks.numbers > 0 && !looks.counts())
            });
            match runtime.and_then(|column| roles.get_mut(column)) {
                Some(role) => *role = columns::Role::Node,
                None => {
                    let columns = roles.iter().enumerate();
                    let columns =
                        columns.map(|(column, role)| self.described(column, *role, header));
                    return Err(Error::NoRuntimes {
                        columns: columns.collect(),
                    });
                }
            }
        }
        self.ask(&roles, &looks, &by_content, header, questions);
        let index = roles.iter().position(|role| *role == columns::Role::Index);
        let suffixes = header
            && (0..roles.len())
                .filter(|column| roles.get(*column) == Some(&columns::Role::Node))
                .all(|column| split_suffix(name(column)).is_some());
        let node = |column: usize| {
            let cell = name(column);
            let shorter = split_suffix(cell).map_or(cell, |(name, _)| name);
            let (name, unit) = match (split_unit(cell), Role::of(cell)) {
                ((_, None), Some(Role::Runtime(unit))) => (shorter, unit),
                ((_, None), _) if suffixes => {
                    split_suffix(cell).map_or((cell, None), |(name, unit)| (name, Some(unit)))
                }
                (split, _) => split,
            };
            let said = self.said.of(cell, column + 1).and_then(|(_, unit)| unit);
            NodeColumn {
                column,
                name: name.to_owned(),
                unit: said.or(unit).unwrap_or_default(),
                named: said.or(unit).is_some(),
            }
        };
        let nodes =
            (0..roles.len()).filter(|column| roles.get(*column) == Some(&columns::Role::Node));
        Ok(WideColumns {
            header_line: header.then_some(line),
            left_out: None,
            index,
            numbered: index
                .and_then(|index| looks.get(index))
                .is_none_or(|looks| !looks.identifies()),
            nodes: nodes.map(node).collect(),
            all: roles
                .iter()
                .enumerate()
                .map(|(column, role)| (self.called(column, header), *role))
                .collect(),
        })
    }

    /// What a column is called where one speaks of it.
    fn called(&self, column: usize, header: bool) -> String {
        match self
            .cells
            .get(column)
            .filter(|name| header && !name.is_empty())
        {
            Some(name) => name.clone(),
            None => (column + 1).to_string(),
        }
    }

    /// A column of a table that has no runtimes, by its first rows.
    fn described(&self, column: usize, role: columns::Role, header: bool) -> Column {
        let looks = self.looks(column, header);
        let rows = self.sample.iter().filter_map(|row| row.get(column));
        let above = self.cells.get(column).filter(|_| !header);
        Column {
            name: self.called(column, header),
            role,
            unit: Unit::default(),
            named: false,
            count: looks.filled,
            mean: None,
            missing: (self.sample.len() + usize::from(!header)).saturating_sub(looks.filled),
            first: columns::first(above.into_iter().chain(rows).map(String::as_str)),
        }
    }

    /// Says what was taken for an index or a time, but where the name alone says so as in files of ours.
    fn ask(
        &self,
        roles: &[columns::Role],
        looks: &[Looks],
        by_content: &[usize],
        header: bool,
        questions: &mut Vec<Question>,
    ) {
        for (column, (role, looks)) in roles.iter().zip(looks).enumerate() {
            let called = self.called(column, header);
            let cell = self.cells.get(column).map_or("", String::as_str);
            if self.said.of(cell, column + 1).is_some() {
                continue;
            }
            let node = columns::Role::Node;
            let (assumed, other, open) = match role {
                columns::Role::Time => ("holds dates or times and is not used", node, false),
                columns::Role::Ignore => ("holds text and is not used", node, false),
                columns::Role::Index if by_content.contains(&column) => {
                    let counts = match looks.step {
                        Some(1.0) => "counts the rows and is taken for the numbers of the jobs",
                        _ => "rises in equal steps and is taken for the numbers of the jobs",
                    };
                    (counts, node, false)
                }
                columns::Role::Index
                    if !header || Role::of(cell) != Some(Role::Job) && !cell.is_empty() =>
                {
                    // Numbers that do not count may be runtimes, whatever their name.
                    let open = looks.numbers > 0 && !looks.even;
                    ("is taken for an index of the jobs", node, open)
                }
                columns::Role::Node if looks.counts() && looks.step == Some(1.0) => (
                    "counts up by 1 and is still taken as runtimes",
                    columns::Role::Index,
                    true,
                ),
                _ => continue,
            };
            let answer = |role: columns::Role| Answer::of(role.words(), &[column + 1], role, None);
            questions.push(Question {
                assumed: format!("column '{}' {assumed}", columns::short(&called)),
                otherwise: format!("{called}={}", other.name()),
                open,
                answers: vec![answer(*role), answer(other)],
            });
        }
    }

    /// A second row of names above numbers is no row of data.
    fn refuse_second_header(&self, line: Option<u64>) -> Result<(), Error> {
        let [second, third, ..] = self.sample else {
            return Ok(());
        };
        let text = |cell: &String| self.number(cell).is_none() && !is_time(cell);
        let names = second.iter().filter(|cell| !cell.is_empty()).all(text);
        let mut pairs = second.iter().zip(third);
        let above = pairs.any(|(above, below)| !above.is_empty() && self.number(below).is_some());
        let summary = second.iter().any(|cell| super::wide::is_summary(cell));
        if names && above && !summary && second.len() > 1 {
            return Err(Error::TwoHeaders {
                line: line.unwrap_or(2),
            });
        }
        Ok(())
    }
}

/// Whether a cell has a date or a time of day.
fn is_time(cell: &str) -> bool {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let marks = |marks: &[char]| cell.chars().filter(|c| marks.contains(c)).count();
    let plain = |c: char| c.is_ascii_digit() || "-/:. TZ+apmAPM,".contains(c);
    digits >= 3
        && cell.starts_with(|c: char| c.is_ascii_digit())
        && cell.chars().all(plain)
        && (marks(&[':']) >= 1 || marks(&['-', '/']) >= 2 || marks(&['.']) >= 2)
}

/// Whether a number is a time since 1970 in s, ms, µs or ns, after 2001 and before 2100: as a runtime it would be of
/// days.
fn is_since_1970(number: f64) -> bool {
    const SECONDS: std::ops::Range<f64> = 1e9..4.1e9;
    [1.0, 1e3, 1e6, 1e9]
        .iter()
        .any(|unit| SECONDS.contains(&(number / unit)))
}

/// Whether these cells are 0, 1, 2, … or 1, 2, 3, …: columns without names, as some programs number them.
fn counts_up(cells: &[String]) -> bool {
    let numbers: Option<Vec<usize>> = cells.iter().map(|cell| cell.parse().ok()).collect();
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
