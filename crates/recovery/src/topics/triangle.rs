//! The triangle of differences of marks, as a chart with the repeated differences.

use recovery_model::list;
use report::Chart;
use report::chart::{Axis, Series};
use words::word;

/// The differences of marks with 0 before them, mod n where there is a modulus: a row for each distance in marks.
pub(super) fn chart(marks: &[usize], modulus: Option<usize>) -> Chart {
    let rows = list::triangle(marks, modulus);
    let (again, most) = (list::again(&rows), rows.len());
    let rows = (1..).zip(rows).map(|(apart, row): (usize, Vec<usize>)| {
        let values = row.into_iter().map(|difference| difference as f64);
        let none = std::iter::repeat(f64::NAN);
        (apart.to_string(), values.chain(none).take(most).collect())
    });
    Chart::new(
        "triangle",
        word!("Which differences do the marks have?"),
        Axis::number(word!("from mark")),
        Axis::number(word!("to the mark so many places on")),
        vec![
            Series::heat(
                Axis::number(word!("difference")),
                std::iter::once(0)
                    .chain(marks.iter().copied())
                    .take(most)
                    .map(|mark| mark.to_string()),
                rows,
                None,
            )
            .marking(word!("comes again"), again),
        ],
    )
}
