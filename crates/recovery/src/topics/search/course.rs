//! How a search runs: part by part, so that it can be stopped, seen and resumed after each.

use std::ops::ControlFlow;

use report::{Cancelled, Observer, Report};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// How many nodes a part visits: some milliseconds, so that the page hears of it soon.
const PART: u64 = 1 << 13;

/// The form in which searches are kept; another form begins anew.
const FORM: u32 = 1;

/// Progress in these parts.
const WHOLE: f64 = 10_000.0;

/// A search that goes on.
pub(super) trait Search: Sized {
    /// How it is kept.
    type Saved: Serialize + DeserializeOwned;

    /// Visits so many nodes more.
    fn go(&mut self, nodes: u64);

    /// Whether it is done.
    fn is_done(&self) -> bool;

    /// How many nodes it has visited.
    fn work(&self) -> u64;

    /// How much of it is done, about, 0 to 1.
    fn share(&self) -> f64;

    /// The search as it is kept.
    fn save(&self) -> Self::Saved;

    /// The search that was kept; nothing where no search of this scenario can have kept this.
    fn resume(saved: Self::Saved) -> Option<Self>;
}

/// What is kept.
#[derive(Serialize, Deserialize)]
struct Kept<S> {
    form: u32,
    search: S,
}

fn keep<S: Search>(search: &S) -> String {
    let kept = Kept {
        form: FORM,
        search: search.save(),
    };
    // Numbers and names have a JSON form.
    serde_json::to_string(&kept).unwrap_or_default()
}

fn read<S: Search>(state: &str) -> Option<S> {
    let kept: Kept<S::Saved> = serde_json::from_str(state).ok()?;
    (kept.form == FORM)
        .then(|| S::resume(kept.search))
        .flatten()
}

/// Runs a search, from where an earlier one stood that is `the same`, else from its beginning. `early` says what it has found.
pub(super) fn run<S: Search>(
    fresh: impl FnOnce() -> Result<S, laboratory::Error>,
    same: impl Fn(&S) -> bool,
    observer: &mut dyn Observer,
    early: &dyn Fn(&S) -> Report,
) -> Result<S, laboratory::Error> {
    let kept = report::resumed(observer, |state| read::<S>(state).filter(&same));
    let mut search = match kept {
        Some(search) => search,
        None => fresh()?,
    };
    // What was estimated to be done once is not undone.
    let mut done = 0.0_f64;
    observer.keep(search.work(), &|| keep(&search));
    observer.early(&|| early(&search));
    while !search.is_done() {
        done = done.max(search.share().clamp(0.0, 1.0));
        if observer.progress((WHOLE * done) as u64, WHOLE as u64) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        search.go(PART);
        observer.keep(search.work(), &|| keep(&search));
        observer.early(&|| early(&search));
    }
    Ok(search)
}
