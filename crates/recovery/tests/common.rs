//! Runs of scenarios.

use laboratory::Laboratory;
use parameters::Parameters as _;
use recovery::{Parameters, Recovery};
use report::{Report, Silent, Table};
use serde_json::Value;

/// The report of these values, or the message that refuses them.
pub(crate) fn run(values: &Value) -> Result<Report, String> {
    let checked = Recovery::ABOUT
        .table
        .check(values)
        .map_err(|rejected| rejected.to_string())?;
    let parameters = Parameters::from_values(&checked);
    Recovery::run(&parameters, &mut (), &mut Silent)
        .map(|(report, _)| report)
        .map_err(|error| error.to_string())
}

/// The value of a figure.
pub(crate) fn figure(report: &Report, key: &str) -> f64 {
    let mut figures = report.figures.iter();
    figures
        .find(|figure| figure.key == key)
        .unwrap_or_else(|| panic!("no figure {key}"))
        .value
}

/// The table with this key.
pub(crate) fn table<'r>(report: &'r Report, key: &str) -> &'r Table {
    let mut tables = report.tables.iter();
    tables
        .find(|table| table.key == key)
        .unwrap_or_else(|| panic!("no table {key}"))
}
