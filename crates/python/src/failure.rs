//! Why something was refused, as an exception.

use parameters::Rejected;
use playground::{Error, link};
use pyo3::prelude::*;

/// Why a call ends without a result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A value is not allowed: the whole of it in words, and each complaint.
    NotAllowed(String, Rejected),
    /// The scenario needs a file of traces.
    FileNeeded {
        message: String,
        name: String,
        digest: String,
        nodes: usize,
        jobs: usize,
    },
    /// Something could not be read, written or run.
    Other(String),
    /// The exception that Python raised meanwhile, such as `KeyboardInterrupt`.
    Raised(PyErr),
}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::NotAllowed(rejected.to_string(), rejected)
    }
}

impl From<link::Error> for Failure {
    fn from(error: link::Error) -> Self {
        let message = error.to_string();
        match error {
            link::Error::Rejected(rejected) => Self::NotAllowed(message, rejected),
            _ => Rejected::one("", "", message).into(),
        }
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
            } => Self::FileNeeded {
                message,
                name,
                digest,
                nodes,
                jobs,
            },
            _ => Self::Other(message),
        }
    }
}

impl From<batch::Error> for Failure {
    fn from(error: batch::Error) -> Self {
        let message = error.to_string();
        match error {
            batch::Error::Plan { rejected, .. } => Self::NotAllowed(message, rejected),
            batch::Error::NotAllowed(reason) => Rejected::one("", "", reason).into(),
            batch::Error::Point { error, .. } => match Self::from(error) {
                Self::Other(_) => Self::Other(message),
                own => own,
            },
            batch::Error::File { .. } | batch::Error::Full { .. } => Self::Other(message),
        }
    }
}

impl From<trace::Error> for Failure {
    fn from(error: trace::Error) -> Self {
        Rejected::one("traces", "", error.to_string()).into()
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| failure.raised(py)).unwrap_or_else(|error| error)
    }
}

impl Failure {
    /// The exception of the package, which Python code defines so that it can be pickled.
    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        let errors = py.import("makespan.errors")?;
        let made = match self {
            Self::NotAllowed(message, rejected) => {
                let problems = rejected.problems.iter();
                let problems: Vec<_> = problems
                    .map(|one| (&one.place, &one.value, one.allowed()))
                    .collect();
                errors.getattr("NotAllowed")?.call1((message, problems))?
            }
            Self::FileNeeded {
                message,
                name,
                digest,
                nodes,
                jobs,
            } => {
                let file = (message, name, digest, nodes, jobs);
                errors.getattr("FileNeeded")?.call1(file)?
            }
            Self::Other(message) => errors.getattr("Failed")?.call1((message,))?,
            Self::Raised(error) => return Ok(error),
        };
        Ok(PyErr::from_value(made))
    }
}
