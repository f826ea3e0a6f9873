//! Changes of the state by the user's actions.

use std::rc::Rc;

use playground::presets;

use super::{Gallery, State};
use crate::action::{Action, Entry};
use crate::import::{Import, Stage};
use crate::kept::Change;
use crate::notice::{Notice, Topic};
use crate::outcome::Phase;

impl State {
    /// Applies an action of the user; the [session](crate::Session) applies it to workers and address.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Set(name, text) => self.set(name, text),
            Action::Take(changes) => {
                // A report offers values for its own scenario; by now there may be another one.
                if let Ok(scenario) = self.scenario.changed(&changes) {
                    self.open_next(scenario.into(), Entry::Push);
                }
            }
            Action::Leave(name) => {
                self.edited = None;
                if !self.complaints.contains_key(&name) {
                    self.texts.remove(&name);
                }
            }
            Action::Hold(scale) => self.hold(scale),
            Action::View(view) => {
                let scenario = self.scenario.clone();
                self.see(scenario, Rc::new(view), Entry::Push);
            }
            Action::Open(setup, entry) => self.open(*setup, entry),
            Action::BadLink(link, error) => {
                self.forget_texts();
                self.say(Notice::bad_link(&link, &error));
                let first = presets::first().scenario();
                self.see(Rc::new(first), Rc::default(), Entry::Replace);
                self.opened = Some(presets::first());
            }
            Action::Undo => {
                let before = self.history.undo(self.seen());
                self.travel(before);
            }
            Action::Redo => {
                let after = self.history.redo(self.seen());
                self.travel(after);
            }
            Action::Start => self.started = true,
            Action::Cancel => {
                self.stop_reading();
                if self.busy() {
                    self.phase = Phase::Cancelled;
                }
            }
            Action::Pause => {
                if let Phase::Running { done, .. } = self.phase {
                    let unanswered = false;
                    self.phase = Phase::Paused { done, unanswered };
                }
            }
            Action::GoOn => {
                if let Phase::Running { clock, .. } = &mut self.phase {
                    clock.iter_mut().for_each(|clock| clock.asks = false);
                    self.wanted = Some(self.run);
                }
            }
            Action::Resume => {
                self.start();
                self.wanted = Some(self.run);
            }
            Action::Again | Action::Restart => {
                // A user who wants such a run again knows that it takes long.
                let asked = matches!(self.phase, Phase::OutOfTime(_) | Phase::Paused { .. });
                self.start();
                self.wanted = asked.then_some(self.run);
                self.anew = matches!(action, Action::Again);
            }
            Action::Say(notice) => self.say(notice),
            Action::Dismiss(topic) => self.notices.retain(|notice| notice.topic != topic),
            Action::Drag(dragging) => self.dragging = dragging,
            Action::Gallery(true) => self.gallery = Gallery::Above,
            Action::Gallery(false) => self.gallery = Gallery::Hidden,
            Action::Sheet(sheet) => self.sheet = sheet,
            Action::Measure(measuring) => {
                self.measuring = measuring;
                self.sheet = false;
            }
            // The pool or the address handles these.
            Action::Share(_)
            | Action::Save(_)
            | Action::Preview(_)
            | Action::Library(_)
            | Action::Import(_) => {}
        }
    }

    /// The preview of the table that was read last.
    #[must_use]
    pub fn import(&self) -> Option<&Rc<Import>> {
        self.notices
            .iter()
            .find_map(|notice| notice.import.as_ref())
    }

    /// Changes the preview of the table that was read last.
    pub(crate) fn change_import<T>(&mut self, change: impl FnOnce(&mut Import) -> T) -> Option<T> {
        let mut notices = self.notices.iter_mut();
        let import = notices.find_map(|notice| notice.import.as_mut())?;
        Some(change(Rc::make_mut(import)))
    }

    /// Ends a reading; the corrections are again those of the last reading.
    pub(super) fn stop_reading(&mut self) {
        self.reading = None;
        self.change_import(|import| import.wanted = import.said.clone());
    }

    /// Notes that the same file is being read again, with the user's corrections.
    pub(crate) fn read_again(&mut self, name: String) {
        self.reading = Some(name);
    }

    /// Drops a table; if it is used, the setup before it returns.
    pub(crate) fn cancel_import(&mut self) {
        let before = self.import().and_then(|import| {
            let used = import.stage == Stage::Used;
            import.before.clone().filter(|_| used)
        });
        self.stop_reading();
        match before {
            Some(before) => self.open_next(Rc::unwrap_or_clone(before), Entry::Push),
            None => self.notices.retain(|notice| notice.topic != Topic::File),
        }
    }

    /// Notes that a file is being read; the notice on the previous one goes.
    pub(crate) fn read(&mut self, name: String) {
        self.notices.retain(|notice| notice.topic != Topic::File);
        self.reading = Some(name);
    }

    /// Changes the shown kept traces at once.
    pub(crate) fn change_kept(&mut self, change: Change) {
        Rc::make_mut(&mut self.kept).change(change);
    }

    /// Shows that the run is under way: it has taken long enough.
    pub(crate) fn slow(&mut self) {
        if let Phase::Running { slow, .. } = &mut self.phase {
            *slow = true;
        }
    }
}
