//! The one door to the laboratories.
//!
//! Everything flows one way: a [`Scenario`] goes in, a [`Report`] comes out, and views draw it. A run is a pure
//! function of its scenario: the same link gives the same numbers on every machine.
//!
//! | module | what it holds |
//! |---|---|
//! | [`scenario`] | what to run: a plain value with its JSON form, its schema and its checks |
//! | [`setup`] | a scenario and what is to be seen of it: itself, beside others, or swept |
//! | [`extras`] | what travels with it and changes nothing: where somebody looked, what a run came to |
//! | [`compare`] | what comes out of a set-up: variants of a scenario on the same randomness |
//! | [`link`] | a scenario as the fragment of an address, short and for ever |
//! | [`presets`] | scenarios worth starting from |
//! | [`laboratory`] | the laboratories, as a view presents them |
//! | [`models`] | which of them a program can run |
//! | [`texts`] | how texts are read, for their editors |
//! | [`traces`] | a file of one's own in a scenario |
//!
//! ```
//! use playground::{Scenario, link, run};
//! use report::Silent;
//!
//! let scenario = link::decode("#p=set-one-dynamic&runs=2&iterations=50")?.scenario;
//! let report = run(&scenario, &mut Silent)?;
//! assert_eq!(report.figures[0].key, "speedup");
//!
//! let again = link::decode(&link::encode(&scenario)?)?.scenario;
//! assert_eq!(run(&again, &mut Silent)?.fingerprint(), report.fingerprint());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
pub mod scenario;
mod alike;
mod balancing;
pub mod compare;
pub mod extras;
pub mod laboratory;
pub mod link;
pub mod models;
pub mod presets;
pub mod printed;
pub mod setup;
mod sweep;
pub mod texts;
pub mod traces;
mod variant;

use report::parameters::Rejected;
use report::quantity::Quantity;
use report::{Cancelled, Observer, Report, Sample};

use crate::laboratory::Parameters as _;

pub use compare::{Beside, Outcome, resume_setup, run_setup};
pub use extras::Extras;
pub use models::Models;
pub use scenario::Scenario;
pub use setup::{Setup, View};
pub use sweep::Ran;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Parameters that do not go together, or that do not go with the traces.
    #[error(transparent)]
    Rejected(Rejected),
    /// The scenario speaks of a file that did not travel with it.
    #[error(
        "this scenario needs the file “{name}” ({nodes} nodes, {jobs} jobs each): open it here, it stays on this device"
    )]
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
    #[error("the measured set '{key}' has to be loaded first")]
    MeasuredNeeded {
        /// Which.
        key: &'static str,
    },
    /// This program carries the models of other laboratories.
    #[error("this program has no models of the laboratory “{laboratory}”")]
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

/// Runs a scenario, of whichever laboratory.
///
/// # Errors
/// See [`Error`].
pub fn run(scenario: &Scenario, observer: &mut dyn Observer) -> Result<Report, Error> {
    Ok(run_sampled(scenario, &mut Cache::default(), observer)?.0)
}

/// The models that can be run, and what runs leave for the next ones, such as predictions and the times of messages:
/// whoever runs one scenario after another, as the page does while a slider is dragged, keeps one. No result depends on
/// what is left.
#[derive(Debug)]
pub struct Cache {
    models: Models,
    replication: replication::Cache,
}

impl Default for Cache {
    fn default() -> Self {
        Self::of(Models::ALL)
    }
}

impl Cache {
    /// Nothing yet, for these models.
    #[must_use]
    pub fn of(models: Models) -> Self {
        Self {
            models,
            replication: replication::Cache::default(),
        }
    }
}

/// Runs a scenario and keeps what each of its runs came to; of the first sample, less is better.
fn run_sampled(
    scenario: &Scenario,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let (mut report, samples) =
        each!(scenario, cache.models, door, parameters => (door.run)(parameters, cache, observer))?;
    printed::add(scenario, &mut report);
    Ok((report, samples))
}

/// Into how many parts a run of a set-up is worth being split, by one worker or by many: 1 where it is done in one go, with
/// [`run_setup`].
#[must_use]
pub fn parts(setup: &Setup) -> u32 {
    match setup.view {
        View::One => each!(&setup.scenario, parameters => parameters.parts()),
        View::Compare(_) | View::Sweep(_) => 1,
    }
}

/// One of several parts of a run, counted from 0, as bytes for [`finish`]: several workers can make one each.
///
/// # Errors
/// See [`Error`].
pub fn run_part(
    scenario: &Scenario,
    part: u32,
    parts: u32,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Vec<u8>, Error> {
    each!(scenario, cache.models, door, parameters => (door.run_part)(parameters, part, parts, cache, observer))
}

/// As [`run`], from all parts of a run, in any order. The report is the same to the bit, whatever their number.
///
/// # Errors
/// See [`Error`]; [`Error::Other`] where the parts are not those of this scenario.
pub fn finish(
    scenario: &Scenario,
    parts: &[Vec<u8>],
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Report, Error> {
    let (mut report, _) = each!(scenario, cache.models, door, parameters => (door.finish)(parameters, parts, cache, observer))?;
    printed::add(scenario, &mut report);
    Ok(report)
}

/// The registry of pure formulas of all laboratories, by name.
#[must_use]
pub fn quantities() -> Vec<Quantity> {
    let mut all = <replication::Parameters as laboratory::Parameters>::quantities();
    all.extend(<divisible::Parameters as laboratory::Parameters>::quantities());
    all.extend(<prediction::Parameters as laboratory::Parameters>::quantities());
    all
}

/// A formula by its name, such as `replication.ccr`.
#[must_use]
pub fn quantity(name: &str) -> Option<Quantity> {
    quantities()
        .into_iter()
        .find(|quantity| quantity.name == name)
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
