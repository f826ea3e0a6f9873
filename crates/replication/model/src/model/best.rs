//! The best number of copies by trying all; the rules approximate it.

use super::numbers::Numbers;

impl Numbers {
    /// The r of 0 to `p` with the shortest iteration, the smallest of several.
    #[must_use]
    pub fn best(&self, p: u32, variation: f64) -> u32 {
        shortest((0..=p).map(|r| self.iteration_time(r, p, variation)))
    }
}

/// The place of the least time, the first of several; values that are not a number are skipped.
#[must_use]
pub fn shortest(times: impl IntoIterator<Item = f64>) -> u32 {
    let mut best = (0, f64::INFINITY);
    for (r, time) in (0..).zip(times) {
        // Times of equally good numbers differ by rounding.
        if time < best.1 - 1e-12 * time.abs() {
            best = (r, time);
        }
    }
    best.0
}
