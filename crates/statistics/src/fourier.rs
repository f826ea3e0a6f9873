//! The discrete Fourier transform of complex numbers; their number is a power of two.
//!
//! Own code on `libm`'s sine and cosine: results have to be equal bit for bit natively and in WebAssembly. No library
//! of transforms promises this, because libraries choose their algorithm by the processor's capabilities.

use std::f64::consts::PI;

/// A transform of a fixed length, with its table of roots of unity.
#[derive(Debug)]
pub struct Fourier {
    length: usize,
    /// exp(-2 pi i k / length) for k below half the length.
    roots: Vec<(f64, f64)>,
}

impl Fourier {
    /// A transform of `length` numbers, raised to the next power of two.
    pub fn new(length: usize) -> Self {
        let length = length.next_power_of_two();
        let step = -2.0 * PI / length as f64;
        let roots = (0..length / 2)
            .map(|k| {
                let (sine, cosine) = libm::sincos(step * k as f64);
                (cosine, sine)
            })
            .collect();
        Self { length, roots }
    }

    /// The number of its complex numbers.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Replaces z_0.. by Z_k = sum over t of z_t exp(-2 pi i k t / length), by Cooley and Tukey's decimation in time.
    ///
    /// `numbers`, pairs of real and imaginary part, must have the length [`Fourier::length`].
    pub fn forward(&self, numbers: &mut [(f64, f64)]) {
        self.reverse_bits(numbers);
        let mut half = 1;
        while half < self.length {
            let stride = self.length / (2 * half);
            for block in numbers.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                let roots = self.roots.iter().step_by(stride);
                for ((a, b), root) in low.iter_mut().zip(high).zip(roots) {
                    let turned = (b.0 * root.0 - b.1 * root.1, b.0 * root.1 + b.1 * root.0);
                    *b = (a.0 - turned.0, a.1 - turned.1);
                    *a = (a.0 + turned.0, a.1 + turned.1);
                }
            }
            half *= 2;
        }
    }

    /// Exchanges the numbers between places whose bits are each other's reverse.
    fn reverse_bits(&self, numbers: &mut [(f64, f64)]) {
        if self.length < 2 {
            return;
        }
        let unused = usize::BITS - self.length.trailing_zeros();
        for place in 0..self.length {
            let other = place.reverse_bits() >> unused;
            if place < other {
                numbers.swap(place, other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sum of the transform's definition.
    fn defined(numbers: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let n = numbers.len();
        let at = |k: usize| {
            numbers
                .iter()
                .enumerate()
                .fold((0.0, 0.0), |sum: (f64, f64), (t, z)| {
                    let (sine, cosine) = libm::sincos(-2.0 * PI * (k * t % n) as f64 / n as f64);
                    (
                        sum.0 + z.0 * cosine - z.1 * sine,
                        sum.1 + z.0 * sine + z.1 * cosine,
                    )
                })
        };
        (0..n).map(at).collect()
    }

    fn numbers() -> impl Strategy<Value = Vec<(f64, f64)>> {
        (0_u32..8).prop_flat_map(|power| {
            let length = 1_usize << power;
            prop::collection::vec((-1.0..1.0, -1.0..1.0), length..=length)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_fast_transform_is_the_sum_that_defines_it(numbers in numbers()) {
            let mut fast = numbers.clone();
            Fourier::new(numbers.len()).forward(&mut fast);
            for (fast, slow) in fast.iter().zip(defined(&numbers)) {
                prop_assert!((fast.0 - slow.0).abs() < 1e-12 && (fast.1 - slow.1).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_length_is_raised_to_a_power_of_two() {
        assert_eq!(
            [0, 1, 2, 3, 1000].map(|n| Fourier::new(n).length()),
            [1, 1, 2, 4, 1024]
        );
    }
}
