//! Tables in another language.

use crate::events::{self, Argument};
use strategy::{Handed, Hook};

use crate::sheet::Column;
use crate::table::{EventsText, MatrixText, TableText};
use crate::{Choice, Editor, Holds, Kind, Parameter, Table};

/// Finds the translation of a text, or gives it back.
pub type Say<'s> = &'s mut dyn FnMut(&'static str) -> &'static str;

impl Table {
    /// The same table with each text for people as `say` has it: titles, help, units, groups, names of choices. It stays as long
    /// as the program, which makes it once.
    ///
    /// ```
    /// use parameters::{Parameter, Table};
    ///
    /// const JOBS: &[Parameter] = &[Parameter::whole("jobs", 1, 9, "How many.")];
    /// let german = Table::of("", JOBS).said(&mut |text| match text {
    ///     "How many." => "Wie viele.",
    ///     text => text,
    /// });
    /// assert_eq!((german.parameters[0].name, german.parameters[0].help), ("jobs", "Wie viele."));
    /// ```
    #[must_use]
    pub fn said(&self, say: Say<'_>) -> Self {
        Self {
            help: say(self.help),
            parameters: kept(self.parameters, |parameter| parameter.said(say)),
            together: self.together,
        }
    }
}

impl Parameter {
    fn said(&self, say: Say<'_>) -> Self {
        Self {
            title: say(self.title),
            help: say(self.help),
            unit: say(self.unit),
            group: say(self.group),
            kind: match self.kind {
                Kind::Choice(choices) => Kind::Choice(kept(choices, |choice| choice.said(say))),
                Kind::Text { most, editor } => Kind::Text {
                    most,
                    editor: editor.said(say),
                },
                kind => kind,
            },
            ..*self
        }
    }
}

impl Choice {
    fn said(&self, say: Say<'_>) -> Self {
        Self {
            title: say(self.title),
            help: say(self.help),
            holds: match self.holds {
                Holds::Parameters(table) => Holds::Parameters(Box::leak(Box::new(table.said(say)))),
                holds => holds,
            },
            ..*self
        }
    }
}

impl Editor {
    fn said(self, say: Say<'_>) -> Self {
        let table = match self {
            Self::Table(table) => table,
            Self::Matrix(matrix) => {
                return Self::Matrix(Box::leak(Box::new(MatrixText {
                    row: say(matrix.row),
                    column: say(matrix.column),
                    allowed: say(matrix.allowed),
                    ..*matrix
                })));
            }
            Self::Events(events) => {
                return Self::Events(Box::leak(Box::new(EventsText {
                    kinds: kept(events.kinds, |kind| kind.said(say)),
                    unit: say(events.unit),
                    ..*events
                })));
            }
            Self::Strategy(hook) => {
                return Self::Strategy(Box::leak(Box::new(Hook {
                    handed: kept(hook.handed, |one| handed(one, say)),
                    answer: say(hook.answer),
                    ..*hook
                })));
            }
            Self::Plain | Self::Steps(_) => return self,
        };
        let column = |column: &Column| Column {
            name: say(column.name),
            unit: say(column.unit),
            ..*column
        };
        Self::Table(Box::leak(Box::new(TableText {
            columns: kept(table.columns, column),
            usual: table.usual,
            row: table.row.map(&mut *say),
        })))
    }
}

/// A value that a strategy is handed, with all that it holds.
fn handed(one: &Handed, say: Say<'_>) -> Handed {
    Handed {
        unit: say(one.unit),
        help: say(one.help),
        parts: kept(one.parts, |part| handed(part, say)),
        ..*one
    }
}

impl events::Kind {
    fn said(&self, say: Say<'_>) -> Self {
        let argument = |argument: &Argument| Argument {
            title: say(argument.title),
            says: say(argument.says),
            unit: say(argument.unit),
            ..*argument
        };
        Self {
            arguments: kept(self.arguments, argument),
            title: say(self.title),
            says: say(self.says),
            ..*self
        }
    }
}

/// The rows as `of` makes them, for as long as the program runs.
fn kept<T>(rows: &[T], of: impl FnMut(&T) -> T) -> &'static [T] {
    rows.iter().map(of).collect::<Vec<_>>().leak()
}
