//! A question as a report.

mod crash;

use report::{Findings as _, Observer};

use crate::Parameters;
use crate::parameters::Topic;

/// What the topic of a scenario asks for.
///
/// # Errors
/// [`laboratory::Error`]: a text that cannot be read, with its place; a stop.
pub(crate) fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    Ok(match parameters.topic {
        _ => crash::compute(parameters, observer)?.told(),
    })
}
