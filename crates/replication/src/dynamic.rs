//! DLB: dynamic load balancing (Dobber 2006, sections 1.2 and 2.7).

use schedule::Recorder;

use crate::equal::iteration;
use crate::iterations::{Outcome, RESCHEDULE, Spent, Times, everywhere};
use crate::load::balance;

/// Shares are equal for the first N iterations and follow the predicted speeds from then on: after iterations
/// N, 2N, … they are set anew from what was predicted then, and every processor pays for the rescheduling, also
/// after the last iteration (equations 2.17 to 2.23).
///
/// `every` is N, at least one. `forecasts` has a row of P predictions of the runtimes of equal shares for each
/// rescheduling that has an iteration after it. One processor has nobody to give work to and never reschedules.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    every: usize,
    forecasts: &[f64],
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors;
    let mut clock = 0.0;
    let mut spent = Spent::default();
    let mut forecasts = forecasts.chunks_exact(processors);
    let mut rescheduling = times.rescheduling.iter();
    let mut loads = vec![1.0; processors];
    let mut runtimes = vec![0.0; processors];
    for (k, (row, synchronise)) in times
        .runtimes
        .chunks_exact(processors)
        .zip(times.synchronisation)
        .enumerate()
    {
        for (runtime, (equal_share, load)) in runtimes.iter_mut().zip(row.iter().zip(&loads)) {
            *runtime = equal_share * load;
        }
        clock = iteration(k, clock, &runtimes, *synchronise, &mut spent, recorder);
        if processors > 1 && (k + 1).is_multiple_of(every) {
            let duration = rescheduling.next().copied().unwrap_or(0.0);
            if duration > 0.0 {
                everywhere(recorder, processors, RESCHEDULE, clock, clock + duration);
            }
            clock += duration;
            spent.rescheduling += processors as f64 * duration;
            if let Some(row) = forecasts.next() {
                balance(row, &mut loads);
            }
        }
    }
    Outcome {
        total: clock,
        clock,
        spent,
    }
}
