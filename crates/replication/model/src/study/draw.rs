//! The resources and times of one run.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use trace::random::Random;

use super::{Study, purpose};
use crate::communication::PairColumns;
use crate::dynamic::Predicted;
use crate::iterations::Times;
use crate::parameters::{Parameters, Scope, Strategy, Topic};
use crate::rescheduling;
use crate::synchronisation::{Drawing, Longest};
use crate::{ordering, synchronisation};

/// Tells an observer the drawn part of a run, which counts as the first half of its `steps`.
pub(super) fn drawing(
    observer: &mut dyn Observer,
    run: u64,
    runs: u64,
    steps: u64,
) -> impl FnMut(f64) -> ControlFlow<()> {
    move |share| {
        if steps == 1 {
            return ControlFlow::Continue(());
        }
        let done = (share * 0.5 * steps as f64) as u64;
        observer.progress(run * steps + done, runs * steps)
    }
}

/// The draws of one run.
#[derive(Debug)]
pub(super) struct Draw {
    /// The number of the run, from 0.
    number: u64,
    pub(super) chain: Vec<usize>,
    rescheduling: Vec<f64>,
    synchronisation: Vec<f64>,
}

/// The chain and the synchronisation times of some runs, as many as there is room for.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// By run; times in single precision, as they were drawn.
    runs: BTreeMap<u64, (Vec<usize>, Vec<f32>)>,
    /// The number of these times.
    times: usize,
}

impl Drawn {
    /// The most times that are kept: 16 MB.
    const MOST: usize = 4_000_000;

    fn of(&self, run: u64) -> Option<(Vec<usize>, Vec<f64>)> {
        let (chain, times) = self.runs.get(&run)?;
        Some((
            chain.clone(),
            times.iter().copied().map(f64::from).collect(),
        ))
    }

    fn keep(&mut self, run: u64, chain: &[usize], times: &[f64]) {
        if self.times + times.len() <= Self::MOST && !self.runs.contains_key(&run) {
            let times: Vec<_> = times.iter().map(|time| *time as f32).collect();
            self.times += times.len();
            self.runs.insert(run, (chain.to_vec(), times));
        }
    }
}

/// The columns of a draw.
#[derive(Debug)]
pub(super) struct Columns<'a> {
    draw: &'a Draw,
    runtimes: Vec<&'a [f64]>,
    predicted: Vec<&'a Predicted>,
    expected: Vec<&'a [f64]>,
    finalize: PairColumns<'a>,
}

/// The strategies' inputs in one run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    pub(super) times: Times<'a>,
    /// The nodes' forecasts for balancing, in chain order.
    pub(super) predicted: &'a [&'a Predicted],
    /// The nodes' forecasts for each iteration but the first, ms; only for a strategy of one's own.
    pub(super) expected: &'a [&'a [f64]],
    /// The number of the run, from 0.
    pub(super) number: u64,
    /// The places of the nodes in the pool, in chain order.
    pub(super) chain: &'a [usize],
}

impl<'a> Columns<'a> {
    pub(super) fn chain(&self) -> &'a [usize] {
        &self.draw.chain
    }

    /// Replaces the forecasts for the pool's nodes by those of another predictor.
    pub(super) fn expect(&mut self, pool: &'a [Predicted]) {
        let chain = self.draw.chain.iter();
        self.predicted = chain.filter_map(|node| pool.get(*node)).collect();
    }

    pub(super) fn run(&self) -> Run<'_> {
        Run {
            times: Times {
                runtimes: &self.runtimes,
                synchronisation: &self.draw.synchronisation,
                finalize: &self.finalize,
                rescheduling: &self.draw.rescheduling,
            },
            predicted: &self.predicted,
            expected: &self.expected,
            number: self.draw.number,
            chain: &self.draw.chain,
        }
    }
}

impl Study {
    /// The number of steps of the progress of a run: one, unless much has to be drawn for it.
    pub(super) fn steps(&self) -> u64 {
        const MUCH: u64 = 2_000_000;
        let Parameters {
            processors,
            iterations,
            noise,
            ..
        } = self.parameters;
        let times = u64::from(processors).pow(2) / 2 * u64::from(iterations);
        if noise > 0.0 && times > MUCH {
            1_000
        } else {
            1
        }
    }

    /// Draws a run, and the pair series that it needs.
    ///
    /// # Errors
    /// [`Cancelled`] where `drawing` says so.
    pub(super) fn draw(&mut self, run: u64, mut drawing: Drawing<'_>) -> Result<Draw, Cancelled> {
        let Parameters {
            processors,
            iterations,
            seed,
            synchronisation,
            ..
        } = self.parameters;
        let known = self.drawn.of(run);
        let chain = match &known {
            Some((chain, _)) => chain.clone(),
            None => {
                let drawn = Random::stream(seed, &[run, purpose::RESOURCES])
                    .sample(self.pool.nodes.len(), processors as usize);
                ordering::chain(&drawn, |a, b| self.send.mean_of(a, b))
            }
        };
        self.communicate(&chain, &mut drawing)?;
        let mean = self.rescheduling();
        let mut random = Random::stream(seed, &[run, purpose::RESCHEDULING]);
        let rescheduling = (0..self.reschedulings())
            .map(|_| mean * random.lognormal(self.parameters.noise))
            .collect();
        let synchronisation = match (known, &self.longest) {
            (Some((_, times)), _) => times,
            (None, Some(longest)) => longest.between(&chain, &self.send),
            (None, None) => synchronisation::directly(
                &PairColumns::new(&self.send, &chain),
                synchronisation,
                chain.len(),
                iterations as usize,
                &mut drawing,
            )?,
        };
        self.drawn.keep(run, &chain, &synchronisation);
        Ok(Draw {
            number: run,
            rescheduling,
            synchronisation,
            chain,
        })
    }

    /// The most rescheduling times that a run needs: ⌊K/N⌋ for dynamic balancing, one for each block of the adaptive strategy, one
    /// for static balancing; one for each iteration where N goes down to 1, and for a strategy of one's own.
    fn reschedulings(&self) -> u32 {
        let Parameters {
            iterations,
            rebalance_every,
            decide_every,
            topic,
            strategy,
            ..
        } = self.parameters;
        match topic {
            Topic::Intervals => iterations,
            _ if strategy == Strategy::Own => iterations,
            _ => rescheduling::phases(iterations, rebalance_every)
                .max(iterations.div_ceil(decide_every)),
        }
    }

    /// Draws the pair series that a chain needs, where there is room for them.
    fn communicate(&mut self, chain: &[usize], drawing: &mut Drawing<'_>) -> Result<(), Cancelled> {
        let Parameters {
            processors,
            iterations,
            copies,
            runs,
            synchronisation,
            ..
        } = self.parameters;
        let nodes = self.pool.nodes.len();
        let (used, iterations) = (processors as usize, iterations as usize);
        let all_pairs = synchronisation == Scope::AllPairs;
        let pairs = |nodes: usize| nodes * nodes.saturating_sub(1) / 2;
        if self.longest.is_none() && all_pairs && Longest::pays(nodes, used, iterations, runs) {
            if self.send.has_room(pairs(nodes)) {
                for a in 0..nodes {
                    for b in 0..a {
                        self.send.draw(a, b);
                    }
                }
            }
            let longest = Longest::new(&self.send, nodes, used, iterations, drawing)?;
            self.longest = Some(longest);
        }
        // Times that are used once need no memory.
        let keeps_sent = self.longest.is_none() && self.send.has_room(pairs(used));
        let mut groups = self.copies_tried();
        groups.push(copies);
        for (i, a) in chain.iter().enumerate() {
            for (j, b) in chain.iter().enumerate().take(i) {
                if keeps_sent && (all_pairs || i - j == 1) {
                    self.send.draw(*a, *b);
                }
                let together = |copies: &u32| i / *copies as usize == j / *copies as usize;
                if groups.iter().any(together) {
                    self.finalize.draw(*a, *b);
                }
            }
        }
        Ok(())
    }

    /// The columns that belong to a draw.
    pub(super) fn columns<'a>(&'a self, draw: &'a Draw) -> Columns<'a> {
        let nodes = || self.pool.of(&draw.chain);
        Columns {
            draw,
            runtimes: nodes().map(|node| node.runtimes.as_slice()).collect(),
            predicted: nodes().map(|node| &node.predicted).collect(),
            expected: draw
                .chain
                .iter()
                .filter_map(|node| self.expected.get(*node).map(Vec::as_slice))
                .collect(),
            finalize: PairColumns::new(&self.finalize, &draw.chain),
        }
    }

    /// In a run with equal shares, the node for which the others waited most often, and in which share of the iterations.
    /// None where no node leads by more than chance: by 1.96 standard deviations of the difference from the next one.
    pub(super) fn slowest(&self, draw: &Draw) -> Option<(String, f64)> {
        let columns: Vec<_> = self.pool.of(&draw.chain).collect();
        let iterations = self.parameters.iterations as usize;
        let mut times_slowest = vec![0_u32; columns.len()];
        for k in 0..iterations {
            let runtimes = columns.iter().filter_map(|node| node.runtimes.get(k));
            let longest = runtimes.fold(0.0, |longest: f64, time| longest.max(*time));
            let mut last = (0..)
                .zip(&columns)
                .filter(|(_, node)| node.runtimes.get(k) == Some(&longest));
            // Where several end together, nobody waits for one of them.
            if let (Some((node, _)), None) = (last.next(), last.next())
                && let Some(count) = times_slowest.get_mut::<usize>(node)
            {
                *count += 1;
            }
        }
        let mut counts: Vec<_> = columns.iter().zip(times_slowest).collect();
        schedule::sort::by(&mut counts, |a, b| b.1.cmp(&a.1));
        let mut counts = counts.into_iter();
        let ((node, most), (_, next)) = (counts.next()?, counts.next()?);
        let (most, next) = (f64::from(most), f64::from(next));
        (most - next > 1.96 * (most + next).sqrt()).then(|| {
            let share = most / f64::from(self.parameters.iterations);
            (node.name.clone(), share)
        })
    }
}
