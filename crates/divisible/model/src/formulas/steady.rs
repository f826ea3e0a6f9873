//! The steady state of a worker that always receives the same chunk.

use crate::Worker;

/// The duration of a round in the long run, s: as long as the computation, or longer where the worker starves.
///
/// Source: own derivation (the greatest cycle mean of the round's dependencies), checked against simulation.
#[must_use]
pub fn steady_period(worker: &Worker, chunk: f64) -> f64 {
    let (send, compute, result) = totals(worker, chunk);
    let [first_send, _] = worker.sending_parts(chunk);
    let [first_compute, _] = worker.computing_parts(chunk);
    let [first_result, _] = worker.returning_parts(chunk);
    compute
        .max(first_send + first_compute + first_result)
        .max(0.5 * (send + compute + first_result))
        .max(send)
        .max(result)
}

/// Whether the worker never waits for data in the long run.
///
/// The document's window lacks the third condition: the link must bring results back as fast as the worker produces them.
///
/// Source: own derivation; Millot and Parrot 2016, proposition 2, corrected.
#[must_use]
pub fn is_fed(worker: &Worker, chunk: f64) -> bool {
    let (send, compute, result) = totals(worker, chunk);
    let [first_send, _] = worker.sending_parts(chunk);
    let [_, second_compute] = worker.computing_parts(chunk);
    let [first_result, _] = worker.returning_parts(chunk);
    first_send + first_result <= second_compute
        && send + first_result <= compute
        && result <= compute
}

fn totals(worker: &Worker, chunk: f64) -> (f64, f64, f64) {
    (
        worker.sending(chunk),
        worker.computing(chunk),
        worker.returning(chunk),
    )
}
