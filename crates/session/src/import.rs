//! The preview of a table: the roles that reading found for its columns, the user's corrections, and the result.

use std::rc::Rc;

use playground::Setup;
use report::Scaled;
use report::number::short;
use report::words::{capital, milliseconds};
use serde::{Deserialize, Serialize};
pub use trace::read::{Answer, Column as OfTable, Columns as Said, Question as Asked, Role, Unit};
use trace::read::{Column, Columns, Layout, Question, Reading};

use crate::traces::Understood;

/// A mean below which times without a unit may well be seconds, ms.
const SHORT: f64 = 100.0;
/// A mean below which a question asks for the unit, ms.
const LEAST: f64 = 1.0;

/// The time at which a file of traces is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// At once, if it leaves nothing open.
    Clear,
    /// At the user's word: the preview only shows its interpretation.
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

    /// Whether the device keeps the traces: used ones, and those offered to other laboratories.
    #[must_use]
    pub fn keeps(self, understood: &Understood) -> bool {
        let clear = Self::Clear.uses(&understood.questions);
        self.uses(&understood.questions) || clear && understood.unfit.is_some()
    }
}

/// The stage of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It can be used; the previous traces stay.
    Waits,
    /// The scenario runs on it.
    Used,
    /// It has no traces as it was read.
    Useless,
}

/// Actions of the user on a table that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportAction {
    /// A column, by its number from 1, gets a role, and its times a unit.
    Column(usize, Role, Option<Unit>),
    /// All runtimes have this unit.
    Units(Unit),
    /// A question is answered.
    Answer(Answer),
    /// The scenario runs on these traces.
    Use,
    /// The table is dropped; if it was in use, the previous traces return.
    Cancel,
}

/// A table that was read, as its preview shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The file's name.
    pub name: String,
    /// Its stage.
    pub stage: Stage,
    /// Its interpretation, in a few sentences.
    pub sentence: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The questions to answer before it is used.
    pub questions: Vec<Question>,
    /// The corrections of its columns when it was read.
    pub(crate) said: Columns,
    /// The present corrections.
    pub wanted: Columns,
    /// The setup before it was used.
    pub before: Option<Rc<Setup>>,
}

impl Import {
    /// The preview of a file, if the file has columns.
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

    /// Whether it can be used as shown.
    #[must_use]
    pub fn ready(&self) -> bool {
        self.stage == Stage::Waits && self.questions.is_empty() && !self.differs()
    }

    /// Whether the corrections have changed since it was read.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.wanted != self.said
    }

    /// The time at which the file is used after it is read again with the present corrections.
    pub(crate) fn when(&self) -> When {
        match self.stage {
            Stage::Used => When::Clear,
            Stage::Waits | Stage::Useless => When::Told,
        }
    }

    /// The role and unit of a column, by its number from 1: corrected ones, else those that were found.
    #[must_use]
    pub fn shown(&self, number: usize, column: &Column) -> (Role, Unit) {
        match self.wanted.of(&column.name, number) {
            Some((role, unit)) => (role, unit.unwrap_or(column.unit)),
            None => (column.role, column.unit),
        }
    }

    /// Takes in corrections of columns; returns whether the file has to be read again.
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

    /// The unit of all runtimes, if they have the same.
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

/// The interpretation of a table, in a few sentences; empty for other files.
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

/// The unit of the runtimes, and whether the file names it.
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
    let average = mean.as_ref().map_or(String::new(), |(_, mean)| {
        format!(", {mean}\u{a0}ms on average")
    });
    if timed.iter().all(|column| column.named) {
        return Some(format!("times are in {unit}{average}"));
    }
    // A question asks about still shorter means.
    let few = mean.is_some_and(|(mean, _)| (LEAST..SHORT).contains(&mean));
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

/// The scaling of a file's runtimes, in words.
#[must_use]
pub fn in_words(scaled: Scaled) -> String {
    format!(
        "scaled to a mean of {}: ×\u{202f}{}",
        milliseconds(scaled.mean),
        short(scaled.factor)
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use playground::presets;
    use trace::read::read;

    use super::*;

    fn said(text: &str) -> String {
        sentence(&read("mine.csv", text.as_bytes()).unwrap())
    }

    #[test]
    fn what_was_understood_is_said_in_sentences() {
        assert_eq!(
            said("job,ams (s),utah (s)\n1,2.5,2.75\n2,2.5,2.25\n"),
            "Each row is a job, each of 2 columns a node, from “ams (s)” to “utah (s)”. Column “job” numbers the jobs. Times \
             are in s, 2\u{202f}500\u{a0}ms on average."
        );
        assert_eq!(
            said("when,state,a\n10:00:01,ok,2.5\n10:00:02,ok,2.5\n10:00:03,ok,2.5\n"),
            "Each row is a job; column “a” has the runtimes of one node. Column “when” holds dates or times and is not used. \
             Column “state” is not used. The file names no unit, so times are read in ms, 2.50\u{a0}ms on average: if these are \
             seconds, set the unit."
        );
        assert_eq!(
            said("node,job,runtime\na,1,250\nb,1,250\n"),
            "Each row is a job: column “node” names the node, column “runtime” has the runtime. Column “job” numbers the jobs. \
             The file names no unit, so times are read in ms, 250\u{a0}ms on average."
        );
        assert_eq!(
            said("a (s),b\n2.5,2500\n2.5,2500\n").split(". ").last(),
            Some("The columns have different units.")
        );
        // A log has no columns to correct.
        let log = "; Version: 2.2\n".to_owned()
            + "1 0 1 60 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n"
                .repeat(2)
                .as_str();
        assert_eq!(said(&log), "");
    }

    fn refused(text: &str) -> Result<Understood, String> {
        Understood::refused(read("mine.csv", text.as_bytes()).unwrap_err())
    }

    #[test]
    fn a_refused_table_says_what_can_be_done_where_anything_can() {
        let index = refused("id,day\n5,2026-01-01\n9,2026-01-02\n").unwrap();
        assert!(
            index
                .refused
                .unwrap()
                .starts_with("no column of this table has runtimes: id, day")
        );
        assert_eq!(index.columns.len(), 2);
        let headers = refused("ams,utah\nfirst,second\n5,6\n7,8\n").unwrap();
        let [question] = headers.questions.as_slice() else {
            panic!("one question");
        };
        assert_eq!(question.assumed, "line 2 has names or units, and no values");
        assert_eq!(question.answers.first().unwrap().words, "Leave out line 2");
        for (text, says) in [
            ("", "the file is empty"),
            ("a,b\n", "the table has a header but no row of data"),
            ("\0\0\0", "this is not text"),
        ] {
            let message = refused(text).unwrap_err();
            assert!(message.starts_with(says), "{message}");
        }
        let columns = "1,".repeat(1_000_000);
        let message = refused(&columns).unwrap_err();
        assert!(
            message.starts_with("line 1 has 4098 columns or more"),
            "{message}"
        );
        assert!(
            message.ends_with("give each job a line of its own"),
            "{message}"
        );
    }

    #[test]
    fn all_runtimes_get_a_unit_at_once_and_others_keep_their_role() {
        let reading = read("mine.csv", b"job,a,b\n1,2500,2600\n2,2500,2600\n").unwrap();
        let scenario = presets::first().scenario();
        let understood = Understood::of(&reading, "digest", &scenario);
        let mut import =
            Import::of("mine.csv", &understood, Said::default(), Stage::Waits, None).unwrap();
        assert!(import.ready());
        assert_eq!(import.unit(), Some(Unit::Milliseconds));
        assert!(import.hear(&ImportAction::Units(Unit::Seconds)));
        assert_eq!(import.unit(), Some(Unit::Seconds));
        assert!(!import.ready() && import.differs());
        let shown: Vec<_> = { import.columns.iter() }
            .zip(1..)
            .map(|(column, number)| import.shown(number, column).0)
            .collect();
        assert_eq!(shown, [Role::Index, Role::Node, Role::Node]);
        assert!(import.hear(&ImportAction::Column(3, Role::Ignore, None)));
        assert_eq!(import.wanted.of("b", 3), Some((Role::Ignore, None)));
    }
    #[test]
    fn a_chip_says_by_how_much_runtimes_are_scaled() {
        let chip = |mean, factor| in_words(Scaled { mean, factor });
        assert_eq!(
            chip(10_000.0, 0.366),
            "scaled to a mean of 10.0\u{a0}s: ×\u{202f}0.366"
        );
        assert_eq!(
            chip(500.0, 2.0),
            "scaled to a mean of 500\u{a0}ms: ×\u{202f}2.00"
        );
        assert_eq!(
            chip(72e6, 2.0),
            "scaled to a mean of 20.0\u{a0}h: ×\u{202f}2.00"
        );
    }
}
