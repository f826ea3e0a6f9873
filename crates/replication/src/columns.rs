//! What a strategy does to whole columns of numbers, in a fixed order, so that every machine comes to the same bits.

/// How many rows are gone through at a time, so that they stay in the nearest memory.
const ROWS: usize = 1024;

/// How many sums run side by side.
const LANES: usize = 8;

/// Writes the largest number of each of `rows` rows into `largest`; numbers are not below zero, columns at least
/// `rows` long.
pub(crate) fn maxima<'a>(
    columns: impl Iterator<Item = &'a [f64]> + Clone,
    rows: usize,
    largest: &mut Vec<f64>,
) {
    largest.clear();
    largest.resize(rows, 0.0);
    for (chunk, largest) in largest.chunks_mut(ROWS).enumerate() {
        for column in columns.clone() {
            let column = column.get(chunk * ROWS..).unwrap_or_default();
            for (largest, value) in largest.iter_mut().zip(column) {
                if *value > *largest {
                    *largest = *value;
                }
            }
        }
    }
}

/// The sum of the numbers: [`LANES`] sums side by side, then their sum.
pub(crate) fn sum(values: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += value;
        }
    }
    for (sum, value) in sums.iter_mut().zip(rest) {
        *sum += value;
    }
    sums.iter().sum()
}
