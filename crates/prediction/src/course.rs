//! A predictor over one series.

use forecast::{Class, Predict as _, Predictor, Settings};

/// The forecasts of a predictor for a series, value by value.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// ŷ₁ … ŷ_N; the first is the first value itself and is no forecast.
    pub forecasts: Vec<f64>,
    /// The weight that was given to each value when the next one was predicted; nothing for methods without such a
    /// weight.
    pub smoothing: Vec<Option<f64>>,
    /// The class of each value by the method; nothing for methods without classes.
    pub classes: Vec<Option<Class>>,
}

impl Course {
    /// The course of a predictor over `series`.
    #[must_use]
    pub fn of(settings: &Settings, series: &[f64]) -> Self {
        let mut predictor = Predictor::new(settings);
        let mut out = Self {
            forecasts: Vec::with_capacity(series.len()),
            smoothing: Vec::with_capacity(series.len()),
            classes: Vec::with_capacity(series.len()),
        };
        for value in series {
            out.forecasts.push(predictor.forecast().unwrap_or(*value));
            predictor.observe(*value);
            out.smoothing.push(predictor.smoothing());
            out.classes.push(predictor.class());
        }
        out
    }

    /// The errors yₜ − ŷₜ of t = 2 … N, in the unit of the series.
    pub fn errors<'a>(&'a self, series: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        series
            .iter()
            .zip(&self.forecasts)
            .skip(1)
            .map(|(value, forecast)| value - forecast)
    }
}
