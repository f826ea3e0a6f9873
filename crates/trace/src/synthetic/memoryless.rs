//! Runtimes without memory: independent, all of one distribution, as the analytic model of job replication assumes
//! (Dobber 2006, chapter 5).

use libm::{exp, lgamma, log1p, pow};
use parameters::{Parameters as _, Rejected, Values};
use rand::RngExt as _;

use super::presets::{held, of_node};
use crate::random::Random;
use crate::{Error, Node, TraceSet};

/// Nodes whose runtimes are independent and alike, as a scenario says it.
#[derive(Debug, Clone, Copy, PartialEq, parameters::Parameters)]
#[parameters(below = "traces", together = had_by)]
pub struct Memoryless {
    /// The distribution of the runtimes.
    #[parameter(title = "Distribution", group = "Synthetic node")]
    pub distribution: Distribution,

    /// c: the coefficient of variation of a runtime.
    #[parameter(title = "Variation of a runtime", group = "Synthetic node", symbol = "c", range = 0.0..=5.0, default = 0.8)]
    pub variation: f64,

    /// The average time of one job.
    #[parameter(title = "Mean runtime", group = "Synthetic node", symbol = "μ", unit = "ms", range = 0.001..=10_000_000.0, default = 1.0)]
    pub mean: f64,
}

/// Whether the distribution allows that variation.
fn had_by(values: &Values) -> Result<(), Rejected> {
    let Memoryless {
        distribution,
        variation,
        ..
    } = Memoryless::from_values(values);
    let most = distribution.most();
    if variation <= most {
        return Ok(());
    }
    let allowed = format!("allowed: 0 to {most} for {} runtimes", distribution.name());
    Err(Rejected::one("variation", variation, allowed))
}

/// Runtimes are held at this share of their mean at least: a trace has none of 0, which some distributions draw.
const LEAST: f64 = 1e-9;

/// Nodes of such runtimes, drawn as those of [`super::nodes`]. Their number and that of jobs are raised to 1 and cut to the limits
/// of a [`TraceSet`].
///
/// # Errors
/// As [`memoryless`].
pub fn memoryless_nodes(
    parameters: &Memoryless,
    count: usize,
    jobs: usize,
    seed: u64,
) -> Result<TraceSet, Error> {
    let Memoryless {
        distribution,
        variation,
        mean,
    } = *parameters;
    let (count, jobs) = held(count, jobs);
    let node = |host: usize| {
        let mut random = of_node(seed, host);
        let mut runtimes = memoryless(&mut random, distribution, mean, variation, jobs)?;
        for runtime in &mut runtimes {
            *runtime = runtime.max(LEAST * mean);
        }
        Ok(Node {
            name: format!("memoryless-{}", host + 1),
            position: None,
            host,
            runtimes,
        })
    };
    let nodes = (0..count).map(node).collect::<Result<_, Error>>()?;
    Ok(TraceSet::generated("memoryless".to_owned(), nodes))
}

/// A distribution that is given by its mean and its coefficient of variation c.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, parameters::Field)]
pub enum Distribution {
    /// Exponential for c = 1; for c below 1, shifted to the right: mean · (1 - c) plus an exponential part of mean · c (own
    /// choice).
    #[default]
    #[choice(title = "Exponential")]
    Exponential,
    /// Normal; values below 0 become 0. Mean and c hold before this clipping, which raises the mean by less than 0.1 % up
    /// to c = 0.4, by 8 % for c = 1.
    #[choice(title = "Normal")]
    Normal,
    /// Uniform from mean · (1 - sqrt(3) c) to mean · (1 + sqrt(3) c).
    #[choice(title = "Uniform")]
    Uniform,
    /// Lognormal.
    #[choice(title = "Lognormal")]
    Lognormal,
    /// Gamma with shape 1 / c^2.
    #[choice(title = "Gamma")]
    Gamma,
    /// Weibull.
    #[choice(title = "Weibull")]
    Weibull,
    /// Pareto with shape 1 + sqrt(1 + 1 / c^2): few runtimes are very long.
    #[choice(title = "Pareto")]
    Pareto,
    /// mean · (1 - c) or mean · (1 + c), equally likely (own choice).
    #[choice(title = "Two values")]
    TwoPoint,
}

impl Distribution {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Exponential,
        Self::Normal,
        Self::Uniform,
        Self::Lognormal,
        Self::Gamma,
        Self::Weibull,
        Self::Pareto,
        Self::TwoPoint,
    ];

    /// The name for people, within a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exponential => "exponential",
            Self::Normal => "normal",
            Self::Uniform => "uniform",
            Self::Lognormal => "lognormal",
            Self::Gamma => "gamma",
            Self::Weibull => "Weibull",
            Self::Pareto => "Pareto",
            Self::TwoPoint => "two-point",
        }
    }

    /// The largest coefficient of variation: above it, exponential, uniform and two-point runtimes would fall below 0; own
    /// choice for the others.
    pub fn most(self) -> f64 {
        match self {
            Self::Exponential | Self::Normal | Self::TwoPoint => 1.0,
            // 1 / sqrt(3), rounded down.
            Self::Uniform => 0.577_350_269_189_625,
            Self::Lognormal | Self::Gamma | Self::Weibull | Self::Pareto => 5.0,
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
    // The shape takes a search of its own, once for all.
    let weibull = (distribution == Distribution::Weibull && cv > 0.0).then(|| Weibull::of(cv));
    Ok((0..jobs)
        .map(|_| mean * draw(rng, distribution, weibull, cv))
        .collect())
}

/// A Weibull distribution with mean 1: survival exp(-(x / scale)^shape).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weibull {
    /// Above 1 for a coefficient of variation below 1.
    pub shape: f64,
    /// So that the mean is 1.
    pub scale: f64,
}

impl Weibull {
    /// That with a coefficient of variation above 0, by bisection: Γ(1 + 2 / k) / Γ(1 + 1 / k)² = 1 + c².
    #[must_use]
    pub fn of(cv: f64) -> Self {
        let wanted = log1p(cv * cv);
        // The coefficient falls with the shape; it is about 1.28 / shape for large ones.
        let (mut low, mut high) = (0.1, 2.0 + 2.0 / cv);
        for _ in 0..200 {
            let shape = 0.5 * (low + high);
            if shape <= low || shape >= high {
                break;
            }
            if lgamma(1.0 + 2.0 / shape) - 2.0 * lgamma(1.0 + 1.0 / shape) > wanted {
                low = shape;
            } else {
                high = shape;
            }
        }
        let shape = 0.5 * (low + high);
        let scale = exp(-lgamma(1.0 + 1.0 / shape));
        Self { shape, scale }
    }

    fn draw(&self, rng: &mut Random) -> f64 {
        self.scale * pow(rng.exponential(1.0), 1.0 / self.shape)
    }
}

/// The shape of a Pareto distribution with a coefficient of variation above 0: 1 + sqrt(1 + 1 / c²). With mean 1 its least
/// value is (shape - 1) / shape.
#[must_use]
pub fn pareto_shape(cv: f64) -> f64 {
    1.0 + (1.0 + 1.0 / (cv * cv)).sqrt()
}

/// One value with mean 1; `weibull` is the Weibull distribution with a variation above 0.
fn draw(rng: &mut Random, distribution: Distribution, weibull: Option<Weibull>, cv: f64) -> f64 {
    match distribution {
        Distribution::Exponential => 1.0 - cv + rng.exponential(cv),
        Distribution::Normal => (1.0 + cv * rng.normal()).max(0.0),
        Distribution::Uniform => {
            let half = 3.0_f64.sqrt() * cv;
            rng.between(1.0 - half, 1.0 + half)
        }
        Distribution::Lognormal => rng.lognormal(cv),
        Distribution::Gamma | Distribution::Pareto if cv == 0.0 => 1.0,
        Distribution::Gamma => gamma(rng, 1.0 / (cv * cv)) * cv * cv,
        Distribution::Weibull => weibull.map_or(1.0, |weibull| weibull.draw(rng)),
        Distribution::Pareto => {
            let shape = pareto_shape(cv);
            (shape - 1.0) / shape * exp(rng.exponential(1.0 / shape))
        }
        Distribution::TwoPoint if rng.random_bool(0.5) => 1.0 - cv,
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
