//! Exact fractions: how they are read, shown and rounded.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Pow as _, Signed as _, ToPrimitive as _, Zero as _};
use words::say;

/// A fraction in lowest terms, of any size.
pub type Rational = num_rational::BigRational;

/// The whole number as a fraction.
#[must_use]
pub fn whole(number: impl Into<BigInt>) -> Rational {
    Rational::from_integer(number.into())
}

/// The fraction `numerator / denominator`; 0 where the denominator is 0, so that it is total.
///
/// ```
/// use bounds_model::rational::ratio;
/// assert_eq!(ratio(6, 4).to_string(), "3/2");
/// ```
#[must_use]
pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Rational {
    let denominator = denominator.into();
    if denominator.is_zero() {
        return Rational::zero();
    }
    Rational::new(numerator.into(), denominator)
}

/// The nearest double.
#[must_use]
pub fn to_f64(value: &Rational) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// How many common units the lengths or times of a question may have at most: sums of lengths, and their products with numbers of
/// processors, stay within 64 bits; times in schedules stay within 128 bits.
pub(crate) const MOST_UNITS: u64 = 1_000_000_000_000_000;

/// The most characters that [`read`] accepts: more than any measured number has.
const LONGEST: usize = 40;

/// A text that is no number of at least 0, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// Not `digits`, `digits.digits` or `digits/digits`, or a division by 0.
    Form(String),
    /// More characters than are read, and how many.
    Long(String, usize),
}

impl NotRead {
    /// The message of the fault; `must` states the rule for such a number.
    #[must_use]
    pub fn said(&self, must: &str) -> String {
        match self {
            Self::Form(text) => format!("{text:?} {must}"),
            Self::Long(text, long) => {
                say!("{text:?} has {long} characters; at most {LONGEST} are allowed: round it")
            }
        }
    }
}

/// Reads a number of at least 0, exactly: `digits`, `digits.digits` or `digits/digits`.
///
/// # Errors
/// [`NotRead`] where it is none of these, is longer than 40 characters, or divides by 0.
///
/// ```
/// use bounds_model::rational::{ratio, read};
/// assert_eq!(read("2.50"), Ok(ratio(5, 2)));
/// assert_eq!(read("7/2"), Ok(ratio(7, 2)));
/// assert!(read("-1").is_err());
/// ```
pub fn read(text: &str) -> Result<Rational, NotRead> {
    /// The most characters of a text that are repeated.
    const SHOWN: usize = 20;
    let long = text.chars().count();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if long > SHOWN {
        shown.push('…');
    }
    if long > LONGEST {
        return Err(NotRead::Long(shown, long));
    }
    digits(text).ok_or(NotRead::Form(shown))
}

/// The text without the mark that some editors put before a file (U+FEFF, the byte-order mark).
#[must_use]
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A double as the decimal that people typed: 0.025 is 1/40. None where it is negative or not finite.
#[must_use]
pub fn typed(value: f64) -> Option<Rational> {
    // The shortest text that means this double; Rust writes it without an exponent.
    (value.is_finite() && value >= 0.0).then(|| digits(&value.abs().to_string()))?
}

fn digits(text: &str) -> Option<Rational> {
    let number = |text: &str| -> Option<BigUint> {
        let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        all.then(|| BigUint::parse_bytes(text.as_bytes(), 10))?
    };
    if let Some((over, under)) = text.split_once('/') {
        let under = number(under)?;
        return (!under.is_zero()).then_some(ratio(number(over)?, under));
    }
    let Some((whole, part)) = text.split_once('.') else {
        return number(text).map(self::whole);
    };
    let scale: BigUint = BigUint::from(10_u32).pow(part.len());
    Some(ratio(number(whole)? * &scale + number(part)?, scale))
}

/// The value with that many decimals, half rounded away from 0, on the exact fraction.
///
/// ```
/// use bounds_model::rational::{decimal, ratio};
/// assert_eq!(decimal(&ratio(12, 7), 2), "1.71");
/// assert_eq!(decimal(&ratio(1, 8), 2), "0.13");
/// ```
#[must_use]
pub fn decimal(value: &Rational, decimals: usize) -> String {
    let scale: BigInt = BigInt::from(10).pow(decimals);
    let doubled: BigInt = value.numer().abs() * &scale * 2 + value.denom();
    let units = doubled.div_floor(&(value.denom() * 2));
    let sign = if value.is_negative() && !units.is_zero() {
        "-"
    } else {
        ""
    };
    let (whole, part) = units.div_rem(&scale);
    if decimals == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{:0>decimals$}", part.to_string())
}

/// The least common multiple of the denominators; 1 without numbers.
#[must_use]
pub fn common_denominator<'a>(numbers: impl IntoIterator<Item = &'a Rational>) -> BigInt {
    numbers
        .into_iter()
        .fold(BigInt::one(), |common, number| common.lcm(number.denom()))
}

/// The largest unit that makes all numbers whole: the greatest common divisor of fractions; 1 where all are 0.
///
/// ```
/// use bounds_model::rational::{common_unit, ratio, whole};
/// assert_eq!(common_unit([&whole(4000), &whole(2000)]), whole(2000));
/// assert_eq!(common_unit([&ratio(1, 2), &ratio(1, 3)]), ratio(1, 6));
/// ```
#[must_use]
pub fn common_unit<'a>(numbers: impl IntoIterator<Item = &'a Rational> + Clone) -> Rational {
    let scale = common_denominator(numbers.clone());
    let units = numbers.into_iter().fold(BigInt::zero(), |all, number| {
        all.gcd(&(number.numer() * (&scale / number.denom())))
    });
    match units.is_zero() {
        true => whole(1),
        false => ratio(units, scale),
    }
}
