//! Exact fractions in figures, cells and sentences, and errors of the model at the door.

use bounds_model::Allocation;
use bounds_model::rational::{self, Rational, ratio, to_f64};
use bounds_model::stern_brocot::Small;
use num_traits::One as _;
use parameters::Rejected;
use report::Figure;
use report::table::Cell;
use words::{say, word};

/// The longest fraction that has room beside a figure.
const LONGEST_BESIDE: usize = 11;

/// The longest fraction that a person would read.
const LONGEST: usize = 24;

/// A fraction of 64 bits as one of any size.
pub(crate) fn wide(small: Small) -> Rational {
    ratio(*small.numer(), *small.denom())
}

/// The fraction as it is, where it is no whole number and short enough to read.
pub(crate) fn fraction(value: &Rational) -> Option<String> {
    let text = value.to_string();
    (!value.denom().is_one() && text.len() <= LONGEST_BESIDE).then_some(text)
}

/// The fraction in a cell, or its decimals where it is too long.
pub(crate) fn cell(value: &Rational) -> Cell {
    let text = value.to_string();
    Cell::words(match text.len() <= LONGEST {
        true => text,
        false => rational::decimal(value, 6),
    })
}

/// A number of a sentence: whole, or with two decimals, and more where it would seem to be whole.
pub(crate) fn number(value: &Rational) -> String {
    if value.denom().is_one() {
        return value.to_string();
    }
    let mut decimals = (2..=6).map(|digits| rational::decimal(value, digits));
    let seems_whole = |text: &String| {
        text.split_once('.')
            .is_some_and(|(_, part)| part.bytes().all(|digit| digit == b'0'))
    };
    let told = decimals.find(|text| !seems_whole(text));
    told.unwrap_or_else(|| rational::decimal(value, 6))
}

/// A length of time of a sentence: "1 unit of time", "4 units of time".
pub(crate) fn units(value: &Rational) -> String {
    match value.is_one() {
        true => word!("1 unit of time").to_owned(),
        false => say!("{} units of time", number(value)),
    }
}

/// How long one schedule takes beside another: "4.65 times as long as", "as long as".
pub(crate) fn as_long(value: &Rational) -> String {
    match value.is_one() {
        true => word!("as long").into(),
        false => say!("{} times as long", number(value)),
    }
}

/// A number with three digits.
pub(crate) fn short(value: &Rational) -> String {
    report::number::short(to_f64(value))
}

/// An allocation; equal numbers of processes of many computers together: (10 × 3, 10 × 2).
pub(crate) fn named(allocation: &Allocation) -> String {
    /// The most computers that are listed one by one.
    const LISTED: usize = 8;
    let parts = allocation.parts();
    if parts.len() <= LISTED {
        return allocation.to_string();
    }
    let runs: Vec<String> = parts
        .chunk_by(|one, other| one == other)
        .filter_map(|run| Some(format!("{} × {}", run.len(), run.first()?)))
        .collect();
    format!("({})", runs.join(", "))
}

/// A figure with its fraction beside it.
pub(crate) fn figure(key: &str, name: &str, value: &Rational) -> Figure {
    let figure = Figure::number(key, name, to_f64(value));
    match fraction(value) {
        Some(text) => figure.beside(format!("= {text}")),
        None => figure,
    }
}

/// An error of the model that no parameter alone is to blame for.
pub(crate) fn failed(error: bounds_model::Error) -> laboratory::Error {
    match error {
        bounds_model::Error::Cancelled(cancelled) => cancelled.into(),
        other => laboratory::Error::Other(other.to_string()),
    }
}

/// An error of the model that the value of a parameter causes; the text stays, and its place is named.
pub(crate) fn refused(
    parameter: &'static str,
) -> impl Fn(bounds_model::Error) -> laboratory::Error {
    move |error| match error {
        bounds_model::Error::Cancelled(cancelled) => cancelled.into(),
        other => Rejected::one(parameter, "", other.to_string()).into(),
    }
}
