//! Distributions of a runtime with mean 1 and a given coefficient of variation.

use std::f64::consts::SQRT_2;

use libm::{erfc, exp, log, log1p, pow};
use trace::synthetic::{Distribution, Weibull, pareto_shape};

use crate::parameters::Family;

/// A distribution of runtimes with mean 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// Always 1.
    Certain,
    /// 1 - c and an exponential part of mean c.
    Exponential {
        /// 1 - c.
        least: f64,
        /// c.
        mean: f64,
    },
    /// Weibull: survival exp(-(x / scale)^shape).
    Weibull {
        /// At least 1 for c up to 1.
        shape: f64,
        /// So that the mean is 1.
        scale: f64,
    },
    /// The logarithm is normal with mean -deviation² / 2.
    Lognormal {
        /// sqrt(ln(1 + c²)).
        deviation: f64,
    },
    /// Survival (least / x)^shape from `least` on.
    Pareto {
        /// 1 + sqrt(1 + 1 / c²).
        shape: f64,
        /// (shape - 1) / shape.
        least: f64,
    },
    /// Uniform around 1.
    Uniform {
        /// 1 - √3 c.
        least: f64,
        /// 1 + √3 c.
        most: f64,
    },
    /// Each of these values is equally likely; ascending, none below 0.
    Empirical(Vec<f64>),
}

impl Law {
    /// The distribution of a family with coefficient of variation `variation`, 0 or more. `None` for the empirical one, which
    /// needs values, and where the family has none without runtimes below 0 ([`most_variation`]).
    #[must_use]
    pub fn of(family: Family, variation: f64) -> Option<Self> {
        let c = variation;
        if c.is_nan() || c < 0.0 || c > most_variation(family) {
            return None;
        }
        Some(match family {
            Family::Empirical => return None,
            _ if c == 0.0 => Self::Certain,
            Family::Exponential => Self::Exponential {
                least: 1.0 - c,
                mean: c,
            },
            Family::Weibull => {
                let Weibull { shape, scale } = Weibull::of(c);
                Self::Weibull { shape, scale }
            }
            Family::Lognormal => Self::Lognormal {
                deviation: log1p(c * c).sqrt(),
            },
            Family::Pareto => {
                let shape = pareto_shape(c);
                Self::Pareto {
                    shape,
                    least: (shape - 1.0) / shape,
                }
            }
            Family::Uniform => {
                let half = 3.0_f64.sqrt() * c;
                Self::Uniform {
                    least: (1.0 - half).max(0.0),
                    most: 1.0 + half,
                }
            }
        })
    }

    /// The distribution of some runtimes of mean about 1, each equally likely. They are not rescaled; if all are equal, each
    /// counts as 1. `None` without a value, or with one that is below 0 or not finite.
    #[must_use]
    pub fn empirical(mut values: Vec<f64>) -> Option<Self> {
        let good = |value: &f64| value.is_finite() && *value >= 0.0;
        if values.is_empty() || !values.iter().all(good) {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        Some(if values.first() == values.last() {
            Self::Certain
        } else {
            Self::Empirical(values)
        })
    }

    /// The shortest runtime.
    #[must_use]
    pub fn least(&self) -> f64 {
        match self {
            Self::Certain => 1.0,
            Self::Exponential { least, .. }
            | Self::Pareto { least, .. }
            | Self::Uniform { least, .. } => *least,
            Self::Weibull { .. } | Self::Lognormal { .. } => 0.0,
            Self::Empirical(values) => values.first().copied().unwrap_or(0.0),
        }
    }

    /// The longest runtime, where there is one.
    #[must_use]
    pub fn most(&self) -> Option<f64> {
        match self {
            Self::Certain => Some(1.0),
            Self::Uniform { most, .. } => Some(*most),
            Self::Empirical(values) => values.last().copied(),
            _ => None,
        }
    }

    /// The chance that the shortest of `copies` runtimes takes longer than [`Law::least`] by more than `beyond`, for `beyond`
    /// of 0 or more. Of an empirical distribution by counting, which takes a search.
    #[must_use]
    pub fn survival(&self, copies: f64, beyond: f64) -> f64 {
        if beyond <= 0.0 && !matches!(self, Self::Empirical(_)) {
            return if matches!(self, Self::Certain) {
                0.0
            } else {
                1.0
            };
        }
        match self {
            Self::Certain => 0.0,
            Self::Exponential { mean, .. } => exp(-copies * beyond / mean),
            Self::Weibull { shape, scale } => exp(-copies * pow(beyond / scale, *shape)),
            Self::Lognormal { deviation } => {
                let z = log(beyond) / deviation + deviation / 2.0;
                pow(0.5 * erfc(z / SQRT_2), copies)
            }
            Self::Pareto { shape, least } => exp(-copies * shape * log1p(beyond / least)),
            Self::Uniform { least, most } => pow((1.0 - beyond / (most - least)).max(0.0), copies),
            Self::Empirical(values) => {
                let at = self.least() + beyond;
                let longer = values.len() - values.partition_point(|value| *value <= at);
                pow(longer as f64 / values.len() as f64, copies)
            }
        }
    }
}

/// The largest coefficient of variation of a family without runtimes below 0, or 5.
#[must_use]
pub fn most_variation(family: Family) -> f64 {
    match family {
        Family::Exponential => Distribution::Exponential.most(),
        Family::Uniform => Distribution::Uniform.most(),
        Family::Weibull | Family::Lognormal | Family::Pareto | Family::Empirical => 5.0,
    }
}
