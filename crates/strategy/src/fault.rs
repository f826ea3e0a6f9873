//! What is wrong with a strategy.

use serde::{Deserialize, Serialize};

/// What is wrong with a strategy, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, from 1; 0 where it is not known.
    pub column: usize,
    /// What is wrong, as a sentence that begins with a small letter and has no full stop.
    pub message: String,
}

impl Fault {
    /// A fault that has a line alone.
    pub fn at(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column: 0,
            message: message.into(),
        }
    }
}
