//! Traces and scenarios that come as files and leave as files.

use std::sync::Arc;

use js_sys::{Array, Date, Uint8Array};
use playground::{Scenario, Setup};
use session::import::When;
use session::library::{About, CONTENT, Library};
use session::message::{File as Wanted, Reply};
use session::program::LARGEST_SCENARIO;
use session::traces::{HEAD, Understood, is_scenario};
use trace::TraceSet;
use trace::read::{Columns, Reading, read_as};
use web_sys::{Blob, BlobPropertyBag, File};

use crate::files::{Files, bytes, library};
use crate::server::deliver;
use crate::{envelope, store};

/// The message where nobody has the values.
const MISSING: &str = "its traces are not on this device";

type Offered = Result<File, String>;

/// The content of a file.
enum Held {
    /// A table of traces.
    Table(Reading),
    /// A table without traces, whose columns the user may correct.
    Refused(Understood),
    /// A set, exactly.
    Set(TraceSet),
}

impl Held {
    fn set(self) -> Option<TraceSet> {
        match self {
            Self::Table(reading) => reading.set,
            Self::Refused(_) => None,
            Self::Set(set) => Some(set),
        }
    }
}

/// Reads a file of traces for a scenario with its user's settings, and keeps the used traces.
pub(crate) async fn read(
    files: &Files,
    file: Offered,
    scenario: &Scenario,
    said: &Columns,
    when: When,
) {
    let held = file.and_then(|file| look_into(&file, said));
    give(files, held, scenario, when).await;
}

/// Gives a scenario traces that were read before.
pub(crate) async fn reuse(files: &Files, digest: &str, name: &str, scenario: &Scenario) {
    let found = files.find(digest).await;
    let held = found
        .map(|set| Held::Set(Arc::unwrap_or_clone(set).named(name)))
        .ok_or_else(|| "they are not on this device any more".into());
    give(files, held, scenario, When::Now).await;
}

async fn give(files: &Files, held: Result<Held, String>, scenario: &Scenario, when: When) {
    let (outcome, set) = match held.map(|held| understand(held, scenario)) {
        Ok((understood, set)) => {
            let set = set.filter(|_| when.keeps(&understood));
            (Ok(Box::new(understood)), set)
        }
        Err(message) => (Err(message), None),
    };
    let Taken {
        about,
        library,
        content,
    } = take_in(files, set).await;
    let reply = Reply::Read {
        outcome,
        about,
        library,
    };
    post_with(&reply, content);
}

/// The content of a file in words, and the set with its digest.
fn understand(held: Held, scenario: &Scenario) -> (Understood, Option<(String, TraceSet)>) {
    match held {
        Held::Table(mut reading) => {
            let digest = reading.set.as_ref().map(TraceSet::digest);
            let digest = digest.unwrap_or_default();
            let understood = Understood::of(&reading, &digest, scenario);
            (understood, reading.set.take().map(|set| (digest, set)))
        }
        Held::Refused(understood) => (understood, None),
        Held::Set(set) => {
            let digest = set.digest();
            let understood = Understood::whole(&set, &digest, scenario);
            (understood, Some((digest, set)))
        }
    }
}

/// The outcome of taking in a set.
struct Taken {
    /// The set's line in the list.
    about: Option<About>,
    /// The kept traces afterwards.
    library: Library,
    /// The set as a file.
    content: Option<Blob>,
}

/// Takes a set into memory and onto the device.
async fn take_in(files: &Files, set: Option<(String, TraceSet)>) -> Taken {
    let Some((digest, set)) = set else {
        return Taken {
            about: None,
            library: library(Ok(())).await,
            content: None,
        };
    };
    let set = files.hold(&digest, set);
    let (about, content) = (About::of(&digest, &set, Date::now()), set.content());
    let kept = store::keep(&about, &content).await;
    Taken {
        about: Some(about),
        library: library(kept).await,
        content: blob(&content),
    }
}

/// The content of a set as a file, unless the browser has no room for it.
fn blob(content: &[u8]) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(CONTENT);
    let parts = Array::of1(&Uint8Array::from(content));
    Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()
}

/// Posts a reply with the content of traces beside it.
fn post_with(reply: &Reply, content: Option<Blob>) {
    let envelope = envelope::pack(reply);
    if let Some(content) = content {
        envelope.push(&content);
    }
    deliver(&envelope, &Array::new());
}

/// Keeps the traces of a file.
pub(crate) async fn keep(files: &Files, file: Offered) {
    let held = file
        .and_then(|file| look_into(&file, &Columns::default()))
        .ok();
    let set = held.and_then(Held::set).map(|set| (set.digest(), set));
    let Taken {
        about,
        library,
        content,
    } = take_in(files, set).await;
    post_with(&Reply::Library { about, library }, content);
}

/// Reads a scenario file, and keeps its traces that are too large for a link.
pub(crate) async fn open(files: &Files, file: Offered) {
    let opened = file.and_then(|file| scenario(&bytes(&file)?));
    let (outcome, set) = match opened {
        Err(message) => (Err(message), None),
        Ok((setup, set)) => {
            let missing = setup.scenario.missing_file();
            let digest = missing.map(|own| own.digest.clone());
            (Ok(Box::new(setup)), digest.zip(set))
        }
    };
    let Taken {
        about,
        library,
        content,
    } = take_in(files, set).await;
    let reply = Reply::Opened {
        outcome,
        about,
        library,
    };
    post_with(&reply, content);
}

/// Writes a file whose values only the worker has.
pub(crate) async fn write(files: &Files, wanted: Wanted, file: Offered) {
    let (text, lacks) = match wanted {
        Wanted::Traces { digest } => match files.find(&digest).await {
            Some(set) => (trace::write::wide(&set), None),
            None => (String::new(), Some(MISSING.to_owned())),
        },
        Wanted::Table => match file
            .and_then(|file| look_into(&file, &Columns::default()))
            .map(Held::set)
        {
            Ok(Some(set)) => (trace::write::wide(&set), None),
            Ok(None) => (String::new(), Some(MISSING.to_owned())),
            Err(message) => (String::new(), Some(message)),
        },
        Wanted::Scenario(setup) => match whole(files, &setup).await {
            Ok(whole) => (whole, None),
            Err(lacks) => (setup.to_json().to_string(), Some(lacks)),
        },
    };
    let envelope = envelope::pack(&Reply::Written { lacks });
    let buffers = Array::new();
    if !text.is_empty() {
        let bytes = Uint8Array::from(text.as_bytes());
        envelope.push(&bytes);
        buffers.push(&bytes.buffer());
    }
    deliver(&envelope, &buffers);
}

/// A scenario's text with the values of its traces.
async fn whole(files: &Files, setup: &Setup) -> Result<String, String> {
    let Some(own) = setup.scenario.missing_file() else {
        return Ok(setup.to_json().to_string());
    };
    let set = files.find(&own.digest).await.ok_or(MISSING)?;
    let scenario = setup.scenario.supplied(&set);
    let view = setup.view.clone();
    let extras = setup.extras.clone();
    let whole = Setup {
        scenario,
        view,
        extras,
    }
    .to_json()
    .to_string();
    if whole.len() > LARGEST_SCENARIO {
        return Err("its traces are too large to travel in a scenario file".into());
    }
    Ok(whole)
}

/// Reads a file of any kind that can hold traces; a table with its user's settings.
fn look_into(file: &File, said: &Columns) -> Result<Held, String> {
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
    match read_as(&name, &bytes, said) {
        Ok(reading) => Ok(Held::Table(reading)),
        Err(error) => Understood::refused(error).map(Held::Refused),
    }
}

/// A scenario from a file, without values that are too large for a link, and the traces that came with it.
fn scenario(bytes: &[u8]) -> Result<(Setup, Option<TraceSet>), String> {
    let text = str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8")?;
    let setup = Setup::from_text(text).map_err(|rejected| rejected.to_string())?;
    let carried = setup.scenario.carried();
    let set = carried.map(|own| own.load().map_err(|error| error.to_string()));
    let set = set.transpose()?;
    let scenario = setup.scenario.lightened();
    Ok((Setup { scenario, ..setup }, set))
}
