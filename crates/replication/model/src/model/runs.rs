//! Runs of all numbers of copies on identical nodes, without messages, to compare the formulas with.

use report::{Cancelled, Observer};
use schedule::Off;
use trace::random::Random;

use crate::communication::PairColumns;
use crate::copies;
use crate::iterations::Times;
use crate::parameters::Replication;
use crate::speedup::Speedup;

/// The purpose of the random streams of these runs; it must not collide with those of the study.
const ALIKE: u64 = 101;

/// Times of an iteration for r of 0 to p, and p of 0 on.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// Mean times, in mean runtimes: `times[r][p - r]`.
    pub times: Vec<Vec<f64>>,
    /// Half widths of the 95 % intervals of the ratios of the mean times without copies to these, [`Speedup::ratio_half_width`].
    pub half_widths: Vec<Vec<f64>>,
    /// The times of each run: `of_runs[r][p - r][run]`.
    pub of_runs: Vec<Vec<Vec<f64>>>,
}

/// Draws 2^`most` nodes for each run and runs the first 2^p of them with 2^r copies, for all p and r.
///
/// `nodes` are runtimes of equal length and mean 1, at least 2^`most` of them. `dependent`: all steps of an iteration meet the
/// same runtimes.
///
/// # Errors
/// [`Cancelled`] where the observer says so.
pub fn runs(
    nodes: &[Vec<f64>],
    most: u32,
    number: u32,
    seed: u64,
    dependent: bool,
    observer: &mut dyn Observer,
) -> Result<Runs, Cancelled> {
    let jobs = nodes.iter().map(Vec::len).min().unwrap_or(0);
    let mode = if dependent {
        Replication::Dependent
    } else {
        Replication::Thesis
    };
    let (nothing, no_messages) = (vec![0.0; jobs], vec![0.0_f32; jobs]);
    let mut of_runs: Vec<Vec<Vec<f64>>> = (0..=most)
        .map(|r| (r..=most).map(|_| Vec::new()).collect())
        .collect();
    let mut course = Vec::new();
    for run in 0..u64::from(number) {
        let drawn = Random::stream(seed, &[run, ALIKE]).sample(nodes.len(), 1 << most);
        let columns: Vec<&[f64]> = drawn
            .iter()
            .filter_map(|node| nodes.get(*node)?.get(..jobs))
            .collect();
        for p in 0..=most {
            let processors = 1_usize << p;
            let pairs = processors * (processors - 1) / 2;
            let finalize = PairColumns::from_series(vec![no_messages.as_slice(); pairs]);
            let times = Times {
                runtimes: columns.get(..processors).unwrap_or_default(),
                synchronisation: &nothing,
                finalize: &finalize,
                rescheduling: &[],
            };
            for (r, row) in of_runs.iter_mut().enumerate().take(p as usize + 1) {
                let outcome = copies::simulate(&times, 1 << r, mode, &mut course, &mut Off);
                if let Some(all) = row.get_mut(p as usize - r) {
                    all.push(outcome.total / jobs as f64);
                }
            }
        }
        if observer.progress(run + 1, number.into()).is_break() {
            return Err(Cancelled);
        }
    }
    let each = |of: &dyn Fn(&[f64], &[f64]) -> f64| -> Vec<Vec<f64>> {
        of_runs
            .iter()
            .enumerate()
            .map(|(r, row)| {
                row.iter()
                    .enumerate()
                    .map(|(above, times)| {
                        let alone = of_runs.first().and_then(|first| first.get(r + above));
                        of(alone.map_or(&[], Vec::as_slice), times)
                    })
                    .collect()
            })
            .collect()
    };
    Ok(Runs {
        times: each(&|_, times| statistics::mean(times)),
        half_widths: each(&|alone, times| Speedup::of(alone, times).ratio_half_width),
        of_runs,
    })
}

/// ln(model's speedup / runs' speedup), both held at [`super::CAP`], for r from 1 to `most_r`: r, p and the error.
#[must_use]
pub fn errors(
    speedup: impl Fn(u32, u32) -> f64,
    times: &[Vec<f64>],
    most_r: u32,
) -> Vec<(u32, u32, f64)> {
    let at = |r: u32, p: u32| times.get(r as usize)?.get((p - r) as usize).copied();
    let most = times.len() as u32;
    (1..most.min(most_r + 1))
        .flat_map(|r| (r..most).map(move |p| (r, p)))
        .filter_map(|(r, p)| {
            let runs = at(0, p)? / at(r, p)?;
            let error = libm::log(speedup(r, p).min(super::CAP) / runs.min(super::CAP));
            Some((r, p, error))
        })
        .collect()
}

/// The root of the mean square of some errors, and their mean.
#[must_use]
pub fn summary(errors: &[(u32, u32, f64)]) -> (f64, f64) {
    let number = errors.len() as f64;
    let squares: f64 = errors.iter().map(|(_, _, error)| error * error).sum();
    let sum: f64 = errors.iter().map(|(_, _, error)| error).sum();
    ((squares / number).sqrt(), sum / number)
}
