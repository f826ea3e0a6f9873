//! Runs with and without a picture: compiled here, where loops are fast.

use report::Observer;

use crate::engine;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::record::{Off, picture::Picture};
use crate::scenario::Scenario;
use crate::strategy::Strategy;

/// A run without a picture.
///
/// # Errors
/// As [`engine::run`].
pub fn plain(
    scenario: &Scenario,
    strategy: &mut dyn Strategy,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    engine::run(scenario, strategy, &mut Off, observer)
}

/// A run with the picture of at most so many segments and thefts.
///
/// # Errors
/// As [`engine::run`].
pub fn drawn(
    scenario: &Scenario,
    strategy: &mut dyn Strategy,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<(Outcome, Picture), Error> {
    let mut picture = Picture::new(most);
    let outcome = engine::run(scenario, strategy, &mut picture, observer)?;
    Ok((outcome, picture))
}
