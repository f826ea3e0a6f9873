//! Complaints: place, value and allowed values.

use std::fmt;

use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

/// One complaint about a value from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Where: the parameter's path, such as `replication.processors`; empty for the whole value.
    pub place: String,
    /// The value found there, as JSON, shortened.
    pub value: String,
    /// The allowed values.
    pub expected: String,
    /// Where in the value, if that is a text of several lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, from 1; 0 where it is not known.
    pub column: usize,
}

impl Problem {
    /// The allowed values, without the word “allowed” before them.
    #[must_use]
    pub fn allowed(&self) -> &str {
        self.expected
            .strip_prefix("allowed: ")
            .unwrap_or(&self.expected)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place.is_empty(), self.value.is_empty()) {
            (true, _) => f.write_str(&self.expected),
            (false, true) => write!(f, "{}: {}", self.place, self.expected),
            (false, false) => write!(f, "{} is {}; {}", self.place, self.value, self.expected),
        }
    }
}

/// The refusal of a value, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, thiserror::Error)]
pub struct Rejected {
    /// At least one complaint.
    pub problems: Vec<Problem>,
}

impl Rejected {
    /// A single complaint.
    #[must_use]
    pub fn one(place: &str, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        Self {
            problems: vec![Problem {
                place: place.into(),
                value: value.to_string(),
                expected: expected.into(),
                spot: None,
            }],
        }
    }

    /// The same complaints, about this place in the value.
    #[must_use]
    pub fn at(mut self, spot: Spot) -> Self {
        for problem in &mut self.problems {
            problem.spot = Some(spot);
        }
        self
    }

    /// The same complaints, each place below `parent`.
    #[must_use]
    pub fn below(mut self, parent: &str) -> Self {
        for problem in &mut self.problems {
            problem.place = match problem.place.as_str() {
                "" => parent.into(),
                item if item.starts_with('[') => format!("{parent}{item}"),
                place => format!("{parent}.{place}"),
            };
        }
        self
    }
}

/// With the sentence beside the complaints: a script that only tells the refusal has no wording of its own.
impl Serialize for Rejected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Rejected", 2)?;
        out.serialize_field("problems", &self.problems)?;
        out.serialize_field("said", &self.to_string())?;
        out.end()
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}
