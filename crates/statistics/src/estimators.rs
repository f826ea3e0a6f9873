//! Elementary estimators (Dobber 2006, section 2.5).
//!
//! Sums run in the order of the data, so that results are equal on every machine. Estimators of two samples take pairs
//! and stop at the end of the shorter one.

/// The arithmetic mean. NaN for no value.
pub fn mean(values: &[f64]) -> f64 {
    mean_of(values.iter().copied())
}

/// The mean of an iterator's values, summed in its order. NaN for no value.
pub fn mean_of(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| {
        (sum + value, count + 1)
    });
    sum / count as f64
}

/// The middle value, or the mean of the two middle ones. NaN for no value.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    let half = values.len() / 2;
    if values.is_empty() {
        return f64::NAN;
    }
    let even = values.len().is_multiple_of(2);
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if even => (lower + *middle) / 2.0,
        _ => *middle,
    }
}

/// The standard deviation of a sample, with n - 1. NaN for fewer than two values.
pub fn sd(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return f64::NAN;
    }
    if constant(values.iter()) {
        // Exactly 0 also where the mean is rounded.
        return 0.0;
    }
    let centre = mean(values);
    let squares = values
        .iter()
        .fold(0.0, |sum, value| sum + (value - centre) * (value - centre));
    (squares / (values.len() - 1) as f64).sqrt()
}

/// The standard deviation over the mean; meaningful for a mean above 0.
pub fn coefficient_of_variation(values: &[f64]) -> f64 {
    sd(values) / mean(values)
}

/// Pearson's correlation r, from -1 to 1. NaN when either sample is constant.
///
/// Moments and deviations are of the same kind here. Definition 2.5.10 as printed divides moments with 1 / n by
/// deviations with 1 / (n - 1), which gives (n - 1) / n of this value and never reaches 1.
pub fn pearson(x: &[f64], y: &[f64]) -> f64 {
    let moments = Moments::of(x, y);
    moments.xy / (moments.xx * moments.yy).sqrt()
}

/// Mean absolute error: the mean of |x - y| over the pairs. NaN for no pair.
pub fn mae(x: &[f64], y: &[f64]) -> f64 {
    mean_of(x.iter().zip(y).map(|(x, y)| (x - y).abs()))
}

/// Mean squared error: the mean of (x - y)^2 over the pairs. NaN for no pair.
pub fn mse(x: &[f64], y: &[f64]) -> f64 {
    mean_of(x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)))
}

/// The square root of [`mse`].
pub fn rmse(x: &[f64], y: &[f64]) -> f64 {
    mse(x, y).sqrt()
}

/// A straight line through pairs of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The rise of y for each unit of x.
    pub slope: f64,
    /// y at x = 0.
    pub intercept: f64,
    /// The share of the variance of y that the line explains, 0 to 1; 0 when x or y is constant.
    pub r_squared: f64,
}

/// The line y = slope x + intercept with the least squared error.
///
/// When all x are equal the slope is 0 and the intercept the mean of y. For no pair the intercept is NaN.
pub fn least_squares(x: &[f64], y: &[f64]) -> Line {
    let Moments {
        mean_x,
        mean_y,
        xx,
        xy,
        yy,
    } = Moments::of(x, y);
    let slope = if xx == 0.0 { 0.0 } else { xy / xx };
    let r_squared = if xx == 0.0 || yy == 0.0 {
        0.0
    } else {
        xy * xy / (xx * yy)
    };
    Line {
        slope,
        intercept: mean_y - slope * mean_x,
        r_squared,
    }
}

/// Means and sums of squared and mixed deviations of pairs.
struct Moments {
    mean_x: f64,
    mean_y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Moments {
    fn of(x: &[f64], y: &[f64]) -> Self {
        let pairs = || x.iter().zip(y);
        let mean_x = mean_of(pairs().map(|(x, _)| *x));
        let mean_y = mean_of(pairs().map(|(_, y)| *y));
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        // A constant sample has no deviations, even where its mean is rounded.
        let (constant_x, constant_y) = (
            constant(pairs().map(|(x, _)| x)),
            constant(pairs().map(|(_, y)| y)),
        );
        for (x, y) in pairs() {
            let dx = if constant_x { 0.0 } else { x - mean_x };
            let dy = if constant_y { 0.0 } else { y - mean_y };
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        Self {
            mean_x,
            mean_y,
            xx,
            xy,
            yy,
        }
    }
}

/// Whether all values are equal.
pub fn constant<'a>(mut values: impl Iterator<Item = &'a f64>) -> bool {
    values
        .next()
        .is_none_or(|first| values.all(|value| value == first))
}
