//! Medians (Dobber 2006, sections 7.2.1.2 and 7.3.1).

use crate::predictor::Predict;
use crate::ring::Ring;
use crate::sorted::Sorted;

/// The median of the last w values, or of all where there are fewer.
#[derive(Clone, Debug, PartialEq)]
pub struct SlidingMedian {
    ring: Ring,
    sorted: Sorted,
}

impl SlidingMedian {
    /// `window` is w, at least 1.
    #[must_use]
    pub fn new(window: usize) -> Self {
        Self {
            ring: Ring::new(window),
            sorted: Sorted::new(window.max(1)),
        }
    }
}

impl Predict for SlidingMedian {
    fn forecast(&self) -> Option<f64> {
        self.sorted.median()
    }

    fn observe(&mut self, value: f64) {
        match self.ring.push(value) {
            Some(old) => self.sorted.replace(old, value),
            None => self.sorted.insert(value),
        }
    }
}

/// The median over a window that grows or shrinks by one where that would have been better (own choice; the thesis
/// names the method only).
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveMedian {
    /// The last values, as many as the largest window.
    ring: Ring,
    /// Those of the window.
    sorted: Sorted,
    window: usize,
    low: usize,
    high: usize,
}

impl AdaptiveMedian {
    /// The window starts with `window` values and stays between `low` and `high`.
    #[must_use]
    pub fn new(window: usize, low: usize, high: usize) -> Self {
        let low = low.max(1);
        let high = high.max(low);
        Self {
            ring: Ring::new(high),
            sorted: Sorted::new(high),
            window: window.clamp(low, high),
            low,
            high,
        }
    }

    /// After a value with at least `high` before it: compares the squared errors of the windows one smaller, as it is
    /// and one larger. The smaller is taken where it is better than the present one and not worse than the larger,
    /// else the larger where it is better than the present one.
    fn adapt(&mut self, value: f64) {
        let error = |median: Option<f64>| {
            median.map_or(f64::INFINITY, |median| (value - median) * (value - median))
        };
        let oldest = self.ring.back(self.window - 1);
        let older = self.ring.back(self.window);
        let present = error(self.sorted.median());
        let smaller = match oldest {
            Some(oldest) if self.window > self.low => error(self.sorted.median_without(oldest)),
            _ => present,
        };
        let larger = match older {
            Some(older) if self.window < self.high => error(self.sorted.median_with(older)),
            _ => present,
        };
        if smaller < present && smaller <= larger {
            if let Some(oldest) = oldest {
                self.sorted.remove(oldest);
                self.window -= 1;
            }
        } else if larger < present
            && let Some(older) = older
        {
            self.sorted.insert(older);
            self.window += 1;
        }
    }
}

impl Predict for AdaptiveMedian {
    fn forecast(&self) -> Option<f64> {
        self.sorted.median()
    }

    fn observe(&mut self, value: f64) {
        if self.ring.len() >= self.high {
            self.adapt(value);
        }
        match self.ring.back(self.window - 1) {
            Some(old) => self.sorted.replace(old, value),
            None => self.sorted.insert(value),
        }
        self.ring.push(value);
    }
}
