//! Exact fractions in figures, cells and sentences, and errors of the model at the door.

use bounds_model::rational::{self, Rational, ratio, to_f64, whole};
use bounds_model::stern_brocot::Small;
use bounds_model::{Allocation, Time};
use num_bigint::BigInt;
use num_traits::{One as _, Pow as _, Signed as _, Zero as _};
use parameters::Rejected;
use report::Figure;
use report::table::Cell;
use words::{say, word};

/// The longest fraction that has room beside a figure, in characters.
const LONGEST_BESIDE: usize = 11;

/// The longest fraction that a person would read, in characters.
const LONGEST: usize = 24;

/// A fraction of 64 bits as one of any size.
pub(crate) fn wide(small: Small) -> Rational {
    ratio(*small.numer(), *small.denom())
}

/// The fraction itself, where it is no whole number and short enough to read.
pub(crate) fn fraction(value: &Rational) -> Option<String> {
    let text = value.to_string();
    (!value.denom().is_one() && text.len() <= LONGEST_BESIDE).then_some(text)
}

/// The fraction in a cell, or its decimals where it is too long.
pub(crate) fn cell(value: &Rational) -> Cell {
    let text = value.to_string();
    Cell::words(match text.len() <= LONGEST {
        true => text,
        false => digits(value, MOST_DIGITS),
    })
}

/// The most digits after the point in a sentence.
const MOST_DIGITS: usize = 6;

/// A number of a sentence: whole, or with two decimals, and more where it is small or would seem to be whole. A number that is too
/// small for decimals, or too large to be counted, has a power of ten: 1.00·10^−9, 2 + 1.00·10^−9, 1.50·10^12.
pub(crate) fn number(value: &Rational) -> String {
    let short = (*value >= whole(LARGE)).then(|| scaled(value));
    match short {
        // A rounded power of ten would seem to be exact: 1.00·10^15 for 999999999999999.
        Some((told, power)) if told.ends_with(".00") && !is_scaled(value, &told, power) => {
            let all = digits(value, 2);
            match all.len() <= LONGEST {
                true => all,
                false => powered(&told, power),
            }
        }
        Some((told, power)) => powered(&told, power),
        None => digits(value, 2),
    }
}

/// From here on a number of a sentence has a power of ten.
const LARGE: u64 = 1_000_000_000;

/// The same with at least so many decimals, however large it is.
fn digits(value: &Rational, least: usize) -> String {
    if value.denom().is_one() {
        return value.to_string();
    }
    let nearest = value.round();
    let rest = &(value - &nearest);
    // A small number has two digits that count; any other one differs from the nearest whole number.
    let counts = |digits: usize| {
        let unit = ratio(1, BigInt::from(10).pow(digits));
        match nearest.is_zero() {
            true => value.abs() >= unit * whole(10),
            // Halves are rounded up.
            false if rest.is_negative() => rest.abs() * whole(2) > unit,
            false => rest * whole(2) >= unit,
        }
    };
    match (least..=MOST_DIGITS.max(least)).find(|digits| counts(*digits)) {
        Some(digits) => {
            let text = rational::decimal(value, digits);
            // Two decimals stay, as in 0.50; more end with a digit that counts.
            let zeros = text.bytes().rev().take_while(|digit| *digit == b'0');
            let less = zeros.count().min(digits - least);
            text.get(..text.len() - less).unwrap_or(&text).to_owned()
        }
        None if nearest.is_zero() => power(value),
        None if rest.is_negative() => format!("{nearest} − {}", power(&rest.abs())),
        None => format!("{nearest} + {}", power(rest)),
    }
}

fn ten(power: i64) -> Rational {
    match u32::try_from(power) {
        Ok(power) => whole(BigInt::from(10).pow(power)),
        Err(_) => ratio(1, BigInt::from(10).pow(power.unsigned_abs())),
    }
}

/// A number above 0 with a power of ten: 1.25·10^−9.
fn power(value: &Rational) -> String {
    let (told, power) = scaled(value);
    powered(&told, power)
}

fn powered(told: &str, power: i64) -> String {
    let sign = if power < 0 { "−" } else { "" };
    format!("{told}·10^{sign}{}", power.abs())
}

/// Whether a number is exactly so many times a power of ten.
fn is_scaled(value: &Rational, told: &str, power: i64) -> bool {
    rational::read(told).is_ok_and(|told| told * ten(power) == *value)
}

/// A number above 0 as a decimal from 1 to below 10, rounded, and its power of ten.
fn scaled(value: &Rational) -> (String, i64) {
    // As many digits before the point as both parts tell, or one less.
    let long = |part: &BigInt| part.to_string().len() as i64;
    let mut power = long(value.numer()) - long(value.denom());
    if *value < ten(power) {
        power -= 1;
    }
    let mut told = rational::decimal(&(value / ten(power)), 2);
    if told == "10.00" {
        (power, told) = (power + 1, "1.00".to_owned());
    }
    (told, power)
}

/// The ends of an interval with as many decimals as it takes to tell them apart.
pub(crate) fn interval(least: &Rational, most: &Rational) -> [String; 2] {
    /// As many as two fractions of this model need.
    const MOST: usize = 40;
    let mut ends =
        (2..=MOST).map(|least_digits| [least, most].map(|end| digits(end, least_digits)));
    let apart = ends.find(|[least, most]| least != most);
    apart.unwrap_or_else(|| [least, most].map(number))
}

/// Two numbers of a sentence, with as many decimals as it takes to tell them apart where they differ.
pub(crate) fn apart(both: [&Rational; 2]) -> [String; 2] {
    let told = both.map(number);
    let [one, other] = both;
    let alike = matches!(&told, [told, also] if told == also);
    match alike && one != other && *one < whole(LARGE) {
        true => interval(one, other),
        false => told,
    }
}

/// A share of one in per cent, which is 0 % or 100 % only where it is exactly that.
pub(crate) fn share(value: &Rational) -> String {
    let hundred = value * whole(100);
    let ends = [Rational::zero(), whole(100)];
    let text = if ends.contains(&hundred) {
        hundred.to_string()
    } else {
        let mut all = (1..=MOST_DIGITS).map(|digits| rational::decimal(&hundred, digits));
        let differs = |text: &String| {
            let told = rational::read(text);
            told.is_ok_and(|told| !ends.contains(&told))
        };
        match all.find(differs) {
            Some(text) => text,
            None => digits(&hundred, 1),
        }
    };
    format!("{text}\u{a0}%")
}

/// A length of time of a sentence: "1 unit of time", "4 units of time".
pub(crate) fn units(value: &Rational) -> String {
    match value.is_one() {
        true => word!("1 unit of time").to_owned(),
        false => say!("{} units of time", number(value)),
    }
}

/// How long one schedule takes beside another: "4.65 times as long", "as long".
pub(crate) fn as_long(value: &Rational) -> String {
    match value.is_one() {
        true => word!("as long").into(),
        false => say!("{} times as long", number(value)),
    }
}

/// A number of a field as a person would write it: as typed, or with a power of ten where that is long.
pub(crate) fn typed(value: f64) -> String {
    number(&rational::typed(value).unwrap_or_default())
}

/// A double of a sentence, computed from several: whole where it differs by rounding alone.
pub(crate) fn rounded(value: f64) -> String {
    let nearest = value.round();
    match (value - nearest).abs() <= 1e-12 * value.abs() {
        true => typed(nearest),
        false => typed(value),
    }
}

/// An allocation; equal numbers of processes of many computers together: (10 × 3, 10 × 2).
pub(crate) fn named(allocation: &Allocation) -> String {
    named_parts(allocation.parts())
}

/// The same of computers in their own order, which may be empty.
pub(crate) fn named_parts(parts: &[u32]) -> String {
    /// The most computers that are listed one by one.
    const LISTED: usize = 8;
    let listed: Vec<String> = match parts.len() <= LISTED {
        true => parts.iter().map(u32::to_string).collect(),
        false => parts
            .chunk_by(|one, other| one == other)
            .filter_map(|run| Some(format!("{} × {}", run.len(), run.first()?)))
            .collect(),
    };
    format!("({})", listed.join(", "))
}

/// A figure with its fraction beside it, and with more digits where its own would make it whole.
pub(crate) fn figure(key: &str, name: &str, value: &Rational) -> Figure {
    let figure = Figure::number(key, name, to_f64(value));
    let text = figure.text().replace(char::is_whitespace, "");
    let whole = text.parse::<f64>().is_ok_and(|shown| shown.fract() == 0.0);
    let more = (whole && !value.denom().is_one()).then(|| format!("≈ {}", number(value)));
    let beside: Vec<String> = fraction(value)
        .map(|text| format!("= {text}"))
        .into_iter()
        .chain(more)
        .collect();
    match beside.is_empty() {
        true => figure,
        false => figure.beside(beside.join(" ")),
    }
}

/// The figure of the upper end of an interval, with the lower end beside it where it is another.
pub(crate) fn figure_within(key: &str, name: &str, [least, most]: [&Rational; 2]) -> Figure {
    let figure = figure(key, name, most);
    match least == most {
        true => figure,
        false => {
            let [least, _] = interval(least, most);
            and(figure, &say!("at least {least}"))
        }
    }
}

/// The figure with these words after those beside it.
pub(crate) fn and(figure: Figure, words: &str) -> Figure {
    let before = figure.beside.clone();
    let all: Vec<&str> = before.as_deref().into_iter().chain([words]).collect();
    figure.beside(all.join(", "))
}

/// An error of the model that no single parameter causes.
pub(crate) fn failed(error: bounds_model::Error) -> laboratory::Error {
    match error {
        bounds_model::Error::Cancelled(cancelled) => cancelled.into(),
        other => laboratory::Error::Other(other.to_string()),
    }
}

/// An error of the model that the value of a parameter causes; the text stays, and its place is named. Where times are too fine
/// together, the parameter of the last one that made them so is named.
pub(crate) fn refused(
    parameter: &'static str,
) -> impl Fn(bounds_model::Error) -> laboratory::Error {
    move |error| match error {
        bounds_model::Error::Cancelled(cancelled) => cancelled.into(),
        bounds_model::Error::Unit { of, .. } => {
            let parameter = match of {
                Time::Work => parameter,
                Time::Delay => "own_delay",
                Time::Migration => "move_cost",
            };
            Rejected::one(parameter, "", error.to_string()).into()
        }
        other => Rejected::one(parameter, "", other.to_string()).into(),
    }
}

/// An error of the model that the text of a parameter causes, with a note where commas may have parted decimal numbers.
pub(crate) fn refused_text(
    parameter: &'static str,
    text: &str,
) -> impl Fn(bounds_model::Error) -> laboratory::Error {
    move |error| match (error, commas(text)) {
        (bounds_model::Error::Cancelled(cancelled), _) => cancelled.into(),
        (error, Some(note)) => {
            let allowed = format!("{error}. {}", note.trim_end_matches('.'));
            Rejected::one(parameter, "", allowed).into()
        }
        (error, None) => refused(parameter)(error),
    }
}

/// A note on numbers with a comma between them and no blank, which may be meant as decimal numbers.
pub(crate) fn commas(text: &str) -> Option<String> {
    let of_digits = |part: &str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit());
    let mut words = text.split(|sign: char| sign.is_whitespace() || sign == ';');
    let word = words.find_map(|word| {
        let (whole, part) = word.split_once(',')?;
        (of_digits(whole) && of_digits(part)).then_some((word, whole, part))
    });
    word.map(|(word, whole, part)| {
        say!(
            "{word} counts as two numbers, {whole} and {part}: write {whole}.{part} for a decimal number."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_count() {
        let told = |over: i64, under: i64| number(&ratio(over, under));
        assert_eq!(told(7, 1), "7");
        assert_eq!(told(6, 5), "1.20");
        assert_eq!(told(1, 40), "0.025");
        assert_eq!(told(1, 20), "0.05");
        assert_eq!(told(1, 2), "0.50");
        assert_eq!(told(1999, 1000), "1.999");
        assert_eq!(told(1001, 1000), "1.001");
        assert_eq!([told(399, 200), told(401, 200)], ["1.995", "2.01"]);
        assert_eq!(told(1, 1_000_000_000), "1.00·10^−9");
        assert_eq!(told(1, 3_000_000_000), "3.33·10^−10");
        assert_eq!(told(2_000_000_001, 1_000_000_000), "2 + 1.00·10^−9");
        assert_eq!(told(1_999_999_999, 1_000_000_000), "2 − 1.00·10^−9");
        assert_eq!(told(1_500_000_000_000, 1), "1.50·10^12");
        assert_eq!(told(999_999_999, 1), "999999999");
        assert_eq!(told(999_999_999_999_999, 1), "999999999999999");
        assert_eq!(told(1_000_000_000_001, 1), "1000000000001");
        assert_eq!(told(3_000_000_000_001, 2), "1.50·10^12");
        assert_eq!(told(1_000_000_000_000, 1), "1.00·10^12");
        assert_eq!(typed(1e-300), "1.00·10^−300");
        assert_eq!(typed(9.999e-300), "1.00·10^−299");
    }

    #[test]
    fn ends_of_an_interval_differ() {
        let told = |least: Rational, most: Rational| interval(&least, &most).join(" ");
        assert_eq!(told(ratio(34, 5), ratio(37, 5)), "6.80 7.40");
        assert_eq!(
            told(ratio(1000, 3), ratio(333_334, 1000)),
            "333.333 333.334"
        );
        assert_eq!(told(whole(7), ratio(7001, 1000)), "7 7.001");
    }

    #[test]
    fn numbers_that_differ_read_differently() {
        let told = |one: Rational, other: Rational| apart([&one, &other]).join(" ");
        assert_eq!(told(ratio(9, 8), ratio(4, 3)), "1.13 1.33");
        assert_eq!(told(ratio(4000, 3001), ratio(4, 3)), "1.3329 1.3333");
        assert_eq!(told(ratio(4, 3), ratio(4, 3)), "1.33 1.33");
        let large = whole(1_500_000_000_000_u64);
        assert_eq!(
            told(large.clone(), large + whole(1)),
            "1.50·10^12 1.50·10^12"
        );
    }

    #[test]
    fn shares_are_whole_only_where_they_are() {
        let told = |over: u32, under: u32| share(&ratio(over, under));
        assert_eq!(told(0, 1), "0\u{a0}%");
        assert_eq!(told(1, 1), "100\u{a0}%");
        assert_eq!(told(9999, 10_000), "99.99\u{a0}%");
        assert_eq!(told(1, 3), "33.3\u{a0}%");
        assert_eq!(told(1, 100_000), "0.001\u{a0}%");
    }

    #[test]
    fn a_comma_without_a_blank_is_told() {
        assert_eq!(commas("7, 5, 4"), None);
        assert_eq!(commas("7,5,4"), None);
        assert!(commas("7 5,5").is_some_and(|told| told.starts_with("5,5 counts as two")));
    }
}
