//! Medians (Dobber 2006, sections 7.2.1.2 and 7.3.1).

use crate::predictor::Predict;
use crate::ring::Ring;
use crate::sorted::Sorted;
use crate::tie::ROUNDING;

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

/// The median over a window that grows or shrinks by a step where that would have been better (own choice; the thesis
/// names the method only).
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveMedian {
    /// The last values, as many as the largest window.
    ring: Ring,
    /// The window one step smaller, the present one, and the one a step larger.
    windows: [Window; 3],
    low: usize,
    high: usize,
    step: usize,
}

/// The last values, as many as its size or all that there are.
#[derive(Clone, Debug, PartialEq)]
struct Window {
    size: usize,
    sorted: Sorted,
}

impl AdaptiveMedian {
    /// The window starts with `window` values and stays between `low` and `high`; it changes by `step`.
    #[must_use]
    pub fn new(window: usize, low: usize, high: usize, step: usize) -> Self {
        let low = low.max(1);
        let high = high.max(low);
        let empty = |size| Window {
            size,
            sorted: Sorted::new(high),
        };
        Self {
            ring: Ring::new(high),
            windows: sizes(window.clamp(low, high), low, high, step).map(empty),
            low,
            high,
            step,
        }
    }

    /// After a value with at least `high` before it: compares the errors of the three windows. The smaller one is taken where
    /// it is better than the present one and not worse than the larger one, else the larger one where it is better than
    /// the present one; errors that differ by less than `ROUNDING` of the value are equal.
    fn adapt(&mut self, value: f64) {
        let [smaller, present, larger] = self.windows.each_ref().map(|window| {
            let error = value - window.sorted.median().unwrap_or(value);
            (error.abs(), window.size)
        });
        let less = |one: f64, other: f64| one < other - ROUNDING * value.abs();
        let size = if less(smaller.0, present.0) && !less(larger.0, smaller.0) {
            smaller.1
        } else if less(larger.0, present.0) {
            larger.1
        } else {
            return;
        };
        let sizes = sizes(size, self.low, self.high, self.step);
        for (window, size) in self.windows.iter_mut().zip(sizes) {
            window.resize(size, &self.ring);
        }
    }
}

fn sizes(size: usize, low: usize, high: usize, step: usize) -> [usize; 3] {
    [
        size.saturating_sub(step).max(low),
        size,
        (size + step).min(high),
    ]
}

impl Window {
    /// Drops the oldest values or takes in older ones; `ring` has enough of them.
    fn resize(&mut self, size: usize, ring: &Ring) {
        self.size = size;
        while self.sorted.len() > size {
            let Some(oldest) = ring.back(self.sorted.len() - 1) else {
                return;
            };
            self.sorted.remove(oldest);
        }
        while self.sorted.len() < size {
            let Some(older) = ring.back(self.sorted.len()) else {
                return;
            };
            self.sorted.insert(older);
        }
    }
}

impl Predict for AdaptiveMedian {
    fn forecast(&self) -> Option<f64> {
        let [_, present, _] = &self.windows;
        present.sorted.median()
    }

    fn observe(&mut self, value: f64) {
        if self.ring.len() >= self.high {
            self.adapt(value);
        }
        for window in &mut self.windows {
            match self.ring.back(window.size - 1) {
                Some(old) => window.sorted.replace(old, value),
                None => window.sorted.insert(value),
            }
        }
        self.ring.push(value);
    }
}
