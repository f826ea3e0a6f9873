//! A table that somebody gave to the page: what its columns were taken for, what they are said to be, and what comes of it.

use std::rc::Rc;

use playground::Setup;
use report::number::short;
use report::words::capital;
use serde::{Deserialize, Serialize};
pub use trace::read::{Answer, Column as OfTable, Columns as Said, Question as Asked, Role, Unit};
use trace::read::{Column, Columns, Layout, Question, Reading};

use crate::traces::Understood;

/// A mean below which times without a unit may well be seconds, ms.
const SHORT: f64 = 100.0;

/// When a file of traces is used that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Where it leaves nothing open.
    Clear,
    /// When the user says so: what it is taken for is only shown.
    Told,
    /// Now: the user said so.
    Now,
}

impl When {
    /// Whether a file with these questions is used.
    #[must_use]
    pub fn uses(self, questions: &[Question]) -> bool {
        match self {
            Self::Clear => !questions.iter().any(|question| question.open),
            Self::Told => false,
            Self::Now => true,
        }
    }

    /// Whether the device keeps what was read: what is used, and what is offered to other laboratories.
    #[must_use]
    pub fn keeps(self, understood: &Understood) -> bool {
        let clear = Self::Clear.uses(&understood.questions);
        self.uses(&understood.questions) || clear && understood.unfit.is_some()
    }
}

/// What came of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It can be used; the traces that were there before are kept.
    Waits,
    /// The scenario runs on it.
    Used,
    /// It has no traces as it was read.
    Useless,
}

/// What the user does about a table that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportAction {
    /// A column, by its number from 1, is used for something, and its times have a unit.
    Column(usize, Role, Option<Unit>),
    /// All runtimes have this unit.
    Units(Unit),
    /// A question is answered.
    Answer(Answer),
    /// The scenario is to run on these traces.
    Use,
    /// It is not to be used; where it is, the traces before are put back.
    Cancel,
}

/// A table that was read, as its preview shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// What the file is called.
    pub name: String,
    /// What came of it.
    pub stage: Stage,
    /// What it was taken for, in a few sentences.
    pub sentence: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// What is to be answered before it is used.
    pub questions: Vec<Question>,
    /// What was said of its columns when it was read.
    pub(crate) said: Columns,
    /// What is said of them by now.
    pub wanted: Columns,
    /// What ran before it was used.
    pub before: Option<Rc<Setup>>,
}

impl Import {
    /// The preview of what was read, for a file that has columns.
    pub(crate) fn of(
        name: &str,
        understood: &Understood,
        said: Columns,
        stage: Stage,
        before: Option<Rc<Setup>>,
    ) -> Option<Self> {
        let open = understood.questions.iter().filter(|question| question.open);
        (!understood.columns.is_empty() || !understood.questions.is_empty()).then(|| Self {
            name: name.to_owned(),
            stage,
            sentence: understood.sentence.clone(),
            columns: understood.columns.clone(),
            questions: open.cloned().collect(),
            wanted: said.clone(),
            said,
            before,
        })
    }

    /// Whether it can be used as it is shown.
    #[must_use]
    pub fn ready(&self) -> bool {
        self.stage == Stage::Waits && self.questions.is_empty() && !self.differs()
    }

    /// Whether something else is wanted than what it was read with.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.wanted != self.said
    }

    /// When the file is used that is read again as is wanted by now.
    pub(crate) fn when(&self) -> When {
        match self.stage {
            Stage::Used => When::Clear,
            Stage::Waits | Stage::Useless => When::Told,
        }
    }

    /// What a column, by its number from 1, is said to be by now, or was taken for.
    #[must_use]
    pub fn shown(&self, number: usize, column: &Column) -> (Role, Unit) {
        match self.wanted.of(&column.name, number) {
            Some((role, unit)) => (role, unit.unwrap_or(column.unit)),
            None => (column.role, column.unit),
        }
    }

    /// Takes what is said of columns for what is wanted; whether the file has to be read again for it.
    pub(crate) fn hear(&mut self, action: &ImportAction) -> bool {
        match action {
            ImportAction::Column(number, role, unit) => {
                self.wanted.set_at(*number, *role, *unit);
            }
            ImportAction::Units(unit) => {
                for (column, number) in self.columns.iter().zip(1..) {
                    let (role, _) = self.shown(number, column);
                    if has_unit(role) {
                        self.wanted.set_at(number, role, Some(*unit));
                    }
                }
            }
            ImportAction::Answer(answer) => self.wanted.hear(answer),
            ImportAction::Use | ImportAction::Cancel => return false,
        }
        self.differs()
    }

    /// The unit that all runtimes have, where they have the same.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        let columns = self.columns.iter().zip(1..);
        let shown = columns.map(|(column, number)| self.shown(number, column));
        let mut units = shown
            .filter(|(role, _)| has_unit(*role))
            .map(|(_, unit)| unit);
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }
}

/// Whether a column of this kind has times with a unit.
#[must_use]
pub fn has_unit(role: Role) -> bool {
    matches!(role, Role::Node | Role::Runtime)
}

/// What a table was taken for, in a few sentences; empty for other files.
pub(crate) fn sentence(reading: &Reading) -> String {
    let columns = &reading.columns;
    let of = |role| columns.iter().filter(move |column| column.role == role);
    let named = |role| {
        of(role)
            .map(|column| quoted(&column.name))
            .collect::<Vec<_>>()
    };
    let mut out = match reading.layout {
        Layout::Wide => vec![wide(&named(Role::Node), reading.header)],
        Layout::Long => {
            let runtime = named(Role::Runtime).concat();
            let name = named(Role::Name).concat();
            vec![format!(
                "Each row is a job: column {name} names the node, column {runtime} has the runtime"
            )]
        }
        _ => return String::new(),
    };
    let mut say = |role, one: &str, more: &str| {
        let names = named(role);
        match names.as_slice() {
            [] => {}
            [name] => out.push(format!("column {name} {one}")),
            names => out.push(format!("columns {} {more}", listed(names))),
        }
    };
    say(Role::Index, "numbers the jobs", "number the jobs");
    say(
        Role::Time,
        "holds dates or times and is not used",
        "hold dates or times and are not used",
    );
    say(Role::Ignore, "is not used", "are not used");
    out.extend(units(columns, reading));
    out.iter()
        .map(|one| format!("{}.", capital(one)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The nodes of a wide table.
fn wide(names: &[String], header: bool) -> String {
    match names {
        [name] => format!("Each row is a job; column {name} has the runtimes of one node"),
        [first, .., last] if header => format!(
            "Each row is a job, each of {} columns a node, from {first} to {last}",
            names.len()
        ),
        names => format!("Each row is a job, each of {} columns a node", names.len()),
    }
}

/// The unit of the runtimes, and whether that was said.
fn units(columns: &[Column], reading: &Reading) -> Option<String> {
    let timed: Vec<_> = columns
        .iter()
        .filter(|column| has_unit(column.role))
        .collect();
    let first = timed.first()?;
    if timed.iter().any(|column| column.unit != first.unit) {
        return Some("the columns have different units".into());
    }
    let (unit, mean) = (
        first.unit.symbol(),
        reading.set.as_ref().map(trace::TraceSet::mean),
    );
    let mean = mean.map(|mean| (mean, short(mean)));
    let average = mean
        .as_ref()
        .map_or(String::new(), |(_, mean)| format!(", {mean} ms on average"));
    if timed.iter().all(|column| column.named) {
        return Some(format!("times are in {unit}{average}"));
    }
    let few = mean.is_some_and(|(mean, _)| mean < SHORT);
    let or = if few {
        ": if these are seconds, set the unit"
    } else {
        ""
    };
    Some(format!(
        "the file names no unit, so times are read in {unit}{average}{or}"
    ))
}

/// A name between quotation marks; very long names are cut.
fn quoted(name: &str) -> String {
    const LONGEST: usize = 40;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("“{}…”", name.get(..end).unwrap_or(name)),
        None => format!("“{name}”"),
    }
}

/// Names in a sentence: the first of many.
fn listed(names: &[String]) -> String {
    const LISTED: usize = 4;
    let first = names.get(..LISTED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
