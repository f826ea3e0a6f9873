//! Numbers as people read them: as many digits as the uncertainty allows, a unit that suits the size; and as they type
//! them.

use crate::evidence::same;
use crate::figure::Unit;

/// The number with this many decimals as schedules write it, but halves are rounded away from zero, as exact fractions and the axes of
/// charts have them: texts that say one number in two ways agree.
///
/// ```
/// use report::number::fixed;
/// assert_eq!([1.125, -1.125, 1.005, 2.5].map(|value| fixed(value, 2)), ["1.13", "−1.13", "1.01", "2.50"]);
/// ```
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let kept = |exponent: i32| exponent + 1 + decimals as i32;
    schedule::number::fixed(off_half(value, kept), decimals)
}

/// The number, moved a little away from zero where it lies halfway between two numbers of so many digits: `kept` says how many of its
/// digits remain, given its power of ten.
fn off_half(value: f64, kept: impl Fn(i32) -> i32) -> f64 {
    // All digits but the last, which a computation may have rounded.
    let text = format!("{:.14e}", value.abs());
    let Some((digits, exponent)) = text.split_once('e') else {
        return value;
    };
    let digits = digits.replace('.', "");
    let kept = usize::try_from(kept(exponent.parse().unwrap_or_default()));
    let rest = kept.ok().and_then(|kept| digits.get(kept..));
    let half = rest.and_then(|rest| rest.strip_prefix('5'));
    match half.is_some_and(|zeros| zeros.bytes().all(|digit| digit == b'0')) {
        true => value * (1.0 + 1e-14),
        false => value,
    }
}

/// `value` in `unit`, rounded to the first digit of its uncertainty, to the second if the first is 1 or 2; without an uncertainty, to
/// three significant digits.
///
/// ```
/// use report::{figure::Unit, number::with_unit};
/// assert_eq!(with_unit(1.9123, Unit::One, Some(0.04)), "1.91");
/// assert_eq!(with_unit(3421.7, Unit::Milliseconds, Some(61.0)), "3.42\u{a0}s");
/// assert_eq!(with_unit(0.583, Unit::Share, None), "58.3\u{a0}%");
/// assert_eq!(with_unit(0.99998, Unit::Share, None), "99.998\u{a0}%");
/// assert_eq!(with_unit(12345.0, Unit::Count, None), "12\u{202f}345");
/// ```
#[must_use]
pub fn with_unit(value: f64, unit: Unit, uncertainty: Option<f64>) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    let (scale, name) = scale(value, unit);
    let uncertainty = uncertainty.map(|half| half / scale);
    join(&written(value / scale, uncertainty, unit), name)
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
    if is_tiny(value / scale, Some(half), unit) {
        return join(&power(half, 0), name);
    }
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

/// Milliseconds of seconds: reports count times in these.
#[must_use]
pub fn ms(seconds: f64) -> f64 {
    1000.0 * seconds
}

/// `value` with three significant digits and no unit.
///
/// ```
/// use report::number::short;
/// assert_eq!([12.34, 0.0123, 0.000_000_156].map(short), ["12.3", "0.0123", "1.56·10^−7"]);
/// ```
#[must_use]
pub fn short(value: f64) -> String {
    if value.is_finite() {
        written(value, None, Unit::One)
    } else {
        "–".into()
    }
}

/// A number that has too many digits to be read, with so many of them after the first and a power of ten.
///
/// ```
/// use report::number::power;
/// assert_eq!([1.56e-7, -1.5e9, 9.999e-300].map(|value| power(value, 2)), ["1.56·10^−7", "−1.50·10^9", "1.00·10^−299"]);
/// ```
#[must_use]
pub fn power(value: f64, digits: usize) -> String {
    let value = off_half(value, |_| digits as i32 + 1);
    let text = format!("{value:.digits$e}");
    let (number, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    [number, exponent].map(signed).join("·10^")
}

/// A number in digits, with a minus instead of a hyphen.
fn signed(digits: &str) -> String {
    digits.replacen('-', "−", 1)
}

/// A number with the digits that count.
fn written(value: f64, uncertainty: Option<f64>, unit: Unit) -> String {
    if !is_tiny(value, uncertainty, unit) {
        let digits = decimals(value, uncertainty, unit);
        return match (unit, uncertainty) {
            (Unit::Share, None) => fixed(value, short_of_all(value / 100.0, digits)),
            _ => fixed(value, digits),
        };
    }
    let place = |size: f64| libm::floor(libm::log10(size));
    let known = uncertainty.filter(|half| *half > 0.0);
    // To the first digit of the uncertainty.
    let digits = known.map_or(2.0, |half| place(value.abs()) - place(half));
    power(value, digits.clamp(0.0, 2.0) as usize)
}

/// The decimals of a share in per cent: more than these where they would write a share below 1 as 100 %.
pub(crate) fn short_of_all(share: f64, digits: usize) -> usize {
    let all = |digits: &usize| fixed(100.0 * share, *digits) == fixed(100.0, *digits);
    match share < 1.0 && !same(share, 1.0) {
        true => (digits..10).find(|digits| !all(digits)).unwrap_or(digits),
        false => digits,
    }
}

/// Whether a number is known, and so small that its decimals would hardly show it.
fn is_tiny(value: f64, uncertainty: Option<f64>, unit: Unit) -> bool {
    /// From here on four decimals show two digits.
    const SHOWN: f64 = 1e-3;
    let size = value.abs();
    let known = uncertainty.is_none_or(|half| half < size);
    unit != Unit::Count && known && size > 0.0 && size < SHOWN
}

fn join(number: &str, unit: &str) -> String {
    if unit.is_empty() {
        number.into()
    } else {
        format!("{number}\u{a0}{unit}")
    }
}

/// The size of one printed unit in the stored unit, and its name: the unit that suits the size of `value`.
#[must_use]
pub fn scale(value: f64, unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::One | Unit::Count => (1.0, ""),
        Unit::Share => (0.01, "%"),
        Unit::Milliseconds => match value.abs() {
            // From here on it is written as 1000.
            size if size < 999.5 => (1.0, "ms"),
            // As in the fields of parameters, as long as four digits are enough: a page that counts one time in seconds and
            // another in minutes has its readers convert.
            size if size < 9_999.5e3 => (1e3, "s"),
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
            "1\u{202f}200\u{a0}s"
        );
        assert_eq!(
            with_unit(72_000_000.0, Unit::Milliseconds, None),
            "20.0\u{a0}h"
        );
    }

    #[test]
    fn halves_are_rounded_as_exact_fractions_are() {
        for (under, digits) in [8_u64, 16, 40, 200, 2000]
            .into_iter()
            .flat_map(|under| (0..4).map(move |digits| (under, digits)))
        {
            let scale = 10_u64.pow(digits);
            for over in 0..3 * under {
                let exact = (2 * over * scale + under) / (2 * under);
                let exact = match digits {
                    0 => exact.to_string(),
                    _ => format!(
                        "{}.{:0>long$}",
                        exact / scale,
                        exact % scale,
                        long = digits as usize
                    ),
                };
                let value = over as f64 / under as f64;
                assert_eq!(fixed(value, digits as usize), exact, "{over}/{under}");
            }
        }
        assert_eq!(with_unit(0.8125, Unit::Share, None), "81.3\u{a0}%");
        assert_eq!(with_unit(0.1005, Unit::Share, None), "10.1\u{a0}%");
        assert_eq!(fixed(-1_234_567.25, 1), "−1\u{202f}234\u{202f}567.3");
        assert_eq!(fixed(0.5, 0), "1");
        assert_eq!(fixed(-0.05, 0), "0");
        assert_eq!(
            fixed(9_007_199_254_740_993.0, 0).replace('\u{202f}', ""),
            "9007199254740992"
        );
        assert_eq!(fixed(f64::NEG_INFINITY, 2), "−∞");
        let powers = [1.125e-7, -1.125e9, 1.135e-9].map(|value| power(value, 2));
        assert_eq!(powers, ["1.13·10^−7", "−1.13·10^9", "1.14·10^−9"]);
    }

    /// The value of a number's text.
    fn read(text: &str) -> f64 {
        let plain = text.replace('−', "-").replace('\u{202f}', "");
        let number = plain.split('\u{a0}').next().unwrap_or_default();
        match number.split_once("·10^") {
            Some((number, power)) => format!("{number}e{power}"),
            None => number.to_owned(),
        }
        .parse()
        .unwrap_or(f64::NAN)
    }

    #[test]
    #[cfg_attr(miri, ignore = "it takes many numbers")]
    fn numbers_of_every_magnitude_are_short_and_say_what_they_are() {
        for (exponent, digits) in
            (-300..9).flat_map(|power| [1.0, 1.56, 9.999].map(|of| (power, of)))
        {
            let value = digits * libm::pow(10.0, f64::from(exponent));
            for value in [value, -value] {
                for unit in [Unit::One, Unit::Share, Unit::Milliseconds] {
                    let text = with_unit(value, unit, None);
                    let (scale, _) = scale(value, unit);
                    // Below a hundredth, four decimals show two digits; all else has three.
                    let below = (1e-3..1e-2).contains(&(value / scale).abs());
                    let shown = if below { 0.051 } else { 0.006 };
                    let apart = (read(&text) * scale - value).abs();
                    assert!(apart <= shown * value.abs(), "{value:e}: {text}");
                    assert!(text.chars().count() <= 18, "{text}");
                }
                let half = half_width(value, Unit::One, value.abs() / 10.0);
                assert!(
                    read(half.trim_start_matches("< ")) > 0.0,
                    "{value:e}: {half}"
                );
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn no_share_below_one_is_written_as_all(left in 1e-8..0.5_f64, digits in 0_usize..3) {
            let share = 1.0 - left;
            let told = [
                crate::words::percent(share, digits),
                crate::words::rough_percent(share),
                with_unit(share, Unit::Share, None),
            ];
            for text in told {
                proptest::prop_assert!(read(&text) < 100.0, "{share}: {text}");
                proptest::prop_assert!((read(&text) - 100.0 * share).abs() <= 0.5, "{share}: {text}");
            }
        }
    }

    #[test]
    fn what_may_be_nothing_is_no_small_number() {
        assert_eq!(with_unit(1e-9, Unit::One, Some(0.04)), "0.00");
        assert_eq!(half_width(1e-9, Unit::One, 0.04), "0.04");
        assert_eq!(
            with_unit(2e-6, Unit::Milliseconds, Some(3e-7)),
            "2.0·10^−6\u{a0}ms"
        );
        assert_eq!(
            half_width(2e-6, Unit::Milliseconds, 3e-7),
            "3·10^−7\u{a0}ms"
        );
    }

    #[test]
    fn what_is_not_a_number_is_a_dash() {
        assert_eq!(with_unit(f64::NAN, Unit::One, None), "–");
    }
}
