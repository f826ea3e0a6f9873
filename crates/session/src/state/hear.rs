//! Changes of the state by the pool's notifications.

use std::rc::Rc;

use super::State;
use crate::notice::Notice;
use crate::notification::Notification;
use crate::outcome::Phase;
use crate::reading;

impl State {
    /// Applies a notification about a run or the file worker.
    pub(crate) fn hear(&mut self, notification: Notification) {
        match notification {
            Notification::Progress { id, done } if id == self.run => {
                if let Phase::Running { done: before, .. } = &mut self.phase {
                    *before = done;
                }
            }
            Notification::Point { id, ran, outcome } if id == self.run => {
                self.ran.push(ran);
                self.result = Some(outcome);
            }
            Notification::Partial { id, outcome } => {
                if id == self.run || self.busy() {
                    self.result = Some(outcome);
                    self.seen_in_part = Some(id);
                }
            }
            Notification::Done { id, outcome } => {
                // A run that newer ones overtook still has the newest result.
                if id == self.run {
                    if let Some(rejected) = &outcome.report.stopped {
                        self.complain(rejected);
                    }
                    self.phase = Phase::Done;
                    self.judge(&outcome.fingerprint);
                }
                if id == self.run || self.busy() {
                    self.result = Some(outcome);
                }
            }
            Notification::Refused { id, rejected } if id == self.run => {
                let text = self.complain(&rejected);
                self.phase = Phase::Refused(text);
            }
            Notification::Paused { id } if id == self.run => {
                if let Phase::Running { done, .. } = self.phase {
                    let unanswered = false;
                    self.phase = Phase::Paused { done, unanswered };
                }
            }
            Notification::Clock { id, clock: says } if id == self.run => {
                if let Phase::Running { clock, .. } = &mut self.phase {
                    *clock = Some(says);
                }
            }
            Notification::OutOfTime { id, pace, paused } if id == self.run => {
                let (done, unanswered) = (pace.done, true);
                self.phase = match paused {
                    true => Phase::Paused { done, unanswered },
                    false => Phase::OutOfTime(pace),
                };
            }
            Notification::Unreadable { id, why } if id == self.run => {
                self.say(Notice::unreadable_run(&why));
            }
            Notification::RunKept(trouble) => self.unkept = trouble,
            Notification::Preview { id, preview } => {
                Rc::make_mut(&mut self.previews).insert(id, preview);
            }
            Notification::Lead { key, lead } => self.learn(key, lead),
            Notification::FileNeeded { id, needed } if id == self.run => {
                self.phase = Phase::FileNeeded(needed)
            }
            Notification::Failed { id, message } if id == self.run => {
                self.phase = Phase::Failed(message)
            }
            Notification::Read {
                name,
                outcome,
                when,
                said,
                about,
                library,
            } => {
                self.reading = None;
                reading::finish(self, &name, outcome, *said, when);
                self.keep(library, about);
            }
            Notification::Opened {
                name,
                outcome,
                about,
                library,
            } => {
                self.reading = None;
                reading::opened(self, &name, outcome);
                self.keep(library, about);
            }
            Notification::Library { about, library } => self.keep(library, about),
            Notification::Lacking { name, lacks, saved } => {
                self.say(reading::lacking(&name, &lacks, saved));
            }
            Notification::Stopped(message) => {
                self.stop_reading();
                self.phase = Phase::Stopped(message);
            }
            Notification::Outdated => self.phase = Phase::Outdated,
            Notification::Progress { .. }
            | Notification::Point { .. }
            | Notification::Refused { .. }
            | Notification::Paused { .. }
            | Notification::Clock { .. }
            | Notification::OutOfTime { .. }
            | Notification::Unreadable { .. }
            | Notification::FileNeeded { .. }
            | Notification::Failed { .. } => {}
        }
    }
}
