//! A pessimistic forecast: a quantile instead of the expected value (own choice).

use crate::ring::Ring;
use crate::sorted::Sorted;

/// The number of last errors that the quantile is taken from.
pub const ERRORS: usize = 100;

/// The q-quantile of the last errors of a predictor, to be added to its forecasts: of the values, a share q should then
/// lie below. Before the first error nothing is added.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantile {
    share: f64,
    errors: Ring,
    sorted: Sorted,
}

impl Quantile {
    /// `share` is q, 0 to 1.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Self {
            share: share.clamp(0.0, 1.0),
            errors: Ring::new(ERRORS),
            sorted: Sorted::new(ERRORS),
        }
    }

    /// Takes in yₜ − ŷₜ.
    pub fn observe(&mut self, error: f64) {
        match self.errors.push(error) {
            Some(old) => self.sorted.replace(old, error),
            None => self.sorted.insert(error),
        }
    }

    /// The forecast so that a share q of the values should lie below; linear between the errors (type 7).
    #[must_use]
    pub fn shift(&self, forecast: f64) -> f64 {
        forecast + self.sorted.quantile(self.share).unwrap_or(0.0)
    }
}

/// The forecasts so that a share q of the values of a series should lie below, from the expected ones: the same bits that
/// [`crate::forecasts`] gives for the predictor with this quantile.
#[must_use]
pub fn shifted(share: f64, series: &[f64], expected: &[f64]) -> Vec<f64> {
    let mut quantile = Quantile::new(share);
    let pairs = series.iter().zip(expected).enumerate();
    pairs
        .map(|(place, (value, expected))| match place {
            // The first is no forecast.
            0 => *expected,
            _ => {
                let forecast = quantile.shift(*expected);
                quantile.observe(value - expected);
                forecast
            }
        })
        .collect()
}
