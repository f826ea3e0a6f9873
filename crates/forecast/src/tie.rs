//! The least of several errors, where rounding must not decide.

/// Errors that differ by less, relative to each other, differ by rounding.
pub(crate) const ROUNDING: f64 = 1e-9;

/// Whether one sum of squares is less than another by more than rounding.
pub(crate) fn less(one: f64, other: f64) -> bool {
    one < other * (1.0 - ROUNDING)
}

/// The index of the least sum of squares, the first of equals.
pub(crate) fn least(sums: &[f64]) -> usize {
    let mut best = (0, f64::INFINITY);
    for (index, sum) in sums.iter().enumerate() {
        if less(*sum, best.1) {
            best = (index, *sum);
        }
    }
    best.0
}
