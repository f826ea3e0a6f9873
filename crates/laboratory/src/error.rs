//! Why there is no report.

use parameters::Rejected;
use report::{Cancelled, Report};
use words::say;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Parameters that do not go together, or that do not go with the traces.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The scenario speaks of a file that did not travel with it.
    #[error("{}", say!("this scenario needs the file “{name}” ({nodes} nodes, {jobs} jobs each): open it here, it stays on this device"))]
    FileNeeded {
        /// The file's name.
        name: String,
        /// The digest of its content.
        digest: String,
        /// How many series it has.
        nodes: usize,
        /// How many jobs each has at least.
        jobs: usize,
    },
    /// The scenario needs a measured set that this program does not carry: see [`trace::measured::give`].
    #[error("{}", say!("the measured set '{key}' has to be loaded first"))]
    MeasuredNeeded {
        /// The key of the set.
        key: &'static str,
    },
    /// The scenario has an own strategy, and this program does not carry the language: see [`strategy::give`].
    #[error("{}", say!("the language of own strategies has to be loaded first"))]
    LanguageNeeded,
    /// An own strategy stopped the run: the report says why, and has the schedule up to there.
    #[error("{}", stopped(.0))]
    Stopped(Box<Report>),
    /// This program carries the models of other laboratories.
    #[error("{}", say!("this program has no models of the laboratory “{laboratory}”"))]
    Elsewhere {
        /// Whose models are needed.
        laboratory: &'static str,
    },
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// Why a strategy stopped a run.
fn stopped(report: &Report) -> String {
    let why = report.stopped.as_ref();
    why.map_or_else(|| report.headline.clone(), Rejected::to_string)
}

impl Error {
    /// The same for callers without a use for the beginning of a run: a stopped run is refused.
    #[must_use]
    pub fn without_beginning(self) -> Self {
        match self {
            Self::Stopped(report) => match report.stopped {
                Some(rejected) => Self::Rejected(rejected),
                None => Self::Other(report.headline),
            },
            error => error,
        }
    }
}

impl From<trace::Error> for Error {
    fn from(error: trace::Error) -> Self {
        match error {
            trace::Error::FileNeeded {
                name,
                digest,
                nodes,
                jobs,
            } => Self::FileNeeded {
                name,
                digest,
                nodes,
                jobs,
            },
            trace::Error::MeasuredNeeded { key } => Self::MeasuredNeeded { key },
            other => Self::Other(other.to_string()),
        }
    }
}
