//! Scenarios and traces in the forms in which a script may have them.

use std::fs;
use std::path::{Path, PathBuf};

use parameters::Rejected;
use playground::setup::Changes;
use playground::traces::Given;
use playground::{Setup, View, link};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use trace::read::Columns;
use trace::{Node, TraceSet, read::read_as};

use crate::failure::Failure;
use crate::value;

/// A scenario with changes, beside variants and on traces where they are given.
pub(crate) fn read(
    scenario: &Bound<'_, PyAny>,
    changes: &Bound<'_, PyDict>,
    variants: Option<&Bound<'_, PyAny>>,
    traces: Option<&Bound<'_, PyAny>>,
) -> Result<Given, Failure> {
    let setup = setup(scenario)?;
    let extras = setup.extras.clone();
    let scenario = match self::changes(value::json(changes.as_any())?, "changes")? {
        changes if changes.is_empty() => setup.scenario,
        changes => setup.scenario.having(&changes)?,
    };
    let view = match variants.map(value::json).transpose()? {
        None => setup.view,
        Some(Value::Array(variants)) => {
            let variants = variants.into_iter().enumerate();
            let variants = variants.map(|(at, one)| self::changes(one, &format!("variants[{at}]")));
            View::Compare(variants.collect::<Result<_, _>>()?)
        }
        Some(_) => {
            let allowed = "allowed: a list of changes";
            return Err(Rejected::one("variants", "", allowed).into());
        }
    };
    let setup = Setup::new(scenario, view)?.with(extras.elsewhere());
    match traces.map(self::traces).transpose()? {
        None => Ok(Given::alone(setup)),
        Some(set) => Ok(Given::on(setup, &set)?),
    }
}

/// The forms of a scenario.
const ALLOWED: &str =
    "allowed: a dictionary, JSON text, a link, the name of a preset, or a path of pathlib";

/// A scenario, with its view, from a dictionary, JSON text, a link or its fragment, a preset's name, or a path.
fn setup(scenario: &Bound<'_, PyAny>) -> Result<Setup, Failure> {
    if let Ok(text) = scenario.cast::<PyString>() {
        let text = text.to_cow()?;
        let text = text.trim();
        return match text.starts_with(['{', '\u{feff}']) {
            true => Ok(Setup::from_text(text)?),
            // No preset ends like this: the error says how to name a file.
            false if text.ends_with(".json") => {
                Err(Rejected::one("scenario", text, ALLOWED).into())
            }
            false => Ok(link::find(text)?),
        };
    }
    if let Some(path) = path(scenario)? {
        let text = fs::read_to_string(&path).map_err(|error| unread(&path, &error))?;
        return Ok(Setup::from_text(&text)?);
    }
    if scenario.is_instance_of::<PyDict>() {
        return Ok(Setup::from_json(&value::json(scenario)?)?);
    }
    let kind = scenario.get_type().to_string();
    Err(Rejected::one("scenario", kind, ALLOWED).into())
}

/// The path that an object of `pathlib` and its kin names; a text is none.
pub(crate) fn path(value: &Bound<'_, PyAny>) -> Result<Option<PathBuf>, Failure> {
    match value.hasattr("__fspath__")? {
        true => Ok(Some(value.extract()?)),
        false => Ok(None),
    }
}

pub(crate) fn unread(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Other(format!("{} could not be read: {error}", path.display()))
}

fn changes(value: Value, place: &str) -> Result<Changes, Rejected> {
    match value {
        Value::Object(changes) => Ok(changes.into_iter().collect()),
        other => {
            let allowed = "allowed: a dictionary of parameters with values";
            Err(Rejected::one(place, other, allowed))
        }
    }
}

/// Traces from a path, or from a dictionary of nodes with their runtimes in ms.
fn traces(given: &Bound<'_, PyAny>) -> Result<TraceSet, Failure> {
    let path = match given.cast::<PyString>() {
        Ok(text) => Some(PathBuf::from(text.to_cow()?.as_ref())),
        Err(_) => path(given)?,
    };
    if let Some(path) = path {
        let bytes = fs::read(&path).map_err(|error| unread(&path, &error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let reading = read_as(&name, &bytes, &Columns::default())?;
        return reading.set.ok_or_else(|| {
            let allowed = "allowed: a file with a row that can be used";
            Rejected::one("traces", path.display(), allowed).into()
        });
    }
    let Ok(map) = given.cast::<PyDict>() else {
        let kind = given.get_type().to_string();
        let allowed = "allowed: a path, or a dictionary of nodes with their runtimes in ms";
        return Err(Rejected::one("traces", kind, allowed).into());
    };
    let mut nodes = Vec::new();
    for (host, (name, runtimes)) in map.iter().enumerate() {
        nodes.push(Node {
            name: name.str()?.extract()?,
            position: None,
            host,
            runtimes: runtimes.extract()?,
        });
    }
    Ok(TraceSet::new("traces", nodes)?)
}
