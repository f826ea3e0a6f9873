//! McNaughton 1959: the shortest schedule with any number of preemptions, by wrapping around.

use num_traits::Zero as _;
use words::word;

use super::{Jobs, MOST_PROCESSORS};
use crate::error::{Error, within};
use crate::plan::Plan;
use crate::rational::{Rational, whole};

/// max(longest job, Σ p / m): no schedule is shorter, and wrapping around attains it with at most m−1 preemptions.
///
/// # Errors
/// [`Error::Range`] for no or more than 1000 processors.
pub fn makespan(jobs: &Jobs, processors: u32) -> Result<Rational, Error> {
    within(
        word!("number of processors"),
        processors,
        1,
        MOST_PROCESSORS,
    )?;
    Ok(jobs.longest().max(jobs.total() / whole(processors)))
}

/// The schedule that attains it.
///
/// # Errors
/// As for [`makespan`].
pub fn schedule(jobs: &Jobs, processors: u32) -> Result<Plan, Error> {
    let until = makespan(jobs, processors)?;
    let mut plan = Plan {
        lanes: processors as usize,
        ..Plan::default()
    };
    wrap(
        &mut plan,
        0,
        jobs.lengths().iter().cloned().enumerate(),
        &until,
    );
    Ok(plan)
}

/// Fills lane after lane from 0 to `until`, from `first` on; a job cut at the end of one goes on at the beginning of the next. The
/// two parts never overlap, since no job is longer than `until`.
pub(crate) fn wrap(
    plan: &mut Plan,
    first: usize,
    jobs: impl IntoIterator<Item = (usize, Rational)>,
    until: &Rational,
) {
    let (mut lane, mut now) = (first, Rational::zero());
    for (job, mut left) in jobs {
        while !left.is_zero() {
            let end = (&now + &left).min(until.clone());
            if end <= now {
                // Nothing fits: a lane of no length, which no caller has.
                if until.is_zero() {
                    return;
                }
                (lane, now) = (lane + 1, Rational::zero());
                continue;
            }
            left -= &end - &now;
            plan.run(lane, job, now, end.clone());
            now = end;
        }
    }
}
