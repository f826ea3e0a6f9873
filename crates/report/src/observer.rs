//! Long work is visible and stoppable.

use std::ops::ControlFlow;

use words::word;

use crate::Report;
use crate::state::Refused;

/// Watches a run.
pub trait Observer {
    /// Takes the progress after each part of the work, out of all that the run has to do: `done` never falls. `Break` asks the
    /// run to stop at once. A run reports every 100 ms or more often, because a silent run can neither be stopped nor show its pace.
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()>;

    /// Told that there is something to see before the end: `report` makes it, for observers that show it. It has no schedule.
    fn early(&mut self, report: &dyn Fn() -> Report) {
        let _ = report;
    }

    /// Told that a later run of the same scenario can go on from here: `state` writes where this one stands, as
    /// [`seal`](crate::state::seal) makes it, in at most [`LARGEST`](crate::state::LARGEST) bytes. A run that keeps its state tells it
    /// before the first part of its work and after each.
    ///
    /// `work` counts the work done so far, in the run's own unit (nodes visited, tries): of two states of the same scenario, the
    /// one with more work is further, except after [`astray`](Observer::astray).
    fn keep(&mut self, work: u64, state: &dyn Fn() -> String) {
        let _ = (work, state);
    }

    /// Told that the state from which the run went on led it to a wrong result: it begins anew, and the states that it keeps from
    /// here on take the place of all that were kept before.
    fn astray(&mut self) {}

    /// Told at the end of a run that found an optimum: `certificate` writes a proof that another program can check.
    fn prove(&mut self, certificate: &dyn Fn() -> String) {
        let _ = certificate;
    }

    /// Asked, before anything else, for the state of an earlier run of the same scenario. Where there is one, `read` gets the
    /// text that the run kept, and says why it cannot use it.
    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        let _ = read;
    }
}

/// The state of an earlier run of the same scenario, as `read` understands it; nothing where there was none.
///
/// A run that goes on from there tells its observer first the earlier findings, and ends with the same numbers as a run that was
/// never paused. Its report has the [note](crate::state::note) that it was resumed.
pub fn resumed<T>(
    observer: &mut dyn Observer,
    mut read: impl FnMut(&str) -> Result<T, Refused>,
) -> Option<T> {
    let mut found = None;
    observer.resume(&mut |state| {
        found = Some(read(state)?);
        Ok(())
    });
    found
}

/// The passes of a run that works in several: the progress of each counts as its share of all, so that progress never falls.
///
/// ```
/// use report::{Observer, Passes};
/// let mut heard = Vec::new();
/// let mut observer = |done: u64, total: u64| {
///     heard.push(done as f64 / total as f64);
///     std::ops::ControlFlow::Continue(())
/// };
/// let mut passes = Passes::new(&mut observer, 4);
/// let _ = passes.next(3).progress(1, 2);
/// let _ = passes.next(1).progress(5, 5);
/// assert_eq!(heard, [0.375, 1.0]);
/// ```
pub struct Passes<'o> {
    observer: &'o mut dyn Observer,
    before: u64,
    all: u64,
}

impl<'o> Passes<'o> {
    /// The beginning of a run of so much work, in any unit.
    pub fn new(observer: &'o mut dyn Observer, all: u64) -> Self {
        Self {
            observer,
            before: 0,
            all,
        }
    }

    /// The observer of the next pass, which takes so much of the work. A pass has no early report and keeps no state: these
    /// would be its own, not those of the run.
    pub fn next(&mut self, work: u64) -> impl Observer + use<'_, 'o> {
        let (before, all) = (self.before, self.all.max(1));
        self.before += work;
        move |done: u64, total: u64| {
            // A total of 0 says that nobody knows how far the pass is.
            let (done, total) = if total == 0 { (0, 1) } else { (done, total) };
            let own = work.saturating_mul(done);
            let reached = before.saturating_mul(total).saturating_add(own);
            let whole = all.saturating_mul(total);
            self.observer.progress(reached.min(whole), whole)
        }
    }
}

/// The observer of the steps after all counted work: it always tells that all is done, so that no remaining time is predicted.
pub fn finishing(observer: &mut dyn Observer) -> impl Observer {
    move |_: u64, _: u64| observer.progress(1, 1)
}

/// The run was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", word!("the run was cancelled"))]
pub struct Cancelled;

/// An observer that lets every run finish.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _done: u64, _total: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(u64, u64) -> ControlFlow<()>> Observer for F {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        self(done, total)
    }
}
