//! Which predictor, and its running state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The predictors that a scenario can name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The next value will be the last one.
    #[schemars(title = "Last value")]
    LastValue,
    /// A mean in which each older value weighs less.
    #[default]
    #[schemars(title = "Exponential smoothing")]
    ExponentialSmoothing,
}

/// A predictor that has seen some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predictor {
    /// The weight of the newest value, 0 to 1.
    weight: f64,
    forecast: Option<f64>,
}

impl Predictor {
    /// A predictor that has seen nothing. `smoothing` is α, the weight of the newest value, 0 to 1; the last
    /// value is exponential smoothing with α = 1.
    #[must_use]
    pub fn new(method: Method, smoothing: f64) -> Self {
        let weight = match method {
            Method::LastValue => 1.0,
            Method::ExponentialSmoothing => smoothing,
        };
        Self {
            weight,
            forecast: None,
        }
    }

    /// The prediction of the next value; nothing before the first value was seen.
    #[must_use]
    pub fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    /// Takes in the next value: ŷₜ₊₁ = α·yₜ + (1 − α)·ŷₜ (Dobber 2006, equation 7.1).
    pub fn observe(&mut self, value: f64) {
        self.forecast = Some(match self.forecast {
            Some(forecast) => self.weight * value + (1.0 - self.weight) * forecast,
            None => value,
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn forecasts(method: Method, smoothing: f64, series: &[f64]) -> Vec<f64> {
        let mut predictor = Predictor::new(method, smoothing);
        series
            .iter()
            .map(|value| {
                let forecast = predictor.forecast().unwrap_or(*value);
                predictor.observe(*value);
                forecast
            })
            .collect()
    }

    /// The definition unrolled: ŷₜ = Σ α(1−α)^j yₜ₋₁₋ⱼ + (1−α)^(t−2) y₁ for t ≥ 2.
    fn unrolled(alpha: f64, series: &[f64], t: usize) -> f64 {
        let mut sum = 0.0;
        let mut weight = 1.0;
        for value in series[1..t].iter().rev() {
            sum += weight * alpha * value;
            weight *= 1.0 - alpha;
        }
        sum + weight * series[0]
    }

    proptest! {
        #[test]
        fn smoothing_is_the_weighted_sum_of_its_definition(
            alpha in 0.0..=1.0, series in prop::collection::vec(0.1..1e4, 2..40)
        ) {
            let forecasts = forecasts(Method::ExponentialSmoothing, alpha, &series);
            for (t, forecast) in forecasts.iter().enumerate().skip(1) {
                let expected = unrolled(alpha, &series, t);
                prop_assert!((forecast - expected).abs() <= 1e-9 * expected.abs());
            }
        }

        #[test]
        fn a_forecast_stays_between_the_smallest_and_the_largest_value(
            alpha in 0.0..=1.0, series in prop::collection::vec(0.1..1e4, 1..40)
        ) {
            let (low, high) = series.iter().fold((f64::MAX, 0.0f64), |(l, h), v| (l.min(*v), h.max(*v)));
            for forecast in forecasts(Method::ExponentialSmoothing, alpha, &series) {
                prop_assert!(forecast >= low * (1.0 - 1e-12) && forecast <= high * (1.0 + 1e-12));
            }
        }

        #[test]
        fn the_last_value_is_smoothing_with_full_weight(series in prop::collection::vec(0.1..1e4, 1..40)) {
            prop_assert_eq!(
                forecasts(Method::LastValue, 0.3, &series),
                forecasts(Method::ExponentialSmoothing, 1.0, &series)
            );
        }
    }
}
