//! What the topics' charts and tables are made of.

use report::chart::{Axis, Bar, Course, Point, Series, Spread};
use report::figure::Unit;
use report::number::{fixed, short};
use report::table::Cell;
use report::{Figure, Interval, Table};

use crate::Worker;

pub(super) use super::{beside, chart};

/// Milliseconds of seconds: what reports count times in.
pub(super) fn ms(seconds: f64) -> f64 {
    1000.0 * seconds
}

/// "12.3 s", "4.05 min"; no time is "0 s".
pub(super) fn time(seconds: f64) -> String {
    if seconds == 0.0 {
        return "0\u{a0}s".into();
    }
    report::number::with_unit(ms(seconds), Unit::Milliseconds, None)
}

/// "98.3 %".
pub(super) fn percent(share: f64, digits: usize) -> String {
    format!("{}\u{a0}%", fixed(100.0 * share, digits))
}

/// "1 worker", "12 workers".
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    let number_text = fixed(number as f64, 0);
    format!(
        "{number_text}\u{a0}{}",
        if number == 1 { one } else { many }
    )
}

/// A worker's name with its number, where the name does not tell.
pub(super) fn name(workers: &[Worker], place: usize) -> String {
    workers
        .get(place)
        .map_or_else(|| format!("worker {}", place + 1), |one| one.name.clone())
}

pub(super) fn share_axis(label: &str) -> Axis {
    Axis::new(label, Unit::Share)
}

pub(super) fn time_axis(label: &str) -> Axis {
    Axis::new(label, Unit::Milliseconds)
}

pub(super) fn line(name: &str, points: impl IntoIterator<Item = Point>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().collect(),
        course: Course::Straight,
        spread: Spread::Bars,
        main,
    }
}

/// The same, a value holding until the next point.
pub(super) fn steps(name: &str, points: impl IntoIterator<Item = Point>, main: bool) -> Series {
    Series::Line {
        name: name.into(),
        points: points.into_iter().collect(),
        course: Course::Steps,
        spread: Spread::Band,
        main,
    }
}

pub(super) fn bar(label: &str, (value, half): (f64, f64), main: bool) -> Bar {
    Bar {
        label: label.into(),
        value,
        interval: Interval::around(value, half),
        main,
    }
}

/// A number with its interval as a figure of merit.
pub(super) fn figure(key: &str, name: &str, (value, half): (f64, f64), unit: Unit) -> Figure {
    Figure::new(key, name, value, unit).within(half)
}

/// A number with its interval as a cell.
pub(super) fn cell(key: &str, number: (f64, f64), unit: Unit) -> Cell {
    Cell::Figure(figure(key, key, number, unit))
}

/// A number of seconds as a cell.
pub(super) fn seconds(value: f64) -> Cell {
    Cell::Figure(Figure::new("time", "time", ms(value), Unit::Milliseconds))
}

/// A whole number as a cell.
pub(super) fn whole(value: usize) -> Cell {
    Cell::Figure(Figure::new("count", "count", value as f64, Unit::Count))
}

/// A share as a cell.
pub(super) fn share(value: f64) -> Cell {
    Cell::Figure(Figure::new("share", "share", value, Unit::Share))
}

pub(super) fn text(words: impl Into<String>) -> Cell {
    Cell::Text(words.into())
}

pub(super) fn table<const N: usize>(
    key: &str,
    title: &str,
    columns: [&str; N],
    rows: impl IntoIterator<Item = [Cell; N]>,
) -> Table {
    Table {
        key: key.into(),
        title: title.into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
    }
}

/// A number to three digits.
pub(super) fn amount(value: f64) -> String {
    if value != 0.0 && (value.abs() < 1e-3 || value.abs() >= 1e7) {
        format!("{value:.2e}")
    } else {
        short(value)
    }
}
