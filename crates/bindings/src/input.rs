//! Scenarios and traces in the forms in which a script may have them.

use js_sys::{Array, Float64Array};
use parameters::Rejected;
use playground::{Setup, link, presets};
use trace::{Node, TraceSet};
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::Failure;
use crate::value;

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Input {
    /// As it is told and linked to: without the values of traces that are too much for a link.
    pub said: Setup,
    /// With all values.
    pub complete: Setup,
    /// What the traces changed of the scenario, in words.
    pub changes: Vec<String>,
    /// The places of what only a newer version knows, which is left out of the run.
    pub unknown: Vec<String>,
}

impl Input {
    /// A scenario, on these traces where they are given.
    ///
    /// # Errors
    /// Where either cannot be read, or the scenario speaks of a file that these traces are not.
    pub fn read(scenario: &JsValue, traces: &JsValue) -> Result<Self, Failure> {
        let said = setup(scenario)?;
        let (unknown, extras) = (said.extras.unknown.names(), said.extras.elsewhere());
        let Some(set) = self::traces(traces)? else {
            let complete = said.clone();
            return Ok(Self {
                said,
                complete,
                changes: Vec::new(),
                unknown,
            });
        };
        if let Some(wanted) = said.scenario.missing_file() {
            let supplied = said.scenario.supplied(&set);
            if supplied.missing_file().is_some() {
                let allowed = format!(
                    "allowed: the traces “{}” that the scenario asks for, {} nodes, {} jobs, digest {}",
                    wanted.name, wanted.nodes, wanted.jobs, wanted.digest
                );
                let found = format!("“{}”, digest {}", set.name(), set.digest());
                return Err(Rejected::one("traces", found, allowed).into());
            }
            let complete = Setup::new(supplied, said.view.clone())?;
            return Ok(Self {
                said,
                complete,
                changes: Vec::new(),
                unknown,
            });
        }
        let (scenario, changes) = said.scenario.with_traces(&set);
        let complete = Setup::new(scenario.supplied(&set), said.view.clone())?;
        let said = Setup::new(scenario, said.view)?.with(extras);
        Ok(Self {
            said,
            complete,
            changes,
            unknown,
        })
    }
}

/// A scenario, and what is to be seen of it, from an object, JSON text, a link or its fragment, or a preset's name.
///
/// # Errors
/// Where it is none of these, or asks for what is not allowed.
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
    if text.contains('#') || text.starts_with("v1.") || text.starts_with("p=") {
        return Ok(link::decode(text)?.into());
    }
    match presets::find(text) {
        Some(preset) => Ok(preset.scenario().into()),
        None => Err(link::Error::unknown_preset(text).into()),
    }
}

/// Traces: `[name, [[node, Float64Array], …]]`; nothing where there are none.
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
