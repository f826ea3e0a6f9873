//! The panel of the traces, and the way of files into the page.

use report::{Scaled, Traces};
use serde_json::{Map, Value};
use session::event::{Event, Given};
use session::notebook::takes;
use session::outcome::Phase;
use session::state::State;
use session::status::size;
use session::traces::HEAD;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileList, HtmlInputElement};
use yew::prelude::*;

use crate::components::Button;
use crate::driver::Driver;
use crate::notebook;

/// A small file to start from.
const TEMPLATE: &str = "data:text/csv;charset=utf-8,\
job,node 1 (ms),node 2 (ms),node 3 (ms),node 4 (ms)%0A\
1,2510,2498,2620,5240%0A\
2,2495,2502,2580,5105%0A\
3,2530,4870,2610,2550%0A\
4,2502,4925,2595,2540%0A\
5,2490,2511,6120,2561%0A\
6,2515,2490,2604,2533%0A";

/// The traces of a file in a scenario's values.
fn own(values: &Map<String, Value>) -> Option<Traces> {
    let own = values.get("traces")?.get("own")?;
    let number = |key: &str| {
        own.get(key)
            .and_then(Value::as_u64)
            .and_then(|number| usize::try_from(number).ok())
    };
    Some(Traces {
        name: own.get("name")?.as_str()?.to_owned(),
        nodes: number("nodes")?,
        jobs: number("jobs")?,
        scaled: None,
    })
}

/// The known facts about the traces of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    /// Nothing so far.
    Nothing,
    /// The result was computed without traces.
    Unused,
    /// Their name, nodes and jobs.
    Traces(Traces),
}

/// The known facts about the traces of the page's scenario.
pub(crate) fn known(state: &State) -> Known {
    let ran = matches!(
        state.phase,
        Phase::Running { .. }
            | Phase::Done
            | Phase::Cancelled
            | Phase::Paused { .. }
            | Phase::OutOfTime(_)
    );
    if let Some(own) = own(&state.values) {
        return Known::Traces(own);
    }
    match state.result.as_ref().filter(|_| ran) {
        None => Known::Nothing,
        Some(result) => result
            .report
            .traces
            .clone()
            .map_or(Known::Unused, Known::Traces),
    }
}

/// The scaling of a file's runtimes in the result of the scenario, where they are scaled.
pub(crate) fn scaled(state: &State) -> Option<Scaled> {
    own(&state.values)?;
    let scale = state.scenario.about().traces?.scale?;
    let value = state.values.get(scale.text());
    value.filter(|value| !value.is_null())?;
    // The scaling stays while the next run is under way: nothing jumps.
    state.result.as_ref()?.report.traces.as_ref()?.scaled
}

/// Takes the first file of several.
pub(crate) fn take(files: Option<FileList>, driver: &Driver) {
    let Some(file) = files.and_then(|files| files.get(0)) else {
        return;
    };
    give(file, driver);
}

/// Takes a text as a file of this name.
pub(crate) fn take_text(name: &str, text: &str, driver: &Driver) {
    let parts = js_sys::Array::of1(&text.into());
    if let Ok(file) = File::new_with_str_sequence(&parts, name) {
        give(file, driver);
    }
}

fn give(file: File, driver: &Driver) {
    let driver = driver.clone();
    spawn_local(async move {
        let head = head(&file).await;
        if takes(&file.name(), &head) {
            let act = Callback::from(move |action| driver.act(action));
            return notebook::open(file.into(), act);
        }
        let given = Given {
            name: file.name(),
            size: file.size(),
            head,
            file: file.into(),
        };
        driver.handle(Event::File(given));
    });
}

/// The beginning of a file.
async fn head(file: &File) -> String {
    let Ok(head) = file.slice_with_f64_and_f64(0.0, HEAD as f64) else {
        return String::new();
    };
    let text = JsFuture::from(head.text()).await.ok();
    text.and_then(|text| text.as_string()).unwrap_or_default()
}

/// Properties of a picker of files.
#[derive(Properties, PartialEq)]
pub(crate) struct PickerProps {
    /// The words on its button.
    pub(crate) words: Html,
    /// Its name for tests and labels.
    pub(crate) id: AttrValue,
    /// The kinds of files.
    pub(crate) accept: AttrValue,
    /// The look of its button.
    #[prop_or_default]
    pub(crate) class: Classes,
    /// Receives the files.
    pub(crate) on_files: Callback<Option<FileList>>,
}

/// A button that opens a file.
#[component]
pub(crate) fn Picker(props: &PickerProps) -> Html {
    let input = use_node_ref();
    let onclick = {
        let input = input.clone();
        Callback::from(move |_| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let onchange = {
        let (input, on_files) = (input.clone(), props.on_files.clone());
        Callback::from(move |_| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                on_files.emit(input.files());
                // The same file can be chosen again.
                input.set_value("");
            }
        })
    };
    html! {
        <>
            <Button class={props.class.clone()} {onclick}>{ props.words.clone() }</Button>
            <input ref={input} id={props.id.clone()} type="file" hidden=true accept={props.accept.clone()} {onchange} />
        </>
    }
}

/// The kinds of files that hold traces.
pub(crate) const ACCEPT: &str =
    ".csv,.tsv,.txt,.swf,.gwf,.json,.gz,text/csv,text/plain,application/gzip";

/// Properties of the panel.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The traces of the scenario.
    pub(crate) known: Known,
    /// The name of a file that is being read.
    pub(crate) reading: Option<String>,
    /// Receives the files.
    pub(crate) on_files: Callback<Option<FileList>>,
    /// Whether the panel that measures this device is shown.
    pub(crate) measuring: bool,
    /// Shows or hides that panel.
    pub(crate) on_measure: Callback<MouseEvent>,
    /// The content below.
    pub(crate) children: Html,
}

/// The panel of the traces.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let (name, about) = match (&props.reading, &props.known) {
        (Some(name), _) => (name.clone(), "being read …".to_owned()),
        (None, Known::Traces(traces)) => {
            (traces.name.clone(), format!("Traces of {}", size(traces)))
        }
        (None, Known::Unused) => (
            "No traces".to_owned(),
            "The current view needs none.".to_owned(),
        ),
        (None, Known::Nothing) => ("…".to_owned(), "\u{a0}".to_owned()),
    };
    html! {
        <section class="drop" aria-label="Traces">
            <p class="drop-name"><b>{ name }</b><span>{ about }</span></p>
            <p class="drop-how">{ "Drop a file anywhere on this page: job runtimes as CSV, a log of jobs (SWF, GWF), PlanetLab’s CPU use, or trace events; all also as .gz. Or:" }</p>
            <div class="row">
                <Picker words={html! { "Open a file" }} id="open-traces" accept={ACCEPT} on_files={props.on_files.clone()} />
                <a class="button" href={TEMPLATE} download="makespan-template.csv">{ "Template" }</a>
                <Button id="to-measure" expanded={props.measuring} controls={props.measuring.then_some("measure")}
                    onclick={props.on_measure.clone()}>{ "Measure this device" }</Button>
            </div>
            <p class="drop-privacy">{ "Your files stay on this device." }</p>
            { props.children.clone() }
        </section>
    }
}
