//! Integrals of smooth functions: the trapezoidal rule after a substitution that lets both ends fade doubly exponentially
//! (Takahasi and Mori, "Double exponential formulas for numerical integration", 1974).

use std::f64::consts::FRAC_PI_2;

use super::Exact;

/// The end of the substitutions: beyond, nodes are too near the ends, or weights too small, to matter.
const REACH: f64 = 4.0;

/// The integral of `f` from 0 to infinity; `scale`, above 0, is about where `f` falls.
#[must_use]
pub fn to_infinity(scale: f64, f: impl Fn(f64) -> f64) -> Exact {
    refined(|t| {
        let node = scale * libm::exp(FRAC_PI_2 * libm::sinh(t));
        let weight = node * FRAC_PI_2 * libm::cosh(t);
        let value = f(node);
        if value == 0.0 { 0.0 } else { value * weight }
    })
}

/// The integral of `f` from 0 to `end`.
#[must_use]
pub fn up_to(end: f64, f: impl Fn(f64) -> f64) -> Exact {
    refined(|t| {
        let u = FRAC_PI_2 * libm::sinh(t);
        let cosh = libm::cosh(u);
        // end (1 + tanh u) / 2, without losing the digits near 0.
        let node = end / (1.0 + libm::exp(-2.0 * u));
        f(node) * end / 2.0 * FRAC_PI_2 * libm::cosh(t) / (cosh * cosh)
    })
}

/// The trapezoidal rule over all t, its step halved until that changes nothing more.
fn refined(g: impl Fn(f64) -> f64) -> Exact {
    let count = |step: f64| (REACH / step) as i32;
    let mut step = 0.125;
    let all = (-count(step)..=count(step)).map(|k| g(step * f64::from(k)));
    let mut sum: f64 = all.sum();
    let mut last = step * sum;
    let mut error = f64::INFINITY;
    for _ in 0..7 {
        // The places halfway between the old ones.
        let half = step / 2.0;
        let number = count(step);
        let between = (-number..number).map(|k| g(half + step * f64::from(k)));
        sum += between.sum::<f64>();
        step = half;
        let value = step * sum;
        error = (value - last).abs();
        last = value;
        if error <= 1e-12 * value.abs() {
            break;
        }
    }
    Exact { value: last, error }
}
