//! One figure within somebody else's page: the parts that its author picked, and no chrome. It reads nothing from this
//! device's storage, writes nothing there, and leaves address and history alone.
//!
//! | idea | file |
//! |---|---|
//! | the author's settings in the address | `options`, `limits` |
//! | messages between host and figure | `protocol`, `value` |
//! | senders and receivers of messages | `host` |
//! | the host's commands | `commands` |
//! | files for the host | `export` |
//! | the parts of the figure | this file, `parts` |

mod commands;
mod export;
mod host;
mod limits;
mod options;
mod parts;
mod protocol;
mod value;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::{document, document_element, window};
use laboratory::Picture;
use playground::link;
use serde_json::{Map, Value};
use session::Place;
use session::action::Action;
use session::event::Event;
use session::notice::{Notice, Tone, Topic};
use session::outcome::{Outcome, Phase};
use session::state::State;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CustomEvent, HtmlElement, MutationObserver, MutationObserverInit, ResizeObserver,
    UrlSearchParams,
};
use yew::prelude::*;

use crate::app::name;
use crate::driver::{Begun, Driver, use_session};
use crate::gantt::{PRESS, Seek, Together};
use crate::header::bar;
use crate::message::Notices;
use crate::{address, appearance, status};
use commands::Commands;
use host::{Asked, Host};
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
    // A value that the author does not allow gets a message beside its field, and goes no further.
    let refused = use_state(BTreeMap::<String, String>::new);
    let free = {
        let (act, options, refused) = (act.clone(), options.clone(), refused.clone());
        let parameters = state.parameters.clone();
        Callback::from(move |action: Action| {
            let values = match &action {
                Action::Set(name, text) => {
                    Map::from_iter([(name.clone(), Value::from(text.as_str()))])
                }
                Action::Take(changes) => changes.clone(),
                _ => Map::new(),
            };
            let refusal = limits::refusal(&options.parameters, &parameters, &values);
            let mut next = (*refused).clone();
            next.retain(|name, _| !values.contains_key(name));
            next.extend(refusal.clone());
            if next != *refused {
                refused.set(next);
            }
            if refusal.is_none() {
                act.emit(action);
            }
        })
    };
    // The author's values, to which a reader can go back.
    let authors = use_mut_ref(|| state.scenario.clone());

    // Requests of the host meet the state at their time.
    let latest = use_mut_ref(|| None::<Commands>);
    *latest.borrow_mut() = Some(Commands {
        driver: (*driver).clone(),
        host: (*host).clone(),
        seek: seek.clone(),
        authors: authors.clone(),
        options: options.clone(),
    });
    {
        let (host, latest, options) = (host.clone(), latest.clone(), options.clone());
        use_effect_with((), move |()| {
            let _ = document_element().set_attribute("lang", &options.language);
            appearance::show(options.theme);
            host.listen(Callback::from(move |asked: Asked| {
                let commands = latest.borrow().clone();
                if let Some(commands) = commands {
                    commands.take(asked);
                }
            }));
        });
    }
    {
        let (host, state) = (host.clone(), state.clone());
        use_effect_with(
            (state.run, state.phase.clone(), state.started),
            move |(run, phase, started)| match phase {
                Phase::Running { done, .. } if *started => host.progress(*run, *done),
                Phase::Running { .. } => {}
                _ => host.ended(*run, &commands::outcome(&state)),
            },
        );
    }
    // The host may lead its frame to another link.
    {
        let (driver, authors) = (driver.clone(), authors.clone());
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "hashchange", move |_| {
                let fragment = address::fragment();
                if let Ok(decoded) = link::decode(&fragment) {
                    *authors.borrow_mut() = Rc::new(decoded.scenario);
                }
                driver.handle(Event::Address(fragment));
            });
            move || drop(listener)
        });
    }
    // The host hears of each bar of the schedule that a reader presses.
    {
        let (host, root) = (host.clone(), root.clone());
        use_effect_with((), move |()| {
            let listener = root.cast::<HtmlElement>().map(|root| {
                EventListener::new(&root, PRESS, move |event| {
                    if let Some(pressed) = event.dyn_ref::<CustomEvent>() {
                        host.press(&pressed.detail());
                    }
                })
            });
            move || drop(listener)
        });
    }
    {
        let (host, root) = (host.clone(), root.clone());
        use_effect_with((), move |()| {
            let watch = root
                .cast::<HtmlElement>()
                .and_then(|root| Watch::new(&host, root));
            move || drop(watch)
        });
    }
    let headline = state
        .result
        .as_ref()
        .map(|result| AttrValue::from(result.report.headline.clone()));
    use_effect_with(headline, |headline| {
        if let Some(headline) = headline {
            document().set_title(&format!("{headline} – Makespan"));
        }
    });

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

/// Tells the host the height of the figure, whenever that changes.
struct Watch {
    sizes: ResizeObserver,
    changes: MutationObserver,
    _changed: Closure<dyn FnMut(JsValue)>,
}

impl Watch {
    fn new(host: &Host, root: HtmlElement) -> Option<Self> {
        let (host, node) = (host.clone(), root.clone());
        let mut told = 0.0;
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            let height = node.get_bounding_client_rect().height().ceil();
            if height != told {
                told = height;
                host.resize(height);
            }
        });
        let listener = changed.as_ref().unchecked_ref();
        let sizes = ResizeObserver::new(listener).ok()?;
        sizes.observe(&root);
        // Browsers report no sizes of a frame out of sight; the frame needs its place before a reader scrolls to it.
        let changes = MutationObserver::new(listener).ok()?;
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        options.set_attributes(true);
        options.set_character_data(true);
        changes.observe_with_options(&root, &options).ok()?;
        Some(Self {
            sizes,
            changes,
            _changed: changed,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.sizes.disconnect();
        self.changes.disconnect();
    }
}
