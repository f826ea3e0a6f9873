//! What the user's actions change.

use std::rc::Rc;

use playground::presets;

use super::{Gallery, State};
use crate::action::{Action, Entry};
use crate::kept::Change;
use crate::notice::{Notice, Topic};
use crate::outcome::Phase;

impl State {
    /// The user did something; what it means for workers and address is the [session](crate::Session)'s.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Set(name, text) => self.set(name, text),
            Action::Leave(name) => {
                self.edited = None;
                if !self.complaints.contains_key(&name) {
                    self.texts.remove(&name);
                }
            }
            Action::View(view) => {
                let scenario = self.scenario.clone();
                self.see(scenario, Rc::new(view), Entry::Push);
            }
            Action::Open(setup, entry) => self.open(*setup, entry),
            Action::BadLink(message) => {
                self.forget_texts();
                self.say(Notice::bad_link(&message));
                let first = presets::first().scenario();
                self.see(Rc::new(first), Rc::default(), Entry::Replace);
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
                self.reading = None;
                if self.busy() {
                    self.phase = Phase::Cancelled;
                }
            }
            Action::Again | Action::Restart => {
                // Who cancelled such a run knows how long it takes.
                let asked = matches!(self.phase, Phase::Asking(_) | Phase::Cancelled);
                self.start();
                self.wanted = asked.then_some(self.run);
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
            // These go to the pool or to the address.
            Action::Share(_) | Action::Save(_) | Action::Preview(_) | Action::Library(_) => {}
        }
    }

    /// A file is being read; what was said of the one before is over.
    pub(crate) fn read(&mut self, name: String) {
        self.notices.retain(|notice| notice.topic != Topic::File);
        self.reading = Some(name);
    }

    /// What is shown of kept traces changes at once.
    pub(crate) fn change_kept(&mut self, change: Change) {
        Rc::make_mut(&mut self.kept).change(change);
    }

    /// The newest run takes long, as these words say: it waits until it is wanted.
    pub(crate) fn ask(&mut self, words: String) {
        self.phase = Phase::Asking(words);
    }

    /// The run under way has taken long enough to be shown.
    pub(crate) fn slow(&mut self) {
        if let Phase::Running { slow, .. } = &mut self.phase {
            *slow = true;
        }
    }
}
