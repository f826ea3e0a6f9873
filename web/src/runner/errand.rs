//! What is asked of a worker that no run waits for: what is kept on this device, and files that only a worker can
//! write. The spare worker does it, so that it never waits for a run.

use js_sys::Uint8Array;
use playground::Setup;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;
use worker::Request;
use worker::message::File as Wanted;
use worker::shelf::About;

use super::{Event, Runner};
use crate::save;

const CSV: &str = "text/csv;charset=utf-8";

/// Something to be done.
#[derive(Clone)]
pub(super) struct Errand {
    request: Request,
    /// What travels with it.
    file: Option<File>,
    /// The name and kind of the file that comes back.
    gives: Option<(String, &'static str)>,
}

impl Runner {
    /// Asks what is kept.
    pub(crate) fn list(&self) {
        self.errand(Request::List, None, None);
    }

    /// Keeps the traces of a file.
    pub(crate) fn keep(&self, file: File) {
        self.errand(Request::Keep, Some(file), None);
    }

    /// Gives the traces of a file as CSV.
    pub(crate) fn give_table(&self, file: File) {
        let name = format!("{}.csv", file.name());
        let wanted = Request::Write(Wanted::Table);
        self.errand(wanted, Some(file), Some((name, CSV)));
    }

    /// Calls kept traces otherwise.
    pub(crate) fn rename(&self, digest: String, name: String) {
        self.errand(Request::Rename { digest, name }, None, None);
    }

    /// Keeps traces no longer.
    pub(crate) fn delete(&self, digest: String) {
        self.forget(&digest);
        self.errand(Request::Delete { digest }, None, None);
    }

    /// Gives traces as CSV.
    pub(crate) fn give_traces(&self, about: &About) {
        let digest = about.digest.clone();
        let name = about.name.trim_end_matches(".gz");
        let name = format!("{}.csv", name.trim_end_matches(".csv"));
        let wanted = Request::Write(Wanted::Traces { digest });
        self.errand(wanted, None, Some((name, CSV)));
    }

    /// Gives a scenario as a file, with the values of its traces.
    pub(crate) fn give_scenario(&self, setup: &Setup) {
        let name = save::scenario_name(&setup.scenario);
        let wanted = Request::Write(Wanted::Scenario(setup.to_json().to_string()));
        self.errand(wanted, None, Some((name, "application/json")));
    }

    /// Forgets which file holds traces.
    pub(crate) fn forget(&self, digest: &str) {
        let mut inner = self.0.borrow_mut();
        let inner = &mut *inner;
        inner.files.retain(|(kept, _)| kept != digest);
        for slot in inner
            .active
            .iter_mut()
            .chain(&mut inner.spare)
            .chain(&mut inner.helpers)
        {
            // It is told of some files twice, which does no harm.
            slot.supplied = 0;
        }
    }

    fn errand(&self, request: Request, file: Option<File>, gives: Option<(String, &'static str)>) {
        self.0.borrow_mut().errands.push_back(Errand {
            request,
            file,
            gives,
        });
        self.refill();
        self.send();
    }

    /// Gives the spare worker what is to be done, one thing after the other.
    pub(super) fn send(&self) {
        let mut inner = self.0.borrow_mut();
        let inner = &mut *inner;
        if let Some((number, errand)) = inner.under_way.take() {
            let there = [&inner.active, &inner.spare]
                .into_iter()
                .flatten()
                .any(|slot| slot.number == number);
            if there {
                inner.under_way = Some((number, errand));
                return;
            }
            // Its worker was ended to make way for a run: another one does it.
            inner.errands.push_front(errand);
        }
        let Some(slot) = inner.spare.as_mut().filter(|slot| slot.ready) else {
            return;
        };
        if let Some(errand) = inner.errands.pop_front() {
            slot.supply(&inner.files);
            slot.post(&errand.request, errand.file.as_ref());
            inner.under_way = Some((slot.number, errand));
        }
    }

    /// Something was done with what is kept; the traces that it was about.
    pub(super) fn shelved(&self, about: Option<&About>) {
        let mut inner = self.0.borrow_mut();
        let done = inner.under_way.take();
        let file = done.and_then(|(_, errand)| errand.file);
        if let Some((file, about)) = file.zip(about) {
            inner.remember(&file, about);
        }
    }

    /// A file was written.
    pub(super) fn written(&self, lacks: Option<String>, data: &JsValue) {
        let done = self.0.borrow_mut().under_way.take();
        let Some((name, kind)) = done.and_then(|(_, errand)| errand.gives) else {
            return;
        };
        let bytes = data
            .dyn_ref::<js_sys::Array>()
            .and_then(|parcel| parcel.get(1).dyn_into::<Uint8Array>().ok())
            .filter(|bytes| bytes.length() > 0);
        if let Some(bytes) = &bytes {
            save::bytes(&name, kind, bytes);
        }
        if let Some(lacks) = lacks {
            let saved = bytes.is_some();
            self.emit(Event::Lacking { name, lacks, saved });
        }
    }
}
