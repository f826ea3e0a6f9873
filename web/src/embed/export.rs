//! Files for the embedding page: the same files that the page and the command write.

use std::rc::Rc;

use js_sys::JsString;
use schedule::Schedule;
use schedule::svg::{Options, Theme};
use serde_json::{Value, json};
use session::message::Form;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::protocol::{Problem, What};
use crate::gantt;
use session::file_name::scenario_name;
use session::state::State;

const JSON: &str = "application/json";

/// A file as a message: name, media type, text.
///
/// # Errors
/// `nothing` where there is no such file, `size` where there is no room for it.
pub(super) async fn of(state: &State, what: What, key: Option<&str>) -> Result<Value, Problem> {
    let file =
        |name: &str, media: &str, text: String| json!({"name": name, "media": media, "text": text});
    if what == What::Scenario {
        let text = state.setup().to_short_json().to_string();
        return Ok(file(&scenario_name(&state.scenario), JSON, text));
    }
    let nothing = |message: String| Problem::new("nothing", message);
    let outcome = state.result.as_ref().filter(|outcome| !outcome.partial);
    let Some(outcome) = outcome else {
        return Err(nothing("there is no result yet".into()));
    };
    let (report, stem) = (&outcome.report, &outcome.stem);
    let schedule = || {
        outcome
            .schedule
            .as_ref()
            .ok_or_else(|| nothing("this laboratory draws no schedule here".into()))
    };
    let form = match what {
        What::Svg => Form::Svg(Options {
            theme: if dark() { Theme::Dark } else { Theme::Light },
            title: report.headline.clone(),
            note: outcome.imprint(),
            ..Options::default()
        }),
        What::Csv => Form::Csv(None),
        What::TraceEvents => Form::TraceEvents(None, report.headline.clone()),
        What::Report | What::Scenario => {
            let whole = json!({"fingerprint": outcome.fingerprint, "report": report.described()});
            return Ok(file(&format!("{stem}.json"), JSON, whole.to_string()));
        }
        What::Chart | What::Table => {
            let key = key.unwrap_or_default();
            let (kind, keys, table) = if what == What::Chart {
                let keys: Vec<_> = report
                    .charts
                    .iter()
                    .map(|chart| chart.key.as_str())
                    .collect();
                let found = report.charts.iter().find(|chart| chart.key == key);
                ("chart", keys, found.map(report::Card::table))
            } else {
                let keys: Vec<_> = report
                    .tables
                    .iter()
                    .map(|table| table.key.as_str())
                    .collect();
                (
                    "table",
                    keys,
                    report.tables.iter().find(|table| table.key == key).cloned(),
                )
            };
            let missing = || {
                nothing(format!(
                    "there is no {kind} with this key; there are: {}",
                    keys.join(", ")
                ))
            };
            let table = table.ok_or_else(missing)?;
            return Ok(file(&format!("{stem}-{key}.csv"), "text/csv", table.csv()));
        }
    };
    let (name, media) = match what {
        What::Svg => (format!("{stem}.svg"), "image/svg+xml"),
        What::Csv => (format!("{stem}.csv"), "text/csv"),
        _ => (format!("{stem}.trace.json"), JSON),
    };
    let text = written(schedule()?, form).await;
    let text =
        text.ok_or_else(|| Problem::new("size", "this browser has no room for this file"))?;
    Ok(file(&name, media, text))
}

/// Whether the figure is dark now, by choice or by the system.
fn dark() -> bool {
    match gloo::utils::document_element()
        .get_attribute("data-theme")
        .as_deref()
    {
        Some("dark") => true,
        Some("light") => false,
        _ => {
            let query = gloo::utils::window().match_media("(prefers-color-scheme: dark)");
            query.ok().flatten().is_some_and(|query| query.matches())
        }
    }
}

async fn written(schedule: &Rc<Schedule>, form: Form) -> Option<String> {
    let blob = gantt::write(schedule, form).await?;
    let text = JsFuture::from(blob.text()).await.ok()?;
    text.dyn_into::<JsString>().ok().map(String::from)
}
