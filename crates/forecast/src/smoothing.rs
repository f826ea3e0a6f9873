//! Exponential smoothing (Dobber 2006, section 7.2.1.1), and with a trend.

use crate::predictor::Predict;

/// α·yₜ + (1 − α)·ŷₜ (Dobber 2006, equation 7.1), computed so that equal values stay the same to the bit and α = 1 gives
/// the value itself: predictors test whether an error is 0.
pub(crate) fn blend(weight: f64, value: f64, forecast: f64) -> f64 {
    match weight == 1.0 {
        true => value,
        false => forecast + weight * (value - forecast),
    }
}

/// ŷₜ₊₁ = α·yₜ + (1 − α)·ŷₜ, ŷ₁ = y₁. With α = 1 the forecast is the last value.
#[derive(Clone, Debug, PartialEq)]
pub struct ExponentialSmoothing {
    weight: f64,
    forecast: Option<f64>,
}

impl ExponentialSmoothing {
    /// `weight` is α, the weight of the newest value, 0 to 1.
    #[must_use]
    pub fn new(weight: f64) -> Self {
        Self {
            weight: weight.clamp(0.0, 1.0),
            forecast: None,
        }
    }
}

impl Predict for ExponentialSmoothing {
    fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    fn observe(&mut self, value: f64) {
        self.forecast = Some(match self.forecast {
            Some(forecast) => blend(self.weight, value, forecast),
            None => value,
        });
    }

    fn smoothing(&self) -> Option<f64> {
        Some(self.weight)
    }
}

/// Holt's method: a smoothed level and a smoothed trend, with weight 0.1 for the newest step of the level. The forecast
/// is their sum (own choice; the thesis names the method only).
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    gain: f64,
    level: Option<f64>,
    trend: f64,
}

/// The weight of the newest step of the level in a trend.
pub(crate) const TREND_WEIGHT: f64 = 0.1;

impl Trend {
    /// `gain` is the weight of the newest value in the level, 0 to 1. The trend starts at 0.
    #[must_use]
    pub fn new(gain: f64) -> Self {
        Self {
            gain: gain.clamp(0.0, 1.0),
            level: None,
            trend: 0.0,
        }
    }
}

impl Predict for Trend {
    fn forecast(&self) -> Option<f64> {
        self.level.map(|level| level + self.trend)
    }

    fn observe(&mut self, value: f64) {
        self.level = Some(match self.level {
            Some(level) => {
                let next = blend(self.gain, value, level + self.trend);
                self.trend = blend(TREND_WEIGHT, next - level, self.trend);
                next
            }
            None => value,
        });
    }

    fn smoothing(&self) -> Option<f64> {
        Some(self.gain)
    }
}
