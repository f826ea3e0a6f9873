//! Errors of lists, crash sets, scripts of events and saved searches.

use std::fmt;

use report::Cancelled;
use report::number::fixed;
use words::{say, word};

/// The list that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The list of process 0; a regular scheme derives all other lists from it.
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

/// The reasons why an input is refused. Every message names the place, the value and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A whole number outside its range.
    #[error("{}", say!("{quantity} is {}; it must be from {} to {}", whole(*value), whole(*least), whole(*most)))]
    Range {
        /// The name of the number.
        quantity: &'static str,
        /// The refused value.
        value: u64,
        /// The least allowed value.
        least: u64,
        /// The greatest allowed value.
        most: u64,
    },
    /// A run with too many crashes and repairs.
    #[error("{}", say!("{} crashes and repairs are to be expected in a run, and at most {} are allowed: choose a length of at most {}\u{a0}h", whole(*expected), whole(*most), decimal(*longest)))]
    Events {
        /// Their expected number.
        expected: u64,
        /// The most that are allowed.
        most: u64,
        /// The longest allowed run, rounded down to two significant digits, h.
        longest: f64,
    },
    /// A time that is not a finite number above 0.
    #[error("{}", say!("{quantity} is {value}; it must be a number greater than 0"))]
    Positive {
        /// The name of the number.
        quantity: &'static str,
        /// The refused value.
        value: f64,
    },
    /// A word where a computer's number belongs.
    #[error("{}", say!("entry {place} of {list} is {text:?}; it must be a whole number from {least} to {most}"))]
    Word {
        /// The owner of the list.
        list: Whose,
        /// The place of the entry, from 1.
        place: usize,
        /// The refused text.
        text: String,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// An entry that is no computer.
    #[error("{}", say!("entry {place} of {list} is {value}; it must be from {least} to {most}"))]
    Entry {
        /// The owner of the list.
        list: Whose,
        /// The place of the entry, from 1.
        place: usize,
        /// The refused value.
        value: usize,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// A list that names its process's own computer.
    #[error("{}", say!("entry {place} of {list} is {value}, the process's own computer; it must be another one from {least} to {most}"))]
    Own {
        /// The owner of the list.
        list: Whose,
        /// The place of the entry, from 1.
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
        /// The owner of the list.
        list: Whose,
        /// The place of the entry, from 1.
        place: usize,
        /// The computer named twice.
        value: usize,
        /// The place of its first mention, from 1.
        earlier: usize,
        /// The least computer allowed.
        least: usize,
        /// The greatest computer allowed.
        most: usize,
    },
    /// A list that omits a computer.
    #[error("{}", say!("{list} does not name computer {value}; add it: {} must stand there once", match *entries {
        1 => word!("the other computer").to_owned(),
        entries => say!("each of the {entries} other computers"),
    }))]
    Missing {
        /// The owner of the list.
        list: Whose,
        /// The least omitted computer.
        value: usize,
        /// The required number of entries.
        entries: usize,
    },
    /// More or fewer lists or weights than computers.
    #[error("{}", say!("there are {found} {what}; there must be {expected}, one for each computer"))]
    Number {
        /// The name of the counted things.
        what: &'static str,
        /// Their number.
        found: usize,
        /// Their required number.
        expected: usize,
    },
    /// A computer that does not exist.
    #[error("{}", say!("{what} {place} is computer {value}; it must be from 0 to {most}"))]
    Computer {
        /// The name of the thing that names the computer.
        what: &'static str,
        /// Its place, from 1.
        place: usize,
        /// The refused value.
        value: usize,
        /// The greatest computer.
        most: usize,
    },
    /// No computer is left.
    #[error("{}", say!("all {computers} computers are crashed; leave at least one up"))]
    AllDown {
        /// The number of computers.
        computers: usize,
    },
    /// A crash of a computer that is down.
    #[error("{}", say!("event {place} crashes computer {computer}, which is down already; choose one that is up"))]
    Down {
        /// The place of the event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// A repair of a computer that is up.
    #[error("{}", say!("event {place} repairs computer {computer}, which is up; choose one that is down"))]
    Up {
        /// The place of the event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// A crash of the only computer that is up.
    #[error("{}", say!("event {place} crashes computer {computer}, the last one up; leave at least one up"))]
    Last {
        /// The place of the event, from 1.
        place: usize,
        /// The computer.
        computer: usize,
    },
    /// An event that cannot be read.
    #[error("{}", say!("event {place} is {text:?}; it must be as in crash 1 or repair 1, with a computer from 0 to {most}"))]
    Event {
        /// The place of the event, from 1.
        place: usize,
        /// The refused text.
        text: String,
        /// The greatest computer.
        most: usize,
    },
    /// A number of computers without a row in a table.
    #[error("{}", say!("there is no {what} for {value} computers; choose from {least} to {most}"))]
    Table {
        /// The name of the table.
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
        /// The name of the sequence.
        what: &'static str,
        /// The number of computers that it needs.
        needed: usize,
        /// The number of computers.
        computers: usize,
    },
    /// A saved search that no search can have saved, with the reason.
    #[error("{0}")]
    Saved(&'static str),
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A whole number with thousands apart.
fn whole(number: u64) -> String {
    fixed(number as f64, 0)
}

/// A number of at most two significant digits, with thousands apart.
fn decimal(number: f64) -> String {
    match number < 1_000.0 {
        true => number.to_string(),
        false => fixed(number, 0),
    }
}

/// A whole number within its range.
///
/// # Errors
/// [`Error::Range`] where it is outside.
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

/// A finite number above 0.
///
/// # Errors
/// [`Error::Positive`] for any other.
pub(crate) fn positive(quantity: &'static str, value: f64) -> Result<f64, Error> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(Error::Positive { quantity, value })
}

/// A thing for each computer.
///
/// # Errors
/// [`Error::Number`] for more or fewer of them.
pub(crate) fn one_each(what: &'static str, found: usize, computers: usize) -> Result<(), Error> {
    if found == computers {
        return Ok(());
    }
    Err(Error::Number {
        what,
        found,
        expected: computers,
    })
}
