//! Traces and scenarios that come as files and leave as files.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use playground::{Scenario, Setup};
use trace::TraceSet;
use web_sys::File;
use worker::message::File as Wanted;
use worker::shelf::{About, Shelf};
use worker::traces::Understood;
use worker::{LARGEST_SCENARIO, Reply, parcel};

use crate::desk::{deliver, post};
use crate::files::{Files, Held, bytes, look_into, scenario as scenario_in, shelf};

/// What is said where nobody has the values.
const MISSING: &str = "its traces are not on this device";

type Offered = Result<File, String>;

/// Reads a file of traces for a scenario, and keeps it.
pub(crate) async fn read(id: u32, files: &Files, file: Offered, scenario: &str) {
    let held = file.and_then(|file| look_into(&file));
    give(id, files, held, scenario).await;
}

/// Gives a scenario traces that were read before.
pub(crate) async fn reuse(id: u32, files: &Files, digest: &str, name: &str, scenario: &str) {
    let found = files.find(digest).await;
    let held = found
        .map(|set| Held::Set(Rc::unwrap_or_clone(set).named(name)))
        .ok_or_else(|| "they are not on this device any more".into());
    give(id, files, held, scenario).await;
}

async fn give(id: u32, files: &Files, held: Result<Held, String>, scenario: &str) {
    let scenario = Scenario::from_text(scenario).map_err(|rejected| rejected.to_string());
    let understood = held.and_then(|held| Ok(understand(held, &scenario?)));
    let (outcome, set) = match understood {
        Ok((understood, set)) => (Ok(Box::new(understood)), set),
        Err(message) => (Err(message), None),
    };
    let (about, shelf) = take_in(files, set).await;
    post(&Reply::Read {
        id,
        outcome,
        about,
        shelf,
    });
}

/// What is held, in words, and the set with its digest.
fn understand(held: Held, scenario: &Scenario) -> (Understood, Option<(String, TraceSet)>) {
    match held {
        Held::Table(mut reading) => {
            let digest = reading.set.as_ref().map(TraceSet::digest);
            let digest = digest.unwrap_or_default();
            let understood = Understood::of(&reading, &digest, scenario);
            (understood, reading.set.take().map(|set| (digest, set)))
        }
        Held::Set(set) => {
            let digest = set.digest();
            let understood = Understood::whole(&set, &digest, scenario);
            (understood, Some((digest, set)))
        }
    }
}

/// Takes a set into memory and onto the device; what there is to say of it, and what is kept then.
async fn take_in(files: &Files, set: Option<(String, TraceSet)>) -> (Option<About>, Shelf) {
    let Some((digest, set)) = set else {
        return (None, shelf(Ok(())).await);
    };
    let set = files.hold(&digest, set);
    let (about, shelf) = files.keep(&digest, &set).await;
    (Some(about), shelf)
}

/// Keeps the traces of a file.
pub(crate) async fn keep(files: &Files, file: Offered) {
    let held = file.and_then(|file| look_into(&file)).ok();
    let set = held.and_then(Held::set).map(|set| (set.digest(), set));
    let (about, shelf) = take_in(files, set).await;
    post(&Reply::Shelf { about, shelf });
}

/// Reads a scenario file, and keeps traces in it that are too much for a link.
pub(crate) async fn open(id: u32, files: &Files, file: Offered) {
    let opened = file.and_then(|file| scenario_in(&bytes(&file)?));
    let (outcome, set) = match opened {
        Err(message) => (Err(message), None),
        Ok((setup, set)) => {
            let missing = setup.scenario.missing_file();
            let digest = missing.map(|own| own.digest.clone());
            (Ok(setup.to_json().to_string()), digest.zip(set))
        }
    };
    let (about, shelf) = take_in(files, set).await;
    post(&Reply::Opened {
        id,
        outcome,
        about,
        shelf,
    });
}

/// Writes a file of what only the worker has.
pub(crate) async fn write(files: &Files, wanted: Wanted, file: Offered) {
    let (text, lacks) = match wanted {
        Wanted::Traces { digest } => match files.find(&digest).await {
            Some(set) => (trace::write::wide(&set), None),
            None => (String::new(), Some(MISSING.to_owned())),
        },
        Wanted::Table => match file.and_then(|file| look_into(&file)).map(Held::set) {
            Ok(Some(set)) => (trace::write::wide(&set), None),
            Ok(None) => (String::new(), Some(MISSING.to_owned())),
            Err(message) => (String::new(), Some(message)),
        },
        Wanted::Scenario(text) => match whole(files, &text).await {
            Ok(whole) => (whole, None),
            Err(lacks) => (text, Some(lacks)),
        },
    };
    let parcel = parcel::pack(&Reply::Written { lacks });
    let bytes = Uint8Array::from(text.as_bytes());
    parcel.push(&bytes);
    deliver(&parcel, &Array::of1(&bytes.buffer()));
}

/// A scenario's text with the values of its traces.
async fn whole(files: &Files, text: &str) -> Result<String, String> {
    let setup = Setup::from_text(text).map_err(|rejected| rejected.to_string())?;
    let Some(own) = setup.scenario.missing_file() else {
        return Ok(text.to_owned());
    };
    let set = files.find(&own.digest).await.ok_or(MISSING)?;
    let scenario = setup.scenario.supplied(&set);
    let whole = Setup { scenario, ..setup }.to_json().to_string();
    if whole.len() > LARGEST_SCENARIO {
        return Err("its traces are too large to travel in a scenario file".into());
    }
    Ok(whole)
}
