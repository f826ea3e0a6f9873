//! A lower bound on the time of every strategy on the resources of a run.

use crate::iterations::Times;
use crate::parameters::Replication;

/// The time of a run of `copies` copies (1 for the balancing strategies), ms, if work could be cut at will, shares
/// followed the speeds at once, and no messages were needed: a lower bound on the run's clock.
///
/// Processor *i* does an equal share in JT_i, so that all of them together do P/R jobs of a step, at 1/JT_i shares a
/// millisecond each, in (P/R) / Σ 1/JT_i. With copies the bound holds as well: a group is done no sooner than its
/// fastest member, and the mean of the groups' times is at least their harmonic mean.
#[must_use]
pub fn perfect_balance(times: &Times<'_>, copies: usize, mode: Replication) -> f64 {
    let processors = times.processors();
    let jobs = (processors / copies.max(1)) as f64;
    // Rows that no iteration uses are not worked on; in mode `dependent` all steps of an iteration meet one row.
    let (used, steps) = if mode == Replication::Dependent {
        (times.iterations(), copies as f64)
    } else {
        (times.iterations() / copies.max(1) * copies, 1.0)
    };
    let mut speeds = vec![0.0; used];
    for column in times.runtimes {
        for (speed, runtime) in speeds.iter_mut().zip(*column) {
            *speed += 1.0 / runtime;
        }
    }
    speeds.iter().map(|speed| jobs / speed).sum::<f64>() * steps
}
