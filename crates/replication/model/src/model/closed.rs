//! The closed form that contains all eight models (own derivation from approximations 5.3.1 to 5.3.7 and definition 5.3.8;
//! equals Dobber 2006, equations 5.32, 5.43, 5.52, 5.70, 5.75 and 5.80, without their misprints).

use super::numbers::Numbers;
use super::power;

impl Numbers {
    /// The mean time of an iteration, in mean runtimes of an equal share: 2^r (1 - α c A(r)) + 2^(r γ) α c Q(r) B(r, p), with A(r) =
    /// Σ_{i<r} Π_{k=1..i} β(k, k), Q(r) = Π_{k=1..r} β(k, k), B(r, p) = Σ_{i=r..p-1} Π_{j=r+1..i} β(r, j).
    ///
    /// `r` at most `p`; `variation` is c. Not a number where α and β do not go together ([`Numbers::check`]); 0 or less
    /// outside the formula’s valid range.
    #[must_use]
    pub fn iteration_time(&self, r: u32, p: u32, variation: f64) -> f64 {
        let scaled = self.excess * variation;
        // Mean and deviation (over c) of the shortest of 2^r: subtracted step by step, so that nothing is lost where c is 1.
        let (mut mean, mut deviation) = (1.0, 1.0);
        for k in 1..=r {
            mean -= scaled * deviation;
            deviation *= self.shorter(k);
        }
        // The sum that the maxima over the groups add, in deviations of a sum.
        let (mut longer, mut product) = (0.0, 1.0);
        for j in r + 1..=p {
            longer += product;
            product *= self.longer(r, j);
        }
        power(r) * mean + libm::exp2(f64::from(r) * self.dependence) * scaled * deviation * longer
    }

    /// The time without copies over that with 2^`r`, both on 2^`p` processors; infinite where the formula makes the time 0
    /// or less ("expect more than 5", section 5.4.2).
    #[must_use]
    pub fn speedup(&self, r: u32, p: u32, variation: f64) -> f64 {
        over(
            self.iteration_time(0, p, variation),
            self.iteration_time(r, p, variation),
        )
    }

    /// The time of the whole load on one processor over that with 2^`r` copies on 2^`p` processors.
    #[must_use]
    pub fn speedup_over_one(&self, r: u32, p: u32, variation: f64) -> f64 {
        over(power(p), self.iteration_time(r, p, variation))
    }
}

/// A ratio of times; infinite where the second is 0 or less.
#[must_use]
pub fn over(time: f64, by: f64) -> f64 {
    if by <= 0.0 { f64::INFINITY } else { time / by }
}
