//! The course of a search: part by part, so that it can be stopped, seen and resumed after each.

use std::ops::ControlFlow;

use certificate::{Certificate, Counter};
use recovery_model::Error;
use report::state::{self, Refused};
use report::words::count;
use report::{Cancelled, Observer, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use words::{say, word};

/// The number of nodes of a part: some milliseconds, so that the page hears from it soon.
const PART: u64 = 1 << 13;

/// The most beginnings that a check tries for a report: less than a second.
const MOST_CHECKED: u64 = 1 << 19;

/// The whole progress, in parts.
const WHOLE: f64 = 10_000.0;

/// A search that goes on.
pub(super) trait Search: Sized {
    /// The saved form of the search.
    type Saved: Serialize + DeserializeOwned;

    /// Visits so many further nodes.
    fn go(&mut self, nodes: u64);

    /// Whether it is done.
    fn is_done(&self) -> bool;

    /// The number of visited nodes.
    fn work(&self) -> u64;

    /// The finished share of the search, about, 0 to 1; nothing where nobody can foresee it.
    fn share(&self) -> Option<f64> {
        None
    }

    /// The search in saved form.
    fn save(&self) -> Self::Saved;

    /// The search from its saved form.
    ///
    /// # Errors
    /// The reason why no search of this scenario can have saved this.
    fn resume(saved: Self::Saved) -> Result<Self, Error>;

    /// The certificate of its result, once it is done.
    fn certificate(&self) -> Option<Certificate>;

    /// Whether its result so far agrees with the known answer; nothing if no answer is known.
    fn agrees(&self) -> Option<bool>;
}

/// The origin of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// This run made the whole search.
    Whole,
    /// An earlier run made a part of it, and the result is the known one.
    Known,
    /// An earlier run made a part of it, and no known result exists to compare with.
    Believed,
    /// The saved state of an earlier run led to a wrong result: this run made the whole search.
    Anew,
}

/// Whether a certificate was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// The search goes on.
    None,
    /// The check proves the result, after so many beginnings.
    Proven(u64),
    /// The check takes longer than a report may wait.
    Long,
    /// The check does not prove the result.
    Refused,
}

/// The reliability of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    standing: Standing,
    check: Check,
}

impl Worth {
    fn of<S: Search>(search: &S, resumed: bool) -> Self {
        let standing = match (resumed, search.agrees()) {
            (false, _) => Standing::Whole,
            (true, Some(_)) => Standing::Known,
            (true, None) => Standing::Believed,
        };
        Self {
            standing,
            check: Check::None,
        }
    }

    /// A search that begins again after a state led it to a wrong result.
    const ANEW: Self = Self {
        standing: Standing::Anew,
        check: Check::None,
    };

    /// Whether a saved state made a part of the search.
    fn is_resumed(self) -> bool {
        matches!(self.standing, Standing::Known | Standing::Believed)
    }

    /// Whether an independent check proved the result.
    pub(super) fn is_verified(self) -> bool {
        matches!(self.check, Check::Proven(_))
    }

    /// Whether only a saved state excludes a better result.
    pub(super) fn is_believed(self) -> bool {
        self.standing == Standing::Believed && !self.is_verified()
    }

    /// The notes on it in a report.
    pub(super) fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.is_resumed() {
            notes.push(state::note());
        }
        if self.is_believed() {
            notes.push(word!("No known result is there to compare: what it found not to exist is only as certain as that state. A search without a pause, or a check of its certificate, proves it.").to_owned());
        }
        match self.standing {
            Standing::Whole | Standing::Believed => {}
            Standing::Known => notes.push(word!("Its result agrees with the known result, which no state can change.").to_owned()),
            Standing::Anew => notes.push(word!("The kept state of an earlier run led to a wrong result. This run makes the whole search again.").to_owned()),
        }
        match self.check {
            Check::None => {}
            Check::Proven(0) => notes.push(word!("Verified by an independent check: a theorem excludes anything better.").to_owned()),
            Check::Proven(tried) => notes.push(say!(
                "Verified by an independent check, which tried {} in its own order and found nothing better.",
                count(tried as usize, word!("beginning"), word!("beginnings"))
            )),
            Check::Refused => notes.push(word!("An independent check does not confirm this result: makespan run --certificate FILE and makespan verify FILE say why.").to_owned()),
            Check::Long => notes.push(word!("Not verified here, because an independent check takes about as long as the search: makespan verify FILE checks the certificate that makespan run --certificate FILE writes.").to_owned()),
        }
        notes
    }
}

/// Checks a certificate, if that does not take long.
fn verify(certificate: &Certificate, observer: &mut dyn Observer) -> Result<Check, Cancelled> {
    let mut cancelled = false;
    let mut watch = |tried: u64, _: f64| {
        cancelled = observer.progress(WHOLE as u64, WHOLE as u64).is_break();
        match cancelled || tried > MOST_CHECKED {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let mut counter = Counter::watched(&mut watch);
    let checked = certificate.check(&mut counter);
    let tried = counter.tried();
    match (cancelled, checked) {
        (true, _) => Err(Cancelled),
        (false, Ok(_)) => Ok(Check::Proven(tried)),
        (false, Err(certificate::Refused::Stopped)) => Ok(Check::Long),
        (false, Err(_)) => Ok(Check::Refused),
    }
}

/// The saved search, if it can be one of this scenario.
fn read<S: Search>(state: &str, same: impl Fn(&S) -> bool) -> Result<S, Refused> {
    let search = S::resume(state::open(state)?).map_err(|why| Refused::wrong(why.to_string()))?;
    if !same(&search) {
        return Err(Refused::wrong(word!("it is of another search")));
    }
    if search.agrees() == Some(false) {
        return Err(Refused::wrong(word!(
            "its result so far is known to be wrong"
        )));
    }
    Ok(search)
}

/// Runs a search, from its saved state if `same` accepts it, else from its beginning. `early` reports the results so far.
pub(super) fn run<S: Search>(
    fresh: impl Fn() -> Result<S, laboratory::Error>,
    same: impl Fn(&S) -> bool,
    observer: &mut dyn Observer,
    early: &dyn Fn(&S, Worth) -> Report,
) -> Result<(S, Worth), laboratory::Error> {
    let kept = report::resumed(observer, |state| read::<S>(state, &same));
    let resumed = kept.is_some();
    let mut search = match kept {
        Some(search) => search,
        None => fresh()?,
    };
    let mut worth = Worth::of(&search, resumed);
    // Displayed progress never falls.
    let mut done = 0.0_f64;
    let keep = |search: &S| state::seal(&search.save());
    loop {
        // A state may omit a part of its results; this shows at the latest in the result, or in its check.
        if worth.is_resumed() && (search.agrees() == Some(false) || worth.check == Check::Refused) {
            search = fresh()?;
            observer.astray();
            worth = Worth::ANEW;
        }
        observer.keep(search.work(), &|| keep(&search));
        observer.early(&|| early(&search, worth));
        if search.is_done() {
            let Some(certificate) = search.certificate() else {
                break;
            };
            worth.check = verify(&certificate, observer)?;
            if worth.is_resumed() && worth.check == Check::Refused {
                continue;
            }
            observer.prove(&|| certificate.text());
            break;
        }
        let told = match search.share() {
            Some(share) => {
                done = done.max(share.clamp(0.0, 1.0));
                observer.progress((WHOLE * done) as u64, WHOLE as u64)
            }
            None => observer.progress(0, 0),
        };
        if told.is_break() {
            return Err(Cancelled.into());
        }
        search.go(PART);
    }
    Ok((search, worth))
}
