//! One figure within somebody else's page: the parts that its author picked, and no chrome. It reads nothing from this
//! device's storage, writes nothing there, and leaves address and history alone.
//!
//! | idea | file |
//! |---|---|
//! | the author's settings in the address | `options`, `limits` |
//! | messages between host and figure | `protocol`, `value` |
//! | senders and receivers of messages | `host` |
//! | the effects of the host on the figure, and of the figure on the host | `attached` |
//! | the host's commands | `commands` |
//! | files for the host | `export` |
//! | the parts of the figure | this file, `parts` |

mod attached;
mod commands;
mod export;
mod host;
mod limits;
mod options;
mod parts;
mod protocol;
mod value;

use std::cell::OnceCell;
use std::rc::Rc;

use gloo::utils::{document_element, window};
use laboratory::Picture;
use serde_json::Value;
use session::Place;
use session::action::Action;
use session::notice::{Notice, Tone, Topic};
use session::outcome::Outcome;
use session::state::State;
use wasm_bindgen::JsValue;
use web_sys::UrlSearchParams;
use yew::prelude::*;

use crate::app::name;
use crate::driver::{Begun, Driver, use_session};
use crate::gantt::{Seek, Together};
use crate::header::bar;
use crate::message::Notices;
use crate::status;
use crate::title::use_title;
use attached::use_host;
use commands::Commands;
use host::Host;
use limits::use_limits;
use options::{Options, Part};

/// Whether the page is a figure within another one. The document decides, because it has to before it shows anything.
pub(crate) fn asked() -> bool {
    thread_local! {
        static ASKED: OnceCell<bool> = const { OnceCell::new() };
    }
    ASKED.with(|asked| *asked.get_or_init(|| document_element().has_attribute("data-embed")))
}

/// The names of the parts that a figure shows where its author picks none, which depends on the result.
pub(crate) fn usual(picture: Picture, result: &Outcome) -> Vec<String> {
    let parts = Part::usual(picture, Some(result));
    parts.iter().map(Part::name).collect()
}

/// The settings in the address.
fn options() -> Options {
    let query = window().location().search().unwrap_or_default();
    let query = UrlSearchParams::new_with_str(&query).ok();
    Options::read(|name| query.as_ref()?.get(name))
}

/// A session; a notice tells the author the invalid settings.
pub(crate) fn begin() -> Driver {
    let options = options();
    let driver = Driver::new(Place::Figure {
        waits: options.click,
    });
    let state = driver.state();
    let (_, others) = options.chosen(&state.parameters);
    let mut problems = options.problems.clone();
    problems.extend(others);
    if !problems.is_empty() {
        let notice = Notice::new(
            Topic::Embed,
            Tone::Bad,
            "The author’s settings of this figure are not all valid",
        );
        driver.act(Action::Say(
            problems
                .into_iter()
                .fold(notice, |notice, problem| notice.with(format!("{problem}."))),
        ));
    }
    driver
}

/// The outcome of a run, as a message to a host.
pub(crate) fn told(state: &State) -> JsValue {
    host::ended(&commands::outcome(state))
}

/// The schedule in sight as CSV; or the reason why there is none.
pub(crate) async fn schedule(state: &State) -> Result<String, String> {
    let file = export::of(state, protocol::What::Csv, None).await;
    let file = file.map_err(|problem| problem.message)?;
    let text = file.get("text").and_then(Value::as_str);
    Ok(text.unwrap_or_default().to_owned())
}

/// The figure.
#[component]
pub(crate) fn Embed(Begun { driver }: &Begun) -> Html {
    let options = use_state(|| Rc::new(options()));
    let (state, act) = use_session(driver);
    let host = use_memo((), |()| Host::default());
    let seek = use_state_eq(|| None::<Seek>);
    let together = use_memo((), |()| Together::default());
    let root = use_node_ref();
    let (free, refused) = use_limits(&options, &state.parameters, &act);
    // The author's values, to which a reader can go back.
    let authors = use_mut_ref(|| state.scenario.clone());
    let commands = Commands {
        driver: (*driver).clone(),
        host: (*host).clone(),
        seek: seek.clone(),
        authors: authors.clone(),
        options: options.clone(),
    };
    use_host(commands, &state, &root);
    use_title(&state);

    let on_cancel = act.reform(|_: MouseEvent| Action::Cancel);
    let on_go_on = act.reform(|_: MouseEvent| Action::GoOn);
    let on_run = act.reform(|again| if again { Action::Again } else { Action::Start });
    let restart = act.reform(|_: MouseEvent| Action::Restart);
    let started = state.started;
    let progress = status::progress(&state).filter(|_| started);
    let picture = state.scenario.about().picture;
    let view = parts::View {
        state: &state,
        options: &options,
        act: &free,
        refused: &refused,
        authors: &authors.borrow().clone(),
        together: &together,
        seek: *seek,
        started,
    };
    html! {
        <main ref={root} id="main" class={classes!("embed", options.plain.then_some("plain"))} tabindex="-1" aria-busy={(started && state.busy()).to_string()} data-phase={if started { name(&state.phase) } else { "waiting" }}
            data-fingerprint={state.result.as_ref().map(|result| result.fingerprint.clone())}>
            { bar(progress) }
            { status::announcement(&state) }
            <Notices notices={state.notices.clone()} act={act.clone()} on_save={Callback::noop()} />
            { view.card(&on_run, &on_go_on, &restart) }
            { view.parts(picture, &on_run) }
            { view.foot(progress.is_some(), &on_cancel) }
        </main>
    }
}
