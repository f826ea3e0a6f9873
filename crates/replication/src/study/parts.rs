//! Many runs, by several workers.

use std::ops::Range;

use report::{Cancelled, Observer, Report, Sample};

use super::{Measured, Method, Results, Scratch, Study};
use crate::iterations::{Outcome, Spent};
use crate::{Error, narrative};

/// What some of a study's runs came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The first of the runs, counted from 0.
    from: u32,
    /// The one after the last.
    to: u32,
    measured: Vec<Measured>,
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

/// Which of so many runs are in one of `parts` equal parts, counted from 0; some parts are one run shorter than others, or
/// empty.
#[must_use]
pub fn runs_of(runs: u32, part: u32, parts: u32) -> Range<u32> {
    let all = u64::from(runs);
    let from = |part: u32| (all * u64::from(part) / u64::from(parts.max(1))).min(all) as u32;
    from(part)..from(part.saturating_add(1))
}

impl Study {
    /// Runs every method on the resources of each of these runs.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so.
    pub fn part(&mut self, runs: Range<u32>, observer: &mut dyn Observer) -> Result<Part, Error> {
        let mut measured: Vec<_> = self.methods().into_iter().map(Measured::none).collect();
        let mut scratch = Scratch::default();
        for run in runs.clone() {
            self.make(run, &mut scratch);
            for measured in &mut measured {
                if let Some((total, spent)) = self.known.of(measured.method, run) {
                    measured.add_run(total, spent);
                }
            }
            let done = u64::from(run - runs.start) + 1;
            if observer.progress(done, runs.len() as u64).is_break() {
                return Err(Cancelled.into());
            }
        }
        Ok(Part {
            from: runs.start,
            to: runs.end,
            measured,
        })
    }

    /// Runs every method of which it is not known what it comes to in this run.
    fn make(&mut self, run: u32, scratch: &mut Scratch) {
        let mut missing = self.methods();
        missing.retain(|method| self.known.of(*method, run).is_none());
        if missing.is_empty() {
            return;
        }
        let draw = self.draw(u64::from(run));
        let mut known = std::mem::take(&mut self.known);
        let columns = self.columns(&draw);
        let add = |method, outcome: Outcome| known.add(method, run, &outcome);
        self.compare(missing.iter().copied(), &columns.run(), scratch, add);
        self.known = known;
    }

    /// Puts the parts together, in any order, and records the first run. Results do not depend on how many parts there
    /// are.
    ///
    /// # Errors
    /// [`Error::Parts`] where the parts are not those of this study; [`Error::Rejected`] where the schedule would begin
    /// after the run.
    pub fn finish(mut self, parts: Vec<Part>) -> Result<(Self, Results), Error> {
        let results = self.together(parts)?;
        Ok((self, results))
    }

    /// The report of all parts.
    pub(super) fn told(&mut self, parts: Vec<Part>) -> Result<(Report, Vec<Sample>), Error> {
        let results = self.together(parts)?;
        let samples = narrative::samples(self, &results);
        Ok((narrative::report(self, results), samples))
    }

    fn together(&mut self, mut parts: Vec<Part>) -> Result<Results, Error> {
        let runs = self.parameters.runs;
        parts.retain(|part| part.from < part.to);
        parts.sort_by_key(|part| part.from);
        let mut measured: Vec<_> = self.methods().into_iter().map(Measured::none).collect();
        let mut next = 0;
        for part in &parts {
            let methods = |all: &[Measured]| all.iter().map(|one| one.method).collect::<Vec<_>>();
            if part.from != next || methods(&part.measured) != methods(&measured) {
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
        self.results(measured)
    }

    /// The results of all runs, with the first one as it went on.
    pub(super) fn results(&mut self, measured: Vec<Measured>) -> Result<Results, Error> {
        let shown = self.shown(&measured);
        let draw = self.draw(0);
        let columns = self.columns(&draw);
        let names = self.pool.of(columns.chain()).map(|node| node.name.clone());
        Ok(Results {
            schedule: self.record(shown, &columns)?,
            first: self.first(shown, names.collect(), &columns.run()),
            slowest: self.slowest(&draw),
            measured,
            shown,
        })
    }
}
