//! What can be wrong with a line of events.

use std::fmt;

/// What is wrong with a line of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The word, from 1; 0 where it is the whole line.
    pub word: usize,
    /// What is wrong there.
    pub what: What,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A time that cannot be one.
    Time {
        /// What stands there.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// No kind of event of this name.
    Kind {
        /// What stands there, or nothing.
        value: String,
        /// The kinds that are known.
        known: String,
    },
    /// A word that is no argument of this kind.
    Unknown {
        /// The kind of event.
        kind: &'static str,
        /// What stands there.
        value: String,
        /// The arguments that are known.
        known: String,
    },
    /// An argument whose value cannot be one.
    Value {
        /// The argument.
        argument: &'static str,
        /// What stands there.
        value: String,
        /// What is allowed.
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
        /// The argument; the first of several of which one must be there.
        argument: &'static str,
        /// What must be there.
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
    /// The part of the line that it belongs to.
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
