//! Giving the link away.

use std::rc::Rc;

use gloo::utils::window;
use js_sys::{Promise, Reflect};
use parameters::{Kind, Parameter};
use report::number::fixed;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::gantt;
use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use session::outcome::Outcome;
use session::state::State;

/// From how many characters on a link may not survive every mail program.
const LONG: usize = 2_000;

/// Copies the address, and says so; where that is not allowed, shows it to be copied by hand. Whoever opens it is asked
/// for the file that is missing, where there is one.
pub(crate) fn copy(act: Callback<Action>, missing: Option<String>, ran: bool) {
    let link = window().location().href().unwrap_or_default();
    spawn_local(async move {
        let mut notice = match write(&link).await {
            true => copied(&link, missing.is_some()),
            false => {
                let mut notice = Notice::new(Topic::Share, Tone::Good, "Copy this link")
                    .with("The browser did not let this page copy it.");
                notice.link = Some(link);
                notice
            }
        };
        if let Some(name) = missing {
            notice = notice.with(format!(
                "“{name}” has too many values for a link: users without this file are asked for it. A scenario file contains the values."
            ));
            notice.save = true;
        }
        notice.more = ran;
        act.emit(Action::Say(notice));
    });
}

#[wasm_bindgen]
extern "C" {
    /// Defined in the document, whose address the program's is relative to.
    #[wasm_bindgen(js_name = makespanShare, catch)]
    fn fetch() -> Result<Promise, JsValue>;

    type Program;

    #[wasm_bindgen(method, catch)]
    fn open(this: &Program, run: &JsValue, draw: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn paper(this: &Program, run: &JsValue, draw: &JsValue) -> Result<(), JsValue>;
}

/// Opens the dialog of `web/share` for the result that is shown: QR code, citation, embedding, printing. The address is its
/// link.
pub(crate) fn more(act: Callback<Action>, state: &State) {
    let Some((run, draw)) = told(state) else {
        return;
    };
    spawn_local(async move {
        let opened = async { program().await?.open(&js_sys::JSON::parse(&run)?, &draw) };
        if opened.await.is_err() {
            let title = "The ways to share could not be loaded";
            let notice = Notice::new(Topic::Share, Tone::Bad, title)
                .with("The address of this page is the link; its host may be out of reach.");
            act.emit(Action::Say(notice));
        }
    });
}

/// Prints the handout of the result that is shown; where its program cannot be loaded, the page.
pub(crate) fn paper(state: &State) {
    let Some((run, draw)) = told(state) else {
        return;
    };
    spawn_local(async move {
        let printed = async { program().await?.paper(&js_sys::JSON::parse(&run)?, &draw) };
        if printed.await.is_err() {
            let _ = window().print();
        }
    });
}

async fn program() -> Result<Program, JsValue> {
    Ok(JsFuture::from(fetch()?).await?.unchecked_into())
}

/// What `web/share` is told of the result that is shown, as JSON, and what draws its schedule.
fn told(state: &State) -> Option<(String, JsValue)> {
    let result = state.result.as_ref()?;
    let report = &result.report;
    let figures = report.figures.iter().map(|figure| {
        let uncertainty = figure.uncertainty_text().unwrap_or_default();
        let beside = figure.beside.clone().unwrap_or_default();
        json!([figure.name, figure.text(), uncertainty, beside])
    });
    let seen = report.seen();
    let run = json!({
        "why": report.why,
        "imprint": result.imprint(),
        "figures": figures.collect::<Vec<_>>(),
        "charts": seen.all().map(|chart| [&chart.key, &chart.title]).collect::<Vec<_>>(),
        "has": {
            "worlds": session::worlds::of(result).is_some(),
            "gantt": result.schedule.is_some(),
            "claims": !report.claims.is_empty(),
            "tables": !report.tables.is_empty(),
        },
        "usual": crate::embed::usual(state.scenario.about().picture, result),
        "parameters": parameters(state),
        "version": env!("CARGO_PKG_VERSION"),
        "laboratory": state.scenario.about().title,
        "headline": result.report.headline,
        "digest": result.digest,
        "fingerprint": result.fingerprint,
        "seed": result.seed.to_string(),
        "stem": result.stem,
        "missing": state.scenario.missing_file().map(|own| own.name),
    });
    Some((run.to_string(), drawing(result)))
}

/// The parameters that have an effect, as the dialog offers and prints them.
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

/// Draws the result's schedule as a figure of so many millimetres, as a promise of its text; of nothing where there is none.
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

fn copied(link: &str, incomplete: bool) -> Notice {
    let notice = Notice::new(Topic::Share, Tone::Good, "The link is copied");
    match link.len() {
        _ if incomplete => notice,
        length if length > LONG => Notice {
            save: true,
            ..notice.with(format!(
                "It has {} characters: some programs cut links above {}. A scenario file is the safer way.",
                fixed(length as f64, 0),
                fixed(LONG as f64, 0)
            ))
        },
        length => notice.with(format!(
            "It has {} characters. It opens this scenario with the same numbers and the same view.",
            fixed(length as f64, 0)
        )),
    }
}

async fn write(link: &str) -> bool {
    let navigator = window().navigator();
    // Pages that were not loaded safely have no clipboard.
    match Reflect::get(&navigator, &JsValue::from_str("clipboard")) {
        Ok(clipboard) if clipboard.is_object() => {}
        _ => return false,
    }
    JsFuture::from(navigator.clipboard().write_text(link))
        .await
        .is_ok()
}

/// What a link to be copied by hand needs.
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
