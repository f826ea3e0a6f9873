//! The mean of the longest over M groups of the shortest of R runtimes.

use libm::{expm1, log1p};

use super::Exact;
use super::law::Law;
use super::quadrature;
use crate::model::power;

/// E max over 2^`m` groups of the shortest of 2^`r` independent runtimes.
#[must_use]
pub fn longest(law: &Law, r: u32, m: u32) -> Exact {
    let (copies, groups) = (power(r), power(m));
    if let Law::Empirical(values) = law {
        return of_values(values, copies, groups);
    }
    let least = law.least();
    let beyond = |beyond: f64| at_least_one(law.survival(copies, beyond), groups);
    let exact = match law {
        Law::Certain => Exact {
            value: 0.0,
            error: 0.0,
        },
        Law::Uniform { most, .. } => quadrature::up_to(most - least, beyond),
        _ => quadrature::to_infinity(scale(law, copies, groups), beyond),
    };
    Exact {
        value: least + exact.value,
        ..exact
    }
}

/// The chance that at least one of `groups` happens, each with chance `chance`: 1 - (1 - chance)^groups.
fn at_least_one(chance: f64, groups: f64) -> f64 {
    -expm1(groups * log1p(-chance))
}

/// About where the longest is: the place that one in `groups` exceeds, by doubling.
fn scale(law: &Law, copies: f64, groups: f64) -> f64 {
    let mut scale = 1e-6;
    while law.survival(copies, scale) > 0.5 / groups && scale < 1e12 {
        scale *= 2.0;
    }
    scale
}

/// The same mean for equally likely values: a sum, without error but that of rounding.
fn of_values(values: &[f64], copies: f64, groups: f64) -> Exact {
    let number = values.len() as f64;
    let least = values.first().copied().unwrap_or(0.0);
    let mut sum = 0.0;
    for (longer, pair) in (1..values.len()).rev().zip(values.windows(2)) {
        let [low, high] = pair else { continue };
        if high > low {
            let chance = libm::pow(longer as f64 / number, copies);
            sum += (high - low) * at_least_one(chance, groups);
        }
    }
    Exact {
        value: least + sum,
        error: 0.0,
    }
}
