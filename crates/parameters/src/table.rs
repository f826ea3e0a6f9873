//! One parameter, its kind, and tables of them.

use serde_json::{Map, Value};

use crate::Rejected;
use crate::events;
use crate::sheet::{Column, Sheet};

/// Checked values by name, in a table's order.
pub type Values = Map<String, Value>;

/// A list of parameters, and the rule between them.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// A description of all of them together.
    pub help: &'static str,
    /// The parameters, in order.
    pub parameters: &'static [Parameter],
    /// The rule between several of them, beyond the range of each.
    pub together: Option<Together>,
}

/// Complains where values that are in their ranges do not go together.
pub type Together = fn(&Values) -> Result<(), Rejected>;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in flags, forms and short links: `processors`; `traces.mean` for one that a choice of `traces` holds.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its symbol in formulas, or empty.
    pub symbol: &'static str,
    /// Its description, in a sentence or two.
    pub help: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// The group a person thinks in.
    pub group: &'static str,
    /// Rarely used: folded away at first.
    pub rare: bool,
    /// Its value is the number of one thing among several, rather than a number of things.
    pub ordinal: bool,
    /// When it has an effect: where all of these hold; always, where there is none.
    pub when: &'static [When],
    /// Where one of these holds it has an effect in any case.
    pub or: &'static [When],
    /// Its value when nobody says anything; none for a parameter that must be given.
    pub default: Option<Constant>,
    /// The kind of its values.
    pub kind: Kind,
}

/// The value that another parameter has to have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct When {
    /// The other parameter's name.
    pub parameter: &'static str,
    /// The value that it has to have.
    pub is: Is,
}

/// The value of a parameter in a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Is {
    /// One of these names.
    OneOf(&'static [&'static str]),
    /// On, or off.
    Flag(bool),
}

/// A value that is known when the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// Left empty.
    Null,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(f64),
    /// A name or a text.
    Text(&'static str),
}

/// The kind of a parameter's values, with their limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// The least that is allowed.
        minimum: u64,
        /// The most that is allowed.
        maximum: u64,
    },
    /// A number.
    Number {
        /// The least that is allowed.
        minimum: f64,
        /// The most that is allowed.
        maximum: f64,
        /// It may be left empty (`null`).
        optional: bool,
    },
    /// One of several names.
    Choice(&'static [Choice]),
    /// Yes or no.
    Flag,
    /// A list of numbers.
    List {
        /// The fewest numbers.
        fewest: usize,
        /// The most numbers.
        most: usize,
        /// The least that each may be.
        minimum: f64,
        /// The most that each may be.
        maximum: f64,
    },
    /// A text, such as a table.
    Text {
        /// The most characters.
        most: usize,
        /// The editor of the text.
        editor: Editor,
    },
}

/// An editor of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Editor {
    /// The text is typed.
    Plain,
    /// A table, as [`crate::sheet`] reads it.
    Table(&'static TableText),
    /// A step function of time.
    Steps(&'static StepsText),
    /// A matrix of numbers, as [`crate::matrix`] reads it.
    Matrix(&'static MatrixText),
    /// Events on a line of time, as [`crate::events`] reads them.
    Events(&'static EventsText),
    /// A strategy that answers this hook.
    Strategy(&'static strategy::Hook),
}

/// How a text holds a table.
#[derive(Debug)]
pub struct TableText {
    /// The columns that it can have.
    pub columns: &'static [Column],
    /// The columns of a text without headers, by their places.
    pub usual: &'static [usize],
    /// The words for a row, one and many: "worker", "workers".
    pub row: [&'static str; 2],
}

/// How a text holds a step function of time: `300:0.5, 900:1`.
#[derive(Debug)]
pub struct StepsText {
    /// The largest factor of a step.
    pub most: f64,
    /// The wrong step, from 1 (0: all of them), and the reason.
    pub wrong: fn(&str) -> Option<(usize, String)>,
}

/// How a text holds a matrix of numbers.
#[derive(Debug)]
pub struct MatrixText {
    /// The word for a row, such as phase.
    pub row: &'static str,
    /// The word for a column, such as process.
    pub column: &'static str,
    /// The beginning of the columns' names; a number follows.
    pub stem: &'static str,
    /// Whether a cell can be read.
    pub takes: fn(&str) -> bool,
    /// The same in words, after "must be".
    pub allowed: &'static str,
}

/// How a text holds events in time.
#[derive(Debug)]
pub struct EventsText {
    /// The kinds of events.
    pub kinds: &'static [events::Kind],
    /// The unit of time.
    pub unit: &'static str,
    /// The latest time of an event.
    pub latest: f64,
}

impl PartialEq for EventsText {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PartialEq for MatrixText {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PartialEq for TableText {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PartialEq for StepsText {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl TableText {
    /// The table as it stands in a text, right or wrong.
    #[must_use]
    pub fn read(&self, text: &str) -> Sheet {
        Sheet::read(text, self.columns, self.usual)
    }
}

/// One of the names that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Its name in JSON.
    pub value: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its description.
    pub help: &'static str,
    /// The values that it holds.
    pub holds: Holds,
}

/// The values that a choice holds.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// Nothing: in JSON it is its name.
    Nothing,
    /// Parameters of its own: in JSON it is an object, its name the key.
    Parameters(&'static Table),
    /// Data that no form can hold; in JSON as with parameters.
    Data {
        /// The parameters that the data always have.
        table: &'static Table,
        /// A list that the data may have, too: the name of the list, the parameters of an element, and a description.
        list: (&'static str, &'static Table, &'static str),
        /// Checks the data: returns their kept form, or the complaints.
        check: fn(&Value) -> Result<Value, Rejected>,
    },
}

impl PartialEq for Holds {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) | (Self::Data { .. }, Self::Data { .. }) => true,
            (Self::Parameters(own), Self::Parameters(other)) => own.parameters == other.parameters,
            _ => false,
        }
    }
}

impl Constant {
    /// The same as JSON.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Flag(flag) => flag.into(),
            Self::Whole(whole) => whole.into(),
            Self::Number(number) => number.into(),
            Self::Text(text) => text.into(),
        }
    }
}

impl Is {
    /// The values that it stands for, as JSON.
    #[must_use]
    pub fn values(self) -> Vec<Value> {
        match self {
            Self::OneOf(names) => names.iter().map(|name| Value::from(*name)).collect(),
            Self::Flag(flag) => vec![flag.into()],
        }
    }

    fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::OneOf(names), Value::String(name)) => names.contains(&name.as_str()),
            (Self::Flag(flag), Value::Bool(found)) => flag == *found,
            _ => false,
        }
    }
}

impl Kind {
    /// The same kind with these ends, both allowed; for numbers and lists of numbers.
    #[must_use]
    pub const fn within(self, low: f64, high: f64) -> Self {
        match self {
            Self::Integer { .. } => Self::Integer {
                minimum: low as u64,
                maximum: high as u64,
            },
            Self::Number { optional, .. } => Self::Number {
                minimum: low,
                maximum: high,
                optional,
            },
            Self::List { fewest, most, .. } => Self::List {
                fewest,
                most,
                minimum: low,
                maximum: high,
            },
            other => other,
        }
    }

    /// The same kind with at least and at most so many characters, or numbers.
    #[must_use]
    pub const fn long(self, fewest: usize, most: usize) -> Self {
        match self {
            Self::Text { editor, .. } => Self::Text { most, editor },
            Self::List {
                minimum, maximum, ..
            } => Self::List {
                fewest,
                most,
                minimum,
                maximum,
            },
            other => other,
        }
    }

    /// The same text with this editor.
    #[must_use]
    pub const fn edited(self, editor: Editor) -> Self {
        match self {
            Self::Text { most, .. } => Self::Text { most, editor },
            other => other,
        }
    }
}

impl Parameter {
    /// A parameter of this kind that must be given, with nothing else known of it: the first of a row of settings.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Self {
            name,
            title: name,
            symbol: "",
            help,
            unit: "",
            group: "",
            rare: false,
            ordinal: false,
            when: &[],
            or: &[],
            default: None,
            kind,
        }
    }

    /// A number within these ends.
    #[must_use]
    pub const fn number(name: &'static str, low: f64, high: f64, help: &'static str) -> Self {
        let kind = Kind::Number {
            minimum: low,
            maximum: high,
            optional: false,
        };
        Self::new(name, kind, help)
    }

    /// A whole number within these ends.
    #[must_use]
    pub const fn whole(name: &'static str, low: u64, high: u64, help: &'static str) -> Self {
        let kind = Kind::Integer {
            minimum: low,
            maximum: high,
        };
        Self::new(name, kind, help)
    }

    /// Yes or no.
    #[must_use]
    pub const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        Self::new(name, Kind::Flag, help).or_else(Constant::Flag(default))
    }

    /// A list of numbers: how many it may have, and within which ends each is.
    #[must_use]
    pub const fn list(
        name: &'static str,
        (fewest, most): (usize, usize),
        (low, high): (f64, f64),
        help: &'static str,
    ) -> Self {
        let kind = Kind::List {
            fewest,
            most,
            minimum: low,
            maximum: high,
        };
        Self::new(name, kind, help)
    }

    /// The same in this unit.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// The same with this symbol.
    #[must_use]
    pub const fn symbol(mut self, symbol: &'static str) -> Self {
        self.symbol = symbol;
        self
    }

    /// The same with this default.
    #[must_use]
    pub const fn or_else(mut self, default: Constant) -> Self {
        self.default = Some(default);
        self
    }

    /// Its name within the object that holds it: the part after the last dot.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.name.rsplit_once('.').map_or(self.name, |(_, key)| key)
    }

    /// Its default as JSON; `null` where it has none.
    #[must_use]
    pub fn default_value(&self) -> Value {
        let default = self.default.unwrap_or(Constant::Null).to_value();
        match (&self.kind, &default) {
            (Kind::Choice(choices), Value::String(name)) => {
                let choice = choices.iter().find(|choice| choice.value == name);
                match choice.map(|choice| choice.holds) {
                    Some(Holds::Parameters(table)) => {
                        Value::Object(Map::from_iter([(name.clone(), table.defaults().into())]))
                    }
                    _ => default,
                }
            }
            _ => default,
        }
    }

    /// Whether it has an effect when all parameters have these values.
    #[must_use]
    pub fn matters(&self, values: &Values) -> bool {
        let holds = |when: &When| {
            values
                .get(when.parameter)
                .is_some_and(|value| when.is.holds(value))
        };
        self.when.iter().all(holds) || self.or.iter().any(holds)
    }

    /// The choices that a form, a flag or a short link can name: all but choices that hold data.
    pub fn offered(&self) -> impl Iterator<Item = &'static Choice> + use<> {
        let choices = self.choices().iter();
        choices.filter(|choice| !matches!(choice.holds, Holds::Data { .. }))
    }

    /// The hook that its text answers, where that is a strategy.
    #[must_use]
    pub fn hook(&self) -> Option<&'static strategy::Hook> {
        match self.kind {
            Kind::Text {
                editor: Editor::Strategy(hook),
                ..
            } => Some(hook),
            _ => None,
        }
    }

    /// The choices that it has; none for another kind.
    #[must_use]
    pub fn choices(&self) -> &'static [Choice] {
        match self.kind {
            Kind::Choice(choices) => choices,
            _ => &[],
        }
    }
}

impl Table {
    /// A table without anything that must hold between parameters.
    #[must_use]
    pub const fn of(help: &'static str, parameters: &'static [Parameter]) -> Self {
        Self {
            help,
            parameters,
            together: None,
        }
    }

    /// A parameter by its name within the table's object.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&'static Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.key() == key)
    }

    /// The values when nobody says anything; a parameter that must be given is not there.
    #[must_use]
    pub fn defaults(&self) -> Values {
        self.parameters
            .iter()
            .filter(|parameter| parameter.default.is_some())
            .map(|parameter| (parameter.key().to_owned(), parameter.default_value()))
            .collect()
    }
}
