//! Adaptive exponential smoothing: the common form of the methods of Dobber 2006, section 7.2.2.

use crate::predictor::Predict;
use crate::smoothing::blend;

/// A rule for the weight of the newest value, by the errors of forecasts.
pub trait Weigh {
    /// Learns from a value and its forecast.
    fn learn(&mut self, value: f64, forecast: f64);

    /// α: the weight, 0 to 1.
    fn weight(&self) -> f64;
}

/// ŷₜ₊₁ = αₜ·yₜ + (1 − αₜ)·ŷₜ, ŷ₁ = y₁ (equation 7.3); a rule gives αₜ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adaptive<W> {
    rule: W,
    forecast: Option<f64>,
}

impl<W> Adaptive<W> {
    /// The smoothing before its first value.
    #[must_use]
    pub fn new(rule: W) -> Self {
        Self {
            rule,
            forecast: None,
        }
    }

    /// The rule for the weights.
    #[must_use]
    pub fn rule(&self) -> &W {
        &self.rule
    }
}

impl<W: Weigh> Predict for Adaptive<W> {
    fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    fn observe(&mut self, value: f64) {
        self.forecast = Some(match self.forecast {
            Some(forecast) => {
                self.rule.learn(value, forecast);
                blend(self.rule.weight(), value, forecast)
            }
            None => value,
        });
    }

    fn smoothing(&self) -> Option<f64> {
        self.forecast.map(|_| self.rule.weight())
    }
}
