//! Numbers as cells hold them.

use std::borrow::Cow;

use crate::set::{LONGEST, SHORTEST};

/// The number in a trimmed cell with the given decimal mark, `.` or `,`; infinities and NaN are numbers here.
pub(super) fn parse(cell: &str, decimal: u8) -> Option<f64> {
    let cell = match decimal {
        b',' if cell.contains('.') => return None,
        b',' if cell.contains(',') => Cow::Owned(cell.replace(',', ".")),
        _ => Cow::Borrowed(cell),
    };
    cell.parse().ok()
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
