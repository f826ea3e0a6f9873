//! The one door to this device's storage: traces, runs that can be resumed, and pinned runs, in IndexedDB. No other part of the project
//! uses it, so that a page that must leave no trace is closed here.
//!
//! Three databases, each with two object stores. The keys of traces and runs are digests. Of the traces, `about` has a set's line as JSON
//! text, `values` its content as bytes, so that a list of sets reads no values. Of the runs, `about` has the time of the last change,
//! `values` the run's state as JSON text. Of the pinned runs, `values` has the notebook's text. Every call opens the database and closes
//! it: changes of another tab are seen, and nobody waits for a tab that sleeps.

use js_sys::{Array, Date, Function, Promise, Uint8Array};
use report::state;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DedicatedWorkerGlobalScope, DomException, IdbDatabase, IdbObjectStore, IdbRequest,
    IdbTransaction, IdbTransactionMode,
};

use session::library::{About, Trouble};
use session::program::BARE;
use session::resume::{Kept, MOST_RUNS};

use crate::envelope::words;

const TRACES: &str = "makespan";
/// A database of its own: another tab may have an older version of the page, which opens the database of traces in its own way.
const RUNS: &str = "makespan-runs";
const PINS: &str = "makespan-pins";
const VERSION: u32 = 1;
const ABOUT: &str = "about";
const VALUES: &str = "values";

/// Sets of more bytes may be refused for their size: browsers limit a value to a hundred MB or two.
const LARGE: usize = 50_000_000;

/// All sets, the newest first.
pub(crate) async fn list() -> Result<Vec<About>, Trouble> {
    let visit = Visit::begin(TRACES, IdbTransactionMode::Readonly).await?;
    let all = done(&visit.about()?.get_all().map_err(trouble)?).await?;
    visit.end().await?;
    // An entry of another version may have another shape.
    let mut entries: Vec<About> = Array::from(&all)
        .iter()
        .filter_map(|text| serde_json::from_str(&text.as_string()?).ok())
        .collect();
    entries.sort_by(|a, b| b.since.total_cmp(&a.since));
    Ok(entries)
}

/// Keeps a set; a set that is kept already stays the same, its name included.
pub(crate) async fn keep(about: &About, content: &[u8]) -> Result<(), Trouble> {
    let visit = Visit::begin(TRACES, IdbTransactionMode::Readwrite).await?;
    // The storage is open: an error of a large set now comes from its size.
    let kept = put(visit, about, content).await;
    kept.map_err(|trouble| match trouble {
        Trouble::Blocked(why) if content.len() > LARGE => Trouble::TooLarge(why),
        other => other,
    })
}

async fn put(visit: Visit, about: &About, content: &[u8]) -> Result<(), Trouble> {
    let key = JsValue::from_str(&about.digest);
    if done(&visit.about()?.count_with_key(&key).map_err(trouble)?).await? == 0 {
        visit.write(about)?;
        let values = Uint8Array::from(content);
        let put = visit.values()?.put_with_key(&values, &key);
        put.map_err(trouble)?;
    }
    visit.end().await
}

/// The content of the set with this digest, where it is kept.
pub(crate) async fn content(digest: &str) -> Result<Option<Vec<u8>>, Trouble> {
    let visit = Visit::begin(TRACES, IdbTransactionMode::Readonly).await?;
    let values = done(&visit.values()?.get(&digest.into()).map_err(trouble)?).await?;
    visit.end().await?;
    Ok(values.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec))
}

/// Gives the set with this digest another name.
pub(crate) async fn rename(digest: &str, name: &str) -> Result<(), Trouble> {
    let visit = Visit::begin(TRACES, IdbTransactionMode::Readwrite).await?;
    let text = done(&visit.about()?.get(&digest.into()).map_err(trouble)?).await?;
    let about = text
        .as_string()
        .and_then(|text| serde_json::from_str::<About>(&text).ok());
    if let Some(about) = about {
        let name = name.to_owned();
        visit.write(&About { name, ..about })?;
    }
    visit.end().await
}

/// Deletes the set with this digest.
pub(crate) async fn delete(digest: &str) -> Result<(), Trouble> {
    let visit = Visit::begin(TRACES, IdbTransactionMode::Readwrite).await?;
    visit.delete(&digest.into())?;
    visit.end().await
}

/// The kept state of the run with this digest, if there is one.
pub(crate) async fn run(digest: &str) -> Result<Option<Kept>, Trouble> {
    let visit = Visit::begin(RUNS, IdbTransactionMode::Readonly).await?;
    let kept = visit.run(&digest.into()).await?;
    visit.end().await?;
    Ok(kept)
}

/// Keeps the state of a run, unless a further state of it is kept; with `over`, in any case. Where there are too many runs, the oldest
/// makes way. The database carries out the writes of several tabs one after the other, so the state read here is the state replaced.
pub(crate) async fn keep_run(digest: &str, kept: &Kept, over: bool) -> Result<(), Trouble> {
    if kept.state.len() > state::LARGEST {
        return Err(Trouble::TooLarge("the state is too long".into()));
    }
    let visit = Visit::begin(RUNS, IdbTransactionMode::Readwrite).await?;
    let key = JsValue::from_str(digest);
    let there = match over {
        true => None,
        false => visit.run(&key).await?,
    };
    if there.is_some_and(|there| !kept.replaces(&there)) {
        return visit.end().await;
    }
    let (about, values) = (visit.about()?, visit.values()?);
    let text = serde_json::to_string(kept).unwrap_or_default();
    values.put_with_key(&text.into(), &key).map_err(trouble)?;
    about
        .put_with_key(&Date::now().into(), &key)
        .map_err(trouble)?;
    // Keys and values come in the same order.
    let keys = done(&about.get_all_keys().map_err(trouble)?).await?;
    let times = done(&about.get_all().map_err(trouble)?).await?;
    let (keys, times) = (Array::from(&keys), Array::from(&times));
    let times = times.iter().map(|time| time.as_f64().unwrap_or_default());
    let mut all: Vec<(JsValue, f64)> = keys.iter().zip(times).collect();
    all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    for (key, _) in all.iter().skip(MOST_RUNS) {
        visit.delete(key)?;
    }
    visit.end().await
}

/// Deletes the run with this digest; a state of more work than `most` stays.
pub(crate) async fn forget_run(digest: &str, most: Option<u64>) -> Result<(), Trouble> {
    let visit = Visit::begin(RUNS, IdbTransactionMode::Readwrite).await?;
    let key = JsValue::from_str(digest);
    let there = match most {
        Some(_) => visit.run(&key).await?,
        None => None,
    };
    if most
        .zip(there)
        .is_none_or(|(most, there)| there.work <= most)
    {
        visit.delete(&key)?;
    }
    visit.end().await
}

/// All pinned runs, as the notebook wrote them.
pub(crate) async fn pins() -> Result<Vec<String>, Trouble> {
    let visit = Visit::begin(PINS, IdbTransactionMode::Readonly).await?;
    let all = done(&visit.values()?.get_all().map_err(trouble)?).await?;
    visit.end().await?;
    Ok(Array::from(&all)
        .iter()
        .filter_map(|pin| pin.as_string())
        .collect())
}

/// Keeps a pinned run, in the place of the one with the same key.
pub(crate) async fn pin(key: &str, pin: &str) -> Result<(), Trouble> {
    let visit = Visit::begin(PINS, IdbTransactionMode::Readwrite).await?;
    let put = visit.values()?.put_with_key(&pin.into(), &key.into());
    put.map_err(trouble)?;
    visit.end().await
}

/// Deletes the pinned runs with these keys.
pub(crate) async fn unpin(keys: &[String]) -> Result<(), Trouble> {
    let visit = Visit::begin(PINS, IdbTransactionMode::Readwrite).await?;
    for key in keys {
        visit.delete(&key.as_str().into())?;
    }
    visit.end().await
}

/// An open database with a transaction on both stores.
struct Visit {
    database: IdbDatabase,
    transaction: IdbTransaction,
    ended: Promise,
}

impl Visit {
    async fn begin(name: &str, mode: IdbTransactionMode) -> Result<Self, Trouble> {
        let database = open(name).await?;
        let stores = Array::of2(&ABOUT.into(), &VALUES.into());
        let begun = database.transaction_with_str_sequence_and_mode(&stores, mode);
        let transaction = match begun {
            Ok(transaction) => transaction,
            Err(error) => {
                database.close();
                return Err(trouble(error));
            }
        };
        // Listens from the beginning: the transaction may end before somebody waits for it.
        let ended = Promise::new(&mut |resolve: Function, reject: Function| {
            transaction.set_oncomplete(Some(&resolve));
            transaction.set_onabort(Some(&reject));
        });
        Ok(Self {
            database,
            transaction,
            ended,
        })
    }

    fn about(&self) -> Result<IdbObjectStore, Trouble> {
        self.transaction.object_store(ABOUT).map_err(trouble)
    }

    fn values(&self) -> Result<IdbObjectStore, Trouble> {
        self.transaction.object_store(VALUES).map_err(trouble)
    }

    /// The kept run of this key; nothing where another version kept it in another shape: the run then begins anew.
    async fn run(&self, key: &JsValue) -> Result<Option<Kept>, Trouble> {
        let text = done(&self.values()?.get(key).map_err(trouble)?).await?;
        let text = text.as_string();
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Deletes all entries of this key.
    fn delete(&self, key: &JsValue) -> Result<(), Trouble> {
        for store in [self.about()?, self.values()?] {
            store.delete(key).map_err(trouble)?;
        }
        Ok(())
    }

    fn write(&self, about: &About) -> Result<(), Trouble> {
        let text = serde_json::to_string(about).unwrap_or_default();
        let put = self
            .about()?
            .put_with_key(&text.into(), &about.digest.as_str().into());
        put.map(drop).map_err(trouble)
    }

    /// Waits until all changes are on the device, or none.
    async fn end(self) -> Result<(), Trouble> {
        let ended = JsFuture::from(self.ended.clone()).await;
        ended.map(drop).map_err(|event| {
            let error = self.transaction.error().map(JsValue::from);
            trouble(error.unwrap_or(event))
        })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.transaction.set_oncomplete(None);
        self.transaction.set_onabort(None);
        self.database.close();
    }
}

async fn open(name: &str) -> Result<IdbDatabase, Trouble> {
    let scope = js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>();
    let none = || Trouble::Blocked("there is no storage here".into());
    // Every caller stops here where nothing may be kept or read.
    if scope.name().starts_with(BARE) {
        return Err(none());
    }
    let factory = scope.indexed_db().map_err(trouble)?.ok_or_else(none)?;
    let request = factory.open_with_u32(name, VERSION).map_err(trouble)?;
    let upgraded = request.clone();
    let on_upgrade = Closure::once(move || {
        if let Ok(database) = upgraded.result() {
            let database = database.unchecked_into::<IdbDatabase>();
            for store in [ABOUT, VALUES] {
                // Creating fails where the store exists, which is fine.
                let _ = database.create_object_store(store);
            }
        }
    });
    request.set_onupgradeneeded(Some(on_upgrade.as_ref().unchecked_ref()));
    Ok(done(&request).await?.unchecked_into())
}

/// The result of a request.
async fn done(request: &IdbRequest) -> Result<JsValue, Trouble> {
    let promise = Promise::new(&mut |resolve: Function, reject: Function| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    let ended = JsFuture::from(promise).await;
    request.set_onsuccess(None);
    request.set_onerror(None);
    match ended {
        Ok(_) => request.result().map_err(trouble),
        Err(event) => Err(trouble(match request.error() {
            Ok(Some(error)) => error.into(),
            _ => event,
        })),
    }
}

fn trouble(error: JsValue) -> Trouble {
    match error.dyn_ref::<DomException>() {
        Some(error) if error.name() == "QuotaExceededError" => Trouble::Full,
        Some(error) => Trouble::Blocked(error.message()),
        None => Trouble::Blocked(words(&error)),
    }
}
