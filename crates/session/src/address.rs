//! The address: always the link of the current scenario. It changes no more often than browsers allow.

use std::mem;

use playground::{Setup, link};

use crate::action::Entry;
use crate::command::Command;
use crate::event::Timer;

/// The least time between two changes, ms; browsers ignore pages that change their address too often.
const BETWEEN: f64 = 250.0;

/// Decides when the address is written.
#[derive(Debug, Default)]
pub(crate) struct Address {
    /// The scenario to write when the timer fires.
    waits: Option<Setup>,
    /// Whether the timer is set.
    timer: bool,
    /// The fragment that was written or found last.
    written: String,
    /// The number of scenarios with an entry of their own in the history.
    pushes: u32,
}

impl Address {
    /// Shows a scenario, at once if the last change is old enough. `pushes` counts the scenarios with an entry of their own.
    pub(crate) fn show<B>(
        &mut self,
        setup: Setup,
        entry: Entry,
        pushes: u32,
        out: &mut Vec<Command<B>>,
    ) {
        let pushed = mem::replace(&mut self.pushes, pushes) != pushes;
        match entry {
            Entry::Given | Entry::Asked => {
                self.waits = None;
                self.stop(out);
            }
            Entry::Push | Entry::Replace if pushed => {
                self.flush(out);
                self.write(&setup, true, None, out);
            }
            Entry::Push | Entry::Replace if self.timer => self.waits = Some(setup),
            Entry::Push | Entry::Replace => {
                self.write(&setup, false, None, out);
                self.timer = true;
                let (timer, after) = (Timer::Address, BETWEEN);
                out.push(Command::SetTimer { timer, after });
            }
        }
    }

    /// Writes the waiting scenario now, but not over an entry that the user has gone to meanwhile.
    pub(crate) fn flush<B>(&mut self, out: &mut Vec<Command<B>>) {
        self.stop(out);
        if let Some(setup) = self.waits.take() {
            let expected = Some(self.written.clone());
            self.write(&setup, false, expected, out);
        }
    }

    /// The timer fired.
    pub(crate) fn fired<B>(&mut self, out: &mut Vec<Command<B>>) {
        if mem::take(&mut self.timer) {
            self.flush(out);
        }
    }

    /// Notes the present address; nobody is told.
    pub(crate) fn found(&mut self, fragment: String) {
        self.written = fragment;
    }

    /// Whether somebody else wrote this address.
    pub(crate) fn is_foreign(&self, fragment: &str) -> bool {
        fragment != self.written
    }

    fn stop<B>(&mut self, out: &mut Vec<Command<B>>) {
        if mem::take(&mut self.timer) {
            out.push(Command::StopTimer(Timer::Address));
        }
    }

    fn write<B>(
        &mut self,
        setup: &Setup,
        push: bool,
        expected: Option<String>,
        out: &mut Vec<Command<B>>,
    ) {
        // A scenario too large for a link leaves the address unchanged; the page offers to save it as a file.
        let Ok(link) = link::short(setup) else {
            return;
        };
        self.written.clone_from(&link);
        out.push(Command::WriteAddress {
            link,
            push,
            expected,
        });
    }
}
