//! Rows of worked examples: each has a name, says where it comes from, and is a case of one kind.

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Row<C> {
    name: String,
    source: String,
    #[serde(flatten)]
    case: C,
}

/// Runs every row of a JSON list, with what a failure should be called by.
pub(crate) fn each<C: DeserializeOwned>(rows: &str, run: impl Fn(&str, C)) {
    let rows: Vec<Row<C>> = serde_json::from_str(rows).unwrap();
    for Row { name, source, case } in rows {
        run(&format!("{name} ({source})"), case);
    }
}

/// Six significant digits are given.
#[track_caller]
pub(crate) fn check(row: &str, what: &str, computed: f64, given: f64) {
    let off = (computed - given).abs();
    assert!(
        off <= 1e-5 * given.abs() || off < 1e-12,
        "{row}: {what} is {computed}, given {given}"
    );
}
