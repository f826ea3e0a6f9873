//! The study as a report.

mod blocks;
mod charts;
mod communication;
mod course;
mod curves;
mod decision;
mod estimates;
mod formulas;
mod intervals;
mod model;
mod nodes;
mod notes;
mod numbers;
mod outcomes;
mod processors;
mod setting;
mod strategies;
mod worlds;

use report::{Findings as _, Observer, Report, Sample};

pub(crate) use setting::{family_name, numbers_of};

use crate::parameters::{Parameters, Topic};
use crate::study::Compared;
use crate::{Cache, Error};

/// The report on the topic of a scenario, with the samples of each run.
///
/// # Errors
/// See [`Error`].
pub fn of(
    parameters: &Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<(Report, Vec<Sample>), Error> {
    Ok(match parameters.topic {
        Topic::Strategies | Topic::Processors => cache.strategies(parameters, observer)?,
        Topic::Intervals => intervals::compute(parameters, observer)?.told(),
        Topic::Decision => decision::compute(parameters, observer)?.told(),
        Topic::Formulas => formulas::compute(parameters)?.told(),
        Topic::Model => model::compute(parameters, observer)?.told(),
        Topic::Estimates => estimates::compute(parameters, observer)?.told(),
    })
}

/// The report on strategies, on one number of processors or several, with the samples of each run.
pub(crate) fn compared(compared: Compared<'_>) -> (Report, Vec<Sample>) {
    match compared {
        Compared::Machines(machines) => processors::compute(machines).told(),
        Compared::Strategies(study, results) => strategies::compute(study, results).told(),
    }
}
