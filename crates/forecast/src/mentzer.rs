//! Mentzer's adaptive smoothing (Dobber 2006, section 7.2.2.3).

use crate::predictor::Predict;
use crate::smoothing::blend;

/// αₜ = min(|eₜ / yₜ|, 1): the newest value weighs as much as the forecast was wrong (equation 7.6). A value of 0 that
/// was not predicted gets all the weight (own choice).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mentzer {
    weight: f64,
    forecast: Option<f64>,
}

impl Predict for Mentzer {
    fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    fn observe(&mut self, value: f64) {
        let Some(forecast) = self.forecast else {
            self.forecast = Some(value);
            return;
        };
        let error = value - forecast;
        self.weight = if error == 0.0 {
            0.0
        } else {
            (error / value).abs().min(1.0)
        };
        self.forecast = Some(blend(self.weight, value, forecast));
    }

    fn smoothing(&self) -> Option<f64> {
        self.forecast.map(|_| self.weight)
    }
}
