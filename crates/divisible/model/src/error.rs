//! Errors of a platform, a profile or a run.

use parameters::Rejected;
use report::Cancelled;
use words::{say, word};

use crate::own::Stop;
use crate::speeds::MOST;

/// Why a platform, a profile or a run is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A platform without workers.
    #[error("{}", word!("the platform has no workers; it needs at least one"))]
    Empty,
    /// A number of a worker that no worker can have.
    #[error("{}", say!("worker {worker}: {quantity} is {value}; it must be {allowed}"))]
    Worker {
        /// The worker's name.
        worker: String,
        /// The name of the number.
        quantity: &'static str,
        /// The refused value.
        value: f64,
        /// The allowed values.
        allowed: &'static str,
    },
    /// A number of the run out of range.
    #[error("{}", say!("{quantity} is {value}; it must be {allowed}"))]
    Run {
        /// The name of the number.
        quantity: &'static str,
        /// The refused value.
        value: f64,
        /// The allowed values.
        allowed: &'static str,
    },
    /// Workers of several kinds, where all must be alike.
    #[error("{}", word!("it is defined for workers that are all alike"))]
    Unlike,
    /// A load whose plan would leave a worker without work.
    #[error("{}", word!("the load is too small: latencies leave some worker without work"))]
    TooSmall,
    /// A table of workers that cannot be read.
    #[error(transparent)]
    Table(#[from] parameters::sheet::Fault),
    /// A step that is not a date and a factor.
    #[error("{}", say!("step {step}: {text:?} must be a date in s and a factor, as in 300:0.5"))]
    Step {
        /// The number of the step, from 1.
        step: usize,
        /// The refused text.
        text: String,
    },
    /// A date that is not finite, is negative, or does not come after the one before.
    #[error("{}", say!("step {step}: date {date} s must be finite, at least 0 and after the date of the step before"))]
    StepDate {
        /// The number of the step, from 1.
        step: usize,
        /// Its date, s.
        date: f64,
    },
    /// A factor at which nothing would ever end, or that no machine has.
    #[error("{}", say!("step {step}: factor {factor} must be more than 0 and at most {MOST}: a reduction stays below 100 %"))]
    StepFactor {
        /// The number of the step, from 1.
        step: usize,
        /// Its factor.
        factor: f64,
    },
    /// Parameters that do not go together, or not with the traces.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The traces could not be loaded.
    #[error(transparent)]
    Trace(#[from] trace::Error),
    /// A simulation recorded a schedule that breaks its own rules: a fault in this crate.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// A strategy of one's own stopped the run.
    #[error("{}", .0.rejected)]
    Stopped(Box<Stop>),
    /// A strategy of one's own needs its language first.
    #[error("{}", word!("the language of own strategies has to be loaded first"))]
    LanguageNeeded,
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
