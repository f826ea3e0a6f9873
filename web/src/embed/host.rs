//! The page around this one: its window, its requests and its answers.
//!
//! This page hears a message only where the browser says that it came from the embedding window. An answer goes to the origin
//! that the browser names, or through the port that came with the message; so it cannot reach a page that took the host's
//! place. Only `ready` and `resize`, which say nothing about the content, go to any page that embeds.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::{JSON, Object, Reflect};
use serde_json::{Value, json};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, MessagePort, Window};
use yew::Callback;

use super::protocol::{self, Ask, Id, KEY, Problem};
use super::value;

/// The most requests that wait for one run.
const WAITING: usize = 64;

/// The way of an answer.
#[derive(Clone, Debug)]
enum Way {
    /// The embedding window, as long as it is of this origin.
    Origin(String),
    /// A port that came with a message.
    Port(MessagePort),
}

/// A request, and the way of its answer.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The request.
    pub(super) ask: Ask,
    id: Id,
    way: Way,
}

/// The page around this one. Clones share one host.
#[derive(Clone, Default)]
pub(super) struct Host(Rc<Inner>);

#[derive(Default)]
struct Inner {
    /// The receiver of messages without a request: the last sender.
    told: RefCell<Option<Way>>,
    /// The requests that wait for the end of a run, by the run's number.
    waiting: RefCell<Vec<(u32, Asked)>>,
    listening: RefCell<Vec<EventListener>>,
    /// A host has one port; where it gives more, the newest.
    port: RefCell<Option<Port>>,
}

/// A port with its listener, until it is dropped.
struct Port {
    port: MessagePort,
    _listener: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Port {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        self.port.close();
    }
}

/// The embedding window; nothing where this page stands alone.
fn parent() -> Option<Window> {
    let own = window();
    let parent = own.parent().ok().flatten()?;
    (!Object::is(&parent, &own)).then_some(parent)
}

impl Host {
    /// Listens, and announces `ready`.
    pub(super) fn listen(&self, on_ask: Callback<Asked>) {
        if parent().is_none() {
            return;
        }
        let host = self.clone();
        let listener = EventListener::new(&window(), "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                host.hear(event, &on_ask);
            }
        });
        self.0.listening.borrow_mut().push(listener);
        let version = env!("CARGO_PKG_VERSION");
        self.broadcast("ready", json!({"version": version}));
    }

    /// Tells the height of the figure, in CSS pixels.
    pub(super) fn resize(&self, height: f64) {
        self.broadcast("resize", json!({"height": height}));
    }

    /// Tells the bar of the schedule that a reader pressed: a text of JSON, as the schedule writes it.
    pub(super) fn press(&self, bar: &JsValue) {
        let bar = bar
            .as_string()
            .and_then(|text| serde_json::from_str(&text).ok());
        if let (Some(bar), Some(way)) = (bar, &*self.0.told.borrow()) {
            post(way, &protocol::message("press", &None, bar));
        }
    }

    /// Sends a message that any embedding page may read: a page cannot know its host before the host has spoken.
    fn broadcast(&self, kind: &str, content: Value) {
        if let Some(parent) = parent() {
            let _ = parent.post_message(&script(&protocol::message(kind, &None, content)), "*");
        }
    }

    fn hear(&self, event: &MessageEvent, on_ask: &Callback<Asked>) {
        let source = event.source();
        let from_parent = parent()
            .zip(source)
            .is_some_and(|(parent, source)| Object::is(&parent, &source));
        let data = event.data();
        if !from_parent || !is_ours(&data) {
            return;
        }
        let port = event
            .ports()
            .iter()
            .next()
            .map(|port| port.unchecked_into::<MessagePort>());
        let way = match (port, event.origin()) {
            (Some(port), _) => Way::Port(port),
            // A null origin is no address for an answer.
            (None, origin) if origin == "null" => return,
            (None, origin) => Way::Origin(origin),
        };
        if let Way::Port(port) = &way {
            self.attach(port, on_ask);
        }
        self.take(&data, way, on_ask);
    }

    /// Listens to a port that the embedding window gave.
    fn attach(&self, port: &MessagePort, on_ask: &Callback<Asked>) {
        let (host, way, on_ask) = (self.clone(), Way::Port(port.clone()), on_ask.clone());
        let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            if is_ours(&data) {
                host.take(&data, way.clone(), &on_ask);
            }
        });
        port.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        let old = self.0.port.replace(Some(Port {
            port: port.clone(),
            _listener: listener,
        }));
        drop(old);
    }

    fn take(&self, data: &JsValue, way: Way, on_ask: &Callback<Asked>) {
        let (id, ask) = match value::read(data) {
            Ok(value) => protocol::read(value),
            Err(problem) => (value::id(data), Err(problem)),
        };
        match ask {
            Ok(ask) => {
                *self.0.told.borrow_mut() = Some(way.clone());
                on_ask.emit(Asked { ask, id, way });
            }
            Err(problem) => post(&way, &protocol::error(&id, &problem)),
        }
    }

    /// Answers, where the request has an id.
    pub(super) fn answer(&self, asked: &Asked, kind: &str, content: Value) {
        if asked.id.is_some() {
            post(&asked.way, &protocol::message(kind, &asked.id, content));
        }
    }

    /// Sends the problem of a request, with or without an id.
    pub(super) fn refuse(&self, asked: &Asked, problem: &Problem) {
        post(&asked.way, &protocol::error(&asked.id, problem));
    }

    /// Whether one more answer can wait for the end of a run. Where it cannot, refuses the request: the caller then does nothing.
    pub(super) fn has_room(&self, asked: &Asked) -> bool {
        let room = asked.id.is_none() || self.0.waiting.borrow().len() < WAITING;
        if !room {
            self.refuse(
                asked,
                &Problem::new("busy", "too many requests wait for a run"),
            );
        }
        room
    }

    /// Answers when a run has ended.
    pub(super) fn answer_after(&self, run: u32, asked: Asked) {
        if asked.id.is_some() {
            self.0.waiting.borrow_mut().push((run, asked));
        }
    }

    /// Tells the progress of a run.
    pub(super) fn progress(&self, run: u32, done: f64) {
        let waiting = self.0.waiting.borrow();
        let id = waiting
            .iter()
            .find(|(of, _)| *of == run)
            .and_then(|(_, asked)| asked.id.clone());
        if let Some(way) = &*self.0.told.borrow() {
            post(
                way,
                &protocol::message("progress", &id, json!({"done": done})),
            );
        }
    }

    /// Tells the end of a run: its result or its problem. The requests of the run are answered; the host hears it in any case.
    pub(super) fn ended(&self, run: u32, outcome: &Result<Value, Problem>) {
        let all = self.0.waiting.take();
        let (over, later): (Vec<_>, Vec<_>) = all.into_iter().partition(|(of, _)| *of <= run);
        *self.0.waiting.borrow_mut() = later;
        let mut told = false;
        for (of, asked) in over {
            if of < run {
                let problem = Problem::new(
                    "superseded",
                    "a newer change replaced this one before its run had ended",
                );
                self.refuse(&asked, &problem);
            } else {
                post(&asked.way, &ending(&asked.id, outcome));
                told = true;
            }
        }
        if !told {
            self.tell(outcome);
        }
    }

    /// Tells the host an outcome without a request.
    pub(super) fn tell(&self, outcome: &Result<Value, Problem>) {
        if let Some(way) = &*self.0.told.borrow() {
            post(way, &ending(&None, outcome));
        }
    }
}

/// The message of a run's outcome, without a request.
pub(super) fn ended(outcome: &Result<Value, Problem>) -> JsValue {
    script(&ending(&None, outcome))
}

fn ending(id: &Id, outcome: &Result<Value, Problem>) -> Value {
    match outcome {
        Ok(result) => protocol::message("result", id, result.clone()),
        Err(problem) => protocol::error(id, problem),
    }
}

/// Whether a message belongs to this protocol: a page sends many messages to its windows.
fn is_ours(data: &JsValue) -> bool {
    data.is_object() && Reflect::has(data, &KEY.into()).unwrap_or(false)
}

/// A message for the script of the host: numbers keep their bits, because JSON is read to the nearest number.
fn script(message: &Value) -> JsValue {
    JSON::parse(&message.to_string()).unwrap_or_default()
}

fn post(way: &Way, message: &Value) {
    let message = script(message);
    // Where the window is of another origin by now, the browser drops the message, as it should.
    let _ = match way {
        Way::Port(port) => port.post_message(&message),
        Way::Origin(origin) => match parent() {
            Some(parent) => parent.post_message(&message, origin),
            None => Ok(()),
        },
    };
}
