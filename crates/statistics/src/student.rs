//! Student's t: 95 % intervals of means, and the t-test of paired values.

/// The 97.5 % quantiles of Student's t distribution for 1 to 30 degrees of freedom, computed with 40 digits from the
/// regularised incomplete beta function (W. S. Gosset, *The probable error of a mean*, Biometrika 6, 1908).
const QUANTILES: [f64; 30] = [
    12.706204736174705,
    4.302652729749464,
    3.1824463052837095,
    2.7764451051977943,
    2.5705818356363155,
    2.44691185114497,
    2.3646242515927853,
    2.3060041352041667,
    2.2621571627982053,
    2.228138851986275,
    2.2009851600916397,
    2.178812829667229,
    2.1603686564627926,
    2.144786687917804,
    2.1314495455597755,
    2.1199052992212546,
    2.109815577833317,
    2.1009220402410387,
    2.0930240544083096,
    2.085963447265865,
    2.0796138447276804,
    2.0738730679040263,
    2.0686576104190486,
    2.063898561628026,
    2.0595385527532977,
    2.055529438642873,
    2.0518305164802855,
    2.0484071417952454,
    2.0452296421327043,
    2.042272456301238,
];

/// The 97.5 % quantile of the normal distribution.
pub const NORMAL: f64 = 1.959_963_984_540_054;

/// The 97.5 % quantile of Student's t distribution: half of a 95 % interval, in standard errors. NaN for no degree of
/// freedom.
///
/// Above 30 degrees of freedom it is the Cornish–Fisher expansion, which errs by less than 3e-8 there (Abramowitz and
/// Stegun, *Handbook of Mathematical Functions*, 1972, equation 26.7.5).
///
/// ```
/// assert_eq!(statistics::quantile(1), 12.706204736174705);
/// assert!((statistics::quantile(1_000_000) - 1.96).abs() < 1e-3);
/// ```
#[must_use]
pub fn quantile(degrees: usize) -> f64 {
    let Some(place) = degrees.checked_sub(1) else {
        return f64::NAN;
    };
    if let Some(exact) = QUANTILES.get(place) {
        return *exact;
    }
    let (z, n) = (NORMAL, degrees as f64);
    let square = z * z;
    let first = (square + 1.0) * z / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) * z / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) * z / 384.0;
    let fourth = ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
        * z
        / 92_160.0;
    z + (first + (second + (third + fourth / n) / n) / n) / n
}

/// The mean and the half width of its 95 % interval, by Student's t. The half width is NaN for fewer than two values.
///
/// ```
/// let (mean, half) = statistics::mean_and_half_width(&[1.0, 3.0]);
/// assert_eq!((mean, half), (2.0, 12.706204736174705));
/// ```
#[must_use]
pub fn mean_and_half_width(values: &[f64]) -> (f64, f64) {
    let error = crate::sd(values) / (values.len() as f64).sqrt();
    (
        crate::mean(values),
        quantile(values.len().saturating_sub(1)) * error,
    )
}

/// A t-test of paired values: whether their differences have a mean of 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The mean difference.
    pub mean: f64,
    /// The mean in its standard errors. NaN where the differences do not vary, or are fewer than two.
    pub t: f64,
    /// The number of differences less one.
    pub degrees: usize,
    /// The probability that the mean is at least so far from 0 if its expectation is 0: 0 to 1, of both tails. NaN
    /// where t is.
    pub p: f64,
}

/// Student's t-test of paired values, from their differences.
///
/// ```
/// let test = statistics::paired(&[1.0, 2.0, 3.0]);
/// assert!((test.t - 3.4641).abs() < 1e-4 && test.degrees == 2 && (test.p - 0.0742).abs() < 1e-4);
/// ```
#[must_use]
pub fn paired(differences: &[f64]) -> Test {
    let mean = crate::mean(differences);
    let error = crate::sd(differences) / (differences.len() as f64).sqrt();
    let t = if error > 0.0 { mean / error } else { f64::NAN };
    let degrees = differences.len().saturating_sub(1);
    Test {
        mean,
        t,
        degrees,
        p: both_tails(t, degrees),
    }
}

/// The probability that Student's t is at least as far from 0 as `t`: the finite sums of Abramowitz and Stegun, *Handbook of Mathematical
/// Functions*, 1972, equations 26.7.3 and 26.7.4. Errs by some 1e-15 at any size of the probability.
fn both_tails(t: f64, degrees: usize) -> f64 {
    if degrees == 0 || t.is_nan() {
        return f64::NAN;
    }
    let angle = libm::atan(t.abs() / (degrees as f64).sqrt());
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let odd = degrees % 2;
    // Powers of the cosine; each is a share of the preceding one.
    let mut term = if odd == 1 { cosine } else { 1.0 };
    let mut sum = 0.0;
    for power in (odd..degrees.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
    }
    let within = match odd {
        1 => std::f64::consts::FRAC_2_PI * (angle + sine * sum),
        _ => sine * sum,
    };
    (1.0 - within).max(0.0)
}
