//! Formulas as they were printed, where the print is wrong; each beside the right one in its module.

use super::closed::over;
use super::measured::INDEPENDENCES;
use super::numbers::Numbers;
use super::power;

/// The variance of the minimum of two over that of one, 2 (1 - α² - β²) as printed (equation 5.15); right is 2 - 2 α² - β²
/// (equation 5.16): the variances of minimum and maximum and twice their covariance, α², add to 2.
#[must_use]
pub fn shorter_squared(excess: f64, longer: f64) -> f64 {
    2.0 * (1.0 - excess * excess - longer * longer)
}

/// The time of an iteration with the printed sum "1 + Σ_{i=r+1}^{p-1} …" (equations 5.51 to 5.54 and 5.79 to 5.82), which is
/// 1 where it should be empty, for r = p.
#[must_use]
pub fn iteration_time(numbers: &Numbers, r: u32, p: u32, variation: f64) -> f64 {
    let right = numbers.iteration_time(r, p, variation);
    if r < p {
        return right;
    }
    let left: f64 = (1..=r).map(|k| numbers.shorter(k)).product();
    let steps = libm::exp2(f64::from(r) * numbers.dependence);
    right + steps * numbers.excess * variation * left
}

/// The best r of model 1.1 for c within the limits of the rule, with the printed constant: floor(1.44 ln(c / (1 - c)) - 0.22)
/// (equation 5.38); right is + 0.0288, as equation 5.39 confirms.
#[must_use]
pub fn exponential_rule(variation: f64) -> f64 {
    (1.44 * libm::log(variation / (1.0 - variation)) - 0.22).floor()
}

/// The p from which on the best r of model 1.2 does not depend on p, with the printed 0.69 c (equation 5.49); right is 1.386 c.
#[must_use]
pub fn independent_from(variation: f64) -> f64 {
    libm::log2(variation / (1.1319 - 0.69 * variation))
}

/// The speedup with the printed numerator, which keeps r (equations 5.54, 5.55, 5.82 and 5.83); right is the time without
/// copies.
#[must_use]
pub fn speedup(numbers: &Numbers, r: u32, p: u32, variation: f64) -> f64 {
    let scaled = numbers.excess * variation;
    let left: f64 = (1..=r).map(|k| numbers.shorter(k)).product();
    let (mut sum, mut product) = (0.0, 1.0);
    for j in r + 1..=p {
        sum += product;
        product *= numbers.longer(r, j);
    }
    over(
        1.0 + scaled * left * sum,
        numbers.iteration_time(r, p, variation),
    )
}

/// The c from which on every processor does every job in model 2.1, in the printed digits: 1 / (1 + 1 / (1.4 · 2^(1+1.5p)))
/// (equation 5.74); right is ln 2 = 0.693 in place of 1.4.
#[must_use]
pub fn all_from(p: u32) -> f64 {
    1.0 / (1.0 + libm::exp2(-1.0 - 1.5 * f64::from(p)) / 1.4)
}

/// The time of an iteration in model 2.2 with the printed power of β for minima, β^γ (equations 5.75 to 5.78 and 5.82); right
/// is β^r.
#[must_use]
pub fn dependent_time(numbers: &Numbers, r: u32, p: u32, variation: f64) -> f64 {
    let (longer, shorter) = (numbers.longer(r, p), numbers.shorter(1));
    let sum = |ratio: f64, terms: u32| -> f64 {
        let (mut sum, mut product) = (0.0, 1.0);
        for _ in 0..terms {
            sum += product;
            product *= ratio;
        }
        sum
    };
    let scaled = numbers.excess * variation;
    power(r) - power(r) * scaled * sum(shorter, r)
        + libm::exp2(f64::from(r) * numbers.dependence)
            * scaled
            * libm::pow(shorter, numbers.dependence)
            * sum(longer, p - r)
}

/// The mean of table 5.3, which the document calls γ and is 1 - γ.
#[must_use]
pub fn dependence() -> f64 {
    INDEPENDENCES.iter().sum::<f64>() / INDEPENDENCES.len() as f64
}
