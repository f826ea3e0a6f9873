//! The result of a run.

use playground::traces::Given;
use playground::{imprint, link};
use pyo3::prelude::*;
use report::Report;
use schedule::palette::Theme;
use schedule::svg::{self, Options};
use serde_json::json;

use crate::failure::Failure;
use crate::value;

/// A report with its scenario.
#[pyclass(frozen, module = "makespan._native")]
pub(crate) struct Ran {
    given: Given,
    report: Report,
    fingerprint: String,
}

impl Ran {
    pub(crate) fn new(given: Given, report: Report) -> Self {
        Self {
            fingerprint: report.fingerprint(),
            given,
            report,
        }
    }
}

#[pymethods]
impl Ran {
    #[getter]
    fn headline(&self) -> &str {
        &self.report.headline
    }

    #[getter]
    fn why(&self) -> &str {
        &self.report.why
    }

    #[getter]
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    #[getter]
    fn digest(&self) -> String {
        self.given.said.digest()
    }

    /// The changes that the traces made to the scenario, in words.
    #[getter]
    fn changes(&self) -> Vec<String> {
        self.given.changes.clone()
    }

    /// The link of the scenario, from its `#` on; `None` where it would be too long.
    #[getter]
    fn link(&self) -> Option<String> {
        link::encode(&self.given.said).ok()
    }

    /// Each figure: key, name, value, unit, ends of its interval, and as people read it.
    #[getter]
    fn figures(&self, py: Python<'_>) -> Result<Py<PyAny>, Failure> {
        let figures = self.report.figures.iter().map(|figure| {
            let ends = figure
                .interval
                .map(|interval| (interval.low, interval.high));
            let uncertainty = figure.uncertainty_text().unwrap_or_default();
            json!({
                "key": figure.key, "name": figure.name, "unit": figure.unit,
                "value": figure.value.is_finite().then_some(figure.value),
                "interval": ends, "beside": figure.beside,
                "text": format!("{} {uncertainty}", figure.text()).trim_end(),
            })
        });
        value::python(py, &figures.collect::<Vec<_>>())
    }

    fn scenario(&self, py: Python<'_>) -> Result<Py<PyAny>, Failure> {
        value::python(py, &self.given.said.to_json())
    }

    fn report(&self, py: Python<'_>) -> Result<Py<PyAny>, Failure> {
        value::python(py, &self.report)
    }

    /// A table as CSV; `None` where there is none of this key.
    fn csv(&self, key: &str) -> Option<String> {
        let mut tables = self.report.tables.iter();
        tables
            .find(|table| table.key == key)
            .map(report::Table::csv)
    }

    /// The schedule as a standalone SVG figure; `None` where the report has none.
    fn svg(
        &self,
        width: i64,
        millimetres: Option<i64>,
        dark: bool,
    ) -> Result<Option<String>, Failure> {
        let width = value::within("width", width, &svg::PIXELS)?;
        let millimetres = millimetres
            .map(|wide| value::within("millimetres", wide, &svg::MILLIMETRES))
            .transpose()?;
        let Some(schedule) = self.report.schedule.as_ref() else {
            return Ok(None);
        };
        let scenario = imprint::scenario(&self.given.said);
        let options = Options {
            width,
            millimetres,
            theme: if dark { Theme::Dark } else { Theme::Light },
            title: self.report.headline.clone(),
            description: self.report.why.clone(),
            note: imprint::line(env!("CARGO_PKG_VERSION"), &scenario, &self.fingerprint),
            ..Options::default()
        };
        Ok(Some(svg::render(schedule, &options)))
    }
}
