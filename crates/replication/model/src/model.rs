//! The speedup formulas: the time of an iteration with copies on identical processors (Dobber 2006, chapter 5).
//!
//! P = 2^p processors run R = 2^r copies of each job, in M = P / R groups; a processor meets R jobs one after the other.
//! Messages take no time. Times are in mean runtimes of an equal share, E X; c is the coefficient of variation of one
//! runtime.
//!
//! | module | idea |
//! |---|---|
//! | [`numbers`] | α, β(i, j) and γ: the parameters of the formulas |
//! | [`closed`] | the closed form that contains all eight models, and speedups |
//! | [`exponential`], [`constant`], [`dependent`] | rules for the best number of copies in models 1.1, 1.2 and 2.1 |
//! | [`best`] | the best number of copies by trying all |
//! | [`lambert`] | the Lambert W function, also of very large arguments |
//! | [`measured`] | the tables and fits that the document printed |
//! | [`fits`] | the agreement of the fits with the tables |
//! | [`estimates`] | α, β and γ measured on traces |
//! | [`runs`] | runs of all numbers of copies on identical nodes |
//! | [`misprints`] | formulas as they were printed, where the print is wrong |

pub mod best;
pub mod closed;
pub mod constant;
pub mod dependent;
pub mod estimates;
pub mod exponential;
pub mod fits;
pub mod lambert;
pub mod measured;
pub mod misprints;
pub mod numbers;
pub mod runs;

pub use numbers::{Invalid, Numbers, Spread};

/// The speedup at which charts stop: beyond it the formulas are unreliable (Dobber 2006, section 5.4.2).
pub const CAP: f64 = 5.0;

/// 2^n.
#[must_use]
pub fn power(n: u32) -> f64 {
    libm::ldexp(1.0, n.min(1_023) as i32)
}
