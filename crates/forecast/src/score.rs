//! How good predictions were.

use crate::predictor::Predictor;

/// Root mean square error of the one-step-ahead predictions of `series`, in its unit, over y₂ … y_N (Dobber 2006,
/// equation 7.28). Not a number for fewer than two values.
///
/// ```
/// use forecast::{Method, Predictor, score::rmse};
/// let series = [10.0, 12.0, 11.0];
/// assert_eq!(rmse(Predictor::new(Method::LastValue, 0.5), &series), 2.5_f64.sqrt());
/// ```
#[must_use]
pub fn rmse(mut predictor: Predictor, series: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut scored = 0_u32;
    for value in series {
        if let Some(forecast) = predictor.forecast() {
            sum += (value - forecast) * (value - forecast);
            scored += 1;
        }
        predictor.observe(*value);
    }
    (sum / f64::from(scored)).sqrt()
}
