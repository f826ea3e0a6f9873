//! Strategies with hindsight: perfect forecasts, and a perfect choice between balancing and replication.

use schedule::Recorder;

use crate::equal::{self, Iteration};
use crate::iterations::{Outcome, RESCHEDULE, Spent, Times, everywhere};

/// D*: in every iteration the shares follow the speeds of that iteration, so that no processor waits; rescheduling costs
/// as much as that of dynamic balancing every N iterations (equations 2.24 to 2.28; the thesis leaves N open).
///
/// `every` is N, at least one. No strategy that sets shares computes for less time in any iteration.
pub fn balance<R: Recorder>(
    times: &Times<'_>,
    every: usize,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors();
    if processors < 2 {
        return equal::simulate(times, course, recorder);
    }
    course.clear();
    course.resize(times.iterations(), 0.0);
    for column in times.runtimes {
        for (inverse_sum, runtime) in course.iter_mut().zip(*column) {
            *inverse_sum += 1.0 / runtime;
        }
    }
    for time in course.iter_mut() {
        *time = processors as f64 / *time;
    }
    let computing = processors as f64 * crate::columns::sum(course);
    let mut spent = Spent::of_shares(computing, course, times);
    let mut rescheduling = times.rescheduling.iter();
    let mut rescheduled = 0.0;
    let mut clock = 0.0;
    for (k, (time, synchronise)) in course.iter_mut().zip(times.synchronisation).enumerate() {
        if R::ON {
            let iteration = Iteration {
                k,
                start: clock,
                longest: *time,
                synchronise: *synchronise,
            };
            let shares = std::iter::repeat_n(*time, processors);
            iteration.record(processors, shares, recorder);
        }
        *time += synchronise;
        clock += *time;
        if (k + 1).is_multiple_of(every) {
            let duration = rescheduling.next().copied().unwrap_or(0.0);
            if duration > 0.0 {
                everywhere(recorder, processors, RESCHEDULE, clock, clock + duration);
            }
            clock += duration;
            rescheduled += duration;
        }
    }
    spent.rescheduling = processors as f64 * rescheduled;
    Outcome {
        total: clock,
        clock,
        spent,
    }
}

/// The better of dynamic balancing and replication in every step, where switching costs nothing and both could be known
/// beforehand: a lower bound of both, and of every choice between them in whole steps (own choice). ms.
///
/// `balanced` and `replicated` are the courses of both over the same K iterations; a step is the `rows` iterations that
/// one iteration of replication consumes and stands for. `pauses` are the rescheduling times, after every `every`
/// iterations. The iterations left at the end, less than a step, are balanced, or replicated as in the fastest step.
///
/// `course` gets the time of each step.
pub fn choose(
    balanced: &[f64],
    pauses: &[f64],
    every: usize,
    replicated: &[f64],
    rows: usize,
    course: &mut Vec<f64>,
) -> f64 {
    course.clear();
    let mut pauses = pauses.iter();
    let mut k = 0;
    let mut fastest = f64::INFINITY;
    for (q, rows_of_step) in balanced.chunks(rows).enumerate() {
        let mut time = 0.0;
        for iteration in rows_of_step {
            time += iteration;
            k += 1;
            if k % every == 0 {
                time += pauses.next().copied().unwrap_or(0.0);
            }
        }
        let number = rows_of_step.len() as f64;
        let other = replicated.get(q).copied().unwrap_or(fastest);
        fastest = fastest.min(other);
        course.push(time.min(other * number));
    }
    course.iter().sum()
}
