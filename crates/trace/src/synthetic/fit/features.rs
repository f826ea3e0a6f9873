//! The signs of a generator's parameters in a series: first estimates, biased where a parameter hides another.

use super::levels::{levels, running_medians, without_peaks};
use statistics::{mean, median};

/// First estimates, one for each parameter but the mean, and the residuals.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Features {
    /// The deviation of the level's logarithm.
    pub(super) level_sd: f64,
    /// Switches for each job.
    pub(super) switches: f64,
    pub(super) autocorrelation: f64,
    pub(super) noise_sd: f64,
    /// Peaks that start, for each job.
    pub(super) peaks: f64,
    /// The mean length of a peak, jobs.
    pub(super) peak_length: f64,
    /// The mean height of a job in a peak.
    pub(super) peak_height: f64,
    /// The share of dips.
    pub(super) dips: f64,
    /// The share of jobs in the slow mode.
    pub(super) slow: f64,
    /// The height of the slow mode.
    pub(super) slow_height: f64,
    /// The logarithms without their levels.
    pub(super) residuals: Vec<f64>,
}

/// The least fall of the sum of squares at a switch, in variances of the noise's mean: about 3 ln N for the
/// reference length of 2000 jobs, and the same for every length.
const PENALTY: f64 = 20.0;
/// Residuals further below than this many deviations of the noise are no noise.
const BELOW: f64 = 3.0;

/// Residuals further above than this many deviations of the noise are no noise. Jobs in a slow mode are many, so that a
/// nearer bound is worth the noise that it takes for more.
fn above(slow_mode: bool) -> f64 {
    if slow_mode { 2.25 } else { 3.0 }
}

impl Features {
    /// The features of runtimes, all finite and above 0; with `slow_mode`, the densest place of the outliers is taken for one.
    pub(super) fn of(values: &[f64], slow_mode: bool) -> Self {
        let logs: Vec<f64> = values.iter().map(|value| libm::log(*value)).collect();
        let medians = running_medians(&logs);
        let around: Vec<f64> = logs
            .iter()
            .zip(&medians)
            .map(|(value, median)| value - median)
            .collect();
        let first = spread(&around, slow_mode);
        let smooth = without_peaks(&logs, &medians, BELOW * first);

        // Autocorrelated noise looks like small switches; its autocorrelation is known once the switches are.
        let mut noise = Noise {
            sd: first,
            rho: 0.0,
        };
        let mut found = Levels::of(&logs, &smooth, &noise);
        for _ in 0..4 {
            noise = Noise::of(&found.residuals, slow_mode);
            let next = Levels::of(&logs, &smooth, &noise);
            if next.stretches == found.stretches {
                break;
            }
            found = next;
        }
        let noise = Noise::of(&found.residuals, slow_mode);
        let out = Out::of(&found.residuals, &noise, slow_mode);
        let jobs = values.len().max(1) as f64;
        Self {
            level_sd: found.sd(),
            switches: found.stretches.len().saturating_sub(1) as f64 / jobs,
            autocorrelation: noise.rho,
            noise_sd: noise.sd,
            peaks: out.runs as f64 / jobs,
            peak_length: if out.runs == 0 {
                1.0
            } else {
                out.heights.len() as f64 / out.runs as f64
            },
            peak_height: if out.heights.is_empty() {
                0.0
            } else {
                mean(&out.heights)
            },
            dips: out.dips as f64 / jobs,
            slow: out.slow.len() as f64 / jobs,
            slow_height: if out.slow.is_empty() {
                0.0
            } else {
                median(&out.slow)
            },
            residuals: found.residuals,
        }
    }
}

/// The levels of a series and its residuals without them.
struct Levels {
    /// Length and median of each stretch.
    stretches: Vec<(usize, f64)>,
    residuals: Vec<f64>,
}

impl Levels {
    fn of(logs: &[f64], smooth: &[f64], noise: &Noise) -> Self {
        // The variance of the mean of n autocorrelated values, times n.
        let variance = noise.sd * noise.sd * (1.0 + noise.rho) / (1.0 - noise.rho);
        let mut residuals = Vec::with_capacity(logs.len());
        let stretches = levels(smooth, PENALTY * variance)
            .into_iter()
            .map(|stretch| {
                let part = logs.get(stretch).unwrap_or_default();
                let level = median(part);
                residuals.extend(part.iter().map(|value| value - level));
                (part.len(), level)
            })
            .collect();
        Self {
            stretches,
            residuals,
        }
    }

    /// The deviation of the levels; 0 for one level.
    ///
    /// A level weighs as the root of its length: by length, few long ones would decide; all alike, clusters of peaks that
    /// are no levels would.
    fn sd(&self) -> f64 {
        if self.stretches.len() < 2 {
            return 0.0;
        }
        let weighed = || {
            self.stretches
                .iter()
                .map(|(length, level)| ((*length as f64).sqrt(), *level))
        };
        let total = weighed().fold(0.0, |sum, (weight, _)| sum + weight);
        let centre = weighed().fold(0.0, |sum, (weight, level)| sum + weight / total * level);
        let (squares, lost) = weighed().fold((0.0, 0.0), |(squares, lost), (weight, level)| {
            let (share, distance) = (weight / total, level - centre);
            (squares + share * distance * distance, lost + share * share)
        });
        (squares / (1.0 - lost)).sqrt()
    }
}

/// Autocorrelated noise.
struct Noise {
    sd: f64,
    rho: f64,
}

impl Noise {
    /// From the residuals that are near enough to be noise.
    fn of(residuals: &[f64], slow_mode: bool) -> Self {
        let sd = spread(residuals, slow_mode);
        let inner = |value: &&f64| (-BELOW * sd..=above(slow_mode) * sd).contains(*value);
        let squares: Vec<f64> = residuals.iter().filter(inner).map(|e| e * e).collect();
        let variance = mean(&squares);
        let products: Vec<f64> = residuals
            .iter()
            .zip(residuals.iter().skip(1))
            .filter(|(a, b)| inner(a) && inner(b))
            .map(|(a, b)| a * b)
            .collect();
        let rho = mean(&products) / variance;
        Self {
            sd: if variance.is_finite() {
                variance.sqrt()
            } else {
                0.0
            },
            rho: if rho.is_finite() {
                rho.clamp(0.0, 0.95)
            } else {
                0.0
            },
        }
    }
}

/// The outliers of the noise.
struct Out {
    /// Heights of the jobs in peaks: the excess over their normal runtime, as a multiple of it.
    heights: Vec<f64>,
    /// The number of peaks.
    runs: usize,
    /// Heights of the jobs in the slow mode.
    slow: Vec<f64>,
    dips: usize,
}

impl Out {
    fn of(residuals: &[f64], noise: &Noise, slow_mode: bool) -> Self {
        let (above, below) = (above(slow_mode) * noise.sd, -(BELOW * noise.sd).max(0.6));
        let high: Vec<f64> = residuals.iter().copied().filter(|e| *e > above).collect();
        let mode = if slow_mode { cluster(&high) } else { None };
        let in_mode = |e: f64| mode.is_some_and(|centre| (e - centre).abs() <= 2.0 * noise.sd);
        let mut out = Self {
            heights: Vec::new(),
            runs: 0,
            slow: Vec::new(),
            dips: 0,
        };
        let mut inside = false;
        for e in residuals.iter().copied() {
            let peak = e > above && !in_mode(e);
            if peak {
                out.heights.push(libm::exp(e) - 1.0);
                out.runs += usize::from(!inside);
            } else if e > above {
                out.slow.push(libm::exp(e) - 1.0);
            } else if e < below {
                out.dips += 1;
            }
            inside = peak;
        }
        out
    }
}

/// The middle of the shortest interval that holds half of the values.
fn cluster(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let half = sorted.len() / 2;
    sorted
        .iter()
        .zip(sorted.iter().skip(half))
        .map(|(low, high)| (high - low, (low + high) / 2.0))
        .reduce(|best, next| if next.0 < best.0 { next } else { best })
        .map(|(_, centre)| centre)
}

/// The standard deviation that normal values with the same median distance from 0 have; robust up to half of outliers.
/// With a slow mode, only values below 0 are looked at.
fn spread(residuals: &[f64], slow_mode: bool) -> f64 {
    let distances: Vec<f64> = residuals
        .iter()
        .filter(|e| !slow_mode || **e < 0.0)
        .map(|e| e.abs())
        .collect();
    if distances.is_empty() {
        0.0
    } else {
        1.4826 * median(&distances)
    }
}
