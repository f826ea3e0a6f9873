//! What can be wrong with lists, crash sets, scripts of events and saved searches.

use std::fmt;

use report::Cancelled;
use words::{say, word};

/// Whose list an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The list of process 0, of which a regular scheme makes all others.
    Base,
    /// The list of the process whose home is this computer.
    Computer(usize),
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base => f.write_str(word!("the list")),
            Self::Computer(computer) => f.write_str(&say!("the list of computer {computer}")),
        }
    }
}

/// Why an input is refused. Every message names the place, the value and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A whole number outside its range.
    #[error("{}", say!("{quantity} is {value}; it must be from {least} to {most}"))]
    Range {
        /// Which number.
        quantity: &'static str,
        /// What it is.
        value: u64,
        /// The least allowed.
        least: u64,
        /// The greatest allowed.
        most: u64,
    },
    /// A number that is not a time.
    #[error("{}", say!("{quantity} is {value}; it must be a number greater than 0"))]
    Positive {
        /// Which number.
        quantity: &'static str,
        /// What it is.
        value: f64,
    },
    /// A word where a computer's number belongs.
    #[error("{}", say!("entry {place} of {list} is {text:?}; it must be a whole number from {least} to {most}"))]
    Word {
        /// Whose list.
        list: Whose,
        /// Which entry, from 1.
        place: usize,
        /// What stands there.
        text: String,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// An entry that is no computer.
    #[error("{}", say!("entry {place} of {list} is {value}; it must be from {least} to {most}"))]
    Entry {
        /// Whose list.
        list: Whose,
        /// Which entry, from 1.
        place: usize,
        /// What stands there.
        value: usize,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// A list that names the computer where its process lives.
    #[error("{}", say!("entry {place} of {list} is {value}, the process's own computer; it must be another one from {least} to {most}"))]
    Own {
        /// Whose list.
        list: Whose,
        /// Which entry, from 1.
        place: usize,
        /// The computer itself.
        value: usize,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// A list that names a computer twice.
    #[error("{}", say!("entry {place} of {list} is {value}, as entry {earlier} already is; each computer from {least} to {most} may stand there once"))]
    Duplicate {
        /// Whose list.
        list: Whose,
        /// Which entry, from 1.
        place: usize,
        /// The computer named twice.
        value: usize,
        /// Where it stands first, from 1.
        earlier: usize,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// A list that leaves a computer out.
    #[error("{}", say!("{list} does not name computer {value}; add it: {} must stand there once", match *entries {
        1 => word!("the other computer").to_owned(),
        entries => say!("each of the {entries} other computers"),
    }))]
    Missing {
        /// Whose list.
        list: Whose,
        /// The least computer left out.
        value: usize,
        /// How many entries the list must have.
        entries: usize,
    },
    /// More or fewer lists or weights than computers.
    #[error("{}", say!("there are {found} {what}; there must be {expected}, one for each computer"))]
    Number {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A computer that does not exist.
    #[error("{}", say!("{what} {place} is computer {value}; it must be from 0 to {most}"))]
    Computer {
        /// What names the computer.
        what: &'static str,
        /// Which of them, from 1.
        place: usize,
        /// What stands there.
        value: usize,
        /// The greatest computer.
        most: usize,
    },
    /// No computer is left.
    #[error("{}", say!("all {computers} computers are crashed; leave at least one up"))]
    AllDown {
        /// How many there are.
        computers: usize,
    },
    /// A crash of a computer that is down.
    #[error("{}", say!("event {place} crashes computer {computer}, which is down already; choose one that is up"))]
    Down {
        /// Which event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// A repair of a computer that is up.
    #[error("{}", say!("event {place} repairs computer {computer}, which is up; choose one that is down"))]
    Up {
        /// Which event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// A crash of the only computer that is up.
    #[error("{}", say!("event {place} crashes computer {computer}, the last one up; leave at least one up"))]
    Last {
        /// Which event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// An event that cannot be read.
    #[error("{}", say!("event {place} is {text:?}; it must be as in crash 1 or repair 1, with a computer from 0 to {most}"))]
    Event {
        /// Which event, from 1.
        place: usize,
        /// What stands there.
        text: String,
        /// The greatest computer.
        most: usize,
    },
    /// No table has this row.
    #[error("{}", say!("there is no {what} for {value} computers; choose from {least} to {most}"))]
    Table {
        /// Which table.
        what: &'static str,
        /// The number of computers.
        value: usize,
        /// The least number in the table.
        least: usize,
        /// The greatest number in the table.
        most: usize,
    },
    /// A sequence that does not fit into the cluster.
    #[error("{}", say!("{what} needs {needed} computers or more; there are {computers}"))]
    TooLong {
        /// Which sequence.
        what: &'static str,
        /// How many computers it needs.
        needed: usize,
        /// How many there are.
        computers: usize,
    },
    /// A saved search that no search can have saved: why.
    #[error("{0}")]
    Saved(&'static str),
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A whole number within its range.
///
/// # Errors
/// [`Error::Range`] where it is not.
pub(crate) fn within(
    quantity: &'static str,
    value: usize,
    least: usize,
    most: usize,
) -> Result<usize, Error> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(Error::Range {
        quantity,
        value: value as u64,
        least: least as u64,
        most: most as u64,
    })
}
