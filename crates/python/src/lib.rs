//! The models for Python: the same door, as a package.
//!
//! | module | contents |
//! |---|---|
//! | [`value`] | values from Python as JSON, checked |
//! | [`input`] | scenarios and traces in the forms in which a script may have them |
//! | [`ran`] | the result of a run |
//! | [`study`] | plans, their shards, and shards put together |
//! | [`watch`] | progress, and Ctrl-C |
//! | [`failure`] | why something was refused, as an exception |
//!
//! `makespan/__init__.py` stands on this module; scripts meet only that package. Everything that computes releases the
//! interpreter's lock.

mod failure;
mod input;
mod ran;
mod study;
mod value;
mod watch;

use parameters::{Rejected, alike};
use playground::{link, presets, resume_setup};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::ran::Ran;
use crate::watch::Watch;

/// The module that Python loads.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{describe, evaluate, link_, presets_, run, schema};
    #[pymodule_export]
    use crate::ran::Ran;
    #[pymodule_export]
    use crate::study::{Plan, merge};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}

/// Runs a scenario, with changes and beside variants, on traces where they are given.
#[pyfunction]
#[pyo3(signature = (scenario, changes, variants, traces, progress))]
fn run(
    py: Python<'_>,
    scenario: &Bound<'_, PyAny>,
    changes: &Bound<'_, PyDict>,
    variants: Option<&Bound<'_, PyAny>>,
    traces: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> Result<Ran, Failure> {
    let given = input::read(scenario, changes, variants, traces)?;
    let mut watch = Watch::new(progress);
    let outcome = py.detach(|| {
        let cache = &mut playground::Cache::default();
        resume_setup(&given.complete, &[], &mut |_, _| {}, cache, &mut watch)
    });
    watch.end()?;
    Ok(Ran::new(given, outcome?.report))
}

/// The link of a scenario with changes, from its `#` on.
#[pyfunction]
#[pyo3(name = "link")]
fn link_(scenario: &Bound<'_, PyAny>, changes: &Bound<'_, PyDict>) -> Result<String, Failure> {
    let given = input::read(scenario, changes, None, None)?;
    Ok(link::encode(&given.said)?)
}

/// The value of a formula; not a number where it is undefined.
#[pyfunction]
fn evaluate(name: &str, parameters: &Bound<'_, PyDict>) -> Result<f64, Failure> {
    let formula = playground::formula(name).ok_or_else(|| unknown("formula", name, formulas()))?;
    let values = value::json(parameters.as_any())?;
    Ok(formula.evaluate(&values)?)
}

/// The presets: name, title, help and the whole scenario.
#[pyfunction]
#[pyo3(name = "presets")]
fn presets_(py: Python<'_>) -> Result<Py<PyAny>, Failure> {
    let all = presets::all().iter();
    let all = all.map(|one| with(one.told(), "laboratory", one.laboratory().into()));
    value::python(py, &all.collect::<Vec<_>>())
}

/// The laboratories and formulas; or one of them, with its parameters.
#[pyfunction]
#[pyo3(signature = (name))]
fn describe(py: Python<'_>, name: Option<&str>) -> Result<Py<PyAny>, Failure> {
    let said = match name {
        None => {
            let laboratories = playground::laboratories().iter().map(|one| one.told());
            let formulas = playground::formulas()
                .map(|one| json!({"name": one.name, "help": one.help, "unit": one.unit}));
            json!({
                "laboratories": laboratories.collect::<Vec<_>>(),
                "formulas": formulas.collect::<Vec<_>>(),
            })
        }
        Some(name) => one(name)?,
    };
    value::python(py, &said)
}

/// A laboratory or a formula, with its parameters.
fn one(name: &str) -> Result<Value, Failure> {
    if let Some(one) = playground::laboratory(name) {
        return Ok(with(one.told(), "parameters", one.table.schema()));
    }
    if let Some(one) = playground::formula(name) {
        return Ok(one.told());
    }
    let laboratories = playground::laboratories().iter().map(|one| one.name);
    Err(unknown("name", name, laboratories.chain(formulas())))
}

/// An object with one more value.
fn with(mut told: Value, name: &str, value: Value) -> Value {
    if let Some(told) = told.as_object_mut() {
        told.insert(name.into(), value);
    }
    told
}

/// The JSON Schema of a scenario.
#[pyfunction]
fn schema(py: Python<'_>) -> Result<Py<PyAny>, Failure> {
    value::python(py, &playground::Scenario::schema())
}

fn formulas() -> impl Iterator<Item = &'static str> {
    playground::formulas().map(|formula| formula.name)
}

fn unknown(place: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Failure {
    let said = format!(
        "there is none of this name; {}",
        alike::suggest(name, known)
    );
    Rejected::one(place, name, said).into()
}
