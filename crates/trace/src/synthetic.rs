//! Seeded synthetic traces (own choice: the measured traces of Dobber 2006 are not published; the parameters are
//! calibrated on its Table 3.3).
//!
//! A runtime is the product of a level that switches now and then, autocorrelated noise, and a peak, a dip or a slow
//! mode. Draws are taken in a fixed order and every function of a real number comes from one library, so that a seed
//! gives the same bits on every machine.
//!
//! Parameters are checked where they enter; outside their ranges the generators do not panic, but their
//! series are not meaningful.

mod fit;
mod memoryless;
mod presets;
mod sets;

use crate::random::Random;

pub use fit::{Fitted, MEANS, Match, fit};
pub use memoryless::{
    Distribution, Memoryless, Weibull, memoryless, memoryless_nodes, pareto_shape,
};
pub use presets::{Preset, nodes, preset, six};
pub use sets::{Kind, SetParameters, population, set, set_one, set_two};

/// How the runtimes of one node behave.
#[derive(Debug, Clone, Copy, PartialEq, parameters::Parameters)]
#[parameters(below = "traces")]
pub struct NodeParameters {
    /// The average time of one job on this node, to which the series is scaled.
    #[parameter(title = "Mean runtime", group = "Synthetic node", symbol = "μ", unit = "ms", range = MEANS[0]..=MEANS[1], default = 1.0)]
    pub mean: f64,

    /// The standard deviation of the logarithm of the level around which the runtimes move; 0 keeps one level.
    #[parameter(title = "Level spread", group = "Synthetic node", range = 0.0..=1.2, default = 0.35)]
    pub level_sd: f64,

    /// The mean number of jobs in a level.
    #[parameter(title = "Level duration", group = "Synthetic node", unit = "jobs", range = 1.0..=2000.0, default = 120.0)]
    pub level_duration: f64,

    /// The share of a job’s noise that carries over to the next job.
    #[parameter(title = "Autocorrelation of the noise", group = "Synthetic node", symbol = "ρ", range = 0.0..=0.95, default = 0.30)]
    pub autocorrelation: f64,

    /// The standard deviation of the logarithm of the noise on every job.
    #[parameter(title = "Noise spread", group = "Synthetic node", range = 0.0..=1.0, default = 0.20)]
    pub noise_sd: f64,

    /// The chance that a peak, a short burst of slow jobs, starts at a job.
    #[parameter(title = "Peak probability", group = "Synthetic node", range = 0.0..=0.2, default = 0.02)]
    pub peak_probability: f64,

    /// The mean number of jobs in a peak, before the limit of four.
    #[parameter(title = "Peak duration", group = "Synthetic node", unit = "jobs", range = 1.0..=4.0, default = 1.3)]
    pub peak_duration: f64,

    /// The mean extra runtime of a job in a peak, in normal runtimes.
    #[parameter(title = "Peak height", group = "Synthetic node", range = 0.0..=15.0, default = 2.0)]
    pub peak_height: f64,

    /// The chance that a job takes only 0.3 of its normal runtime.
    #[parameter(title = "Dip probability", group = "Synthetic node", range = 0.0..=0.05, default = 0.002)]
    pub dip_probability: f64,

    /// The chance that a job runs in the slow mode.
    #[parameter(title = "Slow-mode probability", group = "Synthetic node", range = 0.0..=0.3, default = 0.0)]
    pub slow_probability: f64,

    /// The extra runtime of a job in the slow mode, in normal runtimes.
    #[parameter(title = "Slow-mode height", group = "Synthetic node", range = 0.0..=5.0, default = 1.0)]
    pub slow_height: f64,
}

/// The runtimes of `jobs` jobs in ms: scaled to the mean of `parameters` when `normalise` is true, around 1 otherwise.
///
/// Draws, in this order: the start of the noise; then for each job a new level and its duration when the last one has
/// run out, the noise, one uniform number that decides between peak, dip, slow mode and normal, and for a new peak its
/// height and its duration.
pub fn series(
    rng: &mut Random,
    parameters: &NodeParameters,
    jobs: usize,
    normalise: bool,
) -> Vec<f64> {
    let p = parameters;
    let innovation = p.noise_sd * (1.0 - p.autocorrelation * p.autocorrelation).sqrt();
    let dip_bound = p.peak_probability + p.dip_probability;
    let slow_bound = dip_bound + p.slow_probability;

    let mut noise = p.noise_sd * rng.normal();
    let (mut level, mut level_left) = (1.0, 0_u64);
    let (mut height, mut peak_left) = (1.0, 0_u64);
    let mut runtimes = Vec::with_capacity(jobs);
    for _ in 0..jobs {
        if level_left == 0 {
            level = rng.lognormal_sd(p.level_sd);
            level_left = rng.geometric(p.level_duration);
        }
        level_left -= 1;
        noise = p.autocorrelation * noise + innovation * rng.normal();
        let draw = rng.uniform();
        let factor = if peak_left > 0 {
            peak_left -= 1;
            height
        } else if draw < p.peak_probability {
            height = 1.0 + rng.exponential(p.peak_height);
            peak_left = rng.geometric(p.peak_duration).min(4) - 1;
            height
        } else if draw < dip_bound {
            0.3
        } else if draw < slow_bound {
            1.0 + p.slow_height
        } else {
            1.0
        };
        runtimes.push(level * libm::exp(noise) * factor);
    }
    if normalise {
        let scale = p.mean / statistics::mean(&runtimes);
        runtimes.iter_mut().for_each(|runtime| *runtime *= scale);
    }
    runtimes
}

/// The character of a node drawn at random, with the given mean in ms.
///
/// Three nodes in ten have a slow mode; their levels and noise vary less. Draws, in this order: slow mode or not, then
/// each parameter in the order of the fields, those with a constant left out.
pub fn random_parameters(rng: &mut Random, mean: f64) -> NodeParameters {
    let slow_mode = rng.uniform() < 0.30;
    NodeParameters {
        mean,
        level_sd: if slow_mode {
            rng.between(0.15, 0.45)
        } else {
            rng.between(0.20, 0.70)
        },
        level_duration: rng.log_between(30.0, 500.0),
        autocorrelation: rng.between(0.0, 0.5),
        noise_sd: if slow_mode {
            rng.log_between(0.08, 0.25)
        } else {
            rng.log_between(0.10, 0.60)
        },
        peak_probability: rng.log_between(0.001, 0.06),
        peak_duration: rng.between(1.0, 1.6),
        peak_height: rng.log_between(0.4, 3.0),
        dip_probability: rng.between(0.0, 0.01),
        slow_probability: if slow_mode {
            rng.between(0.04, 0.14)
        } else {
            0.0
        },
        slow_height: if slow_mode {
            rng.between(0.6, 1.8)
        } else {
            1.0
        },
    }
}
