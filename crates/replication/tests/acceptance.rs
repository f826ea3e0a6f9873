//! Numbers that the thesis printed and that follow from its formulas alone, as data: `acceptance.json`.
//!
//! Each row names a quantity, its parameters, what an independent program got for it (to the digits given), and, where the
//! thesis printed a number, that number with the tolerance of its rounding.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use replication::quantities;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    quantity: String,
    parameters: Value,
    /// By an independent program, to six digits.
    expected: f64,
    /// By Dobber 2006, where it printed one.
    printed: Option<f64>,
    /// How far the printed number may be from ours.
    tolerance: f64,
    source: String,
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("acceptance.json")).unwrap()
}

fn value(row: &Row) -> f64 {
    let registry = quantities::all();
    let quantity = registry.iter().find(|one| one.name == row.quantity);
    let quantity = quantity.unwrap_or_else(|| unreachable!("{}", row.quantity));
    quantity.evaluate(&row.parameters).unwrap()
}

#[test]
fn the_formulas_give_what_an_independent_program_got() {
    for row in rows() {
        let value = value(&row);
        assert!(
            (value - row.expected).abs() <= 6e-6 * row.expected.abs(),
            "{} {}: {value} instead of {}",
            row.id,
            row.parameters,
            row.expected
        );
    }
}

#[test]
fn the_formulas_give_the_printed_numbers_within_their_rounding() {
    for row in rows() {
        let Some(printed) = row.printed else {
            continue;
        };
        let value = value(&row);
        assert!(
            (value - printed).abs() <= row.tolerance * (1.0 + 1e-9),
            "{} {} ({}): {value} instead of {printed}",
            row.id,
            row.parameters,
            row.source
        );
    }
}
