//! Means (Dobber 2006, section 7.2.1.2).

use crate::predictor::Predict;
use crate::ring::Ring;
use crate::sorted::Sorted;
use statistics::Sum;

/// The mean of all values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunningMean {
    sum: Sum,
    count: f64,
}

impl Predict for RunningMean {
    fn forecast(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum.value() / self.count)
    }

    fn observe(&mut self, value: f64) {
        self.sum.add(value);
        self.count += 1.0;
    }
}

/// The mean of the last w values, or of all where there are fewer.
#[derive(Clone, Debug, PartialEq)]
pub struct SlidingMean {
    ring: Ring,
    sum: Sum,
}

impl SlidingMean {
    /// `window` is w, at least 1.
    #[must_use]
    pub fn new(window: usize) -> Self {
        Self {
            ring: Ring::new(window),
            sum: Sum::default(),
        }
    }
}

impl Predict for SlidingMean {
    fn forecast(&self) -> Option<f64> {
        let length = self.ring.len();
        (length > 0).then(|| self.sum.value() / length as f64)
    }

    fn observe(&mut self, value: f64) {
        self.sum.add(value);
        if let Some(old) = self.ring.push(value) {
            self.sum.add(-old);
        }
    }
}

/// The mean of the last w values without the largest and the smallest ones: of n values ⌊0.3 n⌋ at each end.
///
/// The Network Weather Service calls it a trimmed median.
#[derive(Clone, Debug, PartialEq)]
pub struct TrimmedMean {
    ring: Ring,
    sorted: Sorted,
}

impl TrimmedMean {
    /// `window` is w, at least 1.
    #[must_use]
    pub fn new(window: usize) -> Self {
        Self {
            ring: Ring::new(window),
            sorted: Sorted::new(window.max(1)),
        }
    }
}

impl Predict for TrimmedMean {
    fn forecast(&self) -> Option<f64> {
        let length = self.sorted.len();
        let dropped = length * 3 / 10;
        let kept = self.sorted.values().get(dropped..length - dropped)?;
        (length > 0).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
    }

    fn observe(&mut self, value: f64) {
        match self.ring.push(value) {
            Some(old) => self.sorted.replace(old, value),
            None => self.sorted.insert(value),
        }
    }
}
