//! Synthetic twins: the parameters with which the generator imitates a trace (own choice).
//!
//! First estimates come from the logarithms of the runtimes: levels from change points that peaks and autocorrelated
//! noise do not disturb, then noise, peaks, dips and slow mode from the rest. They are biased, because a short level
//! looks like a peak, a small peak like noise, and so on. Therefore series are made with the estimates, measured in the
//! same way, and the parameters corrected until the made series measure as the given one does (indirect inference:
//! Gourieroux, Monfort and Renault 1993). Where the generator does not make such traces, so that the trace's statistics
//! are far from those of the made series, a search brings the statistics together. All draws are seeded: the same values
//! give the same parameters.

mod features;
mod levels;
mod refine;

use features::Features;
use parameters::{Kind, Name, Parameters as _};

use super::{NodeParameters, series};
use crate::characteristics::{ALL, BLOCK, Characteristics, printed::PRINTED};
use crate::random::Random;
use statistics::autocorrelation::autocorrelation;
use statistics::{mean, sd};

/// A node that is like a given trace, and their likeness.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The parameters of the generator, each within its range.
    pub parameters: NodeParameters,
    /// A series that they make, as long as the given one, with its mean, ms.
    pub series: Vec<f64>,
    /// The statistics of the given series beside those of the made one.
    pub matches: Vec<Match>,
    /// The factor from the runtimes of the generator to those of `series`: 1 where the mean is one of [`MEANS`].
    pub scale: f64,
}

/// The least and the largest mean runtime of the generator, ms.
pub const MEANS: [f64; 2] = [0.001, 10_000_000.0];

/// One statistic of the given series beside that of made ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// The statistic's key: one of [`ALL`], or `rho-1`.
    pub key: &'static str,
    /// The statistic of the given series.
    pub original: f64,
    /// The statistic of [`Fitted::series`].
    pub made: f64,
    /// The mean over series that the parameters make.
    pub expected: f64,
    /// The standard deviation over such series as long as the given one: the sampling error.
    pub spread: f64,
}

/// The number of values that are made for each correction.
const MADE: usize = 40_000;
/// The distance above which peaks alone do not explain the outliers: one sample in twenty is as far from the
/// distribution that it was drawn from.
const DOUBT: f64 = 1.36;
/// The part of each correction, one after the other. At first all, then less, because features disturb each other and
/// whole steps may go to and fro.
const CORRECTIONS: [f64; 9] = [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25];
/// The seed of the series that serve corrections and expectations; common to all, so that they differ by the
/// parameters alone.
const SEED: u64 = 0x6d61_6b65_2d6f_6e65;

/// Parameters under which the generator imitates `values`, and a series made with them from `seed`.
///
/// Values that are no runtimes (not finite, or not above 0) are left out. A parameter that a series does not show (the
/// duration of levels where there is one, the height of peaks where there is none) has its default. Estimates need many
/// levels and peaks: with 2000 jobs and levels of a hundred, spread and duration of the levels are good to a third.
///
/// ```
/// use trace::synthetic::{Preset, fit, preset};
///
/// let given = preset(Preset::Peaks, 1, 2000, 7);
/// let fitted = fit(&given.nodes()[0].runtimes, 1);
/// assert!((fitted.parameters.peak_probability - 0.03).abs() < 0.01);
/// assert_eq!(fitted.series.len(), 2000);
/// ```
pub fn fit(values: &[f64], seed: u64) -> Fitted {
    let values: Vec<f64> = values
        .iter()
        .copied()
        .filter(|value| crate::set::is_runtime(*value))
        .collect();
    let scale = scale(&values);
    let scaled: Vec<f64> = values.iter().map(|value| value / scale).collect();
    let parameters = refine::refined(parameters(&scaled), &scaled);
    let mut series = series(&mut Random::new(seed), &parameters, values.len(), true);
    series.iter_mut().for_each(|value| *value *= scale);
    let matches = matches(&values, &series, &parameters, scale);
    Fitted {
        parameters,
        series,
        matches,
        scale,
    }
}

/// The mean over the nearest one that the generator makes.
fn scale(values: &[f64]) -> f64 {
    let [least, most] = MEANS;
    let average = mean(values);
    match average.is_finite() && average > 0.0 {
        true => average / average.clamp(least, most),
        false => 1.0,
    }
}

fn parameters(values: &[f64]) -> NodeParameters {
    let without = adjusted(values, false);
    if without.distance <= DOUBT {
        return without.parameters;
    }
    // A slow mode can stand for some of the peaks; it has to be frequent, and to explain more than peaks can.
    let with = adjusted(values, true);
    if with.distance < 0.7 * without.distance && with.parameters.slow_probability >= 0.02 {
        with.parameters
    } else {
        without.parameters
    }
}

/// Parameters, and the distance of their residuals from those of the given series.
struct Adjusted {
    parameters: NodeParameters,
    distance: f64,
}

fn adjusted(values: &[f64], slow_mode: bool) -> Adjusted {
    let default = NodeParameters::default();
    let average = mean(values);
    let given = Features::of(values, slow_mode);
    let first = NodeParameters {
        mean: if average.is_finite() {
            average
        } else {
            default.mean
        },
        level_sd: given.level_sd,
        level_duration: 1.0 / given.switches,
        autocorrelation: given.autocorrelation,
        noise_sd: given.noise_sd,
        peak_probability: given.peaks,
        peak_duration: given.peak_length,
        peak_height: given.peak_height,
        dip_probability: given.dips,
        slow_probability: given.slow,
        slow_height: given.slow_height,
    };
    let parameters = CORRECTIONS
        .into_iter()
        .fold(held(first), |parameters, part| {
            let made = measured(&parameters, values.len(), slow_mode);
            held(corrected(&parameters, &given, &made, part))
        });
    let made = measured(&parameters, values.len(), slow_mode);
    Adjusted {
        parameters: known(&parameters, values.len()),
        distance: distance(&given.residuals, &made.residuals, 2.5 * given.noise_sd),
    }
}

/// The parameters, with the default for parameters that a series of `jobs` jobs does not show.
fn known(p: &NodeParameters, jobs: usize) -> NodeParameters {
    let default = NodeParameters::default();
    let expected = |probability: f64| probability * jobs as f64 >= 1.0;
    let NodeParameters {
        level_sd,
        level_duration,
        ..
    } = *p;
    let (peaks, slow) = (expected(p.peak_probability), expected(p.slow_probability));
    let one = |known: bool, value: f64, otherwise: f64| if known { value } else { otherwise };
    NodeParameters {
        level_duration: one(level_sd > 0.0, level_duration, default.level_duration),
        peak_probability: one(peaks, p.peak_probability, 0.0),
        peak_duration: one(peaks, p.peak_duration, default.peak_duration),
        peak_height: one(peaks, p.peak_height, default.peak_height),
        slow_probability: one(slow, p.slow_probability, 0.0),
        slow_height: one(slow, p.slow_height, default.slow_height),
        ..*p
    }
}

/// The largest difference between the distributions of the values above a bound in two samples (Kolmogorov and
/// Smirnov), times the root of the number of these values in the first: chance makes about 1 of it.
fn distance(given: &[f64], made: &[f64], bound: f64) -> f64 {
    let sorted = |values: &[f64]| {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|e| *e > bound).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted
    };
    let (given, made) = (sorted(given), sorted(made));
    let (n, m) = (given.len() as f64, made.len().max(1) as f64);
    let mut passed = 0;
    let most = given
        .iter()
        .enumerate()
        .fold(0.0_f64, |most, (below, value)| {
            passed += made
                .iter()
                .skip(passed)
                .take_while(|made| *made < value)
                .count();
            most.max((below as f64 / n - passed as f64 / m).abs())
        });
    most * n.sqrt()
}

/// Series that the parameters make, `count` of them, as long as the given one, but of at most [`MADE`] jobs.
fn made(parameters: &NodeParameters, jobs: usize, count: usize) -> impl Iterator<Item = Vec<f64>> {
    let jobs = jobs.clamp(1, MADE);
    (0..count as u64)
        .map(move |number| series(&mut Random::stream(SEED, &[number]), parameters, jobs, true))
}

/// The number of series of `jobs` jobs that have [`MADE`] values together; at least one, at most a hundred.
fn enough(jobs: usize) -> usize {
    (MADE / jobs.max(1)).clamp(1, 100)
}

/// As many series as [`enough`], but at least 12, so that their standard deviation can be estimated.
fn enough_to_spread(jobs: usize) -> usize {
    enough(jobs).max(12)
}

/// The mean features of series that the parameters make; the residuals of all of them.
fn measured(parameters: &NodeParameters, jobs: usize, slow_mode: bool) -> Features {
    let all: Vec<Features> = made(parameters, jobs, enough(jobs))
        .map(|values| Features::of(&values, slow_mode))
        .collect();
    let mean_where = |has: fn(&Features) -> bool, feature: fn(&Features) -> f64| {
        let features: Vec<f64> = all.iter().filter(|f| has(f)).map(feature).collect();
        if features.is_empty() {
            0.0
        } else {
            mean(&features)
        }
    };
    let mean_of = |feature| mean_where(|_| true, feature);
    Features {
        // A series without a switch does not show the spread; neither does one without a peak show its shape.
        level_sd: mean_where(|f| f.switches > 0.0, |f| f.level_sd),
        switches: mean_of(|f| f.switches),
        autocorrelation: mean_of(|f| f.autocorrelation),
        noise_sd: mean_of(|f| f.noise_sd),
        peaks: mean_of(|f| f.peaks),
        peak_length: mean_where(|f| f.peaks > 0.0, |f| f.peak_length),
        peak_height: mean_where(|f| f.peaks > 0.0, |f| f.peak_height),
        dips: mean_of(|f| f.dips),
        slow: mean_of(|f| f.slow),
        slow_height: mean_where(|f| f.slow > 0.0, |f| f.slow_height),
        residuals: all.into_iter().flat_map(|f| f.residuals).collect(),
    }
}

/// Parameters that measure more like the given series: scales by ratios, probabilities by differences.
fn corrected(p: &NodeParameters, given: &Features, made: &Features, part: f64) -> NodeParameters {
    let ratio = |given: f64, made: f64| {
        if given > 0.0 && made > 0.0 {
            libm::pow((given / made).clamp(0.5, 2.0), part)
        } else {
            1.0
        }
    };
    // Where most of the peaks that are seen are none, the shape of all tells little of the real ones.
    let real = |probability: f64, seen: f64| {
        if seen > 0.0 {
            (probability / seen).min(1.0)
        } else {
            0.0
        }
    };
    let peaks = real(p.peak_probability, made.peaks);
    let slow = real(p.slow_probability, made.slow);
    NodeParameters {
        mean: p.mean,
        level_sd: p.level_sd * ratio(given.level_sd, made.level_sd),
        level_duration: p.level_duration * ratio(made.switches, given.switches),
        autocorrelation: p.autocorrelation + part * (given.autocorrelation - made.autocorrelation),
        noise_sd: p.noise_sd * ratio(given.noise_sd, made.noise_sd),
        peak_probability: p.peak_probability + part * (given.peaks - made.peaks),
        peak_duration: p.peak_duration + part * peaks * (given.peak_length - made.peak_length),
        peak_height: p.peak_height * libm::pow(ratio(given.peak_height, made.peak_height), peaks),
        dip_probability: p.dip_probability + part * (given.dips - made.dips),
        slow_probability: p.slow_probability + part * (given.slow - made.slow),
        slow_height: p.slow_height * libm::pow(ratio(given.slow_height, made.slow_height), slow),
    }
}

/// The parameters, each held to its range.
fn held(p: NodeParameters) -> NodeParameters {
    let names = NodeParameters::NAMES;
    NodeParameters {
        mean: within(&names.mean, p.mean),
        level_sd: within(&names.level_sd, p.level_sd),
        level_duration: within(&names.level_duration, p.level_duration),
        autocorrelation: within(&names.autocorrelation, p.autocorrelation),
        noise_sd: within(&names.noise_sd, p.noise_sd),
        peak_probability: within(&names.peak_probability, p.peak_probability),
        peak_duration: within(&names.peak_duration, p.peak_duration),
        peak_height: within(&names.peak_height, p.peak_height),
        dip_probability: within(&names.dip_probability, p.dip_probability),
        slow_probability: within(&names.slow_probability, p.slow_probability),
        slow_height: within(&names.slow_height, p.slow_height),
    }
}

/// The value of a parameter, held to its range.
fn within(name: &Name<NodeParameters, f64>, value: f64) -> f64 {
    let mut all = NodeParameters::TABLE.parameters.iter();
    let parameter = all.find(|one| one.name == name.any().text());
    match parameter.map(|one| one.kind) {
        Some(Kind::Number {
            minimum, maximum, ..
        }) => value.clamp(minimum, maximum),
        _ => value,
    }
}

/// The first 17 statistics and the autocorrelation of neighbours.
fn matches(given: &[f64], one: &[f64], parameters: &NodeParameters, scale: f64) -> Vec<Match> {
    let (original, made_one) = (described(given), described(one));
    let many: Vec<Vec<f64>> = made(parameters, given.len(), enough_to_spread(given.len()))
        .map(|values| described(&values.iter().map(|value| value * scale).collect::<Vec<_>>()))
        .collect();
    // Made series are cut to MADE jobs; sampling errors fall with the root of the number of jobs.
    let longer = (given.len() as f64 / MADE as f64).max(1.0);
    let keys = ALL
        .iter()
        .take(PRINTED)
        .map(|characteristic| characteristic.key)
        .chain(["rho-1"]);
    keys.zip(original)
        .zip(made_one)
        .enumerate()
        .map(|(column, ((key, original), made))| {
            let all: Vec<f64> = many
                .iter()
                .filter_map(|row| row.get(column).copied())
                // A series without a jump has no size of jumps.
                .filter(|value| value.is_finite())
                .collect();
            Match {
                key,
                original,
                made,
                expected: mean(&all),
                spread: sd(&all) / longer.sqrt(),
            }
        })
        .collect()
}

fn described(values: &[f64]) -> Vec<f64> {
    let all = Characteristics::of(values, BLOCK).values();
    all.into_iter()
        .take(PRINTED)
        .chain(autocorrelation(values, 1))
        .collect()
}
