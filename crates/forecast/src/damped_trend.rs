//! A trend that fades (own choice: the thesis has none; after E. S. Gardner and E. McKenzie, *Forecasting trends in time
//! series*, Management Science 31, 1985).

use crate::predictor::Predict;
use crate::smoothing::{TREND_WEIGHT, blend};

/// Level l and trend b: ŷ = l + φ b; then l ← α y + (1 − α) ŷ and b ← 0.1 (change of l) + 0.9 φ b. With φ = 1 it is
/// Holt's method, with φ = 0 exponential smoothing.
#[derive(Clone, Debug, PartialEq)]
pub struct DampedTrend {
    weight: f64,
    damping: f64,
    level: Option<f64>,
    /// φ b, the next forecast less the level.
    step: f64,
}

impl DampedTrend {
    /// `weight` is α, that of the newest value in the level; `damping` is φ; both 0 to 1.
    #[must_use]
    pub fn new(weight: f64, damping: f64) -> Self {
        Self {
            weight: weight.clamp(0.0, 1.0),
            damping: damping.clamp(0.0, 1.0),
            level: None,
            step: 0.0,
        }
    }
}

impl Predict for DampedTrend {
    fn forecast(&self) -> Option<f64> {
        self.level.map(|level| level + self.step)
    }

    fn observe(&mut self, value: f64) {
        self.level = Some(match self.level {
            Some(level) => {
                let next = blend(self.weight, value, level + self.step);
                self.step = self.damping * blend(TREND_WEIGHT, next - level, self.step);
                next
            }
            None => value,
        });
    }

    fn smoothing(&self) -> Option<f64> {
        self.level.map(|_| self.weight)
    }
}
