//! Fast schedules without preemptions: list scheduling, longest job first, MULTIFIT.

use num_integer::Integer as _;
use num_traits::{ToPrimitive as _, Zero as _};
use words::word;

use super::{Jobs, MOST_PROCESSORS};
use crate::error::{Error, within};
use crate::plan::Plan;
use crate::rational::{Rational, ratio, whole};

/// How often MULTIFIT halves its interval unless told otherwise.
pub const BISECTIONS: u32 = 7;

/// The most bisections: more change nothing that lengths of 50 bits could tell.
const MOST_BISECTIONS: u32 = 60;

/// The jobs in this order, one after another on their processors.
fn plan(jobs: &Jobs, processors: u32, order: &[usize], lanes: &[usize]) -> Plan {
    let mut plan = Plan {
        lanes: processors as usize,
        ..Plan::default()
    };
    let mut ends = vec![Rational::zero(); processors as usize];
    for (job, lane) in order.iter().zip(lanes) {
        let (Some(end), Some(length)) = (ends.get_mut(*lane), jobs.lengths().get(*job)) else {
            continue;
        };
        let start = end.clone();
        *end += length;
        plan.run(*lane, *job, start, end.clone());
    }
    plan
}

/// Each job to the processor that is free first, the lowest number among them.
fn listed(jobs: &Jobs, processors: u32, order: &[usize]) -> Plan {
    let mut loads = vec![0_u64; processors as usize];
    let lanes: Vec<usize> = order
        .iter()
        .map(|job| {
            let free = loads
                .iter()
                .enumerate()
                .min_by_key(|(_, load)| **load)
                .map_or(0, |(lane, _)| lane);
            if let (Some(load), Some(length)) = (loads.get_mut(free), jobs.units().get(*job)) {
                *load += length;
            }
            free
        })
        .collect();
    plan(jobs, processors, order, &lanes)
}

/// Longest first; of equal jobs the first.
fn decreasing(jobs: &Jobs) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|job| std::cmp::Reverse(jobs.units().get(*job).copied()));
    order
}

/// List scheduling (Graham 1966): the jobs in the order given, each to the first free processor.
///
/// # Errors
/// [`Error::Range`] for no or more than 1000 processors.
pub fn list_scheduling(jobs: &Jobs, processors: u32) -> Result<Plan, Error> {
    within(
        word!("number of processors"),
        processors,
        1,
        MOST_PROCESSORS,
    )?;
    let order: Vec<usize> = (0..jobs.len()).collect();
    Ok(listed(jobs, processors, &order))
}

/// LPT, the longest job first (Graham 1969).
///
/// # Errors
/// As for [`list_scheduling`].
pub fn longest_first(jobs: &Jobs, processors: u32) -> Result<Plan, Error> {
    within(
        word!("number of processors"),
        processors,
        1,
        MOST_PROCESSORS,
    )?;
    Ok(listed(jobs, processors, &decreasing(jobs)))
}

/// MULTIFIT (Coffman, Garey and Johnson 1978): bisects the capacity into which the jobs fit, longest first, each on the first
/// processor with room. Keeps the shortest schedule that fitted, the one at the upper end included, which always fits.
///
/// # Errors
/// As for [`list_scheduling`], and [`Error::Range`] for more than 60 bisections.
pub fn multifit(jobs: &Jobs, processors: u32, bisections: u32) -> Result<Plan, Error> {
    within(
        word!("number of processors"),
        processors,
        1,
        MOST_PROCESSORS,
    )?;
    within(
        word!("number of bisections"),
        bisections,
        0,
        MOST_BISECTIONS,
    )?;
    let order = decreasing(jobs);
    let total: u64 = jobs.units().iter().sum();
    let longest = whole(jobs.units().iter().copied().max().unwrap_or(0));
    let mut low = ratio(total, processors).max(longest.clone());
    let mut high = ratio(2 * total, processors).max(longest);
    let mut best: Option<(u64, Vec<usize>)> = None;
    let mut keep = |found: Option<(u64, Vec<usize>)>| {
        let fits = found.is_some();
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.0 < best.0)
        {
            best = Some(found);
        }
        fits
    };
    keep(first_fit(jobs, processors, &order, &high));
    for _ in 0..bisections {
        let middle = (&low + &high) / whole(2);
        if keep(first_fit(jobs, processors, &order, &middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    // First fit decreasing packs into twice the mean, so that there is a best one.
    Ok(best.map_or_else(
        || listed(jobs, processors, &order),
        |(_, lanes)| plan(jobs, processors, &order, &lanes),
    ))
}

/// The greatest load, and the processors of the jobs in their order, where all fit.
fn first_fit(
    jobs: &Jobs,
    processors: u32,
    order: &[usize],
    capacity: &Rational,
) -> Option<(u64, Vec<usize>)> {
    // Loads are whole: a load that fits below the capacity fits below its whole part.
    let room = capacity.numer().div_floor(capacity.denom()).to_u64()?;
    let mut loads = vec![0_u64; processors as usize];
    let mut lanes = Vec::with_capacity(order.len());
    for job in order {
        let length = *jobs.units().get(*job)?;
        let (lane, load) = loads
            .iter_mut()
            .enumerate()
            .find(|(_, load)| **load + length <= room)?;
        *load += length;
        lanes.push(lane);
    }
    Some((loads.into_iter().max().unwrap_or(0), lanes))
}
