//! What is asked of the file worker: files that are read and written, and what is kept on this device.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use playground::{Scenario, Setup};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File};
use worker::library::About;
use worker::message::File as Wanted;
use worker::{FILES, Order, Reply};

use super::{Event, Inner, Runner};
use crate::save;

const CSV: &str = "text/csv;charset=utf-8";

/// Something to be done.
#[derive(Clone)]
pub(super) struct FileRequest {
    order: Order,
    /// What travels with it.
    file: Option<Blob>,
    gives: Gives,
}

/// What comes of it.
#[derive(Clone)]
enum Gives {
    /// What is kept then.
    Library,
    /// A file of this name and kind.
    File(String, &'static str),
    /// Something that a scenario is to be made of.
    Take(Take),
}

/// Something that a scenario is to be made of; the user waits for it.
#[derive(Clone)]
enum Take {
    /// Traces in a file of this name.
    Read(String),
    /// Traces that are kept under this name.
    Use(String),
    /// A scenario in a file of this name.
    Open(String),
}

impl FileRequest {
    fn is_take(&self) -> bool {
        matches!(self.gives, Gives::Take(_))
    }
}

impl Runner {
    /// Reads a file of traces for a scenario.
    pub(crate) fn read(&self, file: File, scenario: Rc<Scenario>) {
        let (name, scenario) = (file.name(), text(&scenario));
        self.take(Order::Read { scenario }, Some(file), Take::Read(name));
    }

    /// Gives a scenario traces that are kept.
    pub(crate) fn reuse(&self, about: About, scenario: Rc<Scenario>) {
        let About { digest, name, .. } = about;
        let order = Order::Use {
            digest,
            name: name.clone(),
            scenario: text(&scenario),
        };
        self.take(order, None, Take::Use(name));
    }

    /// Opens a scenario file.
    pub(crate) fn open(&self, file: File) {
        let name = file.name();
        self.take(Order::Open, Some(file), Take::Open(name));
    }

    /// The newest wins; a run goes on meanwhile.
    fn take(&self, order: Order, file: Option<File>, take: Take) {
        self.leave_takes();
        self.file_request(order, file, Gives::Take(take));
    }

    /// Forgets what a scenario was to be made of.
    pub(super) fn leave_takes(&self) {
        let mut inner = self.0.borrow_mut();
        inner
            .file_request
            .retain(|file_request| !file_request.is_take());
        if inner
            .under_way
            .take_if(|file_request| file_request.is_take())
            .is_some()
        {
            inner.file_worker = None;
        }
        drop(inner);
        self.send();
    }

    /// Asks what is kept.
    pub(crate) fn list(&self) {
        self.file_request(Order::List, None, Gives::Library);
    }

    /// Keeps the traces of a file.
    pub(crate) fn keep(&self, file: File) {
        self.file_request(Order::Keep, Some(file), Gives::Library);
    }

    /// Gives the traces of a file as CSV.
    pub(crate) fn give_table(&self, file: File) {
        let name = format!("{}.csv", file.name());
        let wanted = Order::Write(Wanted::Table);
        self.file_request(wanted, Some(file), Gives::File(name, CSV));
    }

    /// Calls kept traces otherwise.
    pub(crate) fn rename(&self, digest: String, name: String) {
        self.file_request(Order::Rename { digest, name }, None, Gives::Library);
    }

    /// Keeps traces no longer.
    pub(crate) fn delete(&self, digest: String) {
        self.forget(&digest);
        self.file_request(Order::Delete { digest }, None, Gives::Library);
    }

    /// Gives traces as CSV.
    pub(crate) fn give_traces(&self, about: &About) {
        let digest = about.digest.clone();
        let name = about.name.trim_end_matches(".gz");
        let name = format!("{}.csv", name.trim_end_matches(".csv"));
        let wanted = Order::Write(Wanted::Traces { digest });
        self.file_request(wanted, None, Gives::File(name, CSV));
    }

    /// Gives a scenario as a file, with the values of its traces.
    pub(crate) fn give_scenario(&self, setup: &Setup) {
        let name = save::scenario_name(&setup.scenario);
        let wanted = Order::Write(Wanted::Scenario(setup.to_json().to_string()));
        self.file_request(wanted, None, Gives::File(name, "application/json"));
    }

    /// Forgets the content of traces.
    pub(crate) fn forget(&self, digest: &str) {
        let mut inner = self.0.borrow_mut();
        inner.files.retain(|(kept, _)| kept != digest);
        // They are told of some twice, which does no harm.
        inner.slots().for_each(|slot| slot.supplied = 0);
    }

    fn file_request(&self, order: Order, file: Option<File>, gives: Gives) {
        self.0.borrow_mut().file_request.push_back(FileRequest {
            order,
            file: file.map(Blob::from),
            gives,
        });
        self.send();
    }

    /// Gives the file worker what is to be done, one thing after the other.
    pub(super) fn send(&self) {
        let mut inner = self.0.borrow_mut();
        if inner.under_way.is_some() || inner.file_request.is_empty() {
            return;
        }
        if inner.file_worker.is_none() {
            drop(inner);
            let file_worker = self.spawn(FILES);
            self.0.borrow_mut().file_worker = file_worker;
            return;
        }
        let inner = &mut *inner;
        let Some(slot) = inner.file_worker.as_mut().filter(|slot| slot.ready) else {
            return;
        };
        if let Some(file_request) = inner.file_request.pop_front() {
            slot.supply(&inner.files);
            slot.post(&file_request.order, file_request.file.as_ref());
            inner.under_way = Some(file_request);
        }
    }

    /// Something was done.
    pub(super) fn served(&self, reply: Reply, data: &JsValue) {
        let mut inner = self.0.borrow_mut();
        let Some(file_request) = inner.under_way.take() else {
            return;
        };
        let event = match (reply, file_request.gives) {
            (Reply::Library { about, library }, _) => {
                inner.remember(about.as_ref(), data);
                Some(Event::Library { about, library })
            }
            (Reply::Written { lacks }, Gives::File(name, kind)) => written(name, kind, lacks, data),
            (
                Reply::Read {
                    outcome,
                    about,
                    library,
                },
                Gives::Take(take),
            ) => {
                inner.remember(about.as_ref(), data);
                let chosen = matches!(take, Take::Use(_));
                let (Take::Read(name) | Take::Use(name) | Take::Open(name)) = take;
                Some(Event::Read {
                    name,
                    outcome,
                    chosen,
                    about,
                    library,
                })
            }
            (
                Reply::Opened {
                    outcome,
                    about,
                    library,
                },
                Gives::Take(Take::Open(name)),
            ) => {
                inner.remember(about.as_ref(), data);
                let setup = outcome.and_then(|text| {
                    Setup::from_text(&text).map_err(|rejected| rejected.to_string())
                });
                Some(Event::Opened {
                    name,
                    outcome: setup.map(Box::new),
                    about,
                    library,
                })
            }
            _ => None,
        };
        drop(inner);
        event.into_iter().for_each(|event| self.emit(event));
        self.send();
    }

    /// Whether the worker that broke down is the file worker: what it broke down on is not tried again, and those who wait for a
    /// file are told.
    pub(super) fn clerk_stopped(&self, number: u32, message: Option<&String>) -> bool {
        let mut inner = self.0.borrow_mut();
        let Some(slot) = inner
            .file_worker
            .take_if(|file_worker| file_worker.number == number)
        else {
            return false;
        };
        let mut lost: Vec<_> = inner.under_way.take().into_iter().collect();
        if !slot.ready {
            // Nor would the next one come.
            lost.extend(inner.file_request.drain(..));
        }
        drop(inner);
        let message = slot.last_words(message.cloned());
        for file_request in lost {
            match file_request.gives {
                Gives::Library => {}
                Gives::File(name, _) => self.emit(Event::Lacking {
                    name,
                    lacks: message.clone(),
                    saved: false,
                }),
                Gives::Take(_) => self.emit(Event::Stopped(message.clone())),
            }
        }
        self.send();
        true
    }
}

impl Inner {
    /// Remembers the content of traces, which travelled beside a reply.
    fn remember(&mut self, about: Option<&About>, data: &JsValue) {
        let Some((about, content)) = about.zip(beside(data)) else {
            return;
        };
        if !self.files.iter().any(|(digest, _)| *digest == about.digest) {
            self.files.push((about.digest.clone(), content));
        }
    }
}

/// Saves a file that was written; what there is to be said of it.
fn written(
    name: String,
    kind: &'static str,
    lacks: Option<String>,
    data: &JsValue,
) -> Option<Event> {
    let bytes = beside::<Uint8Array>(data).filter(|bytes| bytes.length() > 0);
    if let Some(bytes) = &bytes {
        save::bytes(&name, kind, bytes);
    }
    let saved = bytes.is_some();
    lacks.map(|lacks| Event::Lacking { name, lacks, saved })
}

/// What travelled beside a reply.
fn beside<T: JsCast>(data: &JsValue) -> Option<T> {
    data.dyn_ref::<Array>()?.get(1).dyn_into().ok()
}

fn text(scenario: &Scenario) -> String {
    scenario.to_json().to_string()
}
