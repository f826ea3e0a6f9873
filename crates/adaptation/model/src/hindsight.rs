//! The best constant set of nodes in hindsight, with which strategies are compared (own choice).
//!
//! For n = 1, 2, … the first n nodes in the order of the grid's scheduler, (cluster, number), take part from the start; there
//! is no adaptation, and the seed is the same. The best set is that of the shortest run that ends.

use report::evidence::same;
use report::{Observer, Passes};

use crate::error::Error;
use crate::outcome::End;
use crate::scenario::Scenario;
use crate::strategy::Unadapted;
use crate::study;

/// The run of one set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// n, the number of nodes that took part from the start.
    pub nodes: usize,
    /// The runtime, s; none where the program did not finish.
    pub runtime: Option<f64>,
}

/// The scenario with the first n nodes from the start.
fn first(scenario: &Scenario, nodes: usize) -> Scenario {
    let mut left = nodes;
    let mut changed = scenario.clone();
    for cluster in &mut changed.clusters {
        cluster.active = left.min(cluster.speeds.len());
        left -= cluster.active;
    }
    changed
}

/// The runs of the sets of these sizes.
///
/// # Errors
/// A scenario with impossible numbers, or [`Error::Cancelled`] when the observer asks for a stop.
pub fn constants(
    scenario: &Scenario,
    sizes: &[usize],
    observer: &mut dyn Observer,
) -> Result<Vec<Constant>, Error> {
    let mut passes = Passes::new(observer, sizes.len() as u64);
    let mut runs = Vec::with_capacity(sizes.len());
    for nodes in sizes {
        let set = first(scenario, *nodes);
        let outcome = study::plain(&set, &mut Unadapted, &mut passes.next(1))?;
        runs.push(Constant {
            nodes: *nodes,
            runtime: (outcome.end == End::Done).then_some(outcome.runtime),
        });
    }
    Ok(runs)
}

/// The shortest of the runs; of those that are equal, to rounding, that of the smallest set.
#[must_use]
pub fn best(runs: &[Constant]) -> Option<Constant> {
    let times = runs.iter().filter_map(|run| run.runtime);
    let least = times.fold(f64::INFINITY, f64::min);
    let best = |run: &&Constant| run.runtime.is_some_and(|time| same(time, least));
    runs.iter()
        .filter(best)
        .min_by_key(|run| run.nodes)
        .copied()
}
