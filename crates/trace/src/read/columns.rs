//! What each column of a table is used for: found by names and content, or as a user says.

use super::Unit;

/// What a column of a table is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
}

/// A column of a table, as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its name in the header, or its number from 1 where it has none.
    pub name: String,
    /// What it is used for.
    pub role: Role,
    /// The unit of its times, where it has any.
    pub unit: Unit,
    /// How many values it has.
    pub count: usize,
    /// The mean of its runtimes, ms; nothing for a column that has none.
    pub mean: Option<f64>,
    /// How many rows have no value in it.
    pub missing: usize,
}

/// Something that a table leaves open: what was assumed, and the choice with which it is read otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What was assumed, in a sentence without its full stop.
    pub assumed: String,
    /// What says otherwise, for [`Columns::parse`].
    pub otherwise: String,
}

/// What a user says of the columns of a table.
///
/// ```
/// use trace::read::{Columns, Role};
/// let columns = Columns::parse("job=index,a=node(s),b=ignore")?;
/// assert_eq!(columns.of("b", 3), Some((Role::Ignore, None)));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    choices: Vec<(String, Role, Option<Unit>)>,
    /// Whether commas group thousands, where the cells are not separated by commas.
    pub(super) thousands: Option<bool>,
}

impl Columns {
    /// For all columns that are not named otherwise.
    const ALL_OTHERS: &str = "*";

    /// `NAME=ROLE` or `NAME=ROLE(UNIT)` between commas: the name of a column or its number from 1, `*` for all others; and
    /// `decimal=point` or `decimal=comma`.
    ///
    /// # Errors
    /// In words, where a part has another form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut columns = Self::default();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let form = || {
                let names = Role::ALL.map(Role::name).join(", ");
                format!(
                    "“{part}” says nothing of a column; allowed: NAME=ROLE or NAME=ROLE(UNIT) with one of the roles {names} \
                     and one of the units ns, µs, ms, s, min, h"
                )
            };
            let (name, said) = part.rsplit_once('=').ok_or_else(form)?;
            match (name.trim(), said.trim()) {
                ("decimal", "point") => columns.thousands = Some(true),
                ("decimal", "comma") => columns.thousands = Some(false),
                (name, said) => {
                    let (role, unit) =
                        match said.strip_suffix(')').and_then(|said| said.split_once('(')) {
                            Some((role, unit)) => {
                                (role.trim(), Some(Unit::named(unit).ok_or_else(form)?))
                            }
                            None => (said, None),
                        };
                    let role = Role::ALL.into_iter().find(|one| one.name() == role);
                    columns.set(name, role.ok_or_else(form)?, unit);
                }
            }
        }
        Ok(columns)
    }

    /// Says what a column is used for, and the unit of its times.
    pub fn set(&mut self, name: &str, role: Role, unit: Option<Unit>) {
        self.choices.retain(|(other, ..)| other != name);
        self.choices.push((name.to_owned(), role, unit));
    }

    /// What is said of a column with this name and number from 1.
    pub fn of(&self, name: &str, number: usize) -> Option<(Role, Option<Unit>)> {
        let said = |wanted: &str| {
            let mut choices = self.choices.iter();
            choices.find(|(name, ..)| name == wanted)
        };
        let choice = Some(name.trim())
            .filter(|name| !name.is_empty())
            .and_then(said);
        let choice = choice.or_else(|| said(&number.to_string()));
        let (_, role, unit) = choice.or_else(|| said(Self::ALL_OTHERS))?;
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
        let mut names = self.choices.iter().map(|(name, ..)| name.as_str());
        names.find(|name| !known(name))
    }

    /// Whether anything is said of this kind.
    pub(super) fn has(&self, wanted: Role) -> bool {
        self.choices.iter().any(|(_, role, _)| *role == wanted)
    }
}
