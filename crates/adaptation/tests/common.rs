//! Runs of scenarios.

use adaptation::{Adaptation, Parameters};
use laboratory::Laboratory;
use parameters::Parameters as _;
use report::{Report, Silent};
use serde_json::Value;

/// The parameters of these values, or the message that refuses them.
pub(crate) fn typed(values: &Value) -> Result<Parameters, String> {
    let checked = Adaptation::ABOUT
        .table
        .check(values)
        .map_err(|rejected| rejected.to_string())?;
    Ok(Parameters::from_values(&checked))
}

/// The report of these values, or the message that refuses them.
pub(crate) fn run(values: &Value) -> Result<Report, String> {
    let parameters = typed(values)?;
    Adaptation::run(&parameters, &mut Default::default(), &mut Silent)
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
