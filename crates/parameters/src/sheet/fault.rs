//! The faults of a sheet.

use std::fmt;

/// A fault of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 where it is the whole sheet.
    pub line: usize,
    /// The column of the sheet, from 1; 0 where it is the whole line or sheet.
    pub column: usize,
    /// The kind of fault.
    pub what: What,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A cell that its column does not take.
    Cell {
        /// The column's name.
        header: &'static str,
        /// The refused cell.
        value: String,
        /// The allowed values, in words.
        allowed: &'static str,
    },
    /// A cell that no column is for.
    TooMany {
        /// The refused cell.
        value: String,
    },
    /// A header that no column has.
    Unknown {
        /// The refused header.
        header: String,
        /// The known headers.
        known: String,
    },
    /// A header that stands there already.
    Twice {
        /// The column's name.
        header: &'static str,
    },
    /// No column that must be there.
    Missing {
        /// The column's name.
        header: &'static str,
    },
    /// No row.
    Empty,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { value, allowed, .. } => write!(f, "{value:?} must be {allowed}"),
            Self::TooMany { value } => {
                write!(
                    f,
                    "{value:?} must be absent: there are more cells than columns"
                )
            }
            Self::Unknown { header, known } => {
                write!(f, "unknown header {header:?}; known are {known}")
            }
            Self::Twice { header } => {
                write!(f, "header {header:?} stands in another column already")
            }
            Self::Missing { header } => {
                write!(f, "no column with the header {header:?}; a row needs one")
            }
            Self::Empty => f.write_str("the table has no rows; it needs at least one"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, what } = self;
        match what {
            What::Missing { .. } | What::Empty => what.fmt(f),
            What::Cell { header, .. } => {
                write!(f, "line {line}, column {column} ({header}): {what}")
            }
            _ => write!(f, "line {line}, column {column}: {what}"),
        }
    }
}

impl std::error::Error for Fault {}
