//! Faults of strategies.

use serde::{Deserialize, Serialize};

/// A fault of a strategy, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, from 1; 0 where it is unknown.
    pub column: usize,
    /// The fault, as a sentence that begins with a small letter and has no full stop.
    pub message: String,
}

impl Fault {
    /// A fault with a line but no place in it.
    pub fn at(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            column: 0,
            message: message.into(),
        }
    }
}
