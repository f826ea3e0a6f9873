//! Mentzer's adaptive smoothing (Dobber 2006, section 7.2.2.3).

use crate::adaptive::Weigh;

/// αₜ = min(|eₜ / yₜ|, 1): the newest value weighs as much as the forecast was wrong (equation 7.6). A value of 0 that
/// was not predicted gets all the weight (own choice).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mentzer {
    weight: f64,
}

impl Weigh for Mentzer {
    fn learn(&mut self, value: f64, forecast: f64) {
        let error = value - forecast;
        self.weight = if error == 0.0 {
            0.0
        } else {
            (error / value).abs().min(1.0)
        };
    }

    fn weight(&self) -> f64 {
        self.weight
    }
}
