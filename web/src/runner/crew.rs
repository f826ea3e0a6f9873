//! One run by several workers: each takes the next part as soon as it is free, and the active one makes the report of all.
//! How many there are, and who makes what, changes nothing in the result.

use gloo::utils::window;
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use worker::Request;

use super::{Inner, Runner, Slot};

/// The most workers that make one run.
const MOST: u32 = 8;

/// A run that is made in parts.
pub(super) struct Shared {
    id: u32,
    /// The scenario as JSON text.
    scenario: String,
    /// What was made.
    parts: Vec<Option<Uint8Array>>,
    /// The next part that nobody has taken.
    next: usize,
    /// Who makes a part, and how much of it is done, 0 to 1.
    at_work: Vec<(u32, f64)>,
}

/// How many workers a run may have.
pub(super) fn workers() -> u32 {
    let cores = window().navigator().hardware_concurrency();
    (cores as u32).clamp(1, MOST)
}

impl Shared {
    pub(super) fn new(id: u32, scenario: String, parts: u32) -> Self {
        Self {
            id,
            scenario,
            parts: vec![None; parts as usize],
            next: 0,
            at_work: Vec::new(),
        }
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
            let Some(Shared {
                id,
                scenario,
                parts,
                ..
            }) = self.shared.take()
            else {
                return;
            };
            if let Some(active) = &self.active {
                let request = Request::Finish { id, scenario };
                active.hand.post_bytes(&request, parts.iter().flatten());
            }
            return;
        }
        for slot in self.active.iter_mut().chain(&mut self.helpers) {
            if shared.next == shared.parts.len() {
                break;
            }
            if slot.ready && !shared.works(slot.number) {
                slot.supply(&self.files);
                let request = Request::Part {
                    id: shared.id,
                    scenario: shared.scenario.clone(),
                    part: shared.next as u32,
                    parts: shared.parts.len() as u32,
                };
                slot.post(&request, None);
                shared.at_work.push((slot.number, 0.0));
                shared.next += 1;
            }
        }
    }

    /// A part was made.
    fn made(&mut self, number: u32, id: u32, part: u32, data: &JsValue) {
        let Some(shared) = self.shared.as_mut().filter(|shared| shared.id == id) else {
            return;
        };
        shared.at_work.retain(|(at, _)| *at != number);
        let bytes = data
            .dyn_ref::<js_sys::Array>()
            .and_then(|parcel| parcel.get(1).dyn_into::<Uint8Array>().ok());
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
        inner.hand_out();
    }

    /// Sees to it that a run in parts has as many workers as it can use. Those that are on their way come in when they
    /// listen.
    pub(super) fn assist(&self) {
        let missing = {
            let inner = self.0.borrow();
            let wanted = inner.shared.as_ref().map_or(0, |shared| shared.parts.len());
            wanted.saturating_sub(inner.helpers.len() + 1)
        };
        for _ in 0..missing {
            let slot: Option<Slot> = self.spawn();
            self.0.borrow_mut().helpers.extend(slot);
        }
        self.0.borrow_mut().hand_out();
    }
}
