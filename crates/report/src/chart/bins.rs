//! The bins of histograms.

/// Bins that several histograms share: from the smallest to the largest value of all of them.
///
/// `width` is above zero even where all values are equal; values that are not finite are left out.
///
/// ```
/// let bins = report::chart::Bins::over(4, [1.0, 2.0, 5.0]);
/// assert_eq!(bins.count([1.0, 2.0, 5.0]), [1, 1, 0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// The lower edge of the first bin.
    pub from: f64,
    /// The width of each bin.
    pub width: f64,
    /// The number of bins, at least one.
    pub number: usize,
}

impl Bins {
    /// `number` bins over all of `values`.
    pub fn over(number: usize, values: impl IntoIterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        let number = number.max(1);
        if low > high {
            return Self {
                from: 0.0,
                width: 1.0,
                number,
            };
        }
        let width = (high - low) / number as f64;
        let width = if width > 0.0 {
            width
        } else {
            low.abs().max(1.0) / number as f64
        };
        Self {
            from: low,
            width,
            number,
        }
    }

    /// The number of `values` in each bin; values outside all bins count in the first or the last.
    pub fn count(&self, values: impl IntoIterator<Item = f64>) -> Vec<u32> {
        let mut counts = vec![0; self.number];
        for value in values.into_iter().filter(|value| value.is_finite()) {
            let bin = ((value - self.from) / self.width).max(0.0) as usize;
            if let Some(count) = counts.get_mut(bin.min(self.number - 1)) {
                *count += 1;
            }
        }
        counts
    }
}
