//! The measuring workers, in a browser: carries out the commands of a [`Measurement`].

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use session::event::Heard;
use session::measure::course::Plan;
use session::measure::{Command, Measurement};
use session::message::Order;
use session::program::FILES;
use wasm_bindgen::JsValue;
use web_sys::MessageChannel;
use yew::Callback;

use crate::worker_handle::WorkerHandle;

/// The least time between two drawings, ms.
const BETWEEN_DRAWINGS: u32 = 60;
/// So many messages go to each worker and back: the clock may be coarse.
const MESSAGES: u32 = 200;

/// A measurement. Clones share the same one; it ends with the last of them.
#[derive(Clone)]
pub(super) struct Pool(Rc<RefCell<Inner>>);

struct Inner {
    measurement: Measurement,
    handles: Vec<WorkerHandle>,
    changed: Callback<()>,
    drawing: Option<Timeout>,
    _visibility: EventListener,
}

impl Pool {
    /// Begins a measurement; `changed` hears, not too often, of new runtimes.
    pub(super) fn begin(plan: Plan, changed: Callback<()>) -> Self {
        let pool = Rc::new_cyclic(|pool: &std::rc::Weak<RefCell<Inner>>| {
            let pool = pool.clone();
            let visibility = EventListener::new(&document(), "visibilitychange", move |_| {
                if let Some(pool) = pool.upgrade()
                    && document().hidden()
                {
                    pool.borrow_mut().measurement.hide();
                }
            });
            RefCell::new(Inner {
                measurement: Measurement::new(plan),
                handles: Vec::new(),
                changed,
                drawing: None,
                _visibility: visibility,
            })
        });
        for number in 0..plan.workers {
            let weak = Rc::downgrade(&pool);
            let handle = WorkerHandle::new(FILES, move |heard| {
                if let Some(pool) = weak.upgrade() {
                    Self(pool).hear(number, heard);
                }
            });
            match handle {
                Ok(handle) => pool.borrow_mut().handles.push(handle),
                Err(message) => {
                    let heard = Heard::Broken(Some(message));
                    pool.borrow_mut().hear(number, heard);
                    break;
                }
            }
        }
        Self(pool)
    }

    /// Ends the measurement; its runtimes stay.
    pub(super) fn stop(&self) {
        let mut inner = self.0.borrow_mut();
        let end = inner.measurement.stop();
        inner.carry_out(end);
    }

    /// Looks at the measurement so far.
    pub(super) fn look<R>(&self, look: impl FnOnce(&Measurement) -> R) -> R {
        look(&self.0.borrow().measurement)
    }

    fn hear(&self, number: usize, heard: Heard<JsValue>) {
        let mut inner = self.0.borrow_mut();
        inner.hear(number, heard);
        if inner.drawing.is_none() {
            let weak = Rc::downgrade(&self.0);
            inner.drawing = Some(Timeout::new(BETWEEN_DRAWINGS, move || {
                if let Some(pool) = weak.upgrade() {
                    let changed = {
                        let mut inner = pool.borrow_mut();
                        inner.drawing = None;
                        inner.changed.clone()
                    };
                    changed.emit(());
                }
            }));
        }
    }
}

impl Inner {
    fn hear(&mut self, number: usize, heard: Heard<JsValue>) {
        let command = self.measurement.hear(number, heard, document().hidden());
        if let Some(command) = command {
            self.carry_out(command);
        }
    }

    /// Connects the first worker with another one, and has them time messages between them.
    fn ping(&self, worker: usize) {
        let (Some(first), Some(other)) = (self.handles.first(), self.handles.get(worker)) else {
            return;
        };
        // Every browser that has workers has channels.
        if let Ok(channel) = MessageChannel::new() {
            other.post(&Order::Echo, &[channel.port1().into()], true);
            let ping = Order::Ping { messages: MESSAGES };
            first.post(&ping, &[channel.port2().into()], true);
        }
    }

    fn carry_out(&mut self, command: Command) {
        let (order, workers) = match &command {
            Command::First(order) => (order, 1),
            Command::All(order) => (order, self.handles.len()),
            Command::Ping(worker) => return self.ping(*worker),
            Command::End => return self.handles.clear(),
        };
        for handle in self.handles.iter().take(workers) {
            handle.post(order, &[], false);
        }
    }
}
