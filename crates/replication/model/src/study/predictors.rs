//! Dynamic balancing under several predictors, on the same resources.

use std::ops::ControlFlow;

use report::evidence::Evidence;
use report::{Cancelled, Observer};
use schedule::{Off, Schedule};

use super::draw::drawing;
use super::pool::Pooled;
use super::{Method, Study, Worlds};
use crate::Error;
use crate::dynamic::Predicted;
use crate::synchronisation::Drawing;

/// What a predictor said of every node: the runtimes of the iterations N, 2N, … (counted from 0), in the unit of the
/// traces.
pub type Forecasts = [Vec<f64>];

/// Run times under several predictors, run by run.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// Equal shares, ms.
    pub equal: Vec<f64>,
    /// Dynamic balancing, ms, for each predictor.
    pub totals: Vec<Vec<f64>>,
    /// The first run under the predictor that is to be shown.
    pub schedule: Option<Schedule>,
    /// A part of that run with equal shares and under that predictor.
    pub worlds: Option<Worlds>,
}

impl Study {
    /// Runs dynamic balancing under each of `predictors`. All meet the same runtimes, communication and rescheduling
    /// times, so that their run times differ by the forecasts alone. `shown` is the place of the predictor whose
    /// schedule is recorded.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so.
    pub fn balance(
        mut self,
        predictors: &[&Forecasts],
        shown: usize,
        observer: &mut dyn Observer,
    ) -> Result<Balanced, Error> {
        let runs = u64::from(self.parameters.runs);
        let entrants: Vec<Vec<Predicted>> = predictors
            .iter()
            .map(|forecasts| self.within_reach(forecasts))
            .collect();
        let mut out = Balanced {
            equal: Vec::new(),
            totals: vec![Vec::new(); predictors.len()],
            schedule: None,
            worlds: None,
        };
        let mut course = Vec::new();
        for run in 0..runs {
            let steps = self.steps();
            let draw = self.draw(run, Drawing(&mut drawing(observer, run, runs, steps)))?;
            let mut columns = self.columns(&draw);
            let equal = self.simulate(Method::Equal, &columns.run(), &mut course, &mut Off);
            out.equal.push(equal.total);
            for (place, (totals, entrant)) in out.totals.iter_mut().zip(&entrants).enumerate() {
                columns.expect(entrant);
                let balanced =
                    self.simulate(Method::Dynamic, &columns.run(), &mut course, &mut Off);
                totals.push(balanced.total);
                if place == shown && run == 0 {
                    out.schedule = Some(self.record(Method::Dynamic, &columns)?);
                }
            }
            if observer
                .progress((run + 1) * steps, runs * steps)
                .is_break()
            {
                return Err(Cancelled.into());
            }
        }
        let own = out.totals.get(shown).map_or(&[][..], Vec::as_slice);
        if let (Some(evidence), Some(entrant)) =
            (Evidence::of(&out.equal, own), entrants.get(shown))
        {
            let mut silent = |_| ControlFlow::Continue(());
            let draw = self.draw(0, Drawing(&mut silent))?;
            let mut columns = self.columns(&draw);
            columns.expect(entrant);
            out.worlds = self.beside([Method::Equal, Method::Dynamic], evidence, &columns)?;
        }
        Ok(out)
    }

    /// Forecasts as this study scales runtimes, none shorter than the shortest runtime before it: see
    /// [`super::pool`].
    fn within_reach(&self, forecasts: &Forecasts) -> Vec<Predicted> {
        let every = self.parameters.rebalance_every as usize;
        let node = |(node, forecasts): (&Pooled, &Vec<f64>)| {
            let mut shortest = f64::INFINITY;
            let before = node.runtimes.chunks_exact(every);
            let reached: Vec<_> = before
                .zip(forecasts)
                .map(|(before, forecast)| {
                    shortest = before.iter().copied().fold(shortest, f64::min);
                    (forecast * self.pool.factor).max(shortest)
                })
                .collect();
            Predicted::new(&node.runtimes, &reached, every)
        };
        self.pool.nodes.iter().zip(forecasts).map(node).collect()
    }
}
