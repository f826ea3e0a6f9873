//! The address: always the link of the current scenario, and not written more often than browsers allow.

use std::mem;

use playground::{Setup, link};

use crate::action::Entry;
use crate::command::Command;
use crate::event::Timer;

/// The least time between two changes, ms; browsers stop counting with pages that change theirs too often.
const BETWEEN: f64 = 250.0;

/// Decides when the address is written.
#[derive(Debug, Default)]
pub(crate) struct Address {
    /// It is to be written when the timer fires.
    waits: Option<Setup>,
    /// The timer is set.
    timer: bool,
    /// What was written last, or found.
    written: String,
    /// How many scenarios there were that Back is to lead away from.
    pushes: u32,
}

impl Address {
    /// Shows a scenario, at once where the last change is some time ago. `pushes` counts those that Back leads away from.
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

    /// Writes what waits, now; not in the place of an entry that the user has gone to meanwhile.
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

    /// The address is this, and nobody is to be told.
    pub(crate) fn found(&mut self, fragment: String) {
        self.written = fragment;
    }

    /// Whether this address was written by somebody else.
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
        // A scenario that is too large for a link keeps the address that was there; saving it as a file is offered.
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
