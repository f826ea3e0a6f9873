//! The autocorrelation of a series (Dobber 2006, section 3.5).

use crate::fourier::Fourier;
use crate::{Line, constant, least_squares};

/// The autocorrelations rho(1), ..., rho(`lags`) of a series, each from -1 to 1 (Dobber 2006, equations 3.1 and 3.2).
///
/// rho(h) = gamma(h) / gamma(0), gamma(h) the mean over all N values, although the sum has only N - h terms: the biased
/// estimator. Lags of N and more have 0, and so has every lag of a constant or empty series. The squares of the values
/// have to be finite, as the squares of runtimes are; otherwise the result is NaN.
///
/// The sums are computed one by one where that is cheaper, otherwise by a Fourier transform, block by block, so that
/// the memory is proportional to the series and the lags. Both agree to about 1e-12.
///
/// ```
/// let rho = statistics::autocorrelation::autocorrelation(&[1.0, 2.0, 1.0, 2.0, 1.0, 2.0], 2);
/// assert!((rho[0] + 5.0 / 6.0).abs() < 1e-15 && (rho[1] - 4.0 / 6.0).abs() < 1e-15);
/// ```
pub fn autocorrelation(values: &[f64], lags: usize) -> Vec<f64> {
    let meant = lags.min(values.len().saturating_sub(1));
    let mut rho = vec![0.0; lags];
    if constant(values.iter()) {
        return rho;
    }
    let mean = crate::mean(values);
    let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let sums = match transform_for(values.len(), meant) {
        Some(length) => by_transform(&deviations, meant, &Fourier::new(length)),
        None => one_by_one(&deviations, meant),
    };
    let mut sums = sums.into_iter();
    let zero = sums.next().unwrap_or(f64::NAN);
    for (rho, sum) in rho.iter_mut().zip(sums) {
        *rho = (sum / zero).clamp(-1.0, 1.0);
    }
    rho
}

/// Half the width of the band around 0 in which 95 % of the autocorrelations of `n` independent values lie:
/// 1.96 / sqrt(n) (Bartlett's formula for white noise). Infinite for no value.
pub fn confidence(n: usize) -> f64 {
    1.96 / (n as f64).sqrt()
}

/// The line through ln rho(h) against h, for lags from 1 to the last before the first rho(h) of 0 or less (Dobber 2006,
/// section 3.5: autocorrelations that fall exponentially show short-range dependence).
///
/// `None` with fewer than three such lags (the same rule as for the Hurst parameter, own choice).
pub fn decay(rho: &[f64]) -> Option<Line> {
    let points: Vec<(f64, f64)> = positive(rho).collect();
    line_through(&points)
}

/// h and ln rho(h) for the lags before the first autocorrelation that has no logarithm.
pub(crate) fn positive(rho: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    (1_usize..)
        .zip(rho)
        .take_while(|(_, rho)| **rho > 0.0)
        .map(|(lag, rho)| (lag as f64, libm::log(*rho)))
}

/// The least-squares line; `None` for fewer than three points.
pub(crate) fn line_through(points: &[(f64, f64)]) -> Option<Line> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    (x.len() >= 3).then(|| least_squares(&x, &y))
}

/// The length of the transform that sums products of `n` values for lags up to `lags` with the least work; `None`
/// where summing them one by one is less.
///
/// Work is counted in multiplications and additions: a transform of length F takes about 5 F log2 F and serves
/// F - `lags` values. Only the order of sizes matters, so that the choice need not follow any machine.
fn transform_for(n: usize, lags: usize) -> Option<usize> {
    let largest = (n + lags)
        .next_power_of_two()
        .min(LARGEST.max((2 * lags).next_power_of_two()));
    let cost = |length: usize| {
        let blocks = n.div_ceil(length.saturating_sub(lags).max(1));
        let one = 5.0 * length as f64 * f64::from(length.trailing_zeros());
        one * (blocks + 1) as f64
    };
    let smallest = (lags + 1).next_power_of_two();
    let best = std::iter::successors(Some(smallest), |length| Some(length * 2))
        .take_while(|length| *length <= largest)
        .min_by(|a, b| cost(*a).total_cmp(&cost(*b)))?;
    (cost(best) < 2.0 * n as f64 * (lags + 1) as f64).then_some(best)
}

/// Blocks beyond this length gain little and leave the processor's caches.
const LARGEST: usize = 1 << 16;

/// sum over t of d_t d_(t+h) for h = 0..=`lags`, each sum in the order of the series.
fn one_by_one(deviations: &[f64], lags: usize) -> Vec<f64> {
    (0..=lags)
        .map(|lag| {
            let later = deviations.iter().skip(lag);
            deviations
                .iter()
                .zip(later)
                .fold(0.0, |sum, (a, b)| sum + a * b)
        })
        .collect()
}

/// The same sums by the correlation theorem.
///
/// The series is cut into blocks of F - `lags` values. The function multiplies the spectrum of a block, padded with
/// zeros to F, by that of the same part of the series with the `lags` values that follow, so that nothing wraps around.
/// It sums the products over the blocks, and transforms the sum back once at the end. Block and continuation are the
/// real and the imaginary part of one transform.
fn by_transform(deviations: &[f64], lags: usize, fourier: &Fourier) -> Vec<f64> {
    let length = fourier.length();
    let step = length.saturating_sub(lags).max(1);
    let mut spectrum = vec![(0.0, 0.0); length];
    let mut numbers = vec![(0.0, 0.0); length];
    let mut start = 0;
    while let Some(rest) = deviations.get(start..).filter(|rest| !rest.is_empty()) {
        numbers.fill((0.0, 0.0));
        for (place, (number, value)) in numbers.iter_mut().zip(rest).enumerate() {
            *number = (if place < step { *value } else { 0.0 }, *value);
        }
        fourier.forward(&mut numbers);
        add_product(&numbers, &mut spectrum);
        start += step;
    }
    // The inverse transform is the forward one of the conjugate, over the length.
    spectrum.iter_mut().for_each(|number| number.1 = -number.1);
    fourier.forward(&mut spectrum);
    let scale = 1.0 / length as f64;
    spectrum
        .into_iter()
        .take(lags + 1)
        .map(|(real, _)| real * scale)
        .collect()
}

/// Adds conj(A) B, where A and B are the spectra of the real and the imaginary part of the numbers whose transform is
/// Z: A_k = (Z_k + conj Z_-k) / 2, B_k = (Z_k - conj Z_-k) / 2i.
fn add_product(transformed: &[(f64, f64)], spectrum: &mut [(f64, f64)]) {
    // -k modulo the length: 0, then from the end down.
    let mirrored = transformed
        .iter()
        .take(1)
        .chain(transformed.iter().skip(1).rev());
    for ((sum, z), m) in spectrum.iter_mut().zip(transformed).zip(mirrored) {
        let a = (0.5 * (z.0 + m.0), 0.5 * (z.1 - m.1));
        let b = (0.5 * (z.1 + m.1), 0.5 * (m.0 - z.0));
        sum.0 += a.0 * b.0 + a.1 * b.1;
        sum.1 += a.0 * b.1 - a.1 * b.0;
    }
}
