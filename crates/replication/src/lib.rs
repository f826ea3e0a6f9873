//! SPMD iterations on time-shared nodes: equal shares, dynamic load balancing, job replication.
//!
//! A program runs the same iteration again and again: every processor does its share of the work, then all
//! exchange data and wait for each other, so that the slowest node sets the pace. Which is better: giving slow
//! nodes less to do, or giving every job to several nodes and taking the first copy that finishes?
//!
//! The model is that of M. Dobber, *Robust Applications in Time-Shared Distributed Systems*, PhD thesis, VU Amsterdam,
//! 2006, chapter 2, cited as "Dobber 2006"; choices that it leaves open are marked "own choice".
//!
//! The computations are in [`replication_model`], and are exported here under the same names; the reports on them are here.
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`rescaling`] | job runtimes for another problem size and number of processors; CCR |
//! | [`communication`] | send and finalize times of every pair; synchronisation time |
//! | [`synchronisation`] | the longest send time |
//! | [`ordering`] | processors as a chain with small send times |
//! | [`rescheduling`] | the cost of moving work |
//! | [`load`] | shares that finish together |
//! | [`homogeneous`] | nodes made identical |
//! | [`iterations`] | the inputs and outputs of a simulated strategy |
//! | [`bound`] | a lower bound on the time of every strategy |
//! | [`equal`], [`static_balancing`], [`dynamic`], [`copies`] | the strategies: ELB, SLB and S*, DLB, JR |
//! | [`speculation`] | copies of late jobs only |
//! | [`adaptive`] | DLB or JR, block by block |
//! | [`own`] | the rule for shares and copies that a user writes |
//! | [`hindsight`] | D*, and the best choice between DLB and JR |
//! | [`decision`] | whether to balance or to replicate, by Y and Y* |
//! | [`speedup`] | repeated runs, paired |
//! | [`model`] | formulas for the time of an iteration with copies, and rules for their number |
//! | [`exact`] | that time exactly, where runtimes are independent |
//! | [`study`] | many runs over the same resources for all strategies |
//! | [`topics`] | the study as a report |
//! | [`quantities`] | the pure formulas by name |

mod about;
mod cache;
mod need;
pub mod quantities;
mod rules;
pub mod topics;

use ::parameters::AnyName;
use laboratory::{About, Axis, Formula, Laboratory, Need, Outcome, Rule};
use report::{Cancelled, Observer, Report, Sample};
use trace::TraceSet;
use trace::read::View;
use words::word;

use self::parameters::Topic;

pub use cache::Cache;
pub use replication_model::{Error, Parameters, Part, Stopped, runs_of};
pub use replication_model::{
    adaptive, bound, communication, copies, decision, dynamic, equal, exact, hindsight,
    homogeneous, iterations, load, model, node_factors, ordering, own, parameters, rescaling,
    rescheduling, speculation, speedup, static_balancing, study, synchronisation,
};

/// The laboratory of equal shares, dynamic balancing and job replication.
#[derive(Clone, Copy, Debug)]
pub struct Replication;

impl Laboratory for Replication {
    type Parameters = Parameters;
    type Cache = Cache;

    const ABOUT: About = about::ABOUT;
    const FORMULAS: &'static [Formula] = quantities::FORMULAS;
    const PRINTED: &'static str = include_str!("../printed.json");
    const RULES: &'static [Rule<Parameters>] = rules::RULES;

    fn need(parameters: &Parameters) -> Need {
        need::need(parameters)
    }

    fn suggestion(parameters: &Parameters) -> [Axis; 2] {
        about::suggestion(parameters)
    }

    fn keys(parameters: &Parameters) -> &'static [AnyName] {
        about::keys(parameters)
    }

    fn uses_traces(parameters: &Parameters) -> bool {
        rules::loads(parameters)
    }

    fn view(_: &Parameters) -> View {
        View::Iterations
    }

    fn fit(parameters: &mut Parameters, set: &TraceSet) -> Vec<String> {
        about::fit(parameters, set)
    }

    fn parts(parameters: &Parameters) -> u32 {
        about::parts(parameters)
    }

    fn beginning(parameters: &Parameters, parts: u32, of: u32) -> Parameters {
        about::beginning(parameters, parts, of)
    }

    fn run(
        parameters: &Parameters,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, laboratory::Error> {
        cache.run_sampled(parameters, observer).map_err(told)
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// As many as a miniature can show.
        const ITERATIONS: u32 = 12;
        /// Enough for a curve of runs, or a histogram of draws.
        const CURVE: u32 = 128;
        match parameters.topic {
            Topic::Formulas | Topic::Model | Topic::Estimates => Parameters {
                runs: parameters.runs.min(CURVE / 4),
                iterations: parameters.iterations.min(CURVE),
                ..parameters.clone()
            },
            Topic::Strategies | Topic::Processors | Topic::Intervals | Topic::Decision => {
                Parameters {
                    runs: 1,
                    first_shown: 1,
                    iterations: parameters.iterations.min(ITERATIONS.max(parameters.copies)),
                    ..parameters.clone()
                }
            }
        }
    }

    fn run_part(
        parameters: &Parameters,
        part: u32,
        parts: u32,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<Vec<u8>, laboratory::Error> {
        let part = cache.run_part(parameters, part, parts, observer);
        Ok(part.map_err(told)?.to_bytes())
    }

    fn finish(
        parameters: &Parameters,
        parts: &[Vec<u8>],
        cache: &mut Cache,
        _observer: &mut dyn Observer,
    ) -> Result<Outcome, laboratory::Error> {
        let parts: Option<Vec<_>> = parts.iter().map(|bytes| Part::from_bytes(bytes)).collect();
        let foreign = || laboratory::Error::Other(word!("bytes that are no part of a run").into());
        cache
            .finish(parameters, parts.ok_or_else(foreign)?)
            .map_err(told)
    }
}

/// The error as every laboratory tells it.
fn told(error: Error) -> laboratory::Error {
    match error {
        Error::Rejected(rejected) => rejected.into(),
        Error::Cancelled(cancelled) => cancelled.into(),
        Error::Trace(error) => error.into(),
        Error::Stopped(stopped) => {
            let Stopped {
                rejected,
                schedule,
                asked,
            } = *stopped;
            laboratory::own::stopped(rejected, schedule, asked)
        }
        Error::LanguageNeeded => laboratory::Error::LanguageNeeded,
        error @ (Error::Schedule(_) | Error::Parts { .. }) => {
            laboratory::Error::Other(error.to_string())
        }
    }
}

/// Traces in, report out.
///
/// # Errors
/// See [`Error`]. `parameters` must have been checked at the door; the checks against the traces happen here.
pub fn run(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Report, Error> {
    Ok(run_sampled(parameters, observer)?.0)
}

/// As [`run`], with the samples of the topic, a number for each run or draw: for strategies, iteration times come first.
///
/// # Errors
/// As [`run`].
pub fn run_sampled(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    Cache::default().run_sampled(parameters, observer)
}

/// One of `parts` equal parts of the runs, counted from 0, for [`finish`]: several workers can make one each.
///
/// # Errors
/// As [`run`].
pub fn run_part(
    parameters: &Parameters,
    part: u32,
    parts: u32,
    observer: &mut dyn Observer,
) -> Result<Part, Error> {
    Cache::default().run_part(parameters, part, parts, observer)
}

/// As [`run_sampled`] where the topic is the strategies or numbers of processors, from the parts of all runs, in any order.
/// The result is the same to the bit, for any number of parts.
///
/// # Errors
/// As [`run`], and [`Error::Parts`] where the parts are not those of these parameters.
pub fn finish(
    parameters: &Parameters,
    parts: Vec<Part>,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    let finished = Cache::default().finish(parameters, parts)?;
    if observer.progress(1, 1).is_break() {
        return Err(Error::Cancelled(Cancelled));
    }
    Ok(finished)
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
