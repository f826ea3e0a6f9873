//! The time between the beginnings of two successive sendings at which no two transfers meet.

use crate::Worker;
use crate::platform::spacing;

/// d of every worker of a ring for chunks of any size, s; the first worker's predecessor is the last.
///
/// Within the spacing the whole chunk of the predecessor goes out, and its second result and the first one of the worker come in. Both
/// directions of the port work at the same time.
///
/// Source: Millot and Parrot 2016, equation 13 for first chunks, equation 11 for the chunks of a steady round.
#[must_use]
pub fn spacings(ring: &[&Worker], chunk: impl Fn(&Worker) -> f64) -> Vec<f64> {
    let before = ring.iter().cycle().skip(ring.len().saturating_sub(1));
    ring.iter()
        .zip(before)
        .map(|(this, before)| spacing(before, chunk(before), this, chunk(this)))
        .collect()
}

/// Whether all spacings of a ring fit into one round of `target` s.
///
/// Source: Millot and Parrot 2016, equation 15.
#[must_use]
pub fn fit(spacings: &[f64], target: f64) -> bool {
    spacings.iter().sum::<f64>() <= target
}
