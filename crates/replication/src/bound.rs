//! What no strategy can beat on the resources of a run.

use crate::iterations::Times;
use crate::parameters::Replication;

/// The time of a run of `copies` copies (1 for the balancing strategies), ms, if work could be cut at will, shares
/// followed the speeds at once, and nothing had to be said: a lower bound on the run's clock.
///
/// Processor *i* does an equal share in JT_i, so that all of them together do P/R jobs of a step, at 1/JT_i shares a
/// millisecond each, in (P/R) / Σ 1/JT_i. With copies the bound holds as well: a group is done no sooner than its
/// fastest member, and the mean over the groups of what remains is at least their harmonic mean.
#[must_use]
pub fn perfect_balance(times: &Times<'_>, copies: usize, mode: Replication) -> f64 {
    let jobs = (times.processors / copies.max(1)) as f64;
    let step = |row: &[f64]| jobs / row.iter().map(|runtime| 1.0 / runtime).sum::<f64>();
    let rows = times.runtimes.chunks_exact(times.processors);
    if copies > 1 && mode == Replication::Dependent {
        return rows.map(step).sum::<f64>() * copies as f64;
    }
    // Rows that no iteration uses are not worked on.
    let used = rows.len() / copies.max(1) * copies.max(1);
    rows.take(used).map(step).sum()
}
