//! Trigg and Leach's adaptive smoothing (Dobber 2006, section 7.2.2.1).

use crate::adaptive::Weigh;
use crate::smoothing::blend;

/// αₜ = |Aₜ / Mₜ|, where A and M smooth the error and its size: errors that keep their sign raise the weight of the
/// newest value (equation 7.4). The weight starts at φ, and stays while M is 0 (own choice).
#[derive(Clone, Debug, PartialEq)]
pub struct TriggLeach {
    adaptation: f64,
    error: f64,
    size: f64,
    weight: f64,
}

impl TriggLeach {
    /// `adaptation` is φ, the weight of the newest error in A and M, 0 to 1; 0.2 in the thesis.
    #[must_use]
    pub fn new(adaptation: f64) -> Self {
        let adaptation = adaptation.clamp(0.0, 1.0);
        Self {
            adaptation,
            error: 0.0,
            size: 0.0,
            weight: adaptation,
        }
    }
}

impl Weigh for TriggLeach {
    fn learn(&mut self, value: f64, forecast: f64) {
        let error = value - forecast;
        self.error = blend(self.adaptation, error, self.error);
        self.size = blend(self.adaptation, error.abs(), self.size);
        if self.size > 0.0 {
            self.weight = (self.error / self.size).abs();
        }
    }

    fn weight(&self) -> f64 {
        self.weight
    }
}
