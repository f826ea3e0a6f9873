//! The faults that an author has to mend, with their lines.

use std::fmt;

/// One fault of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The fault, with the allowed form.
    pub message: String,
}

impl Problem {
    /// A fault in this line.
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { line, message }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Problem {}

/// A list as a sentence names it.
pub(crate) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}
