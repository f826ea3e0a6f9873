//! The best number of copies in model 1.2 with β = ½ for minima: dependent steps, any α (Dobber 2006, section 5.4.2).

use std::f64::consts::LN_2;

use super::closed::over;
use super::power;

/// The β of maxima that belongs to α and a β of ½ for minima: sqrt(7/4 - 2 α²).
#[must_use]
pub fn longer(excess: f64) -> f64 {
    (1.75 - 2.0 * excess * excess).sqrt()
}

/// The α with which the β of maxima is 1: √6 / 4, which no distribution has.
#[must_use]
pub fn special() -> f64 {
    6.0_f64.sqrt() / 4.0
}

/// 1 - 2 α c, and 0 where only rounding makes it something else.
fn room(excess: f64, variation: f64) -> f64 {
    let room = 1.0 - 2.0 * excess * variation;
    if room.abs() < 1e-12 { 0.0 } else { room }
}

/// The r where the time has its minimum if r may be any number (equations 5.47 and 5.48); infinite where more copies are
/// always better (1 - 2 α c <= 0).
#[must_use]
pub fn real(excess: f64, p: u32, variation: f64) -> f64 {
    let room = room(excess, variation);
    if room <= 0.0 {
        return f64::INFINITY;
    }
    let x = excess * variation / room;
    let longer = longer(excess);
    let step = longer - 1.0;
    if step.abs() < 1e-12 {
        return (libm::log(x) - libm::log(LN_2)) / LN_2;
    }
    let slope = libm::log(longer);
    (f64::from(p) * slope + libm::log(slope / step) + libm::log(x) - libm::log(LN_2))
        / libm::log(2.0 * longer)
}

/// The real r, rounded, within 0 to `p`.
#[must_use]
pub fn rule(excess: f64, p: u32, variation: f64) -> u32 {
    rounded(real(excess, p, variation), p)
}

/// A real number of doublings as a whole one within 0 to `p`.
pub(crate) fn rounded(real: f64, p: u32) -> u32 {
    // The conversion saturates at both ends.
    ((real + 0.5).floor() as u32).min(p)
}

/// The speedup with the best number of copies, without rounding it, for α = √6 / 4 (equation 5.50).
#[must_use]
pub fn best_speedup(p: u32, variation: f64) -> f64 {
    let excess = special();
    let scaled = excess * variation;
    let room = room(excess, variation);
    let x = scaled / room;
    let doublings = f64::from(p);
    let whole = 1.0 + scaled * doublings;
    if room > 0.0 && x <= LN_2 {
        return 1.0;
    }
    if room <= 0.0 || x / LN_2 >= power(p) {
        // 2^p - α c (2^(p+1) - 2), so arranged that it is 1 where 2 α c is 1.
        return over(whole, power(p) * room + 2.0 * scaled);
    }
    let logarithm = libm::log(room / (2.0 * scaled));
    whole * LN_2 / (scaled * (1.0 + 3.0 * LN_2 + libm::log(LN_2) + doublings * LN_2 + logarithm))
}

/// From this p on the best r does not depend on it, for α = √6 / 4: log2(c / (√(8/3) ln 2 - 2 c ln 2)) (equation 5.49,
/// corrected).
#[must_use]
pub fn independent_from(variation: f64) -> f64 {
    let room = (8.0_f64 / 3.0).sqrt() * LN_2 - 2.0 * LN_2 * variation;
    if room <= 0.0 {
        f64::INFINITY
    } else {
        libm::log2(variation / room)
    }
}
