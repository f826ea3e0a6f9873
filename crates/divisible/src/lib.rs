//! Divisible loads on a star: adaptive chunks whose sizes find the speeds of the workers; contention and starvation.
//!
//! A master sends chunks of a stream to workers whose speeds it knows badly. How big should each chunk be, when should
//! the master send it, and how do wrong guesses or changing speeds affect the stream?
//!
//! The model and the algorithm are taken from D. Millot and C. Parrot, "Optimization of the Processing of Data Streams
//! on Roughly Characterized Distributed Resources", IEEE TPDS, 2016, cited as "Millot and Parrot 2016"; our decisions
//! where the paper leaves a question open are marked "own choice".
//!
//! The models are in [`divisible_model`], and are offered here by the same names; the texts about them are here.
//!
//! | module | idea |
//! |---|---|
//! | [`platform`] | workers, their links and their believed values; the paper's tables; tables that users paste |
//! | [`speeds`] | speeds that vary in time: the ends of activities |
//! | [`formulas`] | closed forms: chunks round by round, windows, spacings, targets, efficiencies |
//! | [`theorems`] | the propositions for a platform: the workers that meet their hypotheses, and the outcome |
//! | [`what_if`] | the shortest target, and the workers to drop |
//! | [`selection`] | the selection of workers for streams |
//! | [`settings`] | the scheduler and its variants, and the end of the stream |
//! | [`as4dr`] | the simulation of one star |
//! | [`streams`] | several stars at once |
//! | [`baselines`] | established methods for a finite load of known size: not from the paper |
//! | [`outcome`] | the outcome of a run: efficiency, throughput, starvation, contention |
//! | [`watch`] | the events of each round |
//! | [`lanes`] | the Gantt chart |
//! | [`parameters`] | the parameters of a scenario |
//! | [`experiment`] | the platform, the scheduler and the stream of a scenario |
//! | [`study`] | runs and campaigns of runs |
//! | [`topics`] | a study as a report |
//! | [`quantities`] | the pure formulas by name |

mod about;
pub mod quantities;
pub mod study;
pub mod theorems;
mod theory;
pub mod topics;
pub mod what_if;

use ::parameters::AnyName;
use laboratory::{About, Axis, Formula, Laboratory, Need, Rule};
use report::{Observer, Report, Sample};
use trace::TraceSet;

use self::parameters::{Topic, Workers};

pub use divisible_model::{Error, Outcome, Parameters, Platform, Settings, Stream, Worker};
pub use divisible_model::{
    as4dr, baselines, experiment, formulas, lanes, outcome, parameters, platform, selection,
    settings, speeds, streams, watch,
};

/// The laboratory of divisible loads.
#[derive(Clone, Copy, Debug)]
pub struct Divisible;

impl Laboratory for Divisible {
    type Parameters = Parameters;
    type Cache = ();

    const ABOUT: About = about::ABOUT;
    const FORMULAS: &'static [Formula] = quantities::FORMULAS;
    const PRINTED: &'static str = include_str!("../printed.json");
    const RULES: &'static [Rule<Parameters>] = about::RULES;

    fn need(parameters: &Parameters) -> Need {
        about::need(parameters)
    }

    fn suggestion(parameters: &Parameters) -> [Axis; 2] {
        about::suggestion(parameters)
    }

    fn keys(parameters: &Parameters) -> &'static [AnyName] {
        about::keys(parameters)
    }

    fn uses_traces(parameters: &Parameters) -> bool {
        experiment::uses_traces(parameters)
    }

    fn fit(parameters: &mut Parameters, _set: &TraceSet) -> Vec<String> {
        about::fit(parameters)
    }

    fn run(
        parameters: &Parameters,
        (): &mut (),
        observer: &mut dyn Observer,
    ) -> Result<laboratory::Outcome, laboratory::Error> {
        run(parameters, observer).map_err(|error| match error {
            Error::Stopped(stop) => match divisible_model::study::stopped(parameters, &stop) {
                Ok((schedule, asked)) => laboratory::own::stopped(stop.rejected, schedule, asked),
                Err(error) => failed(error),
            },
            error => failed(error),
        })
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// As many workers and targets as a thumbnail can show.
        const WORKERS: u32 = 6;
        const TARGETS: u32 = 4;
        // Variation takes time, and so do many targets: fewer workers instead.
        let (platform, clusters, whole) = match parameters.topic {
            Topic::Dynamicity if parameters.platform == Workers::Table3 => {
                (Workers::Table3Four, 1, true)
            }
            Topic::Dynamicity | Topic::Target => (parameters.platform, parameters.clusters, true),
            // On one star all 1,000 workers would have a lane.
            Topic::Stream if parameters.platform == Workers::Table3 && parameters.clusters == 1 => {
                (Workers::Table3Four, 1, false)
            }
            Topic::Stream
            | Topic::Finite
            | Topic::Propositions
            | Topic::Inaccuracy
            | Topic::Selection => (parameters.platform, parameters.clusters, false),
        };
        let most = parameters.target * f64::from(parameters.shown_from + 3 * TARGETS);
        Parameters {
            runs: 1,
            platform,
            clusters,
            workers_shown: parameters.workers_shown.min(WORKERS),
            shown: parameters.shown.min(TARGETS),
            time_limit: parameters.time_limit.min(0.1),
            horizon: if whole {
                parameters.horizon
            } else {
                parameters.horizon.min(most)
            },
            ..parameters.clone()
        }
    }
}

/// Returns the report for the parameters, with the outcome of each run: of the first sample, less is better.
///
/// # Errors
/// See [`Error`]. `parameters` must have been checked beforehand; errors that depend on the platform and the traces are
/// found here.
pub fn run(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    topics::report(parameters, observer)
}

/// The laboratory's error where there is no report.
fn failed(error: Error) -> laboratory::Error {
    match error {
        Error::Rejected(rejected) => rejected.into(),
        Error::Cancelled(cancelled) => cancelled.into(),
        Error::Trace(error) => error.into(),
        Error::LanguageNeeded => laboratory::Error::LanguageNeeded,
        other => laboratory::Error::Other(other.to_string()),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
