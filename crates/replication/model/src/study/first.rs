//! The first run as it went on, for charts.

use schedule::Off;

use super::draw::{Columns, Run};
use super::{Method, Study};
use crate::adaptive::{self, Block, spread};
use crate::copies::rows_each;
use crate::decision::Choice;
use crate::own::{Changes, Log, Rule};
use crate::{Error, dynamic, static_balancing};

/// The most changes of the shares that are kept.
pub(crate) const CHANGES: usize = 200;

/// The first run under equal shares and under the method that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct First {
    /// The nodes, in chain order.
    pub names: Vec<String>,
    /// Their places among the nodes of the traces, from 0.
    pub places: Vec<usize>,
    /// The mean runtime of an equal share on each of them, ms.
    pub means: Vec<f64>,
    /// The time of each iteration with equal shares, ms.
    pub equal: Vec<f64>,
    /// The same under the method shown. An iteration of replication stands for as many as it consumes.
    pub course: Vec<f64>,
    /// The pauses to set shares anew or to switch: the number of iterations before each, and its duration, ms.
    pub pauses: Vec<(usize, f64)>,
    /// The relative loads of the processors, each from an iteration on; empty under strategies that set no shares. Where they change
    /// more than 200 times, only some of the changes.
    pub loads: Vec<(usize, Vec<f64>)>,
    /// The blocks of the adaptive strategy; empty for the others.
    pub blocks: Vec<Block>,
}

impl Study {
    /// The first run, whose draw this is, under the method shown.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) where a strategy of one's own stops it.
    pub(super) fn first(&self, shown: Method, columns: &Columns<'_>) -> Result<First, Error> {
        let run = &columns.run();
        let nodes = || self.pool.of(columns.chain());
        let mut out = First {
            names: nodes().map(|node| node.name.clone()).collect(),
            places: columns.chain().to_vec(),
            means: nodes()
                .map(|node| statistics::mean(&node.runtimes))
                .collect(),
            ..First::default()
        };
        self.simulate(Method::Equal, run, &mut out.equal, &mut Off)?;
        let mut log = Changes::default();
        if shown == Method::Adaptive {
            adaptive::simulate(
                &run.times,
                run.predicted,
                &self.adaptive(),
                &mut out.blocks,
                &mut out.course,
                &mut Off,
            );
        } else if shown == Method::Own {
            let mut rule = Rule::read(&self.parameters)?;
            let mut log = Log::Of(&mut log);
            self.decide_by(&mut rule, run, &mut log, &mut out.course, &mut Off)?;
        } else {
            self.simulate(shown, run, &mut out.course, &mut Off)?;
        }
        if let Method::Replicate(copies) = shown {
            let rows = rows_each(copies as usize, self.parameters.replication);
            out.course = spread(&out.course, rows, run.times.iterations()).collect();
        }
        if run.times.processors() > 1 {
            out.pauses = self.pauses(shown, run, &out.blocks);
            out.loads = self.loads(shown, run);
            if shown == Method::Own {
                (out.pauses, out.loads) = (log.pauses, log.loads);
            }
        }
        Ok(out)
    }

    fn pauses(&self, shown: Method, run: &Run<'_>, blocks: &[Block]) -> Vec<(usize, f64)> {
        let every = self.parameters.rebalance_every as usize;
        let cold = self.parameters.cold_iterations as usize;
        let rescheduling = run.times.rescheduling.iter().copied();
        let iterations = run.times.iterations();
        match shown {
            Method::Static if cold > 0 => vec![cold.min(iterations)]
                .into_iter()
                .zip(rescheduling)
                .collect(),
            Method::StaticHindsight => rescheduling.take(1).map(|time| (0, time)).collect(),
            Method::Dynamic | Method::DynamicHindsight => (1..=iterations / every)
                .map(|number| number * every)
                .zip(rescheduling)
                .collect(),
            Method::Adaptive => {
                let mut out = Vec::new();
                for block in blocks {
                    let to = block.from + block.iterations;
                    if block.used == Choice::Balance {
                        let numbers = block.from / every + 1..=to / every;
                        out.extend(numbers.filter_map(|number| {
                            Some((number * every, *run.times.rescheduling.get(number - 1)?))
                        }));
                    }
                    out.push((to, block.switch));
                }
                out
            }
            _ => Vec::new(),
        }
    }

    fn loads(&self, shown: Method, run: &Run<'_>) -> Vec<(usize, Vec<f64>)> {
        let every = self.parameters.rebalance_every as usize;
        let iterations = run.times.iterations();
        let equal = vec![1.0; run.times.processors()];
        match shown {
            Method::Static => {
                let cold = (self.parameters.cold_iterations as usize).min(iterations);
                let mut out = vec![(0, equal)];
                if cold > 0 {
                    out.push((cold, static_balancing::loads(&run.times, cold)));
                }
                out
            }
            Method::StaticHindsight => {
                vec![(0, static_balancing::loads(&run.times, iterations))]
            }
            Method::Dynamic => {
                let blocks = iterations.div_ceil(every);
                (0..blocks)
                    .step_by(blocks.div_ceil(CHANGES))
                    .map(|block| (block * every, dynamic::loads(run.predicted, block)))
                    .collect()
            }
            Method::DynamicHindsight => (0..iterations)
                .step_by(iterations.div_ceil(CHANGES))
                .map(|k| {
                    let now = run.times.runtimes.iter().filter_map(|column| column.get(k));
                    let now: Vec<f64> = now.copied().collect();
                    let mut loads = equal.clone();
                    crate::load::balance(&now, &mut loads);
                    (k, loads)
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}
