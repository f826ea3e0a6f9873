//! The uses of a table's columns: found by names and content, or as a user says.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Unit;

/// The number of first values that describe a column, and the number of characters of each.
const FIRST: usize = 3;
const CHARACTERS: usize = 24;

/// The uses of a table's columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// In the wide layout: it has the runtimes of a node.
    Node,
    /// It numbers or names the jobs.
    Index,
    /// It says when a job ran; it is not used.
    Time,
    /// In the long layout: it names the node.
    Name,
    /// In the long layout: it has the runtimes.
    Runtime,
    /// It is not used.
    Ignore,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 6] = [
        Self::Node,
        Self::Index,
        Self::Time,
        Self::Name,
        Self::Runtime,
        Self::Ignore,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Index => "index",
            Self::Time => "time",
            Self::Name => "name",
            Self::Runtime => "runtime",
            Self::Ignore => "ignore",
        }
    }

    /// The column's use, in a few words for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Node => "Runtimes of a node",
            Self::Index => "Index of the jobs",
            Self::Time => "Date or time, not used",
            Self::Name => "Names of the nodes",
            Self::Runtime => "Runtimes of all nodes",
            Self::Ignore => "Not used",
        }
    }
}

/// A column of a table, as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name in the header, or its number from 1 where it has none.
    pub name: String,
    /// The column's use.
    pub role: Role,
    /// The unit of its times, where it has any.
    pub unit: Unit,
    /// Whether the table or the user names that unit.
    pub named: bool,
    /// The number of its values.
    pub count: usize,
    /// The mean of its runtimes, ms; nothing for a column without runtimes.
    pub mean: Option<f64>,
    /// The number of rows without a value in it.
    pub missing: usize,
    /// Its first values as they stand in the file, shortened.
    pub first: Vec<String>,
}

/// A question that a table leaves open: the assumption, and the choice with which the table is read otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The assumption, in a sentence without its full stop.
    pub assumed: String,
    /// The text that says otherwise, for [`Columns::parse`].
    pub otherwise: String,
    /// Whether the values allow either, so that only the user can tell.
    pub open: bool,
    /// The possible answers, the assumption first.
    pub answers: Vec<Answer>,
}

/// An answer to a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// A few words for a button.
    pub words: String,
    /// The uses of columns, by their numbers from 1.
    pub columns: Vec<(usize, Role, Option<Unit>)>,
    /// Whether a comma is the decimal mark of numbers, or a point. The other groups thousands.
    pub decimal_comma: Option<bool>,
    /// Whether the first row names the columns.
    pub header: Option<bool>,
    /// Whether these lines hold a job.
    pub lines: Vec<(u64, bool)>,
    /// Whether these names in a table with a row for each job are nodes.
    pub names: Vec<(String, bool)>,
    /// Whether the line below the header is left out.
    pub second: bool,
}

impl Answer {
    /// An answer that gives these columns one use.
    pub(super) fn of(words: &str, columns: &[usize], role: Role, unit: Option<Unit>) -> Self {
        Self {
            words: words.to_owned(),
            columns: columns.iter().map(|place| (*place, role, unit)).collect(),
            ..Self::default()
        }
    }
}

/// A column's name in a sentence: a long one is cut.
pub(super) fn short(name: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", name.get(..end).unwrap_or(name))),
        None => Cow::Borrowed(name),
    }
}

/// The first values of a column, shortened.
pub(super) fn first<'cells>(cells: impl Iterator<Item = &'cells str>) -> Vec<String> {
    let short = |cell: &str| {
        let mut characters = cell.chars().filter(|c| !c.is_control());
        let mut short: String = characters.by_ref().take(CHARACTERS).collect();
        if characters.next().is_some() {
            short.push('…');
        }
        short
    };
    let filled = cells.filter(|cell| !cell.is_empty());
    filled.take(FIRST).map(short).collect()
}

/// The reason why no column of a table has runtimes.
pub(crate) fn no_runtimes(columns: &[Column]) -> String {
    match columns {
        [first, others @ ..] if first.role == Role::Name => format!(
            "each row of this table seems to be a node, by its column '{}', and which of the columns {} has runtimes is not \
             said: name it runtime, or turn the table so that each column is a node",
            short(&first.name),
            names(others)
        ),
        columns => format!(
            "no column of this table has runtimes: {} number the rows or hold times or names; say which column belongs to a \
             node",
            names(columns)
        ),
    }
}

/// The names of columns in a sentence, the first of many.
fn names(columns: &[Column]) -> String {
    const NAMED: usize = 8;
    let first: Vec<_> = columns
        .iter()
        .take(NAMED)
        .map(|one| short(&one.name))
        .collect();
    match columns.len().saturating_sub(NAMED) {
        0 => first.join(", "),
        more => format!("{} and {more} more columns", first.join(", ")),
    }
}

/// The text before the name of a node, for a choice about its rows.
const ROWS: &str = "rows ";

/// The choices of a text: each ends at the first comma behind its `=`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut named = false;
    let ends = move |c: char| {
        named |= c == '=';
        c == ',' && std::mem::take(&mut named)
    };
    let around = |c: char| c == ',' || c.is_whitespace();
    let parts = text.split(ends).map(move |part| part.trim_matches(around));
    parts.filter(|part| !part.is_empty())
}

/// The line that a choice names.
fn line_of(name: &str) -> Option<u64> {
    name.strip_prefix("line ")?.parse().ok()
}

/// The column that a choice names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Which {
    /// By its name, by its number where no column has that name, or `*`.
    Called(String),
    /// By its number from 1.
    Place(usize),
}

/// A user's choices for the columns of a table.
///
/// ```
/// use trace::read::{Columns, Role};
/// let columns = Columns::parse("job=index,a=node(s),b=ignore")?;
/// assert_eq!(columns.of("b", 3), Some((Role::Ignore, None)));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    choices: Vec<(Which, Role, Option<Unit>)>,
    /// Whether a comma is the decimal mark.
    pub(super) decimal_comma: Option<bool>,
    /// Whether the first row names the columns.
    pub(super) header: Option<bool>,
    /// Whether lines hold a job.
    lines: BTreeMap<u64, bool>,
    /// Whether the rows of names are those of a node.
    names: BTreeMap<String, bool>,
    /// The line below the header is no data.
    pub(super) second: bool,
}

impl Columns {
    /// For all columns that are not named otherwise.
    const ALL_OTHERS: &str = "*";

    /// `NAME=ROLE` or `NAME=ROLE(UNIT)` between commas: the name of a column or its number from 1, `*` for all others; and
    /// `decimal=point` or `decimal=comma`; `header=yes` or `header=no`; `line 7=job` or `line 7=ignore`; `rows NAME=node` or
    /// `rows NAME=ignore` in the long layout. A name may have commas.
    ///
    /// # Errors
    /// In words, where a part has another form, or a column has two roles.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut columns = Self::default();
        for part in parts(text) {
            let form = || {
                let names = Role::ALL.map(Role::name).join(", ");
                format!(
                    "“{part}” names no role of a column; allowed: NAME=ROLE or NAME=ROLE(UNIT) with one of the roles {names} \
                     and one of the units ns, µs, ms, s, min, h"
                )
            };
            let (name, said) = part.rsplit_once('=').ok_or_else(form)?;
            match (name.trim(), said.trim()) {
                ("decimal", "point") => columns.decimal_comma = Some(false),
                ("decimal", "comma") => columns.decimal_comma = Some(true),
                ("header", "yes") => columns.header = Some(true),
                ("header", "no") => columns.header = Some(false),
                (name, said @ ("job" | "ignore")) if line_of(name).is_some() => {
                    let line = line_of(name).into_iter();
                    columns.lines.extend(line.map(|line| (line, said == "job")));
                }
                (name, said @ ("node" | "ignore")) if name.starts_with(ROWS) => {
                    let name = name.strip_prefix(ROWS).map(str::to_owned);
                    columns
                        .names
                        .extend(name.map(|name| (name, said == "node")));
                }
                (name, said) => {
                    let (role, unit) =
                        match said.strip_suffix(')').and_then(|said| said.split_once('(')) {
                            Some((role, unit)) => {
                                (role.trim(), Some(Unit::named(unit).ok_or_else(form)?))
                            }
                            None => (said, None),
                        };
                    let role = Role::ALL.into_iter().find(|one| one.name() == role);
                    let role = role.ok_or_else(|| match name {
                        "decimal" => "decimal is point or comma".to_owned(),
                        "header" => "header is yes or no".to_owned(),
                        _ => form(),
                    })?;
                    let other = |(which, own, its): &(Which, Role, Option<Unit>)| {
                        *which == Which::Called(name.into()) && (*own, *its) != (role, unit)
                    };
                    if columns.choices.iter().any(other) {
                        return Err(format!("“{name}” has two roles: give it one"));
                    }
                    columns.set(name, role, unit);
                }
            }
        }
        Ok(columns)
    }

    /// Sets the use of the column with a name, and the unit of its times.
    pub fn set(&mut self, name: &str, role: Role, unit: Option<Unit>) {
        self.choose(Which::Called(name.to_owned()), role, unit);
    }

    /// Sets the use of the column with this number, from 1, under any name.
    pub fn set_at(&mut self, number: usize, role: Role, unit: Option<Unit>) {
        self.choose(Which::Place(number), role, unit);
    }

    fn choose(&mut self, which: Which, role: Role, unit: Option<Unit>) {
        self.choices.retain(|(other, ..)| *other != which);
        self.choices.push((which, role, unit));
    }

    /// Takes an answer to a question as the user's choice.
    pub fn hear(&mut self, answer: &Answer) {
        for (number, role, unit) in &answer.columns {
            self.set_at(*number, *role, *unit);
        }
        self.decimal_comma = answer.decimal_comma.or(self.decimal_comma);
        self.header = answer.header.or(self.header);
        self.lines.extend(answer.lines.iter().copied());
        self.names.extend(answer.names.iter().cloned());
        self.second |= answer.second;
    }

    /// The choice for a column with this name and number from 1.
    pub fn of(&self, name: &str, number: usize) -> Option<(Role, Option<Unit>)> {
        let of = |wanted: &Which| self.choices.iter().find(|(which, ..)| which == wanted);
        let called = |wanted: &str| of(&Which::Called(wanted.to_owned()));
        let choice = of(&Which::Place(number));
        let choice = choice.or_else(|| {
            let name = Some(name.trim()).filter(|name| !name.is_empty());
            name.and_then(called)
        });
        let choice = choice.or_else(|| called(&number.to_string()));
        let (_, role, unit) = choice.or_else(|| called(Self::ALL_OTHERS))?;
        Some((*role, *unit))
    }

    /// A name that this header does not have.
    pub(super) fn unknown(&self, header: &[String]) -> Option<&str> {
        let known = |name: &str| {
            let number = name
                .parse()
                .is_ok_and(|number| (1..=header.len()).contains(&number));
            name == Self::ALL_OTHERS || number || header.iter().any(|cell| cell.trim() == name)
        };
        let mut names = self.choices.iter().filter_map(|(which, ..)| match which {
            Which::Called(name) => Some(name.as_str()),
            Which::Place(_) => None,
        });
        names.find(|name| !known(name))
    }

    /// Whether a line holds a job, where the user says it.
    pub(super) fn line(&self, line: u64) -> Option<bool> {
        self.lines.get(&line).copied()
    }

    /// Whether the rows of a name are those of a node, where the user says it.
    pub(super) fn rows_of(&self, name: &str) -> Option<bool> {
        self.names.get(name).copied()
    }

    /// Sentences on choices for names that no row has.
    pub(super) fn idle_rows(&self, known: impl Fn(&str) -> bool) -> Vec<String> {
        let idle = self.names.iter().filter(|(name, _)| !known(name));
        let said = |node: bool| if node { "node" } else { "ignore" };
        let tell = |(name, node): (&String, &bool)| {
            let choice = format!("{ROWS}{}={}", short(name), said(*node));
            format!("“{choice}” has no effect: no row has this name")
        };
        idle.map(tell).collect()
    }

    /// Sentences on choices for lines that a text does not have.
    pub(super) fn idle_lines(&self, text: &str) -> Vec<String> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        let last = text.trim_end().split('\n').count() as u64;
        let idle = self.lines.keys().filter(|line| !(1..=last).contains(*line));
        idle.map(|line| {
            format!("the choice for line {line} has no effect: the last line is {last}")
        })
        .collect()
    }

    /// Whether a choice has this use.
    pub(super) fn has(&self, wanted: Role) -> bool {
        self.choices.iter().any(|(_, role, _)| *role == wanted)
    }
}
