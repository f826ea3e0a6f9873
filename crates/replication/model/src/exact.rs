//! The exact time of an iteration with copies where runtimes are independent and identically distributed, by numerical
//! order statistics: no sampling, no approximation but that of the quadrature, whose error is stated.
//!
//! The time is E max over M groups of a sum over R steps of the shortest of R runtimes (Dobber 2006, equation 5.4), M = P / R.
//! Where all steps of an iteration meet the same runtimes it is R times E max over M of the shortest of R.
//!
//! | module | idea |
//! |---|---|
//! | [`law`] | the distributions, each with mean 1 |
//! | [`quadrature`] | integrals of smooth functions to nearly all digits |
//! | [`longest`] | E max over M of the shortest of R |
//! | [`lattice`] | the distribution of a sum of R of them, on a grid |

pub mod lattice;
pub mod law;
pub mod longest;
pub mod quadrature;

pub use law::Law;

/// A number and its possible error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The number, in mean runtimes of an equal share.
    pub value: f64,
    /// The last change by refining: an estimate of the error of the quadrature.
    pub error: f64,
}

/// The times of an iteration for p of 0 to `most` and r of 0 to p: `times[r][p - r]`, in mean runtimes of an equal share.
/// `dependent`: all steps of an iteration meet the same runtimes.
#[must_use]
pub fn table(law: &Law, most: u32, dependent: bool) -> Vec<Vec<Exact>> {
    (0..=most)
        .map(|r| {
            if dependent || r == 0 {
                return (r..=most)
                    .map(|p| longest::longest(law, r, p - r).scaled(f64::from(1_u32 << r)))
                    .collect();
            }
            // One group waits for nobody: the mean of a sum is the sum of means.
            let alone = longest::longest(law, r, 0).scaled(f64::from(1_u32 << r));
            let sums = if r < most {
                lattice::longest_sums(law, r, most - r)
            } else {
                Vec::new()
            };
            [alone].into_iter().chain(sums).collect()
        })
        .collect()
}

/// One of these times; not a number for `r` above `p`.
#[must_use]
pub fn iteration_time(law: &Law, r: u32, p: u32, dependent: bool) -> Exact {
    let times = if r > p {
        return Exact {
            value: f64::NAN,
            error: f64::NAN,
        };
    } else if dependent || r == 0 || r == p {
        return longest::longest(law, r, p - r).scaled(f64::from(1_u32 << r));
    } else {
        lattice::longest_sums(law, r, p - r)
    };
    times.last().copied().unwrap_or(Exact {
        value: f64::NAN,
        error: f64::NAN,
    })
}

impl Exact {
    fn scaled(self, by: f64) -> Self {
        Self {
            value: self.value * by,
            error: self.error * by,
        }
    }
}
