//! The workers that measure: one finds the job, then all run it at once.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use js_sys::{Array, Float64Array};
use wasm_bindgen::{JsCast, JsValue};
use worker::{FILES, Order, Reply};
use yew::Callback;

use super::course::{Course, Plan};
use crate::worker_handle::{Heard, WorkerHandle};

/// The least time between two drawings, ms.
const BETWEEN_DRAWINGS: u32 = 60;

/// Where a measurement is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stage {
    /// The workers are on their way, find the job, or try it.
    Preparing,
    /// Jobs run.
    Measuring,
    /// All that was planned is measured.
    Done,
    /// Ended by hand.
    Stopped,
    /// It cannot be done.
    Failed(String),
}

/// A measurement. Clones are the same one; it ends with the last of them.
#[derive(Clone)]
pub(super) struct Pool(Rc<RefCell<Inner>>);

struct Inner {
    plan: Plan,
    stage: Stage,
    handles: Vec<WorkerHandle>,
    /// How many workers have done what all are waited for.
    arrived: usize,
    /// How many iterations make a job.
    iterations: u32,
    /// By how much the clock advances, ms.
    step: Option<f64>,
    courses: Vec<Course>,
    /// Whether the tab was hidden since a worker's last word.
    hidden: Vec<bool>,
    changed: Callback<()>,
    drawing: Option<Timeout>,
    _visibility: EventListener,
}

impl Pool {
    /// Begins a measurement; `changed` hears, not too often, that there is more to be seen.
    pub(super) fn begin(plan: Plan, changed: Callback<()>) -> Self {
        let pool = Rc::new_cyclic(|pool: &std::rc::Weak<RefCell<Inner>>| {
            let pool = pool.clone();
            let visibility = EventListener::new(&document(), "visibilitychange", move |_| {
                if let Some(pool) = pool.upgrade()
                    && document().hidden()
                {
                    pool.borrow_mut().hidden.fill(true);
                }
            });
            RefCell::new(Inner {
                plan,
                stage: Stage::Preparing,
                handles: Vec::new(),
                arrived: 0,
                iterations: 0,
                step: None,
                courses: vec![Course::default(); plan.workers],
                hidden: vec![false; plan.workers],
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
                    pool.borrow_mut().end(Stage::Failed(message));
                    break;
                }
            }
        }
        Self(pool)
    }

    /// Ends it; what was measured stays.
    pub(super) fn stop(&self) {
        self.0.borrow_mut().end(Stage::Stopped);
    }

    pub(super) fn stage(&self) -> Stage {
        self.0.borrow().stage.clone()
    }

    pub(super) fn plan(&self) -> Plan {
        self.0.borrow().plan
    }

    /// By how much the clock advances, ms, once that is known.
    pub(super) fn step(&self) -> Option<f64> {
        self.0.borrow().step
    }

    /// Looks at what was measured so far, a course for each worker.
    pub(super) fn courses<R>(&self, look: impl FnOnce(&[Course]) -> R) -> R {
        look(&self.0.borrow().courses)
    }

    fn hear(&self, number: usize, heard: Heard) {
        let mut inner = self.0.borrow_mut();
        match heard {
            Heard::Says(reply, data) => inner.take(number, *reply, &data),
            Heard::Outdated => {
                inner.end(Stage::Failed("the page was renewed: load it again".into()))
            }
            Heard::Broken(message) => inner.end(Stage::Failed(
                message.unwrap_or_else(|| "a worker ended without a word".into()),
            )),
        }
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
    fn take(&mut self, number: usize, reply: Reply, data: &JsValue) {
        match reply {
            Reply::Ready { .. } if self.all_arrived() => {
                let job_ms = self.plan.job;
                if let Some(first) = self.handles.first() {
                    first.post(&Order::Calibrate { job_ms }, None);
                }
            }
            Reply::Calibrated { iterations, step } => {
                (self.iterations, self.step) = (iterations, Some(step));
                self.ask(&Order::Prepare { iterations });
            }
            Reply::Prepared if self.all_arrived() => {
                self.stage = Stage::Measuring;
                let (jobs, ms) = self.plan.until.limits();
                let iterations = self.iterations;
                self.ask(&Order::Measure {
                    iterations,
                    jobs,
                    ms,
                });
            }
            Reply::Measured { last } => {
                let values = data
                    .dyn_ref::<Array>()
                    .and_then(|envelope| envelope.get(1).dyn_into::<Float64Array>().ok())
                    .map(|values| values.to_vec())
                    .unwrap_or_default();
                let now = document().hidden();
                if let Some((course, hidden)) = self
                    .courses
                    .get_mut(number)
                    .zip(self.hidden.get_mut(number))
                {
                    course.extend(&values, *hidden || now);
                    *hidden = now;
                }
                if last && self.all_arrived() {
                    self.end(Stage::Done);
                }
            }
            Reply::Unmeasurable { message } => self.end(Stage::Failed(message)),
            _ => {}
        }
    }

    fn ask(&self, request: &Order) {
        for handle in &self.handles {
            handle.post(request, None);
        }
    }

    /// One more worker is where all are waited for; whether it was the last.
    fn all_arrived(&mut self) -> bool {
        self.arrived += 1;
        let all = self.arrived == self.plan.workers;
        if all {
            self.arrived = 0;
        }
        all
    }

    /// Ends the workers.
    fn end(&mut self, stage: Stage) {
        if matches!(self.stage, Stage::Preparing | Stage::Measuring) {
            self.stage = stage;
        }
        self.handles.clear();
    }
}
