//! The address bar: always the link of the current scenario.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use playground::{Setup, link};
use wasm_bindgen::JsValue;

use crate::state::Entry;

/// The least time between two changes, ms; browsers stop counting with pages that change theirs too often.
const BETWEEN: u32 = 250;

/// The fragment of the address, `#` included; empty where there is none.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Loads the page anew.
pub(crate) fn reload() {
    // Only a page that may not navigate refuses, and that one has no address bar to change.
    let _ = window().location().reload();
}

/// Writes the address. Clones are the same address.
#[derive(Clone, Default)]
pub(crate) struct Address(Rc<RefCell<Inner>>);

#[derive(Default)]
struct Inner {
    waits: Option<Setup>,
    timer: Option<Timeout>,
    written: String,
    pushes: u32,
}

impl Address {
    /// Shows a scenario, at once where the last change is some time ago. Several changes may come as one, so that `pushes`
    /// counts those that Back leads away from.
    pub(crate) fn show(&self, setup: Setup, entry: Entry, pushes: u32) {
        let pushed = mem::replace(&mut self.0.borrow_mut().pushes, pushes) != pushes;
        match entry {
            Entry::Given => {
                let mut inner = self.0.borrow_mut();
                (inner.waits, inner.timer) = (None, None);
                inner.written = fragment();
            }
            Entry::Push | Entry::Replace if pushed => {
                self.flush();
                self.write(&setup, true);
            }
            Entry::Push | Entry::Replace if self.0.borrow().timer.is_some() => {
                self.0.borrow_mut().waits = Some(setup);
            }
            Entry::Push | Entry::Replace => {
                self.write(&setup, false);
                let address = self.clone();
                self.0.borrow_mut().timer = Some(Timeout::new(BETWEEN, move || address.flush()));
            }
        }
    }

    /// Writes what waits, now; not in the place of an entry that somebody has gone to meanwhile.
    pub(crate) fn flush(&self) {
        let waits = {
            let mut inner = self.0.borrow_mut();
            inner.timer = None;
            inner.waits.take()
        };
        if let Some(setup) = waits
            && !self.is_foreign()
        {
            self.write(&setup, false);
        }
    }

    /// Whether the address was changed by somebody else.
    pub(crate) fn is_foreign(&self) -> bool {
        fragment() != self.0.borrow().written
    }

    fn write(&self, setup: &Setup, push: bool) {
        // A scenario that is too large for a link keeps the address that was there; saving it as a file is offered.
        let Ok(link) = link::encode(setup) else {
            return;
        };
        let Ok(history) = window().history() else {
            return;
        };
        let written = if push {
            history.push_state_with_url(&JsValue::NULL, "", Some(&link))
        } else {
            history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
        };
        if written.is_ok() {
            self.0.borrow_mut().written = link;
        }
    }
}
