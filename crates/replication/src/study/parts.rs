//! Many runs, by several workers.

use std::ops::Range;

use report::{Cancelled, Observer, Report, Sample};
use schedule::Off;
use serde::{Deserialize, Serialize};

use super::{Measured, Results, Study};
use crate::{Error, narrative};

/// What some of a study's runs came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The first of the runs, counted from 0.
    from: u32,
    /// The one after the last.
    to: u32,
    measured: Vec<Measured>,
}

impl Study {
    /// The runs of one of `parts` equal parts, counted from 0; some are one run shorter than others, or empty.
    #[must_use]
    pub fn runs_of(&self, part: u32, parts: u32) -> Range<u32> {
        let runs = u64::from(self.parameters.runs);
        let from = |part: u32| (runs * u64::from(part) / u64::from(parts.max(1))).min(runs) as u32;
        from(part)..from(part.saturating_add(1))
    }

    /// Runs every method on the resources of each of these runs.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the observer says so.
    pub fn part(&mut self, runs: Range<u32>, observer: &mut dyn Observer) -> Result<Part, Error> {
        let mut measured: Vec<_> = self.methods().into_iter().map(Measured::none).collect();
        let mut course = Vec::new();
        for run in runs.clone() {
            let draw = self.draw(u64::from(run));
            let columns = self.columns(&draw);
            for measured in &mut measured {
                let run = columns.run();
                measured.add(&self.simulate(measured.method, &run, &mut course, &mut Off));
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
            let same = part.measured.len() == measured.len();
            if part.from != next || !same {
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
