//! What an author has to mend, and where.

use std::fmt;

/// One fault of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong, and what is allowed.
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
