//! The random numbers of every generator and simulation: SplitMix64 and the draws on top of it.
//!
//! The draws are defined to the bit (own choice; the generator is Steele, Lea and Flood, "Fast splittable pseudorandom
//! number generators", 2014), so that a seed means the same numbers in every implementation.
//!
//! [`Random`] is a generator of the `rand` crate: uniform numbers come from `rand::RngExt`, and all code for a
//! `rand::Rng` takes it. Three kinds of draws stay here, because published links depend on their bits:
//! - ranges and shuffles ([`Random::below`], [`Random::sample`]): `rand` takes a second word for some ranges of integers,
//!   indexes from 32-bit words, and makes real ranges from 52 bits, so that it draws other numbers;
//! - distributions ([`Random::normal`], [`Random::exponential`]…): `rand_distr` has other algorithms (ziggurats), and its
//!   logarithms are the platform's as soon as one crate of a build turns on `num-traits/std`, as `proptest` does;
//! - [`Random::geometric`] and [`Random::lognormal`], which are given by their means.

use std::convert::Infallible;
use std::f64::consts::PI;

use rand::{Rng as _, RngExt as _, SeedableRng, TryRng};
use rand_xoshiro::SplitMix64;
use serde::{Deserialize, Serialize};

/// SplitMix64 with the draws of the synthetic generator.
///
/// ```
/// use rand::{Rng, RngExt};
/// use trace::random::Random;
///
/// let mut random = Random::new(1234567);
/// assert_eq!(random.next_u64(), 6457827717110365317);
/// assert!((0.0..1.0).contains(&random.random::<f64>()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random {
    generator: SplitMix64,
}

impl TryRng for Random {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.generator.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.generator.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.generator.try_fill_bytes(bytes)
    }
}

impl SeedableRng for Random {
    type Seed = [u8; 8];

    /// The generator whose state starts at `seed`, least significant byte first.
    fn from_seed(seed: [u8; 8]) -> Self {
        Self {
            generator: SplitMix64::from_seed(seed),
        }
    }

    /// The same as [`Random::new`].
    fn seed_from_u64(seed: u64) -> Self {
        Self::new(seed)
    }
}

impl Random {
    /// The generator whose state starts at `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            generator: SplitMix64::seed_from_u64(seed),
        }
    }

    /// An independent stream for each list of `words`, such as `[replication, purpose]`.
    ///
    /// The rule, with f(x) the first output of the generator whose state starts at x (that is, the finaliser of
    /// SplitMix64 applied to x + 0x9E3779B97F4A7C15): h = f(`seed`), then h = f(h xor w) for each word w in order;
    /// the stream is the generator whose state starts at h. Streams of one seed with different lists of the same length
    /// therefore start at different places unless two of 2^64 hashes collide (own choice).
    pub fn stream(seed: u64, words: &[u64]) -> Self {
        Self::new(Self::start_of(seed, words))
    }

    /// The state at which [`Random::stream`] starts, for [`Random::after`].
    #[must_use]
    pub fn start_of(seed: u64, words: &[u64]) -> u64 {
        let first_output = |state: u64| Self::new(state).next_u64();
        words
            .iter()
            .fold(first_output(seed), |hash, word| first_output(hash ^ word))
    }

    /// The generator that started at `start`, after that many outputs of 64 bits: each adds the same number to the state,
    /// so that any draw of a stream can be had without those before it.
    #[inline]
    #[must_use]
    pub fn after(start: u64, outputs: u64) -> Self {
        /// The increment of SplitMix64 for each output.
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        Self::new(start.wrapping_add(outputs.wrapping_mul(STEP)))
    }

    /// Uniform in [0, 1): the upper 53 bits of the output times 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        self.random()
    }

    /// Exponential with the given mean, by inversion: -`mean` ln(1 - u).
    #[inline]
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log(1.0 - self.uniform())
    }

    /// Standard normal by Box and Muller: sqrt(-2 ln(1 - u1)) cos(2 pi u2). Two uniforms a value, the sine branch is
    /// not used.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(1.0 - self.uniform())).sqrt();
        radius * libm::cos(2.0 * PI * self.uniform())
    }

    /// Uniform in 0..n: the upper half of the output times `n`, always of one output. 0 for n = 0 (a draw is still taken).
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// Geometric on 1, 2, ... with the given mean: 1 + floor(ln(1 - u) / ln(1 - 1 / mean)); 1, without a draw, for a
    /// mean of at most 1.
    #[inline]
    pub fn geometric(&mut self, mean: f64) -> u64 {
        if mean <= 1.0 {
            return 1;
        }
        let failures = (libm::log(1.0 - self.uniform()) / libm::log(1.0 - 1.0 / mean)).floor();
        (failures as u64).saturating_add(1)
    }

    /// `k` different numbers of 0..n in the order drawn, by a partial Fisher-Yates shuffle; all `n` when `k` > `n`.
    pub fn sample(&mut self, n: usize, k: usize) -> Vec<usize> {
        let k = k.min(n);
        let mut numbers: Vec<usize> = (0..n).collect();
        for i in 0..k {
            let j = i + self.below((n - i) as u64) as usize;
            numbers.swap(i, j);
        }
        numbers.truncate(k);
        numbers
    }

    /// Lognormal with mean 1 and coefficient of variation `cv`: exp(-s^2 / 2 + s z) with s = sqrt(ln(1 + cv^2)) and z
    /// standard normal.
    #[inline]
    pub fn lognormal(&mut self, cv: f64) -> f64 {
        self.lognormal_sd(libm::log(1.0 + cv * cv).sqrt())
    }

    /// Lognormal with mean 1 whose logarithm has standard deviation `sd`: exp(-sd^2 / 2 + sd z).
    #[inline]
    pub fn lognormal_sd(&mut self, sd: f64) -> f64 {
        libm::exp(-0.5 * sd * sd + sd * self.normal())
    }

    /// Uniform in [low, high).
    #[inline]
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Log-uniform in [low, high): the logarithm is uniform. Both bounds above 0.
    #[inline]
    pub fn log_between(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }
}
