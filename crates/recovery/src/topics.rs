//! A question as a report.

mod availability;
mod crash;
pub(crate) mod faults;
mod gap;
mod guarantees;
mod printed;
mod search;
mod triangle;
mod vectors;

use report::{Findings as _, Observer};

use crate::parameters::Topic;
use crate::{Parameters, own};

/// The report on the topic of a scenario.
///
/// # Errors
/// [`laboratory::Error`]: an unreadable text, with its place; a stop.
pub(crate) fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    let (mut report, samples) = match parameters.topic {
        Topic::Crash => crash::compute(parameters, observer)?.told(),
        Topic::Vectors => vectors::compute(parameters, observer)?.told(),
        Topic::Guarantees => guarantees::compute(parameters, observer)?.told(),
        Topic::Gap => gap::compute(parameters, observer)?.told(),
        Topic::Printed => printed::compute(parameters, observer)?.told(),
        Topic::Faults => faults::compute(parameters, observer)?.told(),
        Topic::Availability => availability::compute(parameters)?.told(),
        Topic::Search => search::report(parameters, observer)?,
    };
    if own::takes_part(parameters) {
        report.asked = own::asked(parameters)?;
    }
    Ok((report, samples))
}
