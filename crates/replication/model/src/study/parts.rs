//! Many runs, by several workers.

use std::ops::{ControlFlow, Range};

use report::{Cancelled, Observer};

use super::draw::drawing;
use super::{Compared, Machines, Measured, Method, Results, Scratch, Study};
use crate::Error;
use crate::iterations::{Outcome, Spent};
use crate::own::Told;
use crate::parameters::{Parameters, Topic};
use crate::synchronisation::Drawing;

/// The outcomes of some of the runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The first of the runs, counted from 0.
    from: u32,
    /// The run after the last.
    to: u32,
    /// The outcomes of each method; of one study after the other where there are several.
    pub(super) measured: Vec<Measured>,
}

impl Part {
    /// The part as bytes, for another worker: which runs and methods, as JSON with its length before it, then the numbers of
    /// each run, which are many. Every bit of them stays.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let methods: Vec<_> = self
            .measured
            .iter()
            .map(|measured| measured.method)
            .collect();
        // No map with keys that are not texts, the only thing that JSON refuses.
        let about = serde_json::to_vec(&(self.from, self.to, methods)).unwrap_or_default();
        let mut out = (about.len() as u32).to_le_bytes().to_vec();
        out.extend(about);
        for measured in &self.measured {
            for (total, spent) in measured.totals.iter().zip(&measured.spent_by_run) {
                let numbers = [
                    *total,
                    spent.computing,
                    spent.discarded,
                    spent.waiting,
                    spent.synchronising,
                    spent.rescheduling,
                ];
                out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        out
    }

    /// A part from its bytes; nothing where they are no part.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (about, numbers) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (from, to, methods): (u32, u32, Vec<Method>) = serde_json::from_slice(about).ok()?;
        let (numbers, []) = numbers.as_chunks() else {
            return None;
        };
        let mut numbers = numbers.iter().map(|bytes| f64::from_le_bytes(*bytes));
        let mut part = Self {
            from,
            to,
            measured: methods.into_iter().map(Measured::none).collect(),
        };
        for measured in &mut part.measured {
            for _ in from..to {
                let total = numbers.next()?;
                let spent = Spent {
                    computing: numbers.next()?,
                    discarded: numbers.next()?,
                    waiting: numbers.next()?,
                    synchronising: numbers.next()?,
                    rescheduling: numbers.next()?,
                };
                measured.add_run(total, spent);
            }
        }
        numbers.next().is_none().then_some(part)
    }
}

/// The runs in one of `parts` equal parts, counted from 0; some parts are one run shorter than others, or empty.
#[must_use]
pub fn runs_of(runs: u32, part: u32, parts: u32) -> Range<u32> {
    let all = u64::from(runs);
    let from = |part: u32| (all * u64::from(part) / u64::from(parts.max(1))).min(all) as u32;
    from(part)..from(part.saturating_add(1))
}

/// Runs every method of every study on the resources of each of these runs.
///
/// # Errors
/// [`Error::Cancelled`] where the observer says so, and [`Error::Stopped`] where a strategy of one's own stops a run.
pub(super) fn part(
    studies: &mut [Study],
    runs: Range<u32>,
    observer: &mut dyn Observer,
) -> Result<Part, Error> {
    if let [study] = studies {
        return study.part(runs, observer);
    }
    let work = |study: &Study| u64::from(study.parameters.processors);
    let steps = studies.iter().map(Study::steps).max().unwrap_or(1);
    let all = studies.iter().map(work).sum::<u64>() * runs.len() as u64 * steps;
    let mut before = 0;
    let parts = each(studies, |study| {
        let work = work(study) * steps;
        let each = work / study.steps();
        let mut part = |done: u64, _: u64| observer.progress(before + done * each, all);
        let part = study.part(runs.clone(), &mut part)?;
        before += work * runs.len() as u64;
        Ok(part.measured)
    })?;
    Ok(Part {
        from: runs.start,
        to: runs.end,
        measured: parts.into_iter().flatten().collect(),
    })
}

/// The outcomes of all parts. They do not depend on the number of parts.
///
/// # Errors
/// [`Error::Parts`] where the parts are not those of these studies; [`Error::Stopped`] where a strategy of one's own stops the
/// first run.
pub(super) fn whole<'a>(
    studies: &'a mut [Study],
    parameters: &Parameters,
    parts: Vec<Part>,
) -> Result<Compared<'a>, Error> {
    let methods = studies.iter().flat_map(Study::methods);
    let mut measured = together(parts, methods.collect(), parameters.runs)?.into_iter();
    let results = each(studies, |study| {
        let own = measured.by_ref().take(study.methods().len()).collect();
        study.results(own)
    })?;
    let mut all = studies.iter().zip(results);
    let Some(whole) = all.next() else {
        return Err(Error::Parts {
            done: 0,
            runs: parameters.runs,
        });
    };
    if parameters.topic == Topic::Processors {
        let smaller = all.collect();
        return Ok(Compared::Machines(Machines { smaller, whole }));
    }
    let (study, results) = whole;
    Ok(Compared::Strategies(study, results))
}

/// Calls `run` with each study in turn. The send and finalize times of the pairs are the same for all studies, and many:
/// each study hands the drawn ones on to the next.
fn each<T>(
    studies: &mut [Study],
    mut run: impl FnMut(&mut Study) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut out = Vec::with_capacity(studies.len());
    if let Some((first, others)) = studies.split_first_mut() {
        others.iter_mut().for_each(|other| first.take_times(other));
    }
    for place in 0..studies.len() {
        if let Some([before, study]) = place
            .checked_sub(1)
            .and_then(|before| studies.get_mut(before..=place))
        {
            study.take_times(before);
        }
        if let Some(study) = studies.get_mut(place) {
            out.push(run(study)?);
        }
    }
    Ok(out)
}

/// The outcomes of all runs under these methods, from parts in any order.
fn together(mut parts: Vec<Part>, methods: Vec<Method>, runs: u32) -> Result<Vec<Measured>, Error> {
    parts.retain(|part| part.from < part.to);
    schedule::sort::by(&mut parts, |a, b| a.from.cmp(&b.from));
    let mut measured: Vec<_> = methods.iter().copied().map(Measured::none).collect();
    let mut next = 0;
    for part in &parts {
        let own = part.measured.iter().map(|measured| measured.method);
        if part.from != next || !own.eq(methods.iter().copied()) {
            break;
        }
        for (all, some) in measured.iter_mut().zip(&part.measured) {
            all.append(some);
        }
        next = part.to;
    }
    let whole = |measured: &Measured| measured.totals.len() == runs as usize;
    if next != runs || !measured.iter().all(whole) {
        return Err(Error::Parts { done: next, runs });
    }
    Ok(measured)
}

impl Study {
    /// Takes over the other study's times of the pairs, where they are of the same kind and more are drawn.
    fn take_times(&mut self, other: &mut Self) {
        for (own, others) in [
            (&mut self.send, &mut other.send),
            (&mut self.finalize, &mut other.finalize),
        ] {
            if own.same_as(others) && own.drawn() < others.drawn() {
                std::mem::swap(own, others);
            }
        }
    }

    /// Runs every method on the resources of each of these runs.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so, and [`Error::Stopped`] where a strategy of one's own stops a run.
    pub(super) fn part(
        &mut self,
        runs: Range<u32>,
        observer: &mut dyn Observer,
    ) -> Result<Part, Error> {
        let mut measured: Vec<_> = self.methods().into_iter().map(Measured::none).collect();
        let mut scratch = Scratch::default();
        let steps = self.steps();
        for run in runs.clone() {
            let place = u64::from(run - runs.start);
            {
                let mut drawing = drawing(observer, place, runs.len() as u64, steps);
                self.make(run, &mut scratch, Drawing(&mut drawing))?;
            }
            for measured in &mut measured {
                if let Some((total, spent)) = self.known.of(measured.method, run) {
                    measured.add_run(total, spent);
                }
            }
            let all = runs.len() as u64 * steps;
            if observer.progress((place + 1) * steps, all).is_break() {
                return Err(Cancelled.into());
            }
        }
        Ok(Part {
            from: runs.start,
            to: runs.end,
            measured,
        })
    }

    /// Runs every method whose outcome in this run is not known.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so, and [`Error::Stopped`] where a strategy of one's own stops a run.
    fn make(&mut self, run: u32, scratch: &mut Scratch, drawing: Drawing<'_>) -> Result<(), Error> {
        let mut missing = self.methods();
        missing.retain(|method| self.known.of(*method, run).is_none());
        if missing.is_empty() {
            return Ok(());
        }
        let draw = self.draw(u64::from(run), drawing)?;
        let mut known = std::mem::take(&mut self.known);
        let columns = self.columns(&draw);
        let add = |method, outcome: Outcome| known.add(method, run, &outcome);
        let compared = self.compare(missing.iter().copied(), &columns.run(), scratch, add);
        self.known = known;
        compared
    }

    /// The results of all runs, with the course of the first one.
    pub(super) fn results(&mut self, measured: Vec<Measured>) -> Result<Results, Error> {
        let shown = self.shown(&measured);
        // Kept from an earlier draw, or drawn once more, which no observer can cancel.
        let draw = self.draw(0, Drawing(&mut |_| ControlFlow::Continue(())))?;
        let columns = self.columns(&draw);
        let (schedule, first, told) = match shown {
            Method::Own => self.listen(&columns)?,
            _ => {
                let (schedule, first) = self.record(shown, &columns)?;
                (schedule, first, Told::default())
            }
        };
        Ok(Results {
            schedule,
            begins: first + 1,
            worlds: self.worlds(shown, &measured, &columns)?,
            first: self.first(shown, &columns)?,
            slowest: self.slowest(&draw),
            measured,
            shown,
            told,
        })
    }
}
