//! The faults of a line of events.

use std::fmt;

/// A fault of a line of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The word, from 1; 0 where it is the whole line.
    pub word: usize,
    /// The kind of fault.
    pub what: What,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A time that cannot be one.
    Time {
        /// The refused text.
        value: String,
        /// The allowed times, in words.
        allowed: String,
    },
    /// No kind of event of this name.
    Kind {
        /// The refused text, or nothing.
        value: String,
        /// The known kinds.
        known: String,
    },
    /// A word that is no argument of this kind.
    Unknown {
        /// The kind of event.
        kind: &'static str,
        /// The refused text.
        value: String,
        /// The known arguments.
        known: String,
    },
    /// An argument whose value cannot be one.
    Value {
        /// The argument.
        argument: &'static str,
        /// The refused text.
        value: String,
        /// The allowed values, in words.
        allowed: String,
    },
    /// An argument that stands there already.
    Twice {
        /// The argument.
        argument: &'static str,
    },
    /// No argument that must be there.
    Missing {
        /// The kind of event.
        kind: &'static str,
        /// The argument; the first of several where one of them must be there.
        argument: &'static str,
        /// The needed arguments, in words.
        needed: String,
    },
    /// An argument beside another one that excludes it.
    Beside {
        /// The argument.
        argument: &'static str,
        /// The other one.
        other: &'static str,
    },
}

/// A part of a line that a fault belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The time.
    Time,
    /// The kind, or words that it does not take.
    Kind,
    /// The argument of this name.
    Argument(&'static str),
}

impl Fault {
    /// The part of the line with the fault.
    #[must_use]
    pub fn part(&self) -> Part {
        match self.what {
            What::Time { .. } => Part::Time,
            What::Kind { .. } | What::Unknown { .. } => Part::Kind,
            What::Value { argument, .. }
            | What::Twice { argument }
            | What::Missing { argument, .. }
            | What::Beside { argument, .. } => Part::Argument(argument),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time { value, allowed } | Self::Value { value, allowed, .. } => {
                write!(f, "{value:?} must be {allowed}")
            }
            Self::Kind { value, known } if value.is_empty() => {
                write!(f, "no kind follows the time; known are {known}")
            }
            Self::Kind { value, known } => write!(f, "unknown kind {value:?}; known are {known}"),
            Self::Unknown { kind, value, known } => {
                write!(
                    f,
                    "{value:?} is no argument of {kind:?}; write name=value, known are {known}"
                )
            }
            Self::Twice { argument } => write!(f, "{argument:?} stands there already"),
            Self::Missing { kind, needed, .. } => write!(f, "{kind:?} needs {needed}"),
            Self::Beside { argument, other } => {
                write!(f, "{argument:?} must be absent beside {other:?}")
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, word, what } = self;
        match (word, what) {
            (0, _) => write!(f, "line {line}: {what}"),
            (_, What::Value { argument, .. }) => {
                write!(f, "line {line}, word {word} ({argument}): {what}")
            }
            (_, What::Time { .. }) => write!(f, "line {line}, word {word} (time): {what}"),
            _ => write!(f, "line {line}, word {word}: {what}"),
        }
    }
}

impl std::error::Error for Fault {}
