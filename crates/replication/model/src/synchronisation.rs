//! The time that all processors take to exchange data: the longest send time of the pairs in scope (Dobber 2006: all pairs
//! in the formula of section 2.5, neighbours in the text of section 2.4).

use std::fmt;
use std::ops::ControlFlow;

use report::Cancelled;

use crate::communication::{PairColumns, PairTimes, pair_index};
use crate::parameters::Scope;

/// The number of iterations ordered at a time, so that their times stay in the CPU's cache.
const ROWS: usize = 64;

/// The number of iterations whose longest times are found at a time, for the same reason.
const CHUNK: usize = 1024;

/// The pairs of a pool with the longest times of each iteration, longest first.
///
/// Where a run uses many of the pool's nodes, one of the first pairs has both its ends in the run, and that pair is the
/// longest: no other pair need be read.
#[derive(Clone, Debug, Default)]
pub struct Longest {
    /// The number of pairs kept of each iteration.
    kept: usize,
    /// Times with the two nodes of their pair, iteration by iteration.
    pairs: Vec<(f32, u16, u16)>,
}

impl Longest {
    /// Orders the pairs of all `nodes` nodes; series that were not kept are drawn once.
    ///
    /// # Errors
    /// [`Cancelled`] where `drawing` says so.
    pub fn new(
        times: &PairTimes,
        nodes: usize,
        processors: usize,
        iterations: usize,
        drawing: &mut Drawing<'_>,
    ) -> Result<Self, Cancelled> {
        let kept = kept(nodes, processors);
        let mut out = Self {
            kept,
            pairs: Vec::with_capacity(kept * iterations),
        };
        let mut block: Vec<Vec<(f32, u16, u16)>> = vec![Vec::new(); ROWS];
        let mut here = [0.0_f32; ROWS];
        for first in (0..iterations).step_by(ROWS) {
            drawing.reached(first, iterations)?;
            let rows = ROWS.min(iterations - first);
            let here = here.get_mut(..rows).unwrap_or_default();
            for a in 0..nodes {
                for b in 0..a {
                    times.series(a, b).copy(first, here);
                    for (row, time) in block.iter_mut().zip(&*here) {
                        row.push((*time, a as u16, b as u16));
                    }
                }
            }
            for row in &mut block {
                let falling = |a: &(f32, u16, u16), b: &(f32, u16, u16)| b.0.total_cmp(&a.0);
                if kept < row.len() {
                    row.select_nth_unstable_by(kept, falling);
                    row.truncate(kept);
                }
                row.sort_unstable_by(falling);
                out.pairs.append(row);
            }
        }
        Ok(out)
    }

    /// The memory of the ordered pairs, bytes.
    #[must_use]
    pub fn most_memory(nodes: usize, processors: usize, iterations: usize) -> f64 {
        8.0 * kept(nodes, processors) as f64 * iterations as f64
    }

    /// Whether ordering the pairs once is less work than reading all pairs of each run.
    #[must_use]
    pub fn pays(nodes: usize, processors: usize, iterations: usize, runs: u32) -> bool {
        /// The most pairs that are kept of all iterations together, 128 MB.
        const MOST: usize = 16_000_000;
        if kept(nodes, processors).saturating_mul(iterations) > MOST {
            return false;
        }
        let (all, used) = (pairs(nodes) as f64, pairs(processors) as f64);
        // Both in the time of one step through a column of times; the weights are measured (own choice).
        let directly = f64::from(runs) * used;
        let ordered = 25.0 * all + f64::from(runs) * 6.0 * all / used.max(1.0);
        // Ordering needs every pair drawn; so many runs draw nearly all of them anyway.
        f64::from(runs) * used >= 3.0 * all && ordered < directly && nodes < usize::from(u16::MAX)
    }

    /// The longest time of each iteration between the nodes of a chain, ms.
    #[must_use]
    pub fn between(&self, chain: &[usize], times: &PairTimes) -> Vec<f64> {
        let nodes = chain.iter().max().map_or(0, |most| most + 1);
        let mut here = vec![false; nodes];
        for node in chain {
            if let Some(here) = here.get_mut(*node) {
                *here = true;
            }
        }
        let is_here = |node: u16| here.get(usize::from(node)).copied().unwrap_or(false);
        let rows = self.pairs.chunks_exact(self.kept.max(1)).enumerate();
        rows.map(|(k, row)| {
            let first = row.iter().find(|(_, a, b)| is_here(*a) && is_here(*b));
            first.map_or_else(
                || longest_at(chain, times, k),
                |(time, ..)| f64::from(*time),
            )
        })
        .collect()
    }
}

/// The longest time between the nodes of a chain in one iteration.
fn longest_at(chain: &[usize], times: &PairTimes, k: usize) -> f64 {
    let mut longest = 0.0_f32;
    for (i, a) in chain.iter().enumerate() {
        for b in chain.iter().take(i) {
            let time = times.series(*a, *b).at(k);
            longest = longest.max(time);
        }
    }
    f64::from(longest)
}

/// The longest time of each of the first `iterations` iterations, ms, from all pairs in scope; zero for one processor.
///
/// # Errors
/// [`Cancelled`] where `drawing` says so.
pub fn directly(
    columns: &PairColumns<'_>,
    scope: Scope,
    processors: usize,
    iterations: usize,
    drawing: &mut Drawing<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let mut longest = vec![0.0_f32; iterations];
    for (chunk, longest) in longest.chunks_mut(CHUNK).enumerate() {
        for i in 0..processors {
            drawing.reached(
                chunk * processors + i,
                iterations.div_ceil(CHUNK) * processors,
            )?;
            let from = match scope {
                Scope::AllPairs => 0,
                Scope::Neighbours => i.saturating_sub(1),
            };
            for j in from..i {
                columns.column(i, j).raise(chunk * CHUNK, longest);
            }
        }
    }
    Ok(longest.into_iter().map(f64::from).collect())
}

/// An observer of the drawing of times, which can take longer than all their uses.
pub struct Drawing<'a>(pub &'a mut dyn FnMut(f64) -> ControlFlow<()>);

impl fmt::Debug for Drawing<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Drawing")
    }
}

impl Drawing<'_> {
    fn reached(&mut self, done: usize, all: usize) -> Result<(), Cancelled> {
        match (self.0)(done as f64 / all.max(1) as f64) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }
}

/// The number of pairs kept of each iteration: each is in a run with the same probability, and so many are kept that few
/// iterations have none in the run.
fn kept(nodes: usize, processors: usize) -> usize {
    let pairs = pairs(nodes);
    (6 * pairs / self::pairs(processors).max(1))
        .clamp(16, 256)
        .min(pairs)
}

/// The number of pairs of so many nodes.
fn pairs(nodes: usize) -> usize {
    pair_index(nodes, 0).unwrap_or(0)
}
