//! Refusals, as objects that the module turns into errors.

use parameters::Rejected;
use playground::{Error, link};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::js;

/// A refusal, as a script receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Its kind, for programs.
    pub code: &'static str,
    /// The whole message.
    pub message: String,
    /// The refused values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// The missing file of traces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Box<File>>,
    /// The measured set that this program needs first; the module gives it, so that no script sees this field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<&'static str>,
}

/// A refused value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The path of the parameter; empty for the whole value.
    pub place: String,
    /// The refused value.
    pub value: String,
    /// The allowed values.
    pub allowed: String,
}

/// A file of traces that a scenario names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// The file's name.
    pub name: String,
    /// The digest of its content.
    pub digest: String,
    /// The number of its series.
    pub nodes: usize,
    /// The least number of jobs of a series.
    pub jobs: usize,
}

impl Failure {
    fn new(code: &'static str, message: String) -> Self {
        Self {
            code,
            message,
            problems: Vec::new(),
            file: None,
            measured: None,
        }
    }

    /// A refusal that has only a message.
    #[must_use]
    pub fn other(message: String) -> Self {
        Self::new("failed", message)
    }

    /// Traces that cannot be used.
    #[must_use]
    pub fn traces(error: trace::Error) -> Self {
        Self::new("traces", error.to_string())
    }
}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        let mut failure = Self::new("parameters", rejected.to_string());
        failure.problems = rejected
            .problems
            .into_iter()
            .map(|problem| Problem {
                allowed: problem.allowed().into(),
                place: problem.place,
                value: problem.value,
            })
            .collect();
        failure
    }
}

impl From<link::Error> for Failure {
    fn from(error: link::Error) -> Self {
        let message = error.to_string();
        let code = match error {
            link::Error::Rejected(rejected) => {
                return Self {
                    message,
                    ..rejected.into()
                };
            }
            link::Error::TooLarge { .. } => "link-too-large",
            link::Error::TooLong { .. } => "link-too-long",
            link::Error::Bomb => "link-bomb",
            link::Error::UnknownForm { .. } => "link-unknown-form",
            link::Error::Damaged { .. } => "link-damaged",
            link::Error::UnknownPreset { .. } => "unknown-preset",
        };
        Self::new(code, message)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let error = error.without_beginning();
        let message = error.to_string();
        match error {
            Error::Rejected(rejected) => rejected.into(),
            Error::FileNeeded {
                name,
                digest,
                nodes,
                jobs,
            } => {
                let file = File {
                    name,
                    digest,
                    nodes,
                    jobs,
                };
                Self {
                    file: Some(Box::new(file)),
                    ..Self::new("file-needed", message)
                }
            }
            Error::Cancelled(_) => Self::new("cancelled", message),
            Error::MeasuredNeeded { key } => Self {
                measured: Some(key),
                ..Self::new("measured-needed", message)
            },
            Error::LanguageNeeded => Self::new("language-needed", message),
            Error::Elsewhere { .. } => Self::new("elsewhere", message),
            Error::Other(_) | Error::Stopped(_) => Self::other(message),
        }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        js(&failure).unwrap_or_else(|_| Self::from_str(&failure.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_keeps_place_and_value_and_says_what_is_allowed_without_saying_allowed() {
        let failure = Failure::from(Rejected::one("replication.copies", 9, "allowed: 1 to 4"));
        assert_eq!(failure.message, "replication.copies is 9; allowed: 1 to 4");
        let problem = Problem {
            place: "replication.copies".into(),
            value: "9".into(),
            allowed: "1 to 4".into(),
        };
        assert_eq!(
            (failure.code, failure.problems),
            ("parameters", vec![problem])
        );
    }

    #[test]
    fn a_link_that_asks_for_what_is_not_allowed_complains_about_the_parameter() {
        let error = link::decode("#p=set-one-dynamic&processors=0").unwrap_err();
        let failure = Failure::from(error);
        assert!(
            failure
                .message
                .starts_with("this link has a value that is not allowed")
        );
        let places: Vec<_> = failure
            .problems
            .iter()
            .map(|problem| &*problem.place)
            .collect();
        assert_eq!((failure.code, places), ("parameters", vec!["processors"]));
    }
}
