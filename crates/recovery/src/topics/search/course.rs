//! How a search runs: part by part, so that it can be stopped, seen and resumed after each.

use std::ops::ControlFlow;

use recovery_model::Error;
use report::state::{self, Refused};
use report::{Cancelled, Observer, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use words::word;

/// How many nodes a part visits: some milliseconds, so that the page hears of it soon.
const PART: u64 = 1 << 13;

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

    /// How much of it is done, about, 0 to 1.
    fn share(&self) -> f64;

    /// The search as it is kept.
    fn save(&self) -> Self::Saved;

    /// The search that was kept.
    ///
    /// # Errors
    /// Why no search of this scenario can have kept this.
    fn resume(saved: Self::Saved) -> Result<Self, Error>;

    /// Whether what it has found agrees with what is known of the answer; nothing where that is not known.
    fn agrees(&self) -> Option<bool>;
}

/// What a result is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// This run made the whole search.
    Whole,
    /// An earlier run made a part of it, and the result is the known one.
    Known,
    /// An earlier run made a part of it, and nothing is known to compare the result with.
    Believed,
    /// What an earlier run kept led to a wrong result: this run made the whole search.
    Anew,
}

impl Standing {
    fn of<S: Search>(search: &S, resumed: bool) -> Self {
        match (resumed, search.agrees()) {
            (false, _) => Self::Whole,
            (true, Some(_)) => Self::Known,
            (true, None) => Self::Believed,
        }
    }

    /// What a report says of it.
    pub(super) fn notes(self) -> Vec<String> {
        let worth = match self {
            Self::Whole => return Vec::new(),
            Self::Anew => {
                return vec![
                    word!("The kept state of an earlier run led to a result that is known to be wrong. This run made the whole search again.").to_owned(),
                ];
            }
            Self::Known => {
                word!("What it has found agrees with the known result, which no state can change.")
            }
            Self::Believed => word!(
                "No known result is there to compare: what it found not to exist is only as certain as that state. A search without a pause proves it."
            ),
        };
        vec![state::note(), worth.to_owned()]
    }
}

/// The search that was kept, if it can be one of this scenario.
fn read<S: Search>(state: &str, same: impl Fn(&S) -> bool) -> Result<S, Refused> {
    let search = S::resume(state::open(state)?).map_err(|why| Refused::wrong(why.to_string()))?;
    if !same(&search) {
        return Err(Refused::wrong(word!("it is of another search")));
    }
    if search.agrees() == Some(false) {
        return Err(Refused::wrong(word!(
            "what it has found is known to be wrong"
        )));
    }
    Ok(search)
}

/// Runs a search, from where an earlier one stood that is `the same`, else from its beginning. `early` says what it has found.
pub(super) fn run<S: Search>(
    fresh: impl Fn() -> Result<S, laboratory::Error>,
    same: impl Fn(&S) -> bool,
    observer: &mut dyn Observer,
    early: &dyn Fn(&S, Standing) -> Report,
) -> Result<(S, Standing), laboratory::Error> {
    let kept = report::resumed(observer, |state| read::<S>(state, &same));
    let resumed = kept.is_some();
    let mut search = match kept {
        Some(search) => search,
        None => fresh()?,
    };
    let mut standing = Standing::of(&search, resumed);
    // What was estimated to be done once is not undone.
    let mut done = 0.0_f64;
    let keep = |search: &S| state::seal(&search.save());
    observer.keep(&|| keep(&search));
    observer.early(&|| early(&search, standing));
    while !search.is_done() {
        done = done.max(search.share().clamp(0.0, 1.0));
        if observer.progress((WHOLE * done) as u64, WHOLE as u64) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        search.go(PART);
        // A state may leave out what it should have kept; this shows at the latest in the result.
        if resumed && standing != Standing::Anew && search.agrees() == Some(false) {
            search = fresh()?;
            standing = Standing::Anew;
        }
        observer.keep(&|| keep(&search));
        observer.early(&|| early(&search, standing));
    }
    Ok((search, standing))
}
