//! A question as a report.

mod cuts;
mod equal_jobs;
mod fewer_and_more;
mod jobs;
mod migration_cost;
mod preemption;
mod program;
pub(crate) mod reallocation;
mod search;
mod surface;
mod table;
mod transformation;

use bounds_model::Thick;
use report::{Findings as _, Observer};

use crate::Parameters;
use crate::parameters::Topic;

/// The most steps of a walk or of a search that are listed.
const MOST_STEPS: usize = 200;

/// The report of a scenario's topic.
///
/// # Errors
/// [`laboratory::Error`]: a text that cannot be read, with its place; a stop.
pub(crate) fn report(
    parameters: &Parameters,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    Ok(match parameters.topic {
        Topic::Reallocation => reallocation::compute(parameters, thick, observer)?.told(),
        Topic::Preemption => preemption::compute(parameters)?.told(),
        Topic::EqualJobs => equal_jobs::compute(parameters)?.told(),
        Topic::Program => program::compute(parameters, thick, observer)?.told(),
        Topic::Surface => surface::compute(parameters, thick, observer)?.told(),
        Topic::Table => table::compute(parameters)?.told(),
        Topic::MigrationCost => migration_cost::compute(parameters, observer)?.told(),
        Topic::Search => search::compute(parameters, thick, observer)?.told(),
        Topic::Transformations => transformation::told(parameters, thick, observer)?,
        Topic::Jobs => jobs::compute(parameters, observer)?.told(),
    })
}
