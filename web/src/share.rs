//! Sharing the result.

use std::rc::Rc;

use gloo::utils::window;
use js_sys::{Object, Promise, Reflect};
use parameters::{Kind, Parameter};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::gantt;
use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use session::outcome::{Outcome, Phase};
use session::state::State;

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanShare, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Program;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Program, run: &JsValue, ways: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn paper(this: &Program, run: &JsValue, ways: &JsValue) -> Result<(), JsValue>;
}

/// The actions of the dialog besides copying and printing.
pub(crate) struct Ways {
    /// Saves the scenario as a file.
    pub(crate) save: Callback<()>,
    /// Shows the projector view.
    pub(crate) project: Callback<()>,
}

/// Opens the dialog of `web/share`: link with QR code, embedding, citation, printing. The address is its link. Where the dialog
/// cannot be loaded, a notice shows the link, to be copied by hand.
pub(crate) fn open(act: Callback<Action>, state: &State, ways: &Ways) {
    let run = told(state);
    let all = offered(state.result.as_ref(), Some(ways));
    spawn_local(async move {
        let opened = async { program().await?.open(&js_sys::JSON::parse(&run)?, &all?) };
        if opened.await.is_err() {
            let title = "The ways to share could not be loaded";
            let mut notice = Notice::new(Topic::Share, Tone::Bad, title)
                .with("This is the link. Its host may be out of reach.");
            notice.link = window().location().href().ok();
            act.emit(Action::Say(notice));
        }
    });
}

/// Prints the handout of the present result; where its program cannot be loaded, the page.
pub(crate) fn paper(state: &State) {
    if state.result.is_none() {
        return;
    }
    let run = told(state);
    let all = offered(state.result.as_ref(), None);
    spawn_local(async move {
        let printed = async { program().await?.paper(&js_sys::JSON::parse(&run)?, &all?) };
        if printed.await.is_err() {
            let _ = window().print();
        }
    });
}

/// The functions that the dialog can call, as an object.
fn offered(result: Option<&Rc<Outcome>>, ways: Option<&Ways>) -> Result<JsValue, JsValue> {
    let all = Object::new();
    let set = |name: &str, value: &JsValue| Reflect::set(&all, &JsValue::from_str(name), value);
    if let Some(result) = result {
        set("draw", &drawing(result))?;
    }
    if let Some(ways) = ways {
        let on = |way: &Callback<()>| {
            let way = way.clone();
            Closure::<dyn Fn()>::new(move || way.emit(())).into_js_value()
        };
        set("save", &on(&ways.save))?;
        set("project", &on(&ways.project))?;
    }
    Ok(all.into())
}

async fn program() -> Result<Program, JsValue> {
    Ok(JsFuture::from(fetch()?).await?.unchecked_into())
}

/// The data of the present result for `web/share`, as JSON; without a result, of the link alone.
fn told(state: &State) -> String {
    let missing = state.scenario.missing_file().map(|own| own.name);
    let Some(result) = state.result.as_ref() else {
        return json!({ "stem": "makespan", "missing": missing }).to_string();
    };
    let report = &result.report;
    let figures = report.figures.iter().map(|figure| {
        let uncertainty = figure.uncertainty_text().unwrap_or_default();
        let beside = figure.beside.clone().unwrap_or_default();
        json!([figure.name, figure.text(), uncertainty, beside])
    });
    let seen = report.seen();
    let keys = state.keys.iter().map(|key| key.parameter.name);
    json!({
        "why": report.why,
        "imprint": result.imprint(),
        "figures": figures.collect::<Vec<_>>(),
        "charts": seen.all().map(|chart| [&chart.key, &chart.title]).collect::<Vec<_>>(),
        "has": {
            "worlds": session::same_work::of(result).is_some(),
            "gantt": result.schedule.is_some(),
            "claims": !report.claims.is_empty(),
            "tables": !report.tables.is_empty(),
        },
        "usual": crate::embed::usual(state.scenario.about().picture, result),
        "keys": keys.collect::<Vec<_>>(),
        "parameters": parameters(state),
        "version": env!("CARGO_PKG_VERSION"),
        "laboratory": state.scenario.about().title,
        "name": state.scenario.laboratory(),
        "question": state.scenario.about().question,
        "setup": state.setup().to_json().to_string(),
        "done": state.phase == Phase::Done,
        "headline": report.headline,
        "digest": result.digest,
        "fingerprint": result.fingerprint,
        "seed": result.seed.to_string(),
        "stem": result.stem,
        "missing": missing,
    })
    .to_string()
}

/// The parameters with an effect, as the dialog offers and prints them.
fn parameters(state: &State) -> Vec<Value> {
    let keys = playground::presets::keys(&state.scenario);
    let matter = |parameter: &&Rc<Parameter>| parameter.matters(&state.values);
    let told = |parameter: &Rc<Parameter>| {
        let value = state.values.get(parameter.name).unwrap_or(&Value::Null);
        let choices: Vec<_> = parameter
            .offered()
            .map(|choice| [choice.value, choice.title])
            .collect();
        let range = match parameter.kind {
            Kind::Integer { minimum, maximum } => json!([minimum, maximum]),
            Kind::Number {
                minimum, maximum, ..
            } => json!([minimum, maximum]),
            _ => Value::Null,
        };
        json!({
            "name": parameter.name,
            "title": parameter.title,
            "unit": parameter.unit,
            "range": range,
            "choices": choices,
            "value": words(parameter, value),
            "changed": *value != parameter.default_value(),
            "key": keys.iter().any(|key| key.name == parameter.name),
        })
    };
    state.parameters.iter().filter(matter).map(told).collect()
}

/// A value for people: the name of a choice, and of traces of one's own.
fn words(parameter: &Parameter, value: &Value) -> String {
    match value {
        Value::String(text) => {
            let mut offered = parameter.offered();
            let choice = offered.find(|choice| choice.value == text);
            choice.map_or_else(|| text.clone(), |choice| choice.title.to_owned())
        }
        Value::Object(map) => {
            let carried = map.iter().next();
            let name = carried
                .and_then(|(kind, own)| own.get("name").and_then(Value::as_str).or(Some(kind)));
            name.unwrap_or_default().to_owned()
        }
        Value::Bool(on) => if *on { "yes" } else { "no" }.to_owned(),
        Value::Null => "none".to_owned(),
        value => {
            let text = value.to_string();
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
    }
}

/// A function that draws the result's schedule as a figure of so many millimetres, as a promise of its text; nothing where there is none.
fn drawing(result: &Rc<Outcome>) -> JsValue {
    let result = result.clone();
    let draw = move |millimetres: u32| {
        let result = result.clone();
        future_to_promise(async move {
            let figure = gantt::printed(&result, millimetres).await;
            Ok(figure.map_or(JsValue::NULL, JsValue::from))
        })
    };
    Closure::<dyn Fn(u32) -> Promise>::new(draw).into_js_value()
}

/// Properties of a link to be copied by hand.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The link.
    pub(crate) link: String,
}

/// A link to be copied by hand, selected already.
#[component]
pub(crate) fn ByHand(props: &Props) -> Html {
    let field = use_node_ref();
    use_effect_with((field.clone(), props.link.clone()), |(field, _)| {
        if let Some(input) = field.cast::<HtmlInputElement>() {
            let _ = input.focus();
            input.select();
        }
    });
    html! {
        <input ref={field} class="link" type="text" readonly=true value={props.link.clone()} aria-label="Link to this scenario" />
    }
}
