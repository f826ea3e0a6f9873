//! The schedule of the first run.

use std::ops::Range;

use report::evidence::Evidence;
use schedule::same_work::{Same, Units};
use schedule::{
    Bound, Group, Job, LaneId, Link, MarkId, PhaseId, Recorder, Recording, Schedule, Unit,
};
use words::{say, word};

use super::draw::{Columns, Run};
use super::window::Window;
use super::{Measured, Method, Study, results};
use crate::Error;
use crate::bound::perfect_balance;
use crate::copies::rows_each;
use crate::iterations::{ITERATION, links, marks, phases};
use crate::parameters::Strategy;

impl Study {
    /// The method of the schedule: the strategy that the parameters name, with the best number of copies where they ask
    /// for it.
    #[must_use]
    pub fn shown(&self, measured: &[Measured]) -> Method {
        match self.parameters.strategy {
            Strategy::Equal => Method::Equal,
            Strategy::Static => Method::Static,
            Strategy::StaticHindsight => Method::StaticHindsight,
            Strategy::Dynamic => Method::Dynamic,
            Strategy::DynamicHindsight => Method::DynamicHindsight,
            Strategy::Replicate => Method::Replicate(self.parameters.copies),
            Strategy::ReplicateBest => {
                Method::Replicate(results::best_copies(measured, self.parameters.topic))
            }
            Strategy::Speculate => Method::Speculate,
            Strategy::Adaptive => Method::Adaptive,
            Strategy::Own => Method::Own,
        }
    }

    /// The method to compare a method with: the same work with one copy of each job where the method runs several, with
    /// equal shares where it sets shares. None for these themselves, and on a single processor.
    #[must_use]
    pub fn without(&self, shown: Method) -> Option<Method> {
        if self.parameters.processors == 1 {
            return None;
        }
        match shown {
            Method::Equal | Method::Replicate(1) | Method::Hindsight => None,
            Method::Replicate(_) => Some(Method::Replicate(1)),
            _ => Some(Method::Equal),
        }
    }

    /// A part of the run under a method and under the one to compare it with, where its effect shows, given its speedup
    /// over all runs.
    pub(super) fn worlds(
        &self,
        shown: Method,
        measured: &[Measured],
        columns: &Columns<'_>,
    ) -> Result<Option<Worlds>, Error> {
        let totals = |method| results::of(measured, method).map(|one| one.totals.as_slice());
        let evidence = || Evidence::of(totals(self.without(shown)?)?, totals(shown)?);
        match (self.without(shown), evidence()) {
            (Some(without), Some(evidence)) => self.beside([without, shown], evidence, columns),
            _ => Ok(None),
        }
    }

    /// A part of the run under two methods, without and with, given their comparison over all runs: both begin with the same row of
    /// the traces, and do as many iterations from there.
    pub(super) fn beside(
        &self,
        both: [Method; 2],
        evidence: Evidence,
        columns: &Columns<'_>,
    ) -> Result<Option<Worlds>, Error> {
        let [without, shown] = both;
        let units = [self.units(without, columns)?, self.units(shown, columns)?];
        let rows = match shown {
            Method::Own => most_rows(&units[1]),
            _ => rows_each(self.copies_of(shown), self.parameters.replication),
        };
        let same = Same::new(units.into());
        let all = same.most();
        let seen = if all <= SEEN + SLACK { all } else { SEEN };
        let Some(telling) = same.telling(seen, evidence.speedup) else {
            return Ok(None);
        };
        // Between two starts of an iteration of R copies there are R iterations of one copy.
        let around = AROUND / rows.max(1);
        let first = telling.saturating_sub(around);
        let last = (telling + around).min(same.starts(seen) - 1);
        let part = |world: usize| {
            let units = |start| Some(same.units(start, seen)?.get(world)?.clone());
            Some(units(first)?.start..units(last)?.end)
        };
        let (Some(before), Some(after)) = (part(0), part(1)) else {
            return Ok(None);
        };
        let record = |method, part: &Range<usize>| {
            self.record_part(method, columns, part.start as u32, part.end as u32)
        };
        Ok(Some(Worlds {
            first: [before.start, after.start],
            telling: telling - first,
            seen,
            all,
            without: record(without, &before)?,
            with: record(shown, &after)?,
            evidence,
        }))
    }

    /// The iterations of a method in the whole of the first run.
    fn units(&self, method: Method, columns: &Columns<'_>) -> Result<Units, Error> {
        let mut ends = Ends::default();
        self.simulate(method, &columns.run(), &mut Vec::new(), &mut ends)?;
        Ok(ends.units)
    }

    /// The most copies of a job that a method may run.
    fn copies_of(&self, method: Method) -> usize {
        let copies = match method {
            Method::Adaptive => self.parameters.copies,
            _ => method.copies(),
        };
        copies as usize
    }

    /// Runs the method once more, and keeps the iterations that the parameters want to see. Returns also the first one kept, counted
    /// from 0.
    pub(super) fn record(
        &self,
        method: Method,
        columns: &Columns<'_>,
    ) -> Result<(Schedule, u32), Error> {
        let run = columns.run();
        let window = self.seen(method, &run, |window| {
            let outcome = self.simulate(method, &run, &mut Vec::new(), window);
            outcome.map(|_| ())
        })?;
        let first = window.first();
        Ok((window.finish()?, first))
    }

    /// The window of the iterations that the parameters want to see, as `fill` fills it. Only the run shows how many iterations a
    /// schedule has: where it has none of those, the window has its last one.
    pub(super) fn seen(
        &self,
        method: Method,
        run: &Run<'_>,
        mut fill: impl FnMut(&mut Window) -> Result<(), Error>,
    ) -> Result<Window, Error> {
        let mut filled = |first: u32| {
            let after = first.saturating_add(self.parameters.shown);
            let mut window = self.window(method, run, first, after);
            fill(&mut window).map(|()| window)
        };
        let asked = filled(self.parameters.first_shown - 1)?;
        match asked.iterations().checked_sub(1) {
            Some(last) if asked.first() > last => filled(last),
            _ => Ok(asked),
        }
    }

    /// The iterations from `first` to before `after`, counted from 0.
    fn record_part(
        &self,
        method: Method,
        columns: &Columns<'_>,
        first: u32,
        after: u32,
    ) -> Result<Schedule, Error> {
        let run = columns.run();
        let mut window = self.window(method, &run, first, after);
        self.simulate(method, &run, &mut Vec::new(), &mut window)?;
        Ok(window.finish()?)
    }

    /// The window that keeps the iterations of a method from `first` to before `after`, counted from 0.
    pub(super) fn window(&self, method: Method, run: &Run<'_>, first: u32, after: u32) -> Window {
        let copies = method.copies();
        let rows = rows_each(copies as usize, self.parameters.replication);
        let row = |iteration: u32| (iteration as usize * rows).min(run.times.iterations());
        let bound = || Bound {
            name: word!("perfect balance").into(),
            time: perfect_balance(
                &run.times.rows(row(first), row(after)).times(),
                copies as usize,
                self.parameters.replication,
            ),
        };
        // Chosen iterations are of two kinds, which consume different numbers of rows.
        let bounds = match method {
            Method::Adaptive | Method::Own => Vec::new(),
            _ => vec![bound()],
        };
        let neighbours = match method {
            Method::Speculate | Method::Adaptive => self.parameters.copies,
            _ => copies,
        };
        let lanes = self.pool.of(run.chain).map(|node| node.name.clone());
        let recording = Recording::new(Unit::Milliseconds, lanes.collect(), phases())
            .with_marks(marks())
            .with_links(links())
            .with_groups(groups(self.parameters.processors, neighbours))
            .with_bounds(bounds);
        Window::new(recording, first, after)
    }
}

/// The most rows of the traces that an iteration uses.
fn most_rows(units: &Units) -> usize {
    let rows = units.inputs.iter().map(|(from, to)| to - from);
    rows.max().unwrap_or(1) as usize
}

/// Numbers of iterations: seen first, needed beyond these for a choice, and available before and after them.
const SEEN: usize = 6;
const SLACK: usize = 2;
const AROUND: usize = 60;

/// A part of the first run, without and with a method.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The first iteration of each schedule, counted from 0: both begin with the same row of the traces.
    pub first: [usize; 2],
    /// The start from which the effect is to be seen, counted from 0: see [`schedule::same_work::Same`].
    pub telling: usize,
    /// The number of iterations that show the effect.
    pub seen: usize,
    /// The number of iterations of both runs.
    pub all: usize,
    /// Without.
    pub without: Schedule,
    /// With.
    pub with: Schedule,
    /// The comparison of both over all runs.
    pub evidence: Evidence,
}

/// The ends of the iterations of a run, the rows of the traces that they use, and the time of their phases.
#[derive(Debug, Default)]
struct Ends {
    units: Units,
    /// The time of each phase since the last end.
    phases: Vec<f64>,
}

impl Recorder for Ends {
    const ON: bool = true;

    fn span(&mut self, _: LaneId, phase: PhaseId, start: f64, end: f64, _: Job) {
        let phase = usize::from(phase.0);
        if self.phases.len() <= phase {
            self.phases.resize(phase + 1, 0.0);
        }
        if let Some(time) = self.phases.get_mut(phase) {
            *time += end - start;
        }
    }

    fn mark(&mut self, time: f64, kind: MarkId) {
        if kind == ITERATION {
            self.units.ends.push(time);
            self.units.phases.push(std::mem::take(&mut self.phases));
        }
    }

    fn inputs(&mut self, from: u32, to: u32) {
        self.units.inputs.push((from, to));
    }

    fn link(&mut self, _: Link) {}
}

/// The groups of a run: R neighbours each, which run copies of the same job. None for groups of one processor or of all.
fn groups(processors: u32, copies: u32) -> Vec<Group> {
    if copies < 2 || copies >= processors {
        return Vec::new();
    }
    let group = |(number, first)| Group {
        name: say!("group {number}"),
        first,
        lanes: copies,
    };
    (1..)
        .zip((0..processors).step_by(copies as usize))
        .map(group)
        .collect()
}
