//! One run by several workers: each takes the next part as soon as it is free, and the active one computes the report of all.
//! The result depends neither on the number of workers nor on their parts.
//!
//! While parts are still to come, the active worker computes the report of the first ones, so that the page soon shows
//! something. An unwanted run ends with the parts under way, so that workers keep values that the next run can use.

use super::Pool;
use super::shared::Shared;
use crate::command::{Command, Message};
use crate::message::Request;

impl<B: Clone> Pool<B> {
    /// Whether a worker computes a part of the run in flight, or its report.
    pub(super) fn works(&self, number: u32) -> bool {
        let shared = self.shared.as_ref();
        shared.is_some_and(|shared| shared.works(number))
    }

    /// Ends the helpers that compute a part of an unwanted run.
    pub(super) fn release(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.end_helpers_of(&shared);
        }
    }

    fn end_helpers_of(&mut self, shared: &Shared<B>) {
        let at_work = |slot: &mut super::Slot| shared.works(slot.number);
        let ended: Vec<_> = self.helpers.extract_if(.., at_work).collect();
        self.end(ended);
    }

    /// Stops the other workers of a run once one of them cannot run it.
    pub(super) fn give_up(&mut self, number: u32) {
        let Some(mut shared) = self.shared.take() else {
            return;
        };
        shared.done(number);
        self.end_helpers_of(&shared);
        let active = self.active.as_ref();
        if active.is_some_and(|active| shared.works(active.number)) {
            self.replace();
        }
    }

    /// Gives every free worker a part, or all computed parts to the active one.
    pub(super) fn hand_out(&mut self) {
        let Some(shared) = &mut self.shared else {
            return;
        };
        if shared.is_whole() {
            if let Some(active) = &self.active
                && let Some(parts) = shared.whole()
            {
                shared.tell(active.number, parts.len());
                let scenario = shared.scenario.clone();
                self.commands
                    .push(finish(active.number, shared.id, scenario, parts, true));
            }
            return;
        }
        if shared.leaving {
            if shared.is_idle() {
                (self.shared, self.busy) = (None, None);
                self.stop_waiting();
            }
            return;
        }
        let parts = shared.parts();
        if let Some(active) = &self.active
            && !shared.works(active.number)
            && let Some(first) = shared.beginning(self.now)
        {
            shared.tell(active.number, first.len());
            let fewer = shared.scenario.beginning(first.len() as u32, parts as u32);
            // These parts are needed again.
            self.commands
                .push(finish(active.number, shared.id, fewer, first, false));
        }
        let workers = 1 + self.helpers.len();
        let slots = self.active.iter_mut().chain(&mut self.helpers);
        for (place, slot) in slots.enumerate() {
            if !slot.ready || shared.works(slot.number) {
                continue;
            }
            let Some(part) = shared.next(place, workers) else {
                break;
            };
            slot.supply(&self.files, &mut self.commands);
            let request = Request::Part {
                id: shared.id,
                scenario: Box::new(shared.scenario.clone()),
                part: part as u32,
                parts: parts as u32,
            };
            self.commands
                .push(slot.post(Message::Request(request), Vec::new()));
            shared.give(slot.number, part);
        }
    }

    /// Whether this worker has just delivered the report of the first parts of a run.
    pub(super) fn has_told(&mut self, number: u32) -> bool {
        let shared = self.shared.as_mut();
        let told = shared.is_some_and(|shared| shared.has_told(number));
        if told && self.next_run.is_some() {
            self.shared
                .iter_mut()
                .for_each(|shared| shared.leaving = true);
            self.stop_waiting();
        }
        told
    }

    /// Takes in a part that a worker computed.
    pub(super) fn made(&mut self, number: u32, id: u32, part: u32, bytes: Option<B>) {
        if let Some(shared) = self.shared.as_mut().filter(|shared| shared.id == id) {
            shared.made(number, part, bytes);
        }
        self.go_on();
    }

    /// Gives workers the next parts of a run, or the waiting run after its end.
    pub(super) fn go_on(&mut self) {
        self.hand_out();
        if self.busy.is_none() {
            self.pump();
        }
    }

    /// Makes sure that a run in parts has as many workers as it can use. New ones join in when they listen.
    pub(super) fn assist(&mut self) {
        let parts = self.shared.as_ref().map_or(0, Shared::parts);
        let wanted = parts.min(self.cores as usize);
        for _ in self.helpers.len() + 1..wanted {
            let slot = self.start(self.laboratory);
            self.helpers.push(slot);
        }
        self.hand_out();
    }
}

/// A command that asks for the report of parts.
fn finish<B>(
    worker: u32,
    id: u32,
    scenario: playground::Scenario,
    parts: Vec<B>,
    moved: bool,
) -> Command<B> {
    let scenario = Box::new(scenario);
    Command::Post {
        worker,
        message: Message::Request(Request::Finish { id, scenario }),
        beside: parts,
        moved,
    }
}
