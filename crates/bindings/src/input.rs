//! Scenarios and traces in the forms that a script may use.

use js_sys::{Array, Float64Array};
use parameters::Rejected;
use playground::traces::Given;
use playground::{Setup, link};
use trace::{Node, TraceSet};
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::Failure;
use crate::value;

/// A scenario, on these traces if there are any.
///
/// # Errors
/// If either cannot be read, or the scenario names a file other than these traces.
pub fn read(scenario: &JsValue, traces: &JsValue) -> Result<Given, Failure> {
    let said = setup(scenario)?;
    match self::traces(traces)? {
        None => Ok(Given::alone(said)),
        Some(set) => Ok(Given::on(said, &set)?),
    }
}

/// A scenario and its view, from an object, JSON text, a link or its fragment, or a preset's name.
///
/// # Errors
/// If it is none of these, or has a value that is not allowed.
pub fn setup(scenario: &JsValue) -> Result<Setup, Failure> {
    let Some(text) = scenario.as_string() else {
        if scenario.is_undefined() {
            let allowed = "allowed: an object, JSON text, a link, or the name of a preset";
            return Err(Rejected::one("scenario", "undefined", allowed).into());
        }
        return Ok(Setup::from_json(&value::json(scenario)?)?);
    };
    let text = text.trim();
    if text.starts_with(['{', '\u{feff}']) {
        return Ok(Setup::from_text(text)?);
    }
    Ok(link::find(text)?)
}

/// Traces: `[name, [[node, Float64Array], …]]`; none if undefined or null.
fn traces(given: &JsValue) -> Result<Option<TraceSet>, Failure> {
    if given.is_undefined() || given.is_null() {
        return Ok(None);
    }
    let form = || {
        let allowed = "allowed: a name, and a Float64Array of runtimes in ms for each node";
        Failure::from(Rejected::one("traces", "", allowed))
    };
    let pair = given.dyn_ref::<Array>().ok_or_else(form)?;
    let name = pair.get(0).as_string().ok_or_else(form)?;
    let columns = pair.get(1).dyn_into::<Array>().map_err(|_| form())?;
    let mut nodes = Vec::new();
    for (host, column) in columns.iter().enumerate() {
        let column = column.dyn_into::<Array>().map_err(|_| form())?;
        let runtimes = column
            .get(1)
            .dyn_into::<Float64Array>()
            .map_err(|_| form())?;
        nodes.push(Node {
            name: column.get(0).as_string().ok_or_else(form)?,
            position: None,
            host,
            runtimes: runtimes.to_vec(),
        });
    }
    Ok(Some(TraceSet::new(name, nodes).map_err(Failure::traces)?))
}
