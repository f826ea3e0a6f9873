//! Long searches for better rulers, sequences and lists, which can be paused and resumed. The definitions are the thesis's, the
//! searches are not.

mod course;
mod frontier;
mod lists;
mod rulers;
mod sequences;

use report::{Findings as _, Observer};

use crate::Parameters;
use crate::parameters::Sought;

/// The report of a search.
///
/// # Errors
/// [`laboratory::Error`]: a stop.
pub(super) fn report(
    parameters: &Parameters,
    observer: &mut dyn Observer,
) -> Result<laboratory::Outcome, laboratory::Error> {
    Ok(match parameters.sought {
        Sought::List => lists::compute(parameters, observer)?.told(),
        Sought::Ruler => rulers::compute(parameters, observer)?.told(),
        Sought::Sequence => sequences::compute(parameters, observer)?.told(),
    })
}
