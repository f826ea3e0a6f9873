//! The scores of forecasts (Dobber 2006, section 7.4.1).
//!
//! Errors count from the second value on: the first has no forecast. Where there is none to count, scores are NaN.

use crate::predictor::Predict;
use crate::weather_service::WeatherService;

/// The scores of some forecasts, from their errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// Root mean square error, in the unit of the series (equation 7.28).
    pub rmse: f64,
    /// Mean absolute error, in the unit of the series.
    pub mae: f64,
    /// The mean absolute error over that of the last value as forecast (MASE): below 1 is better than it. Not finite for
    /// a constant series.
    pub mase: f64,
    /// The mean of forecast less value, in the unit of the series: above 0, the forecasts are too high.
    pub bias: f64,
    /// The number of errors.
    pub errors: usize,
}

/// Scores the forecasts ŷ₁ … ŷ_N of a series y₁ … y_N; the first of each does not count.
///
/// ```
/// use forecast::{Method, Settings, forecasts, score::scores};
/// let series = [10.0, 12.0, 11.0];
/// let scores = scores(&series, &forecasts(&Settings::of(Method::LastValue), &series));
/// assert_eq!(scores.rmse, 2.5_f64.sqrt());
/// assert_eq!((scores.mae, scores.mase, scores.bias, scores.errors), (1.5, 1.0, -0.5, 2));
/// ```
#[must_use]
pub fn scores(series: &[f64], forecasts: &[f64]) -> Scores {
    let (mut squares, mut sizes, mut sum, mut steps) = (0.0, 0.0, 0.0, 0.0);
    let mut errors = 0;
    for ((last, value), forecast) in series
        .iter()
        .zip(series.iter().skip(1))
        .zip(forecasts.iter().skip(1))
    {
        let error = value - forecast;
        squares += error * error;
        sizes += error.abs();
        sum -= error;
        steps += (value - last).abs();
        errors += 1;
    }
    let count = errors as f64;
    Scores {
        rmse: (squares / count).sqrt(),
        mae: sizes / count,
        mase: sizes / steps,
        bias: sum / count,
        errors,
    }
}

/// RMSE*: the root mean square of the smallest error that any of the 23 forecasters of the [`WeatherService`] made at each
/// step, in the unit of the series. Nobody knows beforehand which one it will be.
#[must_use]
pub fn hindsight_rmse(series: &[f64]) -> f64 {
    let mut service = WeatherService::default();
    let (mut squares, mut count) = (0.0, 0.0);
    for value in series {
        if let Some(bank) = service.bank() {
            let least = bank
                .iter()
                .map(|forecast| (value - forecast).abs())
                .fold(f64::INFINITY, f64::min);
            squares += least * least;
            count += 1.0;
        }
        service.observe(*value);
    }
    (squares / count).sqrt()
}

/// Δ % = 100 (b − a) / (b − hindsight), from root mean square errors: above 0, `a` is better than `b` (equation 7.29). NaN
/// where `b` is not above `hindsight`.
///
/// ```
/// assert_eq!(forecast::score::delta(8.0, 10.0, 5.0), 40.0);
/// assert_eq!(forecast::score::delta(11.0, 10.0, 5.0), -20.0);
/// assert!(forecast::score::delta(8.0, 5.0, 5.0).is_nan());
/// assert!(forecast::score::delta(8.0, 4.0, 5.0).is_nan());
/// ```
#[must_use]
pub fn delta(a: f64, b: f64, hindsight: f64) -> f64 {
    let way = b - hindsight;
    match way > 0.0 {
        true => 100.0 * (b - a) / way,
        false => f64::NAN,
    }
}

/// The share of the values that are not above their forecast, 0 to 1: for forecasts of the q-quantile it should be q.
#[must_use]
pub fn coverage(series: &[f64], forecasts: &[f64]) -> f64 {
    mean(series, forecasts, |value, forecast| {
        f64::from(u8::from(value <= forecast))
    })
}

/// The mean pinball loss of forecasts of the q-quantile, in the unit of the series: an error above the forecast costs q
/// times its size, one below it 1 − q times.
#[must_use]
pub fn pinball(series: &[f64], forecasts: &[f64], q: f64) -> f64 {
    mean(series, forecasts, |value, forecast| {
        let error = value - forecast;
        if error >= 0.0 {
            q * error
        } else {
            (q - 1.0) * error
        }
    })
}

fn mean(series: &[f64], forecasts: &[f64], of: impl Fn(f64, f64) -> f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (value, forecast) in series.iter().zip(forecasts).skip(1) {
        sum += of(*value, *forecast);
        count += 1.0;
    }
    sum / count
}
