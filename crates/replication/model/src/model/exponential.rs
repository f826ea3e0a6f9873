//! The best number of copies in model 1.1: dependent steps, numbers of exponential runtimes (Dobber 2006, section 5.4.1).

use std::f64::consts::LN_2;

use super::numbers::Numbers;
use super::power;

/// Below this c no copies, by the rule (equation 5.38): ln 2 / (ln 2 + ½).
pub const FROM: f64 = LN_2 / (LN_2 + 0.5);

/// The r where the time has its minimum if r may be any number: log2(c / (1 - c)) - 1 - log2(ln 2), c below 1.
#[must_use]
pub fn real(variation: f64) -> f64 {
    libm::log2(variation / (1.0 - variation)) - 1.0 - libm::log(LN_2) / LN_2
}

/// The rule (equation 5.38, its constant corrected): the real r, rounded, within 0 to `p`.
#[must_use]
pub fn rule(p: u32, variation: f64) -> u32 {
    if variation <= FROM {
        0
    } else if all(p, variation) {
        p
    } else {
        super::constant::rounded(real(variation), p)
    }
}

/// Whether every processor should do every job: c > u / (1 + u), u = 2^(1+p) ln 2. The quotient would round to 1 from
/// p = 52 on.
fn all(p: u32, variation: f64) -> bool {
    (1.0 - variation) * power(p + 1) * LN_2 < variation
}

/// The speedup with the best number of copies, without rounding it (equations 5.40 to 5.42).
#[must_use]
pub fn best_speedup(p: u32, variation: f64) -> f64 {
    let c = variation;
    if c <= FROM {
        return 1.0;
    }
    if all(p, c) {
        return Numbers::exponential(1.0).speedup(p, p, c);
    }
    let p = f64::from(p);
    (2.0 + p * c) * LN_2
        / (c * (3.0 * LN_2 + 1.0 + p * LN_2 + libm::log(LN_2) + libm::log((1.0 - c) / c)))
}
