//! The margin by which the first chunk has to exceed the estimated size.

/// The least γ ≥ 0 with which the first chunk is at least the limit chunk, so that chunks only shrink.
///
/// Source: own derivation from Millot and Parrot 2016, equations 12 and 14.
#[must_use]
pub fn least_gamma(speed: f64, latency: f64, estimated_speed: f64, target: f64) -> f64 {
    (speed / estimated_speed * (1.0 - 2.0 * latency / target) - 1.0).max(0.0)
}
