//! The handover of the schedule to Perfetto, as in its documentation
//! (<https://perfetto.dev/docs/visualization/deep-linking-to-perfetto-ui>): this page opens
//! Perfetto's, sends `PING` until it answers `PONG`, then gives it the trace. No request goes there
//! before somebody clicks.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::{Interval, Timeout};
use js_sys::{Array, ArrayBuffer, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{MessageEvent, Window};
use yew::Callback;

use super::file::{File, Kind};

/// The receiver of the schedule, and the only origin that may answer.
const ORIGIN: &str = "https://ui.perfetto.dev";
/// The time between two pings, and the time until the handover ends without an answer, ms.
const EVERY: u32 = 100;
const PATIENCE: u32 = 30_000;

const BLOCKED: &str = "The browser did not let this page open a tab. Allow it to, or save the trace events and open them at \
                       ui.perfetto.dev.";
const WAITING: &str = "Waiting for Perfetto …";
const CLOSED: &str = "The tab was closed before Perfetto had the schedule.";
const SILENT: &str = "Perfetto did not answer within 30 s. Is there a connection? The trace events, saved as a file, open at \
                      ui.perfetto.dev, too.";
const TOO_LARGE: &str = "The browser has no room for a trace of this size. Take a shorter part.";
const GIVEN: &str = "Perfetto has the schedule. It may ask whether you trust this page.";

/// Receives the messages about a handover.
type Say = Callback<&'static str>;

/// A handover under way; dropping it ends it.
pub(super) struct Handover {
    _talk: Rc<RefCell<Option<Talk>>>,
}

/// The listener and timers until the answer comes; all of them end at once.
struct Talk {
    _answers: EventListener,
    _pings: Interval,
    _limit: Timeout,
}

impl Handover {
    /// Opens Perfetto, and gives it the file when it is ready. Nothing where no tab could be opened.
    pub(super) fn begin(file: File, say: Say) -> Option<Handover> {
        let page = web_sys::window()?;
        let Some(tab) = page
            .open_with_url_and_target(ORIGIN, "_blank")
            .ok()
            .flatten()
        else {
            say.emit(BLOCKED);
            return None;
        };
        say.emit(WAITING);
        let talk = Rc::new(RefCell::new(None));
        // Ends the talk, once its caller no longer borrows it, and returns whether it was still going on.
        let end = {
            let talk = Rc::downgrade(&talk);
            move || {
                let ended: Option<Talk> = talk.upgrade().and_then(|talk| talk.borrow_mut().take());
                let went_on = ended.is_some();
                Timeout::new(0, move || drop(ended)).forget();
                went_on
            }
        };
        let pings = {
            let (tab, say, end) = (tab.clone(), say.clone(), end.clone());
            Interval::new(EVERY, move || {
                if tab.closed().unwrap_or(true) {
                    say.emit(CLOSED);
                    end();
                } else if is_elsewhere(&tab) {
                    let _ = tab.post_message(&JsValue::from_str("PING"), ORIGIN);
                }
            })
        };
        let limit = {
            let (say, end) = (say.clone(), end.clone());
            Timeout::new(PATIENCE, move || {
                say.emit(SILENT);
                end();
            })
        };
        let answers = EventListener::new(&page, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else {
                return;
            };
            let is_perfetto = event.origin() == ORIGIN
                && event
                    .source()
                    .is_some_and(|source| Object::is(&source, &tab));
            // A page that loads slowly answers all waiting pings at once.
            if is_perfetto && event.data().as_string().as_deref() == Some("PONG") && end() {
                give(file.clone(), tab.clone(), say.clone());
            }
        });
        *talk.borrow_mut() = Some(Talk {
            _answers: answers,
            _pings: pings,
            _limit: limit,
        });
        Some(Handover { _talk: talk })
    }
}

/// Whether the tab has left the empty page that it opens with: this page may look into that one
/// only, and a message to it would be refused.
fn is_elsewhere(tab: &Window) -> bool {
    tab.location().href().is_err()
}

fn give(file: File, tab: Window, say: Say) {
    spawn_local(async move {
        let given = match file.blob(Kind::TraceEvents).await {
            Some(blob) => JsFuture::from(blob.array_buffer()).await.ok(),
            None => None,
        };
        let posted = given
            .and_then(|buffer| buffer.dyn_into::<ArrayBuffer>().ok())
            .and_then(|buffer| {
                let message = message(&file, &buffer)?;
                tab.post_message_with_transfer(&message, ORIGIN, &Array::of1(&buffer))
                    .ok()
            });
        say.emit(if posted.is_some() { GIVEN } else { TOO_LARGE });
    });
}

fn message(file: &File, buffer: &ArrayBuffer) -> Option<Object> {
    let trace = Object::new();
    let name = file.name(Kind::TraceEvents.extension());
    for (key, value) in [
        ("buffer", buffer.into()),
        ("title", JsValue::from_str(&file.caption)),
        ("fileName", JsValue::from_str(&name)),
        // Perfetto then offers no way to share the schedule.
        ("localOnly", JsValue::TRUE),
    ] {
        Reflect::set(&trace, &JsValue::from_str(key), &value).ok()?;
    }
    let message = Object::new();
    Reflect::set(&message, &JsValue::from_str("perfetto"), &trace).ok()?;
    Some(message)
}
