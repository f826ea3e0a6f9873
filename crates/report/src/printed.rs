//! Printed numbers, as they are typed: their digits say how exact they are.

/// A number as a document prints it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The number.
    pub value: f64,
    /// The number of digits after the point; a fraction is exact.
    pub decimals: Option<usize>,
}

impl Printed {
    /// Reads a decimal number or a fraction of two.
    ///
    /// ```
    /// use report::printed::Printed;
    ///
    /// assert_eq!(Printed::read("1.90").unwrap().decimals, Some(2));
    /// assert_eq!(Printed::read("6/5").unwrap().value, 1.2);
    /// assert_eq!(Printed::read("about two"), None);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().replace('−', "-");
        if let Some((above, below)) = text.split_once('/') {
            let (above, below): (f64, f64) = (above.parse().ok()?, below.parse().ok()?);
            return (below != 0.0).then_some(Self {
                value: above / below,
                decimals: None,
            });
        }
        let decimals = text.split_once('.').map_or(0, |(_, after)| after.len());
        Some(Self {
            value: text.parse().ok()?,
            decimals: Some(decimals),
        })
    }

    /// Half a unit of the last printed digit; of a fraction, the rounding error.
    #[must_use]
    pub fn half_unit(&self) -> f64 {
        match self.decimals {
            Some(decimals) => 0.5 * unit_of(decimals),
            None => 1e-9 * self.value.abs(),
        }
    }

    /// Whether a computed number is written with the same digits.
    #[must_use]
    pub fn is_written_as(&self, computed: f64) -> bool {
        // A number that lies on the boundary between two last digits may be rounded either way.
        (computed - self.value).abs() <= self.half_unit() * (1.0 + 1e-9) + 1e-12
    }

    /// A computed number with one decimal more than the printed one, with four beside a fraction, and with at least three significant
    /// digits below 1. A whole number stays whole unless the printed one has decimals.
    #[must_use]
    pub fn beside(&self, computed: f64) -> String {
        if computed.fract() == 0.0 && self.decimals.is_none_or(|digits| digits == 0) {
            return crate::number::fixed(computed, 0);
        }
        let digits = self.decimals.map_or(4, |digits| digits + 1);
        crate::number::fixed(computed, digits.max(significant(computed)))
    }

    /// A computed number, and half the width of its interval with as many digits, or enough to be seen.
    #[must_use]
    pub fn beside_within(&self, computed: f64, half: f64) -> String {
        let text = self.beside(computed);
        let digits = text.split_once('.').map_or(0, |(_, after)| after.len());
        let enough = if half < unit_of(digits) {
            significant(half)
        } else {
            digits
        };
        format!("{text} ± {}", crate::number::fixed(half, enough))
    }
}

/// Ten to the power of minus this.
fn unit_of(decimals: usize) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit / 10.0)
}

/// The decimals with which a number between -1 and 1 has three significant digits, at most 11; 0 for 0 and all others.
fn significant(value: f64) -> usize {
    let mut size = value.abs();
    let mut decimals = 0;
    while size > 0.0 && size < 1.0 && decimals < 9 {
        size *= 10.0;
        decimals += 1;
    }
    if size == 0.0 || decimals == 0 {
        0
    } else {
        decimals + 2
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn digits_decide_whether_a_number_is_the_same() {
        for (printed, computed, same) in [
            ("1.19", 1.194, true),
            ("1.19", 1.196, false),
            ("1.19", 1.185, true),
            ("2/3", 2.0 / 3.0, true),
            ("2/3", 0.667, false),
            ("38", 38.4, true),
            ("38", 38.6, false),
            ("−0.70", -0.704, true),
        ] {
            let printed = Printed::read(printed).unwrap();
            assert_eq!(
                printed.is_written_as(computed),
                same,
                "{printed:?} {computed}"
            );
        }
    }

    #[test]
    fn a_computed_number_shows_one_digit_more() {
        let beside = |printed: &str, computed| Printed::read(printed).unwrap().beside(computed);
        assert_eq!(beside("1.19", 1.2346), "1.235");
        assert_eq!(beside("4", 4.0), "4");
        assert_eq!(beside("4", 4.27), "4.3");
        assert_eq!(beside("0.1", 0.00123), "0.00123");
        assert_eq!(beside("6/5", 1.2), "1.2000");
        let within = |computed, half| Printed::read("1.8").unwrap().beside_within(computed, half);
        assert_eq!(within(1.9302, 0.2271), "1.93 ± 0.23");
        assert_eq!(within(1.9302, 0.00021), "1.93 ± 0.000210");
    }
}
