//! Patterns of reductions: the contexts f, a and φ of section 4 and the profiles P_0 to P_9 of section 5 of Millot and
//! Parrot 2016. The text has no dates for most of their drawings: the dates are reconstructed (own choice) from the few
//! that it has, [1300 s, 1500 s] for one reduction of f_3 and [100 s, 300 s] for P_1.

use trace::random::Random;

use super::Steps;
use crate::Error;

/// Reductions by `depth` (0 to below 1) over each of `intervals`, (from, to) in s, which increase and do not touch.
///
/// # Errors
/// Intervals that overlap or are out of order; a depth of 1 or more.
///
/// ```
/// // f_1: one reduction by 30 %.
/// let steps = divisible_model::speeds::reductions(0.3, &[(500.0, 1500.0)])?;
/// assert_eq!(steps.at(1000.0), 0.7);
/// assert_eq!(steps.at(1500.0), 1.0);
/// # Ok::<(), divisible_model::Error>(())
/// ```
pub fn reductions(depth: f64, intervals: &[(f64, f64)]) -> Result<Steps, Error> {
    Steps::new(
        intervals
            .iter()
            .flat_map(|&(from, to)| [(from, 1.0 - depth), (to, 1.0)]),
    )
}

/// Reductions by `depth` over `length` s, the first at `first`, then every `every` s, as long as they begin before
/// `until`, s. P_k is `periodic(δ, 100 k, 200, 400, T)`, f_3 is `periodic(0.3, 100, 200, 400, 2000)`.
///
/// # Errors
/// As of [`reductions`]; a `length` that is not above 0, or an `every` that is not longer.
pub fn periodic(
    depth: f64,
    first: f64,
    length: f64,
    every: f64,
    until: f64,
) -> Result<Steps, Error> {
    if !(every > length && length > 0.0) {
        return Err(Error::StepDate {
            step: 2,
            date: first + every,
        });
    }
    let intervals: Vec<_> = (0..)
        .map(|count: u32| first + every * f64::from(count))
        .take_while(|&from| from < until)
        .map(|from| (from, from + length))
        .collect();
    reductions(depth, &intervals)
}

/// The same steps with every edge cut into four that spread over `width` s around it: φ of f, a staircase. The quarter
/// steps come at -1/2, -1/6, +1/6 and +1/2 of the width. Where the first step would come before 0, the whole edge comes
/// so much later that it does not.
///
/// # Errors
/// Edges that are not further apart than the width.
pub fn stairs(steps: &Steps, width: f64) -> Result<Steps, Error> {
    let mut before = 1.0;
    let mut all = Vec::new();
    for (date, factor) in steps.iter() {
        let middle = date.max(width / 2.0);
        for quarter in 0..4_u32 {
            let share = f64::from(quarter + 1) / 4.0;
            let at = middle + width * (f64::from(quarter) / 3.0 - 0.5);
            all.push((at, before + (factor - before) * share));
        }
        before = factor;
    }
    Steps::new(all)
}

/// A random walk: the factor is the exponential of a Brownian motion that moves by `volatility` in a second, as a standard
/// deviation, held between `least` (above 0, at most 1) and 1. It has a value every `every` s, from 0 on, `values` of them, drawn from
/// `random` (ours: Millot and Parrot 2016 ask for new patterns and have none like it).
///
/// # Errors
/// As of [`Steps::new`].
pub fn walk(
    volatility: f64,
    least: f64,
    every: f64,
    values: usize,
    random: &mut Random,
) -> Result<Steps, Error> {
    let far = volatility * every.sqrt();
    let mut at = 0.0;
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for number in 1..=values {
        at += far * random.normal();
        let factor = libm::exp(at).clamp(least, 1.0);
        if steps.last().map_or(1.0, |&(_, last)| last) != factor {
            steps.push((number as f64 * every, factor));
        }
    }
    Steps::new(steps)
}
