//! The cost of moving work (Dobber 2006, sections 2.4 and 6.2).

use crate::rescaling::REFERENCE_SIZE;

/// The dependence of the time of one rescheduling on the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rescheduling {
    /// The mean time for t = 2.5 s on 4 processors, ms.
    pub mean: f64,
    /// κ, 0 to 1: 0 is the thesis' section 2.4, where the time does not depend on P; 0.5 (own choice) agrees with its
    /// section 6.2, where the time falls with P.
    pub exponent: f64,
    /// The time grows with the problem size, because the data to be moved does (own choice).
    pub scales: bool,
}

impl Rescheduling {
    /// The mean time of one rescheduling, ms: mean · (t / 2.5) · (4 / P)^κ. Zero for one processor, which has
    /// nobody to give work to.
    #[must_use]
    pub fn mean_for(&self, problem_size: f64, processors: u32) -> f64 {
        if processors <= 1 {
            return 0.0;
        }
        let size = if self.scales {
            problem_size / REFERENCE_SIZE
        } else {
            1.0
        };
        self.mean * size * libm::pow(4.0 / f64::from(processors), self.exponent)
    }
}

/// The number of reschedulings that K iterations pay for when one follows every N-th: they pay for the last one even
/// where nothing follows it (Dobber 2006, equation 2.23).
#[must_use]
pub fn phases(iterations: u32, every: u32) -> u32 {
    iterations.checked_div(every).unwrap_or(0)
}

/// The cost of a switch from replication to balancing, in rescheduling times (Dobber 2006, section 2.4).
pub const TO_BALANCING: f64 = 0.6;

/// The cost of a switch from balancing to replication, in rescheduling times (Dobber 2006, section 2.4).
pub const TO_REPLICATION: f64 = 1.4;
