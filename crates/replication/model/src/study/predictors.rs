//! Dynamic balancing under several predictors, on the same resources.

use std::ops::ControlFlow;

use report::evidence::Evidence;
use report::{Cancelled, Observer};
use schedule::{Off, Schedule};
use trace::TraceSet;

use super::draw::drawing;
use super::pool::Pooled;
use super::{Method, Study, Worlds};
use crate::Error;
use crate::dynamic::Predicted;
use crate::parameters::Parameters;
use crate::synchronisation::Drawing;

/// A predictor's forecasts for every node: the runtimes of the iterations N, 2N, … (counted from 0), in the unit of the
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

/// A program that is balanced by predictors, one scenario after another. Unchanged runs are not simulated anew; the bits
/// are the same.
#[derive(Debug, Default)]
pub struct Balancing(Option<Last>);

/// The last program, and the outcomes of its runs.
#[derive(Debug)]
struct Last {
    set: TraceSet,
    study: Study,
    /// Equal shares, ms, run by run; nothing before all runs were made.
    equal: Vec<f64>,
    /// The forecasts of predictors, and the run times of dynamic balancing by them, ms, run by run.
    totals: Vec<(Vec<Vec<f64>>, Vec<f64>)>,
}

impl Balancing {
    /// Runs dynamic balancing under each of `predictors`. All meet the same runtimes, communication and rescheduling
    /// times, so that their run times differ by the forecasts alone. `shown` is the place of the predictor whose
    /// schedule is recorded.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so, and as [`Study::of`].
    pub fn run(
        &mut self,
        parameters: &Parameters,
        set: TraceSet,
        predictors: &[&Forecasts],
        shown: usize,
        observer: &mut dyn Observer,
    ) -> Result<Balanced, Error> {
        let last = self.0.take().filter(|last| last.set == set);
        let mut now = match last {
            Some(last) if last.study.parameters == *parameters => last,
            last => Last {
                study: Study::after(parameters, &set, last.map(|last| last.study))?,
                set,
                equal: Vec::new(),
                totals: Vec::new(),
            },
        };
        let balanced = now.balance(predictors, shown, observer);
        self.0 = Some(now);
        balanced
    }
}

impl Last {
    fn balance(
        &mut self,
        predictors: &[&Forecasts],
        shown: usize,
        observer: &mut dyn Observer,
    ) -> Result<Balanced, Error> {
        self.simulate(predictors, observer)?;
        let totals = predictors
            .iter()
            .map(|said| self.of(said).unwrap_or_default());
        let mut out = Balanced {
            equal: self.equal.clone(),
            totals: totals.map(<[f64]>::to_vec).collect(),
            schedule: None,
            worlds: None,
        };
        if let (Some(said), Some(own)) = (predictors.get(shown), out.totals.get(shown)) {
            let entrant = self.study.within_reach(said);
            let mut silent = |_| ControlFlow::Continue(());
            let draw = self.study.draw(0, Drawing(&mut silent))?;
            let mut columns = self.study.columns(&draw);
            columns.expect(&entrant);
            out.schedule = Some(self.study.record(Method::Dynamic, &columns)?.0);
            if let Some(evidence) = Evidence::of(&out.equal, own) {
                let both = [Method::Equal, Method::Dynamic];
                out.worlds = self.study.beside(both, evidence, &columns)?;
            }
        }
        Ok(out)
    }

    /// The run times of balancing by forecasts, where they are known.
    fn of(&self, said: &Forecasts) -> Option<&[f64]> {
        let mut known = self.totals.iter();
        let (_, totals) = known.find(|(known, _)| same(known, said))?;
        Some(totals)
    }

    /// Simulates balancing by new forecasts, and forgets forecasts that were not asked for.
    fn simulate(
        &mut self,
        predictors: &[&Forecasts],
        observer: &mut dyn Observer,
    ) -> Result<(), Error> {
        let asked = |known: &Forecasts| predictors.iter().any(|said| same(known, said));
        self.totals.retain(|(known, _)| asked(known));
        let new = predictors.iter().filter(|said| self.of(said).is_none());
        let mut new: Vec<_> = new
            .map(|said| (*said, self.study.within_reach(said), Vec::new()))
            .collect();
        if new.is_empty() && !self.equal.is_empty() {
            return Ok(());
        }
        let study = &mut self.study;
        let runs = u64::from(study.parameters.runs);
        let mut equal = Vec::new();
        let mut course = Vec::new();
        for run in 0..runs {
            let steps = study.steps();
            let draw = study.draw(run, Drawing(&mut drawing(observer, run, runs, steps)))?;
            let mut columns = study.columns(&draw);
            let shares = study.simulate(Method::Equal, &columns.run(), &mut course, &mut Off)?;
            equal.push(shares.total);
            for (_, entrant, totals) in &mut new {
                columns.expect(entrant);
                let balanced =
                    study.simulate(Method::Dynamic, &columns.run(), &mut course, &mut Off)?;
                totals.push(balanced.total);
            }
            if observer
                .progress((run + 1) * steps, runs * steps)
                .is_break()
            {
                return Err(Cancelled.into());
            }
        }
        self.equal = equal;
        let new = new
            .into_iter()
            .map(|(said, _, totals)| (said.to_vec(), totals));
        self.totals.extend(new);
        Ok(())
    }
}

/// Whether both forecasts are the same, to the bit.
fn same(a: &Forecasts, b: &Forecasts) -> bool {
    let alike = |a: &Vec<f64>, b: &Vec<f64>| {
        let mut pairs = a.iter().zip(b);
        a.len() == b.len() && pairs.all(|(a, b)| a.to_bits() == b.to_bits())
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
}

impl Study {
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
