//! A Kalman filter for a level that wanders under noise (own choice: the thesis has none; after A. C. Harvey,
//! *Forecasting, Structural Time Series Models and the Kalman Filter*, 1989, sections 2.1 and 4.3).

use crate::predictor::Predict;

/// yₜ = μₜ + ε, μₜ₊₁ = μₜ + η. The forecast is the filtered level; the gain of the newest value follows from the
/// variances of the noise ε and of the movement η.
///
/// Both variances are estimated from the differences dₜ = yₜ − yₜ₋₁ so far, which have variance σ²_η + 2 σ²_ε and, one step
/// apart, covariance −σ²_ε; estimates below 0 count as 0. O(1), no search, the same bits everywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalLevel {
    last: Option<f64>,
    level: f64,
    /// Of the filtered level.
    variance: f64,
    gain: f64,
    difference: Option<f64>,
    count: f64,
    /// Σ dₜ².
    squares: f64,
    /// Σ dₜ dₜ₋₁.
    products: f64,
}

impl LocalLevel {
    /// σ²_ε and σ²_η.
    fn variances(&self) -> (f64, f64) {
        let variance = self.squares / self.count;
        let covariance = self.products / self.count;
        let noise = (-covariance).max(0.0);
        (noise, (variance - 2.0 * noise).max(0.0))
    }
}

impl Predict for LocalLevel {
    fn forecast(&self) -> Option<f64> {
        self.last.map(|_| self.level)
    }

    fn observe(&mut self, value: f64) {
        let Some(last) = self.last.replace(value) else {
            self.level = value;
            self.gain = 1.0;
            return;
        };
        let difference = value - last;
        self.count += 1.0;
        self.squares += difference * difference;
        self.products += self.difference.replace(difference).unwrap_or(0.0) * difference;
        let (noise, movement) = self.variances();
        let predicted = self.variance + movement;
        let total = predicted + noise;
        self.gain = if total > 0.0 { predicted / total } else { 1.0 };
        self.level += self.gain * (value - self.level);
        self.variance = self.gain * noise;
    }

    fn smoothing(&self) -> Option<f64> {
        self.last.map(|_| self.gain)
    }
}
