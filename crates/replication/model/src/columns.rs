//! A strategy's operations on whole columns of numbers, in a fixed order, so that every machine gets the same bits.
//!
//! WebAssembly programs use 128-bit SIMD (two numbers at a time), which every current browser supports.

/// The number of rows of a pass, so that they stay in the CPU's cache.
const ROWS: usize = 1024;

/// The number of sums side by side.
const LANES: usize = 8;

/// Writes the largest number of each of `rows` rows into `largest`; numbers are not below zero, columns at least
/// `rows` long.
pub(crate) fn maxima<'a, T: Copy + Default + PartialOrd + 'a>(
    columns: impl Iterator<Item = &'a [T]> + Clone,
    rows: usize,
    largest: &mut Vec<T>,
) {
    largest.clear();
    largest.resize(rows, T::default());
    for (chunk, largest) in largest.chunks_mut(ROWS).enumerate() {
        for column in columns.clone() {
            greater(column.get(chunk * ROWS..).unwrap_or_default(), largest);
        }
    }
}

/// Raises each number to the one of the column where that is greater: one column of [`maxima`].
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
#[inline(never)]
pub(crate) fn greater<T: Copy + PartialOrd>(column: &[T], largest: &mut [T]) {
    for (largest, value) in largest.iter_mut().zip(column) {
        *largest = if *value > *largest { *value } else { *largest };
    }
}

/// Writes the smallest number of each row into `smallest`, and the place of its column into `places`: the first of
/// equally small ones. All columns are at least as long as `smallest` and `places`, which are equally long.
#[inline]
pub(crate) fn minima<'a>(
    columns: impl Iterator<Item = &'a [f64]>,
    smallest: &mut [f64],
    places: &mut [u64],
) {
    smallest.fill(f64::INFINITY);
    places.fill(0);
    for (place, column) in (0..).zip(columns) {
        less(column, place, smallest, places);
    }
}

/// One column of [`minima`]; a function of its own, because the compiler then knows that nothing overlaps.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
#[inline(never)]
fn less(column: &[f64], place: u64, smallest: &mut [f64], places: &mut [u64]) {
    for ((smallest, which), value) in smallest.iter_mut().zip(places).zip(column) {
        // All ones where the value is smaller; a branch would often be mispredicted.
        let smaller = u64::from(*value < *smallest).wrapping_neg();
        *which = (place & smaller) | (*which & !smaller);
        *smallest = if *value < *smallest {
            *value
        } else {
            *smallest
        };
    }
}

/// The sum of the numbers: [`LANES`] sums side by side, then their sum.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
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
