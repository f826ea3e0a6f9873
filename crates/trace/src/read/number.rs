//! Numbers as cells hold them.

use std::borrow::Cow;

use crate::set::{LONGEST, SHORTEST};

/// In place of a decimal mark: it is a point, and commas group thousands.
pub(super) const THOUSANDS: u8 = b'g';

/// The number in a trimmed cell with the given decimal mark, `.` or `,`; infinities and NaN are numbers here.
pub(super) fn parse(cell: &str, decimal: u8) -> Option<f64> {
    let cell = match decimal {
        THOUSANDS if cell.contains(',') => Cow::Owned(ungrouped(cell)?),
        b',' if cell.contains('.') => return None,
        b',' if cell.contains(',') => Cow::Owned(cell.replace(',', ".")),
        _ => Cow::Borrowed(cell),
    };
    cell.parse().ok()
}

/// A number without the commas between its thousands; nothing where they stand elsewhere.
fn ungrouped(cell: &str) -> Option<String> {
    let (whole, part) = cell
        .split_once('.')
        .map_or((cell, ""), |(whole, part)| (whole, part));
    let mut groups = whole.split(',');
    let first = groups.next()?.trim_start_matches(['+', '-']).len();
    let mut others = groups.clone();
    let grouped = (1..=3).contains(&first)
        && others.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()));
    (grouped && !part.contains(',')).then(|| cell.replace(',', ""))
}

/// Whether commas may group thousands in a cell: `1,234`, `12,345,678`.
pub(super) fn may_group(cell: &str) -> bool {
    cell.contains(',') && !cell.contains('.') && !cell.starts_with('0') && ungrouped(cell).is_some()
}

/// The whole number in a trimmed cell, also when written as a decimal number.
pub(super) fn parse_whole(cell: &str, decimal: u8) -> Option<u32> {
    cell.parse().ok().or_else(|| {
        let number = parse(cell, decimal)?;
        (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0)
            .then_some(number as u32)
    })
}

/// What was expected in place of a cell that holds no runtime.
pub(super) fn expected(cell: &str, decimal: u8) -> String {
    let decimal = if decimal == THOUSANDS { b'.' } else { decimal };
    let other = if decimal == b',' { '.' } else { ',' };
    let hint = if cell.contains('\n') {
        " (is a quotation mark before it left open?)".to_owned()
    } else if cell.contains(other) && cell.starts_with(|c: char| c.is_ascii_digit()) {
        format!(
            " with '{}' as its decimal mark and no other",
            char::from(decimal)
        )
    } else {
        String::new()
    };
    format!("a runtime from {SHORTEST:e} to {LONGEST:e} ms{hint}")
}
