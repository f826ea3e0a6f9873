//! Long work is visible and stoppable.

use std::ops::ControlFlow;

use words::word;

use crate::Report;

/// Watches a run.
pub trait Observer {
    /// Told after each part of the work, of all that the run has to do: `done` never falls. `Break` asks the run to stop at once.
    /// A run is heard every 100 ms or more often, because what is not heard cannot be stopped, nor its rest be foreseen.
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()>;

    /// Told that there is something to see before the end: `report` makes it, for observers that show it. It has no schedule.
    fn early(&mut self, report: &dyn Fn() -> Report) {
        let _ = report;
    }

    /// Told that a later run of the same scenario can go on from here: `state` writes where this one stands, in at most
    /// [`LARGEST_STATE`] bytes. A run that keeps its state tells it before the first part of its work and after each.
    fn keep(&mut self, state: &dyn Fn() -> String) {
        let _ = state;
    }

    /// Asked, before anything else, where an earlier run of the same scenario stood. Where that is known, `read` gets what the
    /// run kept, and says whether it can use it.
    fn resume(&mut self, read: &mut dyn FnMut(&str) -> bool) {
        let _ = read;
    }
}

/// The most bytes that a run may keep.
pub const LARGEST_STATE: usize = 1_000_000;

/// Where an earlier run of the same scenario stood, as `read` understands it; nothing where there was none.
///
/// A run that goes on from there tells its observer first what was found before, and ends with the same report as a run that was
/// never paused.
pub fn resumed<T>(
    observer: &mut dyn Observer,
    mut read: impl FnMut(&str) -> Option<T>,
) -> Option<T> {
    let mut found = None;
    observer.resume(&mut |state| {
        found = read(state);
        found.is_some()
    });
    found
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
