//! The later and the earlier of two dates.

/// The later of two dates; the first where one is not a number.
///
/// `f64::max` also defines results for NaN, for which WebAssembly calls a function; dates are numbers.
#[inline]
pub(crate) fn later(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The earlier of two dates; the first where one is not a number.
#[inline]
pub(crate) fn earlier(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}
