//! Numbers as people read them: as many digits as the uncertainty allows, a unit that suits the size; and as they type
//! them.

pub use schedule::number::fixed;

use crate::figure::Unit;

/// `value` in `unit`, rounded to the second digit of its uncertainty, or to three significant digits.
///
/// ```
/// use report::{figure::Unit, number::with_unit};
/// assert_eq!(with_unit(1.9123, Unit::One, Some(0.04)), "1.91");
/// assert_eq!(with_unit(3421.7, Unit::Milliseconds, Some(61.0)), "3.42\u{a0}s");
/// assert_eq!(with_unit(0.583, Unit::Share, None), "58.3\u{a0}%");
/// assert_eq!(with_unit(12345.0, Unit::Count, None), "12\u{202f}345");
/// ```
#[must_use]
pub fn with_unit(value: f64, unit: Unit, uncertainty: Option<f64>) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    let (scale, name) = scale(value, unit);
    let digits = decimals(value / scale, uncertainty.map(|half| half / scale), unit);
    join(&fixed(value / scale, digits), name)
}

/// The half width of an interval around `value`, in the unit and to the digits in which `value` is written; one that would
/// seem to be nothing is below the last of these digits.
///
/// ```
/// use report::{figure::Unit, number::half_width};
/// assert_eq!(half_width(3421.7, Unit::Milliseconds, 61.0), "0.06\u{a0}s");
/// assert_eq!(half_width(0.99, Unit::Share, 1e-9), "< 0.0001\u{a0}%");
/// ```
#[must_use]
pub fn half_width(value: f64, unit: Unit, half: f64) -> String {
    let (scale, name) = scale(value, unit);
    let half = half / scale;
    let digits = decimals(value / scale, Some(half), unit);
    let least = libm::pow(10.0, -(digits as f64));
    let below = if half > 0.0 && half < least / 2.0 {
        "< "
    } else {
        ""
    };
    let half = if below.is_empty() { half } else { least };
    join(&format!("{below}{}", fixed(half, digits)), name)
}

/// Milliseconds of seconds: what reports count times in.
#[must_use]
pub fn ms(seconds: f64) -> f64 {
    1000.0 * seconds
}

/// `value` with three significant digits and no unit.
#[must_use]
pub fn short(value: f64) -> String {
    if value.is_finite() {
        fixed(value, decimals(value, None, Unit::One))
    } else {
        "–".into()
    }
}

fn join(number: &str, unit: &str) -> String {
    if unit.is_empty() {
        number.into()
    } else {
        format!("{number}\u{a0}{unit}")
    }
}

/// What one printed unit is in the stored unit, and its name: the unit that suits the size of `value`.
#[must_use]
pub fn scale(value: f64, unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::One | Unit::Count => (1.0, ""),
        Unit::Share => (0.01, "%"),
        Unit::Milliseconds => match value.abs() {
            size if size < 1e3 => (1.0, "ms"),
            size if size < 600e3 => (1e3, "s"),
            size if size < 36e6 => (60e3, "min"),
            _ => (3600e3, "h"),
        },
    }
}

fn decimals(value: f64, uncertainty: Option<f64>, unit: Unit) -> usize {
    if unit == Unit::Count {
        return 0;
    }
    let wanted = match uncertainty {
        // One digit of the uncertainty, two where it starts with 1 or 2.
        Some(half) if half > 0.0 => {
            let place = libm::floor(libm::log10(half));
            let leading = half / libm::pow(10.0, place);
            if leading < 2.95 { 1.0 - place } else { -place }
        }
        _ if value == 0.0 => 0.0,
        _ => 2.0 - libm::floor(libm::log10(value.abs())),
    };
    wanted.clamp(0.0, 4.0) as usize
}

/// Serde for numbers that JSON cannot hold: not-a-number and infinities become `null`, and `null` not-a-number.
pub mod finite_or_null {
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a finite number as it is, anything else as `null`.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            serializer.serialize_f64(*value)
        } else {
            serializer.serialize_none()
        }
    }

    /// Reads a number, or `null` as not-a-number.
    ///
    /// # Errors
    /// Those of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_uncertainty() {
        assert_eq!(with_unit(1.23456, Unit::One, Some(0.012)), "1.235");
        assert_eq!(with_unit(1.23456, Unit::One, Some(0.3)), "1.2");
        assert_eq!(half_width(1.23456, Unit::One, 0.012), "0.012");
    }

    #[test]
    fn the_half_width_uses_the_unit_of_its_value() {
        assert_eq!(half_width(3421.7, Unit::Milliseconds, 61.0), "0.06\u{a0}s");
    }

    #[test]
    fn times_use_the_unit_that_suits_them() {
        assert_eq!(with_unit(12.3, Unit::Milliseconds, None), "12.3\u{a0}ms");
        assert_eq!(
            with_unit(1_200_000.0, Unit::Milliseconds, None),
            "20.0\u{a0}min"
        );
        assert_eq!(
            with_unit(72_000_000.0, Unit::Milliseconds, None),
            "20.0\u{a0}h"
        );
    }

    #[test]
    fn what_is_not_a_number_is_a_dash() {
        assert_eq!(with_unit(f64::NAN, Unit::One, None), "–");
    }
}
