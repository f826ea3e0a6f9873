//! The same workers under several schedulers, for several values of a parameter, run by run.

use report::Observer;
use statistics::mean_and_half_width;

use super::Progress;
use crate::Error;
use crate::experiment::Experiment;
use crate::outcome::Account;
use crate::streams::Together;

/// The outcome of one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ran {
    /// CPU_eff, waiting at the start included: the mean over all workers.
    pub efficiency: f64,
    /// The share of the time that workers starved after their start: the mean over all workers.
    pub starvation: f64,
    /// T_eff of all streams, u/s.
    pub throughput: f64,
    /// The mean of σ over rounds and workers, s.
    pub sigma: f64,
    /// Its standard deviation, s.
    pub deviation: f64,
    /// Transfers that waited for another worker's.
    pub contention: u64,
}

impl Ran {
    /// The figures from the outcome of all clusters.
    #[must_use]
    pub fn of(together: &Together) -> Self {
        Self {
            efficiency: together.efficiency_of_all(),
            starvation: starvation(together),
            throughput: together.throughput(),
            sigma: together.sigma.mean(),
            deviation: together.sigma.clear_deviation(),
            contention: together.sending.events + together.returning.events,
        }
    }
}

fn starvation(together: &Together) -> f64 {
    let share = |one: &Account, elapsed: f64| (one.inter + one.intra) / elapsed;
    let clusters = together.clusters.iter();
    let shares = clusters.flat_map(|one| one.workers.iter().map(|w| share(w, one.elapsed)));
    let (sum, count) = shares.fold((0.0, 0.0), |(sum, count), share| (sum + share, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// All runs of one scheduler for one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The varied value: an inaccuracy, a depth, a target.
    pub value: f64,
    /// The outcome of each run.
    pub runs: Vec<Ran>,
}

impl Cell {
    /// The mean over the runs and half the width of its 95 % interval, which is not a number for a single run.
    #[must_use]
    pub fn mean(&self, of: impl Fn(&Ran) -> f64) -> (f64, f64) {
        let values: Vec<f64> = self.runs.iter().map(of).collect();
        mean_and_half_width(&values)
    }

    /// The mean ratio to another scheduler's runs with the same workers, and half the width of its 95 % interval.
    #[must_use]
    pub fn over(&self, other: &Self, of: impl Fn(&Ran) -> f64) -> (f64, f64) {
        let pairs = self.runs.iter().zip(&other.runs);
        let ratios: Vec<f64> = pairs.map(|(own, other)| of(own) / of(other)).collect();
        mean_and_half_width(&ratios)
    }
}

/// The number of simulations of a [`campaign`].
#[must_use]
pub fn simulations<S>(values: &[f64], schedulers: &[S], runs: u32) -> u64 {
    values.len() as u64 * schedulers.len() as u64 * u64::from(runs)
}

/// The outcomes of several schedulers, in their order: a cell for each value.
///
/// `experiment` returns the experiment of a scheduler for a value in a run, counted from 0; within a run all schedulers have
/// the same workers.
///
/// # Errors
/// As of `experiment`; [`Error::Cancelled`] where the observer stops it.
pub fn campaign<S: Copy>(
    values: &[f64],
    schedulers: &[S],
    runs: u32,
    experiment: &mut dyn FnMut(f64, S, u32) -> Result<Experiment, Error>,
    observer: &mut dyn Observer,
) -> Result<Vec<Vec<Cell>>, Error> {
    let none = |value: &f64| Cell {
        value: *value,
        runs: Vec::with_capacity(runs as usize),
    };
    let mut curves: Vec<Vec<Cell>> = schedulers
        .iter()
        .map(|_| values.iter().map(none).collect())
        .collect();
    let mut progress = Progress::new(observer, simulations(values, schedulers, runs));
    for run in 0..runs {
        for (curve, scheduler) in curves.iter_mut().zip(schedulers) {
            for cell in curve {
                let simulated = experiment(cell.value, *scheduler, run)?;
                let together = progress.run(&simulated)?;
                cell.runs.push(Ran::of(&together));
            }
        }
    }
    Ok(curves)
}
