//! The models for JavaScript, as an ES module.
//!
//! | module | content |
//! |---|---|
//! | [`value`] | values from JavaScript as JSON, checked; bigints where numbers do not suffice |
//! | [`input`] | scenarios and traces in the forms that a script may use |
//! | [`columns`] | schedules as objects with typed arrays, there and back |
//! | [`figure`] | options of a figure, as a script gives them |
//! | [`failure`] | refusals, as objects that the module turns into errors |
//!
//! `js/api.js` builds on these exports. Scripts meet only modules: these load programs, turn failures into errors and listen to
//! signals. There is one program for each laboratory, named by the variable `MAKESPAN_LABORATORY` at build time, and one
//! without models. Reports cross by serde-wasm-bindgen, with `null` for numbers that are not finite; the columns of schedules
//! cross as typed arrays.

pub mod columns;
pub mod failure;
pub mod figure;
pub mod input;
pub mod value;

use std::cell::RefCell;
use std::ops::ControlFlow;

use js_sys::{Array, Function, Uint8Array};
use laboratory::{Formula, Model, Models};
use parameters::Rejected;
use playground::traces::Given;
use playground::{
    Cache, Installed, Outcome, Scenario, Setup, imprint, link, list, presets, resume_setup,
};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use strategy::wire::Remote;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::failure::Failure;

/// The models of this program's laboratory, if it has one: the program is built once for each laboratory.
const OWN: [Option<Model>; 1] = list::models_of(option_env!("MAKESPAN_LABORATORY"));

/// The content of this program: its models, all scenarios and all formulas.
const INSTALLED: Installed = Installed {
    models: Models(&OWN),
    ..Installed::ALL
};

/// Installs the content as soon as the program is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    playground::install(INSTALLED);
}

/// The version of the module.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// Runs a scenario, on `traces` if there are any: `[name, [[node, Float64Array], …]]`. Each call of the observer has the work
/// done and the total work; the observer stops the run by returning `true` or by throwing.
///
/// # Errors
/// A [`Failure`] as an object, or the error that the observer threw.
#[wasm_bindgen]
pub fn run(scenario: &JsValue, traces: &JsValue, observer: &Function) -> Result<JsValue, JsValue> {
    let input = input::read(scenario, traces)?;
    let mut thrown = None;
    let mut watch = |done: u64, total: u64| {
        let number = |number: u64| JsValue::from_f64(number as f64);
        match observer.call2(&JsValue::NULL, &number(done), &number(total)) {
            Ok(answer) if answer.is_truthy() => ControlFlow::Break(()),
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                thrown = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let cache = &mut Cache::default();
    let outcome = resume_setup(&input.complete, &[], &mut |_, _| {}, cache, &mut watch);
    match (outcome, thrown) {
        (_, Some(error)) => Err(error),
        (Ok(outcome), None) => Ok(result(&input, outcome)?),
        (Err(error), None) => Err(Failure::from(error).into()),
    }
}

/// Takes the packed file of a measured set that a scenario needs.
///
/// # Errors
/// A [`Failure`] as an object: the file holds another set, or none.
#[wasm_bindgen]
pub fn give(key: &str, packed: Vec<u8>) -> Result<(), JsValue> {
    Ok(trace::measured::give(key, packed).map_err(Failure::traces)?)
}

thread_local! {
    /// The language of own strategies.
    static LANGUAGE: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Takes the language of own strategies, which a scenario needs: a function that takes bytes and returns bytes, or nothing if
/// it broke down.
#[wasm_bindgen(js_name = giveLanguage)]
pub fn give_language(ask: Function) {
    LANGUAGE.set(Some(ask));
    let exchange = |request: &[u8]| {
        let ask = LANGUAGE.with_borrow(Clone::clone)?;
        let reply = ask.call1(&JsValue::NULL, &Uint8Array::from(request));
        Some(reply.ok()?.dyn_into::<Uint8Array>().ok()?.to_vec())
    };
    strategy::give(Box::new(Remote { exchange }));
}

/// The outcome of a run, as an object. Schedules stand beside the report, so that their columns are typed arrays.
fn result(input: &Given, outcome: Outcome) -> Result<JsValue, Failure> {
    let Outcome { mut report, beside } = outcome;
    let fingerprint = report.fingerprint();
    let scenario = imprint::scenario(&input.said);
    let imprint = imprint::line(env!("CARGO_PKG_VERSION"), &scenario, &fingerprint);
    let schedule = report.schedule.take();
    let schedule = schedule.as_ref().map(columns::to_js).transpose()?;
    let beside = match beside {
        None => JsValue::NULL,
        Some(beside) => {
            let variants = Array::new();
            for (name, schedule) in &beside.variants {
                let schedule = columns::to_js(schedule)?;
                variants.push(&columns::object([
                    ("name", name.into()),
                    ("schedule", schedule),
                ]));
            }
            columns::object([("base", beside.base.into()), ("variants", variants.into())])
        }
    };
    Ok(columns::object([
        ("scenario", js(&input.said.to_json())?),
        ("link", js(&link::encode(&input.said).ok())?),
        ("imprint", imprint.into()),
        ("fingerprint", fingerprint.into()),
        ("report", js(&report)?),
        ("schedule", schedule.unwrap_or(JsValue::NULL)),
        ("beside", beside),
        ("changes", js(&input.changes)?),
        ("unknown", js(&input.unknown)?),
    ]))
}

/// The whole scenario as a text that a worker can receive: JSON, or a link if only a newer version knows all of it.
///
/// # Errors
/// A [`Failure`] as an object: this is no scenario.
#[wasm_bindgen]
pub fn text(scenario: &JsValue) -> Result<String, JsValue> {
    let setup = input::setup(scenario)?;
    if setup.extras.unknown.names().is_empty() {
        return Ok(setup.to_json().to_string());
    }
    Ok(link::encode(setup).map_err(Failure::from)?)
}

/// The laboratory of a scenario.
///
/// # Errors
/// A [`Failure`] as an object: this is no scenario.
#[wasm_bindgen]
pub fn laboratory(scenario: &JsValue) -> Result<String, JsValue> {
    Ok(input::setup(scenario)?.scenario.laboratory().into())
}

/// The value of a formula, by its name; not a number where it is undefined.
///
/// # Errors
/// A [`Failure`] as an object: no such formula, or parameters that it does not take.
#[wasm_bindgen]
pub fn evaluate(name: &str, parameters: &JsValue) -> Result<f64, JsValue> {
    let Some(formula) = playground::formula(name) else {
        let names: Vec<_> = playground::formulas().map(|formula| formula.name).collect();
        let allowed = format!("allowed: {}", names.join(", "));
        return Err(Failure::from(Rejected::one("quantity", name, allowed)).into());
    };
    let evaluated = value::json(parameters).and_then(|values| formula.evaluate(&values));
    Ok(evaluated.map_err(Failure::from)?)
}

/// The formulas: name, help, unit, source, and the JSON Schema of the parameters.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn quantities() -> Result<JsValue, JsValue> {
    let all: Vec<_> = playground::formulas().map(Formula::told).collect();
    Ok(js(&all)?)
}

/// The JSON Schema of a scenario.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn schema() -> Result<JsValue, JsValue> {
    Ok(js(&Scenario::schema())?)
}

/// The presets: name, title, help and the whole scenario.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn presets() -> Result<JsValue, JsValue> {
    let all: Vec<_> = presets::all().iter().map(presets::Preset::told).collect();
    Ok(js(&all)?)
}

/// A schedule as a standalone SVG figure.
///
/// # Errors
/// A [`Failure`] as an object: this is no schedule, or an option is unknown or has another form.
#[wasm_bindgen(js_name = toSvg)]
pub fn to_svg(schedule: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let options = value::json(options)
        .and_then(|options| figure::options(&options))
        .map_err(Failure::from)?;
    let schedule = columns::from_js(schedule)?;
    Ok(schedule::svg::render(&schedule, &options))
}

/// The link of a scenario: the part of an address from its `#` on.
///
/// # Errors
/// A [`Failure`] as an object: this is no scenario, or it is too large for a link.
#[wasm_bindgen(js_name = encodeLink)]
pub fn encode_link(scenario: &JsValue) -> Result<String, JsValue> {
    let setup = input::setup(scenario)?;
    Ok(link::encode(setup).map_err(Failure::from)?)
}

/// The whole scenario of a link and the places of its parts that only a newer version knows, as a pair.
///
/// # Errors
/// A [`Failure`] as an object: the link is damaged, too long, of an unknown form, or has a value that is not allowed.
#[wasm_bindgen(js_name = decodeLink)]
pub fn decode_link(link: &str) -> Result<JsValue, JsValue> {
    let setup: Setup = link::decode(link).map_err(Failure::from)?.into();
    let pair = Array::of2(&js(&setup.to_json())?, &js(&setup.extras.unknown.names())?);
    Ok(pair.into())
}

/// A value as in JSON: a missing value is `null`, maps are objects. Only a whole number too large for a `number`, such as a
/// seed, is a `bigint`.
fn js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, Failure> {
    let serializer = Serializer::json_compatible();
    let made = match value.serialize(&serializer) {
        Ok(made) => Ok(made),
        // The serializer makes all whole numbers of 64 bits bigints, or none.
        Err(_) => value
            .serialize(&serializer.serialize_large_number_types_as_bigints(true))
            .map(value::narrowed),
    };
    made.map_err(|error| Failure::other(error.to_string()))
}
