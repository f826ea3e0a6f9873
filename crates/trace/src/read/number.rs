//! Numbers as cells hold them.

use std::borrow::Cow;

use super::unit::Unit;
use crate::set::{LONGEST, SHORTEST};

/// The marks that stand in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// A decimal point.
    Point,
    /// A decimal comma.
    Comma,
    /// A decimal point; commas, spaces or apostrophes between thousands.
    GroupsAndPoint,
    /// A decimal comma; points, spaces or apostrophes between thousands.
    GroupsAndComma,
}

impl Marks {
    /// All, the simplest first.
    pub(super) const ALL: [Self; 4] = [
        Self::Point,
        Self::Comma,
        Self::GroupsAndPoint,
        Self::GroupsAndComma,
    ];

    /// The decimal mark.
    pub(super) fn decimal(self) -> char {
        match self {
            Self::Point | Self::GroupsAndPoint => '.',
            Self::Comma | Self::GroupsAndComma => ',',
        }
    }
}

/// The number in a trimmed cell; infinities and NaN are numbers here.
pub(super) fn parse(cell: &str, marks: Marks) -> Option<f64> {
    let cell = match marks {
        Marks::Point => Cow::Borrowed(cell),
        Marks::Comma if cell.contains('.') => return None,
        Marks::Comma => with_point(cell),
        Marks::GroupsAndPoint => ungrouped(cell, '.', ',')?,
        Marks::GroupsAndComma => ungrouped(cell, ',', '.')?,
    };
    cell.parse().ok()
}

fn with_point(cell: &str) -> Cow<'_, str> {
    match cell.contains(',') {
        true => Cow::Owned(cell.replace(',', ".")),
        false => Cow::Borrowed(cell),
    }
}

/// A number with a decimal point and without the marks between its thousands; nothing where they stand elsewhere.
fn ungrouped(cell: &str, decimal: char, group: char) -> Option<Cow<'_, str>> {
    let spaces = |c: char| c.is_whitespace() || matches!(c, '\'' | '’');
    let groups = |c: char| c == group || spaces(c);
    let (whole, part) = cell.split_once(decimal).unwrap_or((cell, ""));
    if part.contains(groups) || part.contains(decimal) {
        return None;
    }
    let mark = whole.chars().find(|c| groups(*c));
    let Some(mark) = mark else {
        return Some(match decimal {
            ',' => with_point(cell),
            _ => Cow::Borrowed(cell),
        });
    };
    let mut parts = whole.split(mark);
    let first = parts.next()?.trim_start_matches(['+', '-']);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = (1..=3).contains(&first.len())
        && digits(first)
        && !first.starts_with('0')
        && parts.all(|part| part.len() == 3 && digits(part));
    grouped.then(|| {
        let whole = whole.replace(mark, "");
        match cell.contains(decimal) {
            true => Cow::Owned(format!("{whole}.{part}")),
            false => Cow::Owned(whole),
        }
    })
}

/// Whether a cell is a number under any of the marks.
pub(super) fn is_number_somehow(cell: &str) -> bool {
    Marks::ALL.iter().any(|marks| parse(cell, *marks).is_some())
}

/// Whether a cell was meant for a number: digits and the marks of numbers, and perhaps a unit behind them.
pub(super) fn looks_like_number(cell: &str) -> bool {
    let cell = cell
        .trim_start_matches(['+', '-', '<', '>', '~', '≈'])
        .trim_start();
    let mark = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '’');
    let end = cell.find(|c: char| !c.is_ascii_digit() && !mark(c));
    let unit = end.and_then(|end| cell.get(end..)).unwrap_or("");
    cell.starts_with(|c: char| c.is_ascii_digit())
        && (unit.is_empty() || unit == "%" || Unit::named(unit).is_some())
}

/// The whole number in a trimmed cell, also when written as a decimal number.
pub(super) fn parse_whole(cell: &str, marks: Marks) -> Option<u32> {
    cell.parse().ok().or_else(|| {
        let number = parse(cell, marks)?;
        (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0)
            .then_some(number as u32)
    })
}

/// The expectation in place of a cell that holds no runtime.
pub(super) fn expected(cell: &str, marks: Marks) -> String {
    let decimal = marks.decimal();
    let other = if decimal == ',' { '.' } else { ',' };
    let hint = if cell.contains('\n') {
        " (is a quotation mark before it left open?)".to_owned()
    } else if cell.contains(other) && cell.starts_with(|c: char| c.is_ascii_digit()) {
        format!(" with '{decimal}' as its decimal mark and no other")
    } else {
        String::new()
    };
    format!("a runtime from {SHORTEST:e} to {LONGEST:e} ms{hint}")
}
