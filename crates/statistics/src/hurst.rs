//! The memory of a series: estimates of the Hurst parameter H (Dobber 2006, section 3.6).
//!
//! H = 1/2 for independent values or short-range dependence, 1/2 < H < 1 for long-range dependence. The estimate from the
//! autocorrelation is the thesis's; the other two are common ones for comparison (Taqqu, Teverovsky and Willinger
//! 1995). They are regressions on logarithms, and return their points. No estimate accounts for level switches: levels
//! that last a hundred jobs look like long memory at the lags of a trace.

use crate::autocorrelation::{autocorrelation, line_through, positive};
use crate::{Line, constant};

/// An estimate of the Hurst parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// H, held to 0..=1.
    pub hurst: f64,
    /// The line through the points.
    pub line: Line,
    /// The regression's points, natural logarithms; at least three.
    pub points: Vec<(f64, f64)>,
}

impl Estimate {
    fn of(points: Vec<(f64, f64)>, hurst: impl FnOnce(f64) -> f64) -> Option<Self> {
        let line = line_through(&points)?;
        let hurst = hurst(line.slope).clamp(0.0, 1.0);
        hurst.is_finite().then_some(Self {
            hurst,
            line,
            points,
        })
    }
}

/// The default of the largest lag of `n` values in the estimate from the autocorrelation: a tenth of them, at least
/// three (own choice; Dobber 2006 does not say).
pub fn default_max_lag(n: usize) -> usize {
    (n / 10).max(3)
}

/// The estimate from the autocorrelation: rho(h) falls as h^(2H - 2), so that H = 1 + slope / 2 of ln rho(h) against
/// ln h (Dobber 2006, section 3.6).
///
/// Lags run from 1 to `max_lag` and end before the first rho(h) of 0 or less (own choice). The result depends much on
/// `max_lag`; [`default_max_lag`] is the reference. `None` with fewer than three lags.
pub fn from_autocorrelation(values: &[f64], max_lag: usize) -> Option<Estimate> {
    let rho = autocorrelation(values, max_lag.min(values.len()));
    let points = positive(&rho)
        .map(|(lag, logarithm)| (libm::log(lag), logarithm))
        .collect();
    Estimate::of(points, |slope| 1.0 + slope / 2.0)
}

/// The estimate from the variance of the means of blocks of m values, which falls as m^(2H - 2): H = 1 + slope / 2 of
/// the logarithm of the variance against ln m.
///
/// m runs from 4 upwards in steps of sqrt(2), as long as there are 10 blocks (own choice). `None` for fewer than 80
/// values or a constant series.
pub fn aggregated_variance(values: &[f64]) -> Option<Estimate> {
    let points = sizes(4, values.len() / 10)
        .filter_map(|size| {
            let means: Vec<f64> = values.chunks_exact(size).map(crate::mean).collect();
            let sd = crate::sd(&means);
            (sd > 0.0).then(|| (libm::log(size as f64), 2.0 * libm::log(sd)))
        })
        .collect();
    Estimate::of(points, |slope| 1.0 + slope / 2.0)
}

/// The estimate from the rescaled range: over blocks of n values, the range of the summed deviations from the block's
/// mean, over the block's standard deviation, grows as n^H (Hurst 1951).
///
/// For short blocks the range is biased even where values are independent. The function divides the range by its
/// expected value under independence (Anis and Lloyd 1976) and multiplies it by sqrt(n), so that independent values
/// give 1/2. n runs from 16 upwards in steps of sqrt(2), as long as there are 4 blocks (own choice). `None` for fewer
/// than 128 values or a constant series.
pub fn rescaled_range(values: &[f64]) -> Option<Estimate> {
    let points = sizes(16, values.len() / 4)
        .filter_map(|size| {
            let ranges: Vec<f64> = values
                .chunks_exact(size)
                .filter_map(range_over_deviation)
                .collect();
            let corrected = crate::mean(&ranges) / expected_range(size) * (size as f64).sqrt();
            (corrected > 0.0).then(|| (libm::log(size as f64), libm::log(corrected)))
        })
        .collect();
    Estimate::of(points, |slope| slope)
}

/// The estimate from the autocorrelation of each block of `block` values, with the largest lag of [`default_max_lag`];
/// an incomplete block is ignored (Dobber 2006, figure 3.7, has blocks of 100).
pub fn rolling(values: &[f64], block: usize) -> Vec<Option<f64>> {
    let block = block.max(1);
    values
        .chunks_exact(block)
        .map(|values| {
            from_autocorrelation(values, default_max_lag(block)).map(|estimate| estimate.hurst)
        })
        .collect()
}

/// Block sizes from `from` up to `to`, each sqrt(2) times the last, rounded down.
fn sizes(from: usize, to: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(from as f64), |size| {
        Some(size * std::f64::consts::SQRT_2)
    })
    // After an even number of steps a power of two may be computed just below its value.
    .map(|size| (size + 1e-6) as usize)
    .take_while(move |size| *size <= to)
}

/// The range of the running sums of deviations over the standard deviation (with n); `None` for a constant block.
fn range_over_deviation(values: &[f64]) -> Option<f64> {
    if constant(values.iter()) {
        return None;
    }
    let mean = crate::mean(values);
    let (mut sum, mut least, mut most, mut squares) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0);
    for value in values {
        let deviation = value - mean;
        sum += deviation;
        least = least.min(sum);
        most = most.max(sum);
        squares += deviation * deviation;
    }
    Some((most - least) / (squares / values.len() as f64).sqrt())
}

/// The expected rescaled range of n independent normal values:
/// Gamma((n - 1) / 2) / (sqrt(pi) Gamma(n / 2)) sum over i = 1..n-1 of sqrt((n - i) / i) (Anis and Lloyd 1976).
fn expected_range(size: usize) -> f64 {
    let n = size as f64;
    let factor = libm::exp(libm::lgamma((n - 1.0) / 2.0) - libm::lgamma(n / 2.0));
    let sum = (1..size).fold(0.0, |sum, i| {
        let i = i as f64;
        sum + ((n - i) / i).sqrt()
    });
    factor / std::f64::consts::PI.sqrt() * sum
}
