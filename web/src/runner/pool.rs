//! One run by several workers: each takes the next part as soon as it is free, and the active one makes the report of all. How
//! many there are, and who makes what, changes nothing in the result.
//!
//! While parts are still to come, the active one makes the report of the first ones, so that something is seen soon. What is
//! not wanted any more ends with the parts that are being made, so that workers keep what the next run can use.

use gloo::utils::window;
use js_sys::{Date, Uint8Array};
use playground::Scenario;
use wasm_bindgen::{JsCast, JsValue};
use worker::Request;

use super::{Inner, Runner, Slot};

/// The most workers that make one run.
const MOST: u32 = 8;

/// The report of the first parts is worth making where the others take longer than that, ms.
const WORTH: f64 = 100.0;

/// A run that is made in parts.
pub(super) struct Shared {
    id: u32,
    scenario: Scenario,
    /// When it began, ms.
    since: f64,
    /// What was made.
    parts: Vec<Option<Uint8Array>>,
    /// Which parts somebody has taken.
    taken: Vec<bool>,
    /// Of how many parts there was, or is being made, a report.
    told: usize,
    /// The worker that makes it.
    telling: Option<u32>,
    /// It is not wanted any more, and ends with the parts that are being made.
    pub(super) leaving: bool,
    /// Who makes a part, and how much of it is done, 0 to 1.
    at_work: Vec<(u32, f64)>,
}

/// How many workers a run may have.
fn workers() -> u32 {
    let cores = window().navigator().hardware_concurrency();
    (cores as u32).clamp(1, MOST)
}

impl Shared {
    pub(super) fn new(id: u32, scenario: Scenario, parts: u32) -> Self {
        Self {
            id,
            scenario,
            since: Date::now(),
            parts: vec![None; parts as usize],
            taken: vec![false; parts as usize],
            told: 0,
            telling: None,
            leaving: false,
            at_work: Vec::new(),
        }
    }

    /// Whether there was a report of some parts.
    pub(super) fn seen(&self) -> bool {
        self.told > 0 && self.telling.is_none()
    }

    /// The next part for the worker at this place among so many. It is the same in every run as long as all are equally fast,
    /// because each keeps what it made.
    fn next(&self, place: usize, workers: usize) -> Option<usize> {
        let free = || (0..self.taken.len()).filter(|part| self.taken.get(*part) == Some(&false));
        let own = free().find(|part| part % workers == place);
        own.or_else(|| free().next())
    }

    /// How many of the first parts there are without a gap, where their report is worth making now.
    fn beginning(&self) -> Option<usize> {
        let first = self.parts.iter().take_while(|part| part.is_some()).count();
        let made = self.parts.iter().flatten().count();
        let passed = Date::now() - self.since;
        let left = passed * (self.parts.len() - made) as f64 / made.max(1) as f64;
        let more = first > 0 && first >= 4 * self.told;
        (more && self.telling.is_none() && left > WORTH).then_some(first)
    }

    /// How much of the run is done, 0 to 1, after a worker said how much of its part is.
    pub(super) fn progress(&mut self, number: u32, done: f64) -> f64 {
        for (at, part) in &mut self.at_work {
            if *at == number {
                *part = done;
            }
        }
        let made = self.parts.iter().flatten().count() as f64;
        let making: f64 = self.at_work.iter().map(|(_, done)| done).sum();
        (made + making) / self.parts.len() as f64
    }

    fn works(&self, number: u32) -> bool {
        self.at_work.iter().any(|(at, _)| *at == number)
    }
}

/// What a worker was that is ended.
pub(super) enum Dismissed {
    /// It was no helper.
    Nobody,
    /// A helper with nothing to do, or on its way: the others do without it.
    Idle,
    /// A helper at work: what breaks one worker would break the next.
    AtWork(Slot),
}

impl Inner {
    /// Ends a helper; one at work takes the active worker with it, which is at work on the same.
    pub(super) fn dismiss(&mut self, number: u32) -> Dismissed {
        let mut helpers = self.helpers.iter();
        let Some(place) = helpers.position(|slot| slot.number == number) else {
            return Dismissed::Nobody;
        };
        let slot = self.helpers.remove(place);
        if self
            .shared
            .as_ref()
            .is_some_and(|shared| shared.works(number))
        {
            self.replace();
            return Dismissed::AtWork(slot);
        }
        Dismissed::Idle
    }

    /// Ends the helpers that make a part of a run that is not wanted any more.
    pub(super) fn release(&mut self) {
        if let Some(shared) = self.shared.take() {
            self.helpers.retain(|slot| !shared.works(slot.number));
        }
    }

    /// One of several workers says that the run cannot be made: the others need not go on.
    pub(super) fn give_up(&mut self, number: u32) {
        let Some(mut shared) = self.shared.take() else {
            return;
        };
        shared.at_work.retain(|(at, _)| *at != number);
        self.helpers.retain(|slot| !shared.works(slot.number));
        if let Some(active) = &self.active
            && shared.works(active.number)
        {
            self.replace();
        }
    }

    /// Gives every free worker a part, or the active one all of them when they are made.
    pub(super) fn hand_out(&mut self) {
        let Some(shared) = &mut self.shared else {
            return;
        };
        if shared.parts.iter().all(Option::is_some) {
            if let Some(active) = &self.active
                && shared.telling.is_none()
            {
                let (id, scenario) = (shared.id, text(&shared.scenario));
                let request = Request::Finish { id, scenario };
                active
                    .handle
                    .post_bytes(&request, shared.parts.iter().flatten());
                shared.at_work.push((active.number, 0.0));
                (shared.told, shared.telling) = (shared.parts.len(), Some(active.number));
            }
            return;
        }
        if shared.leaving {
            if shared.at_work.is_empty() {
                (self.shared, self.busy, self.patience) = (None, None, None);
            }
            return;
        }
        let parts = shared.parts.len() as u32;
        if let Some(active) = &self.active
            && !shared.works(active.number)
            && let Some(first) = shared.beginning()
        {
            let fewer = shared.scenario.beginning(first as u32, parts);
            let request = Request::Finish {
                id: shared.id,
                scenario: text(&fewer),
            };
            // What is sent changes handles, and these parts are needed again.
            let made = shared.parts.iter().flatten().take(first);
            let made: Vec<_> = made.map(|part| part.slice(0, part.length())).collect();
            active.handle.post_bytes(&request, made.iter());
            shared.at_work.push((active.number, 0.0));
            (shared.told, shared.telling) = (first, Some(active.number));
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
            slot.supply(&self.files);
            let request = Request::Part {
                id: shared.id,
                scenario: text(&shared.scenario),
                part: part as u32,
                parts,
            };
            slot.post(&request, None);
            shared.at_work.push((slot.number, 0.0));
            if let Some(taken) = shared.taken.get_mut(part) {
                *taken = true;
            }
        }
    }

    /// Whether this worker was making the report of the first parts, not of all, which now is there.
    pub(super) fn has_told(&mut self, number: u32) -> bool {
        let Some(shared) = &mut self.shared else {
            return false;
        };
        let told = shared.told < shared.parts.len()
            && shared.telling.take_if(|at| *at == number).is_some();
        if told {
            shared.at_work.retain(|(at, _)| *at != number);
            if self.next_run.is_some() {
                shared.leaving = true;
                self.patience = None;
            }
        }
        told
    }

    /// A part was made.
    fn made(&mut self, number: u32, id: u32, part: u32, data: &JsValue) {
        let Some(shared) = self.shared.as_mut().filter(|shared| shared.id == id) else {
            return;
        };
        shared.at_work.retain(|(at, _)| *at != number);
        let bytes = data
            .dyn_ref::<js_sys::Array>()
            .and_then(|envelope| envelope.get(1).dyn_into::<Uint8Array>().ok());
        if let Some(place) = shared.parts.get_mut(part as usize) {
            *place = bytes;
        }
    }
}

impl Runner {
    /// A worker made a part of a run.
    pub(super) fn made(&self, number: u32, id: u32, part: u32, data: &JsValue) {
        let mut inner = self.0.borrow_mut();
        inner.made(number, id, part, data);
        drop(inner);
        self.go_on();
    }

    /// Gives workers what is next of a run in parts, or of what waits for its end.
    pub(super) fn go_on(&self) {
        let mut inner = self.0.borrow_mut();
        inner.hand_out();
        let free = inner.busy.is_none();
        drop(inner);
        if free {
            self.pump();
        }
    }

    /// Sees to it that a run in parts has as many workers as it can use. Those that are on their way come in when they
    /// listen.
    pub(super) fn assist(&self) {
        let (missing, laboratory) = {
            let inner = self.0.borrow();
            let parts = inner.shared.as_ref().map_or(0, |shared| shared.parts.len());
            let wanted = parts.min(workers() as usize);
            (
                wanted.saturating_sub(inner.helpers.len() + 1),
                inner.laboratory,
            )
        };
        for _ in 0..missing {
            let slot: Option<Slot> = self.spawn(laboratory);
            self.0.borrow_mut().helpers.extend(slot);
        }
        self.0.borrow_mut().hand_out();
    }
}

fn text(scenario: &Scenario) -> String {
    scenario.to_json().to_string()
}
