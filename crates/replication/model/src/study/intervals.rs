//! Static and dynamic balancing with shares that are set after other numbers of iterations, on the same resources.

use report::{Cancelled, Observer};
use schedule::Off;

use super::draw::drawing;
use super::pool::forecasts;
use super::{Measured, Method, Results, Study};
use crate::Error;
use crate::dynamic::{self, Predicted};
use crate::parameters::{Parameters, Strategy};
use crate::static_balancing;
use crate::synchronisation::Drawing;

/// The numbers of iterations after which shares are set once (Dobber 2006, table 4.1).
const ONCE: [u32; 15] = [
    0, 1, 10, 20, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000,
];

/// The numbers of iterations after which shares are set again and again (Dobber 2006, table 4.2).
const AGAIN: [u32; 15] = [1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500];

/// The outcomes of balancing, by the number of iterations after which shares are set.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// SLB(N), ascending.
    pub once: Vec<(u32, Measured)>,
    /// DLB(N), ascending.
    pub again: Vec<(u32, Measured)>,
    /// Equal shares, both kinds of hindsight, and the method that is shown, with its first run: all numbers of copies where that is the
    /// best of them.
    pub results: Results,
}

impl Study {
    /// Runs static and dynamic balancing for the numbers of the thesis' tables 4.1 and 4.2, and for those of the
    /// parameters, as far as the run is long.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so; as [`Study::run`].
    pub fn intervals(mut self, observer: &mut dyn Observer) -> Result<(Self, Intervals), Error> {
        let Parameters {
            cold_iterations,
            rebalance_every,
            iterations,
            runs,
            ..
        } = self.parameters;
        let list = |printed: &[u32], own: u32, method| {
            let mut numbers = printed.to_vec();
            numbers.push(own);
            schedule::sort::by(&mut numbers, Ord::cmp);
            numbers.dedup();
            numbers.retain(|number| *number <= iterations);
            let none = |number| (number, Measured::none(method));
            numbers.into_iter().map(none).collect::<Vec<_>>()
        };
        let mut once = list(&ONCE, cold_iterations, Method::Static);
        let mut again = list(&AGAIN, rebalance_every, Method::Dynamic);
        let mut references: Vec<_> = self.methods().into_iter().map(Measured::none).collect();
        let shown = self.shown(&[]);
        let best = self.parameters.strategy == Strategy::ReplicateBest;
        references.retain(|measured| match measured.method {
            Method::Equal | Method::StaticHindsight | Method::DynamicHindsight => true,
            // Only all of them show which number of copies is best.
            Method::Replicate(_) if best => true,
            method => method == shown,
        });
        let expected: Vec<Vec<f64>> = self
            .pool
            .nodes
            .iter()
            .map(|node| forecasts(&node.runtimes, &self.parameters, 1))
            .collect();
        let mut course = Vec::new();
        for run in 0..u64::from(runs) {
            let steps = self.steps();
            let draw = self.draw(
                run,
                Drawing(&mut drawing(observer, run, runs.into(), steps)),
            )?;
            let columns = self.columns(&draw);
            let run_of = columns.run();
            let times = &run_of.times;
            for measured in &mut references {
                measured.add(&self.simulate(measured.method, &run_of, &mut course, &mut Off)?);
            }
            for (number, measured) in &mut once {
                let cold = *number as usize;
                measured.add(&static_balancing::simulate(
                    times,
                    cold,
                    &mut course,
                    &mut Off,
                ));
            }
            for (number, measured) in &mut again {
                let every = *number as usize;
                let predicted: Vec<Predicted> = columns
                    .chain()
                    .iter()
                    .filter_map(|node| self.pool.nodes.get(*node).zip(expected.get(*node)))
                    .map(|(node, expected)| {
                        let known: Vec<f64> = expected
                            .iter()
                            .skip(every - 1)
                            .step_by(every)
                            .copied()
                            .collect();
                        Predicted::new(&node.runtimes, &known, every)
                    })
                    .collect();
                let nodes: Vec<_> = predicted.iter().collect();
                measured.add(&dynamic::simulate(
                    times,
                    every,
                    &nodes,
                    &mut course,
                    &mut Off,
                ));
            }
            if observer
                .progress((run + 1) * steps, u64::from(runs) * steps)
                .is_break()
            {
                return Err(Cancelled.into());
            }
        }
        let results = self.results(references)?;
        Ok((
            self,
            Intervals {
                once,
                again,
                results,
            },
        ))
    }
}
