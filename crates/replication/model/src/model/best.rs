//! The best number of copies by trying all; the rules approximate it.

use report::evidence::same;

use super::numbers::Numbers;

impl Numbers {
    /// The r of 0 to `p` with the shortest iteration, the smallest of several.
    #[must_use]
    pub fn best(&self, p: u32, variation: f64) -> u32 {
        shortest((0..=p).map(|r| self.iteration_time(r, p, variation)))
    }

    /// All r of 0 to `p` with the shortest iteration, ascending.
    #[must_use]
    pub fn all_best(&self, p: u32, variation: f64) -> Vec<u32> {
        all_shortest((0..=p).map(|r| self.iteration_time(r, p, variation)))
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

/// The places of all times that are the least one, to rounding, ascending.
#[must_use]
pub fn all_shortest(times: impl IntoIterator<Item = f64>) -> Vec<u32> {
    let times: Vec<f64> = times.into_iter().collect();
    let first = shortest(times.iter().copied());
    let Some(least) = times.get(first as usize) else {
        return Vec::new();
    };
    let all = (0..).zip(&times).filter(|(_, time)| same(**time, *least));
    all.map(|(r, _)| r).collect()
}
