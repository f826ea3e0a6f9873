//! Pantazopoulos and Pappis' adaptive smoothing (Dobber 2006, section 7.2.2.4).

use crate::adaptive::Weigh;

/// αₜ = (yₜ − ŷₜ₋₁) / (yₜ₋₁ − ŷₜ₋₁), held between 0 and 1: the weight that would have predicted yₜ (equations 7.7 and
/// 7.8). It stays where the denominator is 0, and starts at 0.5 (own choice).
#[derive(Clone, Debug, PartialEq)]
pub struct PantazopoulosPappis {
    weight: f64,
    /// The last value and its forecast.
    last: Option<(f64, f64)>,
}

impl Default for PantazopoulosPappis {
    fn default() -> Self {
        Self {
            weight: 0.5,
            last: None,
        }
    }
}

impl Weigh for PantazopoulosPappis {
    fn learn(&mut self, value: f64, forecast: f64) {
        if let Some((before, forecast_before)) = self.last {
            let denominator = before - forecast_before;
            if denominator != 0.0 {
                self.weight = ((value - forecast_before) / denominator).clamp(0.0, 1.0);
            }
        }
        self.last = Some((value, forecast));
    }

    fn weight(&self) -> f64 {
        self.weight
    }
}
