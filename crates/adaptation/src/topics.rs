//! A question as a report.

mod climbers;
mod landscape;
mod metrics;
mod run;
mod tournament;

use report::{Findings as _, Observer};

use crate::Parameters;
use crate::parameters::Topic;
use crate::study::Cache;

/// The report on the topic of a scenario.
///
/// # Errors
/// [`laboratory::Error`]: a text that cannot be read, with its place; a stop.
pub(crate) fn report(
    parameters: &Parameters,
    cache: &mut Cache,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    Ok(match parameters.topic {
        Topic::Run => run::compute(parameters, cache, observer)?.told(),
        Topic::Landscape => landscape::told(parameters, observer)?,
        Topic::Climbers => climbers::compute(parameters, observer)?.told(),
        Topic::Tournament => tournament::compute(parameters, observer)?.told(),
        Topic::Grid => tournament::grid::compute(parameters, observer)?.told(),
        Topic::Metrics => metrics::compute(parameters)?.told(),
    })
}
