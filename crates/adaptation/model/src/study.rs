//! Runs with and without a picture: the generic [`engine::run`] is compiled here, in a crate that is optimised for speed.

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

/// A run with the picture of so many segments and thefts, as of [`Picture::new`].
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
