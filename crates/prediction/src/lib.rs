//! Traces and forecasts: the kind of machine that a trace comes from, and the predictor that suits it.
//!
//! A node that is shared with others needs now more, now less time for the same job. Can the next time be predicted,
//! how well, by which method, and which properties of the trace decide that?
//!
//! The statistics are those of M. Dobber, *Robust Applications in Time-Shared Distributed Systems*, PhD thesis, VU
//! Amsterdam, 2006, chapter 3, the predictors those of its chapter 7, cited as "Dobber 2006", and some of ours, marked
//! so; choices that it leaves open are marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`study`] | the traces, checked against the parameters |
//! | [`guesses`] | the reader against predictors, on the same hidden values |
//! | [`predictor`] | the predictor: a method, or the user's own strategy |
//! | [`own`] | the user's own strategy |
//! | [`course`] | a predictor over one series: forecasts, errors, the weight it gives to the newest value |
//! | [`tournament`] | all predictors over the same series, paired |
//! | [`paired`] | whether one predictor is better than another beyond chance |
//! | [`topics`] | the study as a report |
//! | [`Cache`] | data kept from one run for the next |
//! | [`quantities`] | the pure formulas by name |

mod about;
mod balancing;
mod cache;
pub mod course;
pub mod guesses;
pub mod own;
pub mod paired;
pub mod parameters;
pub mod predictor;
pub mod quantities;
pub mod study;
pub mod topics;
pub mod tournament;

use ::parameters::{AnyName, Rejected};
use laboratory::{About, Axis, Formula, Laboratory, Need, Rule};
use report::{Cancelled, Observer, Passes, Report, Sample};
use trace::TraceSet;
use trace::read::View;

use self::parameters::Topic;

pub use self::cache::Cache;
pub use self::parameters::Parameters;
pub use self::predictor::Predictor;

/// The laboratory of traces and forecasts.
#[derive(Clone, Copy, Debug)]
pub struct Prediction;

impl Laboratory for Prediction {
    type Parameters = Parameters;
    type Cache = Cache;

    const ABOUT: About = about::ABOUT;
    const FORMULAS: &'static [Formula] = quantities::FORMULAS;
    const PRINTED: &'static str = include_str!("../printed.json");
    const RULES: &'static [Rule<Parameters>] = about::RULES;

    fn need(parameters: &Parameters) -> Need {
        about::need(parameters)
    }

    fn suggestion(_: &Parameters) -> [Axis; 2] {
        about::suggestion()
    }

    fn keys(parameters: &Parameters) -> &'static [AnyName] {
        about::keys(parameters)
    }

    fn view(parameters: &Parameters) -> View {
        about::view(parameters)
    }

    fn fit(parameters: &mut Parameters, set: &TraceSet) -> Vec<String> {
        about::fit(parameters, set)
    }

    fn run(
        parameters: &Parameters,
        cache: &mut Cache,
        observer: &mut dyn Observer,
    ) -> Result<laboratory::Outcome, laboratory::Error> {
        // The tournament and the programs that its forecasts balance: roughly as much work.
        let forecasts = parameters.topic == Topic::Forecasts;
        let mut passes = Passes::new(observer, if forecasts { 2 } else { 1 });
        let Outcome {
            mut report,
            mut samples,
            tournament,
        } = run_after(parameters, cache, &mut passes.next(1))?;
        if forecasts {
            let pass = &mut passes.next(1);
            let balanced = balancing::add(parameters, &tournament, &mut report, cache, pass)?;
            samples.extend(balanced);
        }
        Ok((report, samples))
    }

    fn miniature(parameters: &Parameters) -> Parameters {
        /// As many as a stamp can show.
        const VALUES: u32 = 160;
        Parameters {
            // A stamp shows the course of one series.
            topic: match parameters.topic {
                Topic::Forecasts => Topic::Forecasts,
                Topic::Series | Topic::Set | Topic::Likeness => Topic::Series,
            },
            values: parameters.values.min(parameters.first + VALUES),
            shown: VALUES,
            entrants: 1,
            processors: 2,
            runs: 1,
            ..parameters.clone()
        }
    }
}

/// Errors of a study.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A parameter that does not go with the traces.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The traces could not be loaded.
    #[error(transparent)]
    Trace(#[from] trace::Error),
    /// The own strategy needs its language first, or stopped the run.
    #[error(transparent)]
    Own(#[from] laboratory::Error),
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<Error> for laboratory::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Rejected(rejected) => rejected.into(),
            Error::Cancelled(cancelled) => cancelled.into(),
            Error::Trace(error) => error.into(),
            Error::Own(error) => error,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The numbers of each series that the topic is about. Where it is forecasts: first the error of the predictor over the
    /// mean of the series, where less is better, then other scores.
    pub samples: Vec<Sample>,
    /// The scores of the predictors; none where the topic has no predictions.
    pub tournament: tournament::Tournament,
}

/// The report of a scenario, and the numbers behind it.
///
/// # Errors
/// See [`Error`]. `parameters` must have been checked at the door; the checks against the traces happen here.
pub fn run(parameters: &Parameters, observer: &mut dyn Observer) -> Result<Outcome, Error> {
    run_after(parameters, &mut Cache::default(), observer)
}

/// As [`run`], with the data kept from runs before.
fn run_after(
    parameters: &Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    let mut study = study::Study::of(parameters, cache.traces(parameters)?)?;
    study.ask(&mut cache.forecasts, observer)?;
    topics::outcome(&study, &mut cache.forecasts, observer)
}

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
