//! Autoregression (Dobber 2006, section 7.2.1.3).

use crate::predictor::Predict;
use crate::ring::Ring;
use statistics::Sum;

/// AR(p): ŷₜ = μ + Σ aᵢ (yₜ₋ᵢ − μ), with mean, biased autocovariances and the Yule–Walker equations of all values so
/// far (Dobber 2006, equation 7.2).
///
/// The sums of lagged products run along: O(p) for each value and O(p²) for each fit, however long the series is. They
/// are those of yₜ − y₁, in twice the precision, so that little is left to cancel when the mean is taken off: since y₁ is
/// one of the values, (y₁ − μ)² is at most N times the variance.
#[derive(Clone, Debug, PartialEq)]
pub struct Autoregression {
    refit: usize,
    least: usize,
    /// y₁.
    origin: f64,
    count: usize,
    sum: Sum,
    /// Σ dₜ dₜ₋ₕ for h = 0 … p, where d = y − y₁.
    products: Vec<Sum>,
    /// d₁ … d_p.
    head: Vec<f64>,
    /// The last p of them.
    tail: Ring,
    covariances: Vec<f64>,
    coefficients: Vec<f64>,
    /// The mean at the last fit, less y₁.
    fitted: Option<f64>,
    forecast: Option<f64>,
}

impl Autoregression {
    /// `order` is p, at least 1. Before `least` values are known, or p + 1 where that is more, the mean is the forecast.
    /// Afterwards mean and coefficients are fitted anew after every `refit` values, at least 1.
    #[must_use]
    pub fn new(order: usize, least: usize, refit: usize) -> Self {
        let order = order.max(1);
        Self {
            refit: refit.max(1),
            least: least.max(order + 1),
            origin: 0.0,
            count: 0,
            sum: Sum::default(),
            products: vec![Sum::default(); order + 1],
            head: Vec::with_capacity(order),
            tail: Ring::new(order),
            covariances: vec![0.0; order + 1],
            coefficients: vec![0.0; order],
            fitted: None,
            forecast: None,
        }
    }

    /// a₁ … a_p of the last fit; all 0 before.
    #[must_use]
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// γ(h) = 1/n Σ (yₜ₊ₕ − μ)(yₜ − μ), from Σ dₜ₊ₕ dₜ − m (Σ dₜ₊ₕ + Σ dₜ) + (n − h) m² with m = μ − y₁: of all d the
    /// first h are missing in one of the two sums, and the last h in the other.
    fn fit(&mut self) {
        let count = self.count as f64;
        let sum = self.sum.value();
        let mean = sum / count;
        let (mut left, mut ends) = (count, 0.0);
        let mut newest = self.tail.oldest_first().rev();
        let mut oldest = self.head.iter();
        for (covariance, product) in self.covariances.iter_mut().zip(&self.products) {
            let cross = 2.0 * sum - ends;
            *covariance = (product.value() - mean * cross + left * mean * mean) / count;
            left -= 1.0;
            ends += newest.next().unwrap_or(0.0) + oldest.next().unwrap_or(&0.0);
        }
        yule_walker(&self.covariances, &mut self.coefficients);
        self.fitted = Some(mean);
    }
}

impl Predict for Autoregression {
    fn forecast(&self) -> Option<f64> {
        self.forecast
    }

    fn observe(&mut self, value: f64) {
        if self.count == 0 {
            self.origin = value;
        }
        let shifted = value - self.origin;
        self.count += 1;
        self.sum.add(shifted);
        let lagged = self.tail.oldest_first().rev();
        let lagged = std::iter::once(shifted).chain(lagged);
        for (product, other) in self.products.iter_mut().zip(lagged) {
            product.add(shifted * other);
        }
        if self.head.len() < self.coefficients.len() {
            self.head.push(shifted);
        }
        self.tail.push(shifted);
        if self.count >= self.least && (self.count - self.least).is_multiple_of(self.refit) {
            self.fit();
        }
        let mut forecast = self.origin;
        match self.fitted {
            Some(mean) => {
                forecast += mean;
                let newest = self.tail.oldest_first().rev();
                for (coefficient, shifted) in self.coefficients.iter().zip(newest) {
                    forecast += coefficient * (shifted - mean);
                }
            }
            None => forecast += self.sum.value() / self.count as f64,
        }
        self.forecast = Some(forecast);
    }
}

/// Solves the Yule–Walker equations by the recursion of Levinson and Durbin: writes a₁ … a_p for the autocovariances
/// γ(0) … γ(p). All 0 where γ(0) is.
///
/// ```
/// let mut coefficients = [0.0; 2];
/// forecast::autoregression::yule_walker(&[1.0, 0.5, 0.25], &mut coefficients);
/// assert_eq!(coefficients, [0.5, 0.0]);
/// ```
pub fn yule_walker(covariances: &[f64], coefficients: &mut [f64]) {
    coefficients.fill(0.0);
    let Some((variance, lagged)) = covariances.split_first() else {
        return;
    };
    let mut error = *variance;
    for (order, covariance) in lagged.iter().enumerate().take(coefficients.len()) {
        // Nothing is left to explain. Rounding may bring it below zero.
        if error.is_nan() || error <= 0.0 {
            return;
        }
        let Some((known, rest)) = coefficients.split_at_mut_checked(order) else {
            return;
        };
        let mut unexplained = *covariance;
        for (coefficient, earlier) in known.iter().rev().zip(lagged) {
            unexplained -= coefficient * earlier;
        }
        let reflection = unexplained / error;
        reflect(known, reflection);
        if let Some(next) = rest.first_mut() {
            *next = reflection;
        }
        error *= 1.0 - reflection * reflection;
    }
}

/// aⱼ ← aⱼ − κ aᵢ₋ⱼ for all j at once: from both ends towards the middle.
fn reflect(coefficients: &mut [f64], reflection: f64) {
    let mut rest = coefficients;
    loop {
        match rest {
            [] => return,
            [middle] => {
                *middle -= reflection * *middle;
                return;
            }
            [first, inner @ .., last] => {
                let (a, b) = (*first, *last);
                *first = a - reflection * b;
                *last = b - reflection * a;
                rest = inner;
            }
        }
    }
}
