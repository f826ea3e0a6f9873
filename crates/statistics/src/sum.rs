//! A running sum in twice the precision of its values.

/// A sum in twice the precision of its values: values that were added and removed again leave the rest exact except for
/// the last bit, unless they were more than some 1e15 times as large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// Adds a value, or removes it as its negative.
    #[inline]
    pub fn add(&mut self, value: f64) {
        let (high, rest) = two_sum(self.high, value);
        let (high, low) = two_sum(high, self.low + rest);
        *self = Self { high, low };
    }

    /// The sum.
    #[must_use]
    #[inline]
    pub fn value(self) -> f64 {
        self.high
    }
}

/// The rounded sum and its rounding error (Knuth, The Art of Computer Programming, volume 2, section 4.2.2).
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_and_taken_out_leaves_no_trace() {
        let mut sum = Sum::default();
        sum.add(1e-3);
        for peak in [1e13, 7e12, 3.3e10] {
            sum.add(peak);
        }
        for peak in [1e13, 7e12, 3.3e10] {
            sum.add(-peak);
        }
        assert_eq!(sum.value(), 1e-3);
        sum.add(-1e-3);
        assert_eq!(sum.value(), 0.0);
    }
}
