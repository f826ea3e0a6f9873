//! The document's statements on its tables of α, β and γ, as data: `fits.json`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use replication::model::fits::{Agreement, Triangle};
use replication::model::measured::{EXCESSES, INDEPENDENCES, SPREADS};
use serde::Deserialize;
use statistics::pearson;

#[derive(Deserialize)]
struct Row {
    id: String,
    what: String,
    of: String,
    expected: f64,
    tolerance: f64,
}

#[test]
fn what_is_said_of_the_printed_tables_follows_from_them() {
    let (excess, spread) = (Triangle::of(&EXCESSES), Triangle::of(&SPREADS));
    let dependences = INDEPENDENCES.map(|printed| 1.0 - printed);
    let r = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let rows: Vec<Row> = serde_json::from_str(include_str!("fits.json")).unwrap();
    for row in rows {
        let value = match row.of.as_str() {
            "spread mean" => Agreement::of_spread(&spread).mean,
            "spread square" => Agreement::of_spread(&spread).square,
            "excess square" => Agreement::of_excess(&excess).square,
            "dependence mean" => Agreement::of_dependence(&dependences).mean,
            "dependence absolute" => Agreement::of_dependence(&dependences).absolute,
            "dependence square" => Agreement::of_dependence(&dependences).square,
            "spread with r" => spread.correlation_with_r(),
            "spread with p" => spread.correlation_with_p(),
            "independence with r" => pearson(&INDEPENDENCES, &r),
            "excess over p" => excess.slope_over_p(),
            "excess over r" => excess.slope_over_r(),
            other => panic!("{}: nothing is called {other}", row.id),
        };
        assert!(
            (value - row.expected).abs() <= row.tolerance,
            "{} ({}): {value} instead of {}",
            row.id,
            row.what,
            row.expected
        );
    }
}
