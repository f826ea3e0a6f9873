//! Progress, and Ctrl-C.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use report::Observer;

use crate::failure::Failure;

/// How often Python is asked whether to go on: its lock may be held by other threads.
const ASKED: Duration = Duration::from_millis(50);

/// Asks now and then whether a signal has come, and tells how far the work is.
#[derive(Debug)]
pub(crate) struct Watch {
    told: Option<Py<PyAny>>,
    next: Instant,
    raised: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(told: Option<Py<PyAny>>) -> Self {
        Self {
            told,
            next: Instant::now(),
            raised: None,
        }
    }

    /// The exception raised meanwhile.
    pub(crate) fn end(self) -> Result<(), Failure> {
        self.raised.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl Observer for Watch {
    fn progress(&mut self, done: u64, total: u64) -> ControlFlow<()> {
        let now = Instant::now();
        if now < self.next && done < total {
            return ControlFlow::Continue(());
        }
        self.next = now + ASKED;
        let asked = Python::attach(|py| {
            py.check_signals()?;
            match &self.told {
                Some(told) => told.call1(py, (done, total)).map(drop),
                None => Ok(()),
            }
        });
        match asked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.raised = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
