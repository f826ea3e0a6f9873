//! Long work is visible and stoppable.

use std::ops::ControlFlow;

use words::word;

use crate::Report;

/// Watches a run.
pub trait Observer {
    /// Told after each part of the work; `Break` asks the run to stop at once.
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()>;

    /// Told that there is something to see before the end: `report` makes it, for observers that show it. It has no schedule.
    fn early(&mut self, report: &dyn Fn() -> Report) {
        let _ = report;
    }
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
