//! What an editor of a text needs to know: how the text is read, and what is wrong with it.

use divisible::Error;
use divisible::platform::{COLUMNS, USUAL};
use divisible::speeds::Steps;
use report::sheet::{Column, Fault, Sheet};

/// The largest factor of a step.
pub const MOST_FACTOR: f64 = divisible::speeds::MOST;

/// The columns of a table of workers.
#[must_use]
pub fn worker_columns() -> &'static [Column] {
    &COLUMNS
}

/// A table of workers as it stands, right or wrong.
#[must_use]
pub fn workers(text: &str) -> Sheet {
    Sheet::read(text, &COLUMNS, &USUAL)
}

/// All that is wrong with a table of workers.
#[must_use]
pub fn faults(workers: &Sheet) -> Vec<Fault> {
    workers.faults(&COLUMNS)
}

/// What is wrong with a step function of time: which step, from 1, and why.
///
/// ```
/// use playground::texts::wrong_step;
/// assert_eq!(wrong_step("300:0.5, 900:1"), None);
/// let (step, why) = wrong_step("300:0.5, 200:1").unwrap();
/// assert_eq!(step, 2);
/// assert!(why.contains("after the date of the step before"));
/// ```
#[must_use]
pub fn wrong_step(text: &str) -> Option<(usize, String)> {
    let error = Steps::parse(text).err()?;
    let step = match error {
        Error::Step { step, .. }
        | Error::StepDate { step, .. }
        | Error::StepFactor { step, .. } => step,
        _ => 0,
    };
    Some((step, error.to_string()))
}
