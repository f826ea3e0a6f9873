//! The traces that the worker has, can read again, or finds kept on this device.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Date, Uint8Array};
use playground::Setup;
use trace::TraceSet;
use trace::read::{Reading, read};
use web_sys::{File, FileReaderSync};
use worker::parcel::words;
use worker::shelf::{About, CONTENT, Shelf, Trouble};
use worker::traces::{HEAD, is_scenario};

use crate::store;

/// How many sets are kept in memory.
const IN_MEMORY: usize = 2;

/// Sets by their digests. Clones are the same files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(Rc<RefCell<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// The newest last.
    sets: Vec<(String, Rc<TraceSet>)>,
    offered: Vec<(String, File)>,
}

/// What a file turned out to hold.
pub(crate) enum Held {
    /// A table of traces.
    Table(Reading),
    /// A set, exactly.
    Set(TraceSet),
}

impl Held {
    pub(crate) fn set(self) -> Option<TraceSet> {
        match self {
            Self::Table(reading) => reading.set,
            Self::Set(set) => Some(set),
        }
    }
}

impl Files {
    /// Remembers where a set can be read again, should it be kept nowhere else.
    pub(crate) fn offer(&self, digest: String, file: File) {
        self.0.borrow_mut().offered.push((digest, file));
    }

    /// Takes a set into memory.
    pub(crate) fn hold(&self, digest: &str, set: TraceSet) -> Rc<TraceSet> {
        let set = Rc::new(set);
        let sets = &mut self.0.borrow_mut().sets;
        sets.retain(|(held, _)| held != digest);
        if sets.len() >= IN_MEMORY {
            sets.remove(0);
        }
        sets.push((digest.to_owned(), set.clone()));
        set
    }

    /// The set with this digest.
    pub(crate) async fn find(&self, digest: &str) -> Option<Rc<TraceSet>> {
        let held = |inner: &Inner| {
            let mut sets = inner.sets.iter();
            let (_, set) = sets.find(|(held, _)| held == digest)?;
            Some(set.clone())
        };
        if let Some(set) = held(&self.0.borrow()) {
            return Some(set);
        }
        let right = |set: &TraceSet| set.digest() == digest;
        let kept = match store::content(digest).await {
            Ok(Some(content)) => TraceSet::from_content("", &content).ok().filter(right),
            Ok(None) | Err(_) => None,
        };
        let set = kept.or_else(|| {
            let inner = self.0.borrow();
            let (_, file) = inner
                .offered
                .iter()
                .find(|(offered, _)| offered == digest)?;
            look_into(file).ok()?.set().filter(right)
        })?;
        Some(self.hold(digest, set))
    }

    /// Keeps a set on this device, and says what is kept then.
    pub(crate) async fn keep(&self, digest: &str, set: &TraceSet) -> (About, Shelf) {
        let about = About::of(digest, set, Date::now());
        let kept = store::keep(&about, &set.content()).await;
        (about, shelf(kept).await)
    }
}

/// What is kept, after something was done.
pub(crate) async fn shelf(done: Result<(), Trouble>) -> Shelf {
    let listed = store::list().await;
    Shelf {
        trouble: done.err().or(listed.as_ref().err().cloned()),
        entries: listed.unwrap_or_default(),
    }
}

/// Reads a file of whatever kind that can hold traces.
pub(crate) fn look_into(file: &File) -> Result<Held, String> {
    let (name, bytes) = (file.name(), bytes(file)?);
    if file.type_() == CONTENT {
        let set = TraceSet::from_content(name, &bytes);
        return set.map(Held::Set).map_err(|error| error.to_string());
    }
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(&bytes));
    if is_scenario(&name, &head) {
        return scenario(&bytes)?
            .1
            .map(Held::Set)
            .ok_or_else(|| "it has no values".into());
    }
    let reading = read(&name, &bytes);
    reading.map(Held::Table).map_err(|error| error.to_string())
}

/// A scenario from a file, without values that are too much for a link, and the traces that came with it.
pub(crate) fn scenario(bytes: &[u8]) -> Result<(Setup, Option<TraceSet>), String> {
    let text = str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8")?;
    let setup = Setup::from_text(text).map_err(|rejected| rejected.to_string())?;
    let carried = setup.scenario.carried();
    let set = carried.map(|own| own.load().map_err(|error| error.to_string()));
    let set = set.transpose()?;
    let scenario = setup.scenario.lightened();
    Ok((Setup { scenario, ..setup }, set))
}

/// All of a file.
pub(crate) fn bytes(file: &File) -> Result<Vec<u8>, String> {
    let refuse = |error| format!("the file cannot be read: {}", words(&error));
    let reader = FileReaderSync::new().map_err(refuse)?;
    let buffer = reader.read_as_array_buffer(file).map_err(refuse)?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
