//! The page around this one: who it is, what it asks, and what it is told.
//!
//! It is heard only where the browser says that the message came from the embedding window. It is answered at the origin that
//! the browser says it has, or through the port that came with its message; so an answer cannot reach a page that took its
//! place. Only `ready` and `resize`, which say nothing about what is shown, go to any page that embeds.

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

/// Where an answer goes.
#[derive(Clone, Debug)]
enum Way {
    /// The embedding window, as long as it is of this origin.
    Origin(String),
    /// A port that came with a message.
    Port(MessagePort),
}

/// Something that was asked, and who is to be told what came of it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// What is asked.
    pub(super) ask: Ask,
    id: Id,
    way: Way,
}

/// The page around this one. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct Host(Rc<Inner>);

#[derive(Default)]
struct Inner {
    /// Who is told of what nobody asked for: the last that was heard.
    told: RefCell<Option<Way>>,
    /// What waits for the end of a run, by the run's number.
    waiting: RefCell<Vec<(u32, Asked)>>,
    listening: RefCell<Vec<EventListener>>,
    /// A host has one port; of one that gives more, the newest.
    port: RefCell<Option<Port>>,
}

/// A port that is listened to, until it is dropped.
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
    /// Listens, and says so.
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

    /// Says how high the figure is, in CSS pixels.
    pub(super) fn resize(&self, height: f64) {
        self.broadcast("resize", json!({"height": height}));
    }

    /// Says which bar of the schedule a reader pressed: a text of JSON, as the schedule tells it.
    pub(super) fn press(&self, bar: &JsValue) {
        let bar = bar
            .as_string()
            .and_then(|text| serde_json::from_str(&text).ok());
        if let (Some(bar), Some(way)) = (bar, &*self.0.told.borrow()) {
            post(way, &protocol::message("press", &None, bar));
        }
    }

    /// What anybody may know who embeds this page: who that is, a page cannot know before it has spoken.
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
            // It has no name under which it could be answered.
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

    /// Answers, where an answer is wanted.
    pub(super) fn answer(&self, asked: &Asked, kind: &str, content: Value) {
        if asked.id.is_some() {
            post(&asked.way, &protocol::message(kind, &asked.id, content));
        }
    }

    /// Says what is wrong, whether it was asked or not.
    pub(super) fn refuse(&self, asked: &Asked, problem: &Problem) {
        post(&asked.way, &protocol::error(&asked.id, problem));
    }

    /// Whether one more answer can wait for the end of a run. Where it cannot, says so: nothing is to be done then.
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

    /// A run goes on.
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

    /// A run has ended: with this, or with a problem. The one who asked is answered; the host is told in any case.
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

    /// Tells the host what came out, without being asked.
    pub(super) fn tell(&self, outcome: &Result<Value, Problem>) {
        if let Some(way) = &*self.0.told.borrow() {
            post(way, &ending(&None, outcome));
        }
    }
}

/// What nobody asked for: what a run came to.
pub(super) fn ended(outcome: &Result<Value, Problem>) -> JsValue {
    script(&ending(&None, outcome))
}

fn ending(id: &Id, outcome: &Result<Value, Problem>) -> Value {
    match outcome {
        Ok(result) => protocol::message("result", id, result.clone()),
        Err(problem) => protocol::error(id, problem),
    }
}

/// Whether a message is for us: a page says many things to its windows.
fn is_ours(data: &JsValue) -> bool {
    data.is_object() && Reflect::has(data, &KEY.into()).unwrap_or(false)
}

/// A message as the script of the host gets it: numbers keep their bits, because JSON is read to the nearest number.
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
