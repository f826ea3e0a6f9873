//! The fault at one place of a file.

use std::fmt;

/// The number of problems that a reading keeps; all are counted.
pub const KEPT_PROBLEMS: usize = 20;
/// The most characters of an excerpt.
const EXCERPT: usize = 40;

/// One place of a file that could not be used as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// The column of the table, from 1; in JSON the byte of the line at which the event begins.
    pub column: u64,
    /// The text there, shortened and on one line; empty when there is none.
    pub excerpt: String,
    /// The expectation there, and the treatment of the row.
    pub expected: String,
    /// The number of further places that this one tells of: see [`Reading::told`](super::Reading::told).
    pub more: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            excerpt,
            expected,
            more,
        } = self;
        write!(f, "line {line}, column {column}: ")?;
        if excerpt.is_empty() {
            write!(f, "found nothing, expected {expected}")?;
        } else {
            write!(f, "found '{excerpt}', expected {expected}")?;
        }
        match more {
            0 => Ok(()),
            1 => write!(f, " (and in 1 more line)"),
            more => write!(f, " (and in {more} more lines)"),
        }
    }
}

/// The first problems of a file, and the number of all.
#[derive(Debug, Default)]
pub(super) struct Problems {
    first: Vec<Problem>,
    total: usize,
}

impl Problems {
    /// Counts a problem, and keeps it when it is among the first of the file; only then is `expected` called.
    /// `column` counts from 0.
    pub(super) fn add(
        &mut self,
        line: u64,
        column: usize,
        found: &str,
        expected: impl FnOnce() -> String,
    ) {
        self.total += 1;
        let column = column as u64 + 1;
        let place = self
            .first
            .partition_point(|problem| (problem.line, problem.column) <= (line, column));
        if place < KEPT_PROBLEMS {
            self.first.truncate(KEPT_PROBLEMS - 1);
            let problem = Problem {
                line,
                column,
                excerpt: excerpt(found),
                expected: expected(),
                more: 0,
            };
            self.first.insert(place, problem);
        }
    }

    /// The problems that were kept, in the order of the file, and the number of all.
    pub(super) fn into_parts(self) -> (Vec<Problem>, usize) {
        (self.first, self.total)
    }
}

/// The start of a cell, without line breaks.
fn excerpt(cell: &str) -> String {
    let mut characters = cell
        .trim()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c });
    let mut excerpt: String = characters.by_ref().take(EXCERPT).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}
