//! Job runtimes for another problem size and another number of processors (Dobber 2006, section 2.5).

/// The problem size that traces belong to, s of computation on a free reference processor.
pub const REFERENCE_SIZE: f64 = 2.5;

/// The factor from a traced runtime of the whole load to the runtime of an equal share: (t / 2.5) / P.
///
/// `problem_size` in s, above zero; `processors` at least one. Assumption 2.5.1: runtime is linear in the load.
#[must_use]
pub fn share_factor(problem_size: f64, processors: u32) -> f64 {
    problem_size / REFERENCE_SIZE / f64::from(processors)
}

/// The communication-to-computation ratio that belongs to a problem size in s: 0.025 / t.
#[must_use]
pub fn ccr(problem_size: f64) -> f64 {
    0.01 * REFERENCE_SIZE / problem_size
}

/// The problem size in s that gives a communication-to-computation ratio: 0.025 / CCR.
#[must_use]
pub fn problem_size(ccr: f64) -> f64 {
    0.01 * REFERENCE_SIZE / ccr
}
