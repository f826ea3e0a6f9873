//! A search for parameters under which the statistics meet, for traces that are not of the generator's kind.

use super::{NodeParameters, enough, enough_to_spread, held, made};
use crate::characteristics::{BLOCK, Characteristics};
use statistics::autocorrelation::autocorrelation;
use statistics::{mean, sd};

/// Statistics without a unit that show different things: spread, its time scales, jumps.
const STATISTICS: usize = 8;

fn statistics(values: &[f64]) -> [f64; STATISTICS] {
    let c = Characteristics::of(values, BLOCK);
    let rho = autocorrelation(values, 1).first().copied().unwrap_or(0.0);
    [
        c.coefficient_of_variation,
        c.sd_over_rmse_last_value,
        c.scaled_sd_of_means_over_sd,
        c.sd_of_sds_over_mean_sd,
        c.jumps,
        c.sd_jumps_over_sd,
        c.rmse_jumps_over_rmse_last_value,
        rho,
    ]
}

/// The number of standard deviations above which made series differ from the given one.
const FAR: f64 = 3.0;

/// `parameters` where the statistics of their series are near those of `values`; else better ones, found by changing one
/// after the other up and down in ever smaller steps.
pub(super) fn refined(parameters: NodeParameters, values: &[f64]) -> NodeParameters {
    let jobs = values.len();
    let first = rows(&parameters, jobs, enough_to_spread(jobs));
    let target = Target::of(values, &first);
    if target.differences(&first).iter().all(|z| z.abs() <= FAR) {
        return parameters;
    }
    let loss = |p: &NodeParameters| {
        let differences = target.differences(&rows(p, jobs, enough(jobs).div_ceil(2)));
        differences.iter().fold(0.0, |sum, z| sum + z * z)
    };
    let (mut best, mut least) = (parameters, loss(&parameters));
    let mut step = 0.8;
    for _ in 0..ROUNDS {
        let before = least;
        for change in CHANGES {
            for signed in [step, -step] {
                let next = held(change(best, signed));
                let loss = loss(&next);
                if loss < least {
                    (best, least) = (next, loss);
                }
            }
        }
        if least > 0.9 * before {
            step /= 2.0;
        }
    }
    best
}

/// The number of times that all parameters are tried.
const ROUNDS: usize = 10;

/// A parameter after a step: scales and probabilities by the factor exp(step), from a little above 0 so that they can
/// leave it; parameters bounded on both sides by a part of their range.
type Change = fn(NodeParameters, f64) -> NodeParameters;

const CHANGES: [Change; 8] = [
    |p, step| NodeParameters {
        level_sd: grown(p.level_sd, 0.01, step),
        ..p
    },
    |p, step| NodeParameters {
        level_duration: grown(p.level_duration, 0.0, step),
        ..p
    },
    |p, step| NodeParameters {
        noise_sd: grown(p.noise_sd, 0.01, step),
        ..p
    },
    |p, step| NodeParameters {
        autocorrelation: p.autocorrelation + 0.3 * step,
        ..p
    },
    |p, step| NodeParameters {
        peak_probability: grown(p.peak_probability, 0.001, step),
        ..p
    },
    |p, step| NodeParameters {
        peak_height: grown(p.peak_height, 0.05, step),
        ..p
    },
    |p, step| NodeParameters {
        peak_duration: p.peak_duration + step,
        ..p
    },
    |p, step| NodeParameters {
        dip_probability: grown(p.dip_probability, 0.0005, step),
        ..p
    },
];

fn grown(value: f64, offset: f64, step: f64) -> f64 {
    (value + offset) * libm::exp(step) - offset
}

/// The statistics to be met, and the distance by which chance may miss them.
struct Target {
    given: [f64; STATISTICS],
    scale: [f64; STATISTICS],
}

impl Target {
    fn of(values: &[f64], rows: &[[f64; STATISTICS]]) -> Self {
        let given = statistics(values);
        let mut scale = [0.0; STATISTICS];
        for (column, (scale, given)) in scale.iter_mut().zip(given).enumerate() {
            let all = column_of(rows, column);
            // Series that hardly vary would make the smallest difference seem large.
            let spread = sd(&all).max(0.05 * given.abs());
            *scale = if spread > 0.0 { spread } else { 1.0 };
        }
        Self { given, scale }
    }

    /// The distances of the expected statistics from the given ones; 0 where there is nothing to compare.
    fn differences(&self, rows: &[[f64; STATISTICS]]) -> [f64; STATISTICS] {
        let mut differences = self.given;
        for (column, (difference, scale)) in differences.iter_mut().zip(self.scale).enumerate() {
            let z = (mean(&column_of(rows, column)) - *difference) / scale;
            *difference = if z.is_finite() { z } else { 0.0 };
        }
        differences
    }
}

fn rows(parameters: &NodeParameters, jobs: usize, count: usize) -> Vec<[f64; STATISTICS]> {
    made(parameters, jobs, count)
        .map(|values| statistics(&values))
        .collect()
}

/// The defined values of one statistic.
fn column_of(rows: &[[f64; STATISTICS]], column: usize) -> Vec<f64> {
    rows.iter()
        .filter_map(|row| row.get(column).copied())
        .filter(|value| value.is_finite())
        .collect()
}
