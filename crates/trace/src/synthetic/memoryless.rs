//! Runtimes without memory: independent, all of one distribution, as the analytic model of job replication assumes
//! (Dobber 2006, chapter 5).

use crate::Error;
use crate::random::Random;

/// A distribution that is given by its mean and its coefficient of variation c.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distribution {
    /// Exponential for c = 1; below, the same shifted to the right: mean (1 - c) and an exponential part of mean c
    /// (own choice).
    Exponential,
    /// Normal; what is below 0 becomes 0. Mean and c are those before: the clipping raises the mean by less than
    /// 0.1 % up to c = 0.4, by 8 % for c = 1.
    Normal,
    /// Uniform over the mean (1 - sqrt(3) c) to the mean (1 + sqrt(3) c).
    Uniform,
    /// Lognormal.
    Lognormal,
    /// Gamma with shape 1 / c^2.
    Gamma,
    /// The mean (1 - c) or the mean (1 + c), equally likely (own choice).
    TwoPoint,
}

impl Distribution {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Exponential,
        Self::Normal,
        Self::Uniform,
        Self::Lognormal,
        Self::Gamma,
        Self::TwoPoint,
    ];

    /// The name for people, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exponential => "exponential",
            Self::Normal => "normal",
            Self::Uniform => "uniform",
            Self::Lognormal => "lognormal",
            Self::Gamma => "gamma",
            Self::TwoPoint => "two-point",
        }
    }

    /// The largest coefficient of variation: where values would fall below 0, for the first three and the last; 5 for
    /// the others.
    pub fn most(self) -> f64 {
        match self {
            Self::Exponential | Self::Normal | Self::TwoPoint => 1.0,
            // 1 / sqrt(3), rounded down.
            Self::Uniform => 0.577_350_269_189_625,
            Self::Lognormal | Self::Gamma => 5.0,
        }
    }
}

/// `jobs` independent runtimes with the given mean, ms, and coefficient of variation `cv`, each 0 or more.
///
/// # Errors
/// [`Error::Mean`] for a mean that is not finite and above 0; [`Error::Variation`] for a `cv` outside 0 to
/// [`Distribution::most`].
///
/// ```
/// use trace::{random::Random, synthetic::{Distribution, memoryless}};
///
/// let runtimes = memoryless(&mut Random::new(1), Distribution::TwoPoint, 100.0, 0.2, 50)?;
/// assert!(runtimes.iter().all(|runtime| [80.0, 120.0].contains(runtime)));
/// # Ok::<(), trace::Error>(())
/// ```
pub fn memoryless(
    rng: &mut Random,
    distribution: Distribution,
    mean: f64,
    cv: f64,
    jobs: usize,
) -> Result<Vec<f64>, Error> {
    if !crate::set::is_runtime(mean) {
        return Err(Error::Mean { value: mean });
    }
    if !(0.0..=distribution.most()).contains(&cv) {
        return Err(Error::Variation {
            distribution: distribution.name(),
            value: cv,
            most: distribution.most(),
        });
    }
    Ok((0..jobs)
        .map(|_| mean * draw(rng, distribution, cv))
        .collect())
}

/// One value with mean 1.
fn draw(rng: &mut Random, distribution: Distribution, cv: f64) -> f64 {
    match distribution {
        Distribution::Exponential => 1.0 - cv + rng.exponential(cv),
        Distribution::Normal => (1.0 + cv * rng.normal()).max(0.0),
        Distribution::Uniform => {
            let half = 3.0_f64.sqrt() * cv;
            rng.between(1.0 - half, 1.0 + half)
        }
        Distribution::Lognormal => rng.lognormal(cv),
        Distribution::Gamma if cv == 0.0 => 1.0,
        Distribution::Gamma => gamma(rng, 1.0 / (cv * cv)) * cv * cv,
        Distribution::TwoPoint if rng.uniform() < 0.5 => 1.0 - cv,
        Distribution::TwoPoint => 1.0 + cv,
    }
}

/// Gamma with the given shape and scale 1, by the rejection of Marsaglia and Tsang, "A simple method for generating
/// gamma variables", 2000; shapes below 1 by their boost.
fn gamma(rng: &mut Random, shape: f64) -> f64 {
    if shape < 1.0 {
        let boost = libm::pow(1.0 - rng.uniform(), 1.0 / shape);
        return boost * gamma(rng, shape + 1.0);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = rng.normal();
        let v = 1.0 + c * x;
        let v = v * v * v;
        let u = 1.0 - rng.uniform();
        if v > 0.0 && libm::log(u) < 0.5 * x * x + d * (1.0 - v + libm::log(v)) {
            return d * v;
        }
    }
}
