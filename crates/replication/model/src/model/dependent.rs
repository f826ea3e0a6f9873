//! The best number of copies in model 2.1 with γ = ½: independent steps, numbers of exponential runtimes (Dobber 2006,
//! section 5.4.4).

use std::f64::consts::LN_2;

use super::constant::rounded;
use super::lambert::of_exponential;
use super::power;

/// Below this c no copies: 4 ln 2 / (4 ln 2 + 2 + p ln 2) (equation 5.74).
#[must_use]
pub fn from(p: u32) -> f64 {
    4.0 * LN_2 / (4.0 * LN_2 + 2.0 + f64::from(p) * LN_2)
}

/// From this c on every processor does every job: 1 / (1 + 1 / (2^(1+1.5p) ln 2)) (equation 5.74, its exponent
/// restored).
#[must_use]
pub fn all_from(p: u32) -> f64 {
    1.0 / (1.0 + libm::exp2(-1.0 - 1.5 * f64::from(p)) / LN_2)
}

/// The r where the time has its minimum if r may be any number (equation 5.73), c above 0.
#[must_use]
pub fn real(p: u32, variation: f64) -> f64 {
    let reach = 3.0 * f64::from(p) * LN_2;
    // ln of the argument of W: itself it would overflow from p = 680 on, and lose its digits before.
    let argument =
        libm::log(6.0 * LN_2) + libm::log((1.0 - variation) / variation) + 3.0 + reach / 2.0;
    (6.0 + reach - 2.0 * of_exponential(argument)) / (3.0 * LN_2)
}

/// The rule (equation 5.74): the real r, rounded, within 0 to `p`.
#[must_use]
pub fn rule(p: u32, variation: f64) -> u32 {
    if variation <= from(p) {
        0
    } else if (1.0 - variation) * power_and_a_half(p) * LN_2 <= variation {
        p
    } else {
        rounded(real(p, variation), p)
    }
}

/// 2^(1 + 1.5 p), so that the upper limit is tested without a quotient that rounds to 1.
fn power_and_a_half(p: u32) -> f64 {
    2.0 * power(p) * libm::exp2(0.5 * f64::from(p))
}
