//! Rows of worked examples: each has a name, says where it comes from, and is a case of one kind.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use parameters::field::{Held, read};
use parameters::{Field, Holds};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

#[derive(Deserialize)]
struct Row<C> {
    name: String,
    source: String,
    #[serde(flatten)]
    case: C,
}

/// Runs every row of a JSON list, with the name that a failure reports.
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

/// A choice, by its name.
pub(crate) fn named<'de, F: Field, D: Deserializer<'de>>(from: D) -> Result<F, D::Error> {
    read(&Value::deserialize(from)?).map_err(D::Error::custom)
}

/// Parameters that a choice holds, as an object.
pub(crate) fn held<'de, H: Held, D: Deserializer<'de>>(from: D) -> Result<H, D::Error> {
    let value = Value::deserialize(from)?;
    let checked = match H::HOLDS {
        Holds::Parameters(table) => table.check(&value).map_err(D::Error::custom)?.into(),
        Holds::Nothing | Holds::Data { .. } => value,
    };
    H::from_held(&checked).ok_or_else(|| D::Error::custom(checked))
}
