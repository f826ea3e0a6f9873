//! The traces in the worker's memory, in offered files, or on this device.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use session::library::{Library, Trouble};
use trace::TraceSet;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, FileReaderSync};

use crate::envelope::words;
use crate::store;

/// The most sets in memory.
const IN_MEMORY: usize = 2;

/// Sets by their digests. Clones share the same files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(Rc<RefCell<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// The newest last.
    sets: Vec<(String, Arc<TraceSet>)>,
    offered: Vec<(String, Blob)>,
}

impl Files {
    /// Remembers the content of a set, which travels beside a request, in case it is kept nowhere else.
    pub(crate) fn offer(&self, digest: String, envelope: &JsValue) {
        let array = envelope.dyn_ref::<Array>();
        if let Some(content) = array.and_then(|array| array.get(1).dyn_into().ok()) {
            self.0.borrow_mut().offered.push((digest, content));
        }
    }

    /// Takes a set into memory.
    pub(crate) fn hold(&self, digest: &str, set: TraceSet) -> Arc<TraceSet> {
        let set = Arc::new(set);
        let sets = &mut self.0.borrow_mut().sets;
        sets.retain(|(held, _)| held != digest);
        if sets.len() >= IN_MEMORY {
            sets.remove(0);
        }
        sets.push((digest.to_owned(), set.clone()));
        set
    }

    /// The set with this digest.
    pub(crate) async fn find(&self, digest: &str) -> Option<Arc<TraceSet>> {
        let held = |inner: &Inner| {
            let mut sets = inner.sets.iter();
            let (_, set) = sets.find(|(held, _)| held == digest)?;
            Some(set.clone())
        };
        if let Some(set) = held(&self.0.borrow()) {
            return Some(set);
        }
        let right = |content: Vec<u8>| {
            let set = TraceSet::from_content("", &content).ok();
            set.filter(|set| set.digest() == digest)
        };
        let kept = store::content(digest).await.ok().flatten();
        let set = kept.and_then(right).or_else(|| {
            let inner = self.0.borrow();
            let mut offered = inner.offered.iter();
            let (_, content) = offered.find(|(offered, _)| offered == digest)?;
            bytes(content).ok().and_then(right)
        })?;
        Some(self.hold(digest, set))
    }
}

/// The list of kept traces, after a change.
pub(crate) async fn library(done: Result<(), Trouble>) -> Library {
    let listed = store::list().await;
    Library {
        trouble: done.err().or(listed.as_ref().err().cloned()),
        entries: listed.unwrap_or_default(),
    }
}

/// The bytes of a whole file.
pub(crate) fn bytes(file: &Blob) -> Result<Vec<u8>, String> {
    let refuse = |error| format!("the file cannot be read: {}", words(&error));
    let reader = FileReaderSync::new().map_err(refuse)?;
    let buffer = reader.read_as_array_buffer(file).map_err(refuse)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
