//! Dynamic balancing under several predictors, on the same resources.

use report::{Cancelled, Observer};
use schedule::{Off, Schedule};

use super::{Study, by_rows};
use crate::communication::PairColumns;
use crate::{Error, equal};

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
        let columns: Vec<Vec<Vec<f64>>> = predictors
            .iter()
            .map(|forecasts| self.within_reach(forecasts))
            .collect();
        let mut out = Balanced {
            equal: Vec::new(),
            totals: vec![Vec::new(); predictors.len()],
            schedule: None,
        };
        for run in 0..runs {
            let mut draw = self.draw(run);
            let finalize = PairColumns::new(&self.finalize, &draw.chain);
            let synchronisation = self.synchronisation(&draw.chain);
            let times = draw.times(&synchronisation, &finalize);
            out.equal.push(equal::simulate(&times, &mut Off).total);
            for (place, (totals, columns)) in out.totals.iter_mut().zip(&columns).enumerate() {
                let nodes: Vec<_> = draw
                    .chain
                    .iter()
                    .filter_map(|node| columns.get(*node).map(Vec::as_slice))
                    .collect();
                draw.forecasts = by_rows(nodes.into_iter());
                let times = draw.times(&synchronisation, &finalize);
                totals.push(self.dynamic(&times, &draw.forecasts, &mut Off).total);
                if place == shown && run == 0 {
                    out.schedule = Some(self.record(&times, &draw)?);
                }
            }
            if observer.progress(run + 1, runs).is_break() {
                return Err(Cancelled.into());
            }
        }
        Ok(out)
    }

    /// Forecasts as this study scales runtimes, none shorter than the shortest runtime before it: see
    /// [`super::forecasts`].
    fn within_reach(&self, forecasts: &Forecasts) -> Vec<Vec<f64>> {
        let every = self.parameters.rebalance_every as usize;
        let node = |(node, forecasts): (&super::Pooled, &Vec<f64>)| {
            let mut shortest = f64::INFINITY;
            node.runtimes
                .chunks_exact(every)
                .zip(forecasts)
                .map(|(before, forecast)| {
                    shortest = before.iter().copied().fold(shortest, f64::min);
                    (forecast * self.factor).max(shortest)
                })
                .collect()
        };
        self.pool.iter().zip(forecasts).map(node).collect()
    }
}
