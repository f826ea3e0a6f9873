//! Numbers that the thesis printed and that follow from its formulas alone, as data: `acceptance.json`.
//!
//! Each row names a quantity, its parameters, the result of an independent program (to the digits given), and, where the
//! thesis printed a number, that number with the tolerance of its rounding. A row may ask instead where the quantity first
//! exceeds `above` while the parameter `vary` grows from 0.001 to 1.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use replication::quantities::FORMULAS;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    /// The subject of the row, where the quantity's name does not say it.
    #[serde(default)]
    what: String,
    quantity: String,
    parameters: Value,
    vary: Option<String>,
    #[serde(default)]
    above: f64,
    /// The result of an independent program, to six digits.
    expected: f64,
    /// The number of Dobber 2006, where it printed one.
    printed: Option<f64>,
    /// The distance of the printed number from ours, at most.
    tolerance: f64,
    source: String,
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("acceptance.json")).unwrap()
}

fn value(row: &Row) -> f64 {
    let formula = FORMULAS.iter().find(|one| one.name == row.quantity);
    let formula = formula.unwrap_or_else(|| unreachable!("{}", row.quantity));
    let Some(name) = &row.vary else {
        return formula.evaluate(&row.parameters).unwrap();
    };
    let at = |x: f64| {
        let mut parameters = row.parameters.clone();
        let map = parameters.as_object_mut().unwrap();
        map.insert(name.clone(), x.into());
        formula.evaluate(&parameters).unwrap()
    };
    let (mut low, mut high) = (0.001, 1.0);
    assert!(at(low) <= row.above && at(high) > row.above, "{}", row.id);
    while high - low > 1e-12 {
        let middle = 0.5 * (low + high);
        if at(middle) > row.above {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[test]
fn the_formulas_give_what_an_independent_program_got() {
    for row in rows() {
        let value = value(&row);
        assert!(
            (value - row.expected).abs() <= 6e-6 * row.expected.abs(),
            "{} {} {}: {value} instead of {}",
            row.id,
            row.what,
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
            "{} {} {} ({}): {value} instead of {printed}",
            row.id,
            row.what,
            row.parameters,
            row.source
        );
    }
}
