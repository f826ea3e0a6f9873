//! SLB and S*: shares that are set once (Dobber 2006, sections 1.5.2 and 2.6).

use schedule::Recorder;

use crate::columns::{maxima, sum};
use crate::equal::{self, Iteration};
use crate::iterations::{Outcome, RESCHEDULE, Spent, Times, everywhere};
use crate::load::balance;

/// SLB(N): shares are equal for the first `cold` iterations and follow the mean speeds of these from then on. The
/// rescheduling between is paid for also where no iteration follows it (equations 2.1 to 2.8).
///
/// `cold` is N: 0 never sets shares, and more than K counts as K. One processor has nobody to give work to.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    cold: usize,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let cold = cold.min(times.iterations());
    if cold == 0 || times.processors() < 2 {
        return equal::simulate(times, course, recorder);
    }
    once(times, cold, cold, course, recorder)
}

/// S*: shares follow the mean speeds of the whole run from its start, as only hindsight can know them; the rescheduling
/// comes first (equations 2.9 to 2.16). It is the best by means, which need not be the best for a run.
pub fn in_hindsight<R: Recorder>(
    times: &Times<'_>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    if times.processors() < 2 {
        return equal::simulate(times, course, recorder);
    }
    once(times, times.iterations(), 0, course, recorder)
}

/// The relative loads of processors whose speeds are those of their first `known` iterations.
#[must_use]
pub fn loads(times: &Times<'_>, known: usize) -> Vec<f64> {
    let mean = |column: &&[f64]| sum(column.get(..known).unwrap_or_default()) / known as f64;
    let means: Vec<f64> = times.runtimes.iter().map(mean).collect();
    let mut loads = vec![1.0; means.len()];
    balance(&means, &mut loads);
    loads
}

/// Shares that follow the mean speeds of the first `known` iterations after the first `cold` ones.
fn once<R: Recorder>(
    times: &Times<'_>,
    known: usize,
    cold: usize,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors();
    let loads = loads(times, known);
    maxima(times.runtimes.iter().copied(), cold, course);
    course.resize(times.iterations(), 0.0);
    let mut computing = 0.0;
    for (column, load) in times.runtimes.iter().zip(&loads) {
        let (before, after) = column.split_at_checked(cold).unwrap_or((column, &[]));
        computing += sum(before) + load * sum(after);
        for (longest, runtime) in course.iter_mut().skip(cold).zip(after) {
            *longest = longest.max(runtime * load);
        }
    }
    let mut spent = Spent::of_shares(computing, course, times);
    let duration = times.rescheduling.first().copied().unwrap_or(0.0);
    spent.rescheduling = processors as f64 * duration;
    let mut clock = 0.0;
    let pause = |clock: &mut f64, recorder: &mut R| {
        if duration > 0.0 {
            everywhere(recorder, processors, RESCHEDULE, *clock, *clock + duration);
        }
        *clock += duration;
    };
    if cold == 0 {
        pause(&mut clock, recorder);
    }
    for (k, (time, synchronise)) in course.iter_mut().zip(times.synchronisation).enumerate() {
        if R::ON {
            let runtimes = times.runtimes.iter().filter_map(|column| column.get(k));
            let shares = runtimes.zip(&loads).map(
                |(runtime, load)| {
                    if k < cold { *runtime } else { runtime * load }
                },
            );
            let iteration = Iteration {
                k,
                start: clock,
                longest: *time,
                synchronise: *synchronise,
            };
            iteration.record(processors, shares, recorder);
        }
        *time += synchronise;
        clock += *time;
        if k + 1 == cold {
            pause(&mut clock, recorder);
        }
    }
    Outcome {
        total: clock,
        clock,
        spent,
    }
}
