//! A real job on this device: its length, and its runtimes.

use std::ops::ControlFlow;

use js_sys::{Array, Float64Array};
use session::message::Reply;
use trace::measure::{Clock, Job, calibrate, measure};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, MessagePort, Performance};

use crate::envelope;
use crate::server::{deliver, post};

/// The least time between two posts, ms.
const BETWEEN_POSTS: f64 = 50.0;
/// The time that a job runs before the wanted one is sought, ms.
const WARM_UP: f64 = 100.0;
/// The time that the clock is watched to find its step, ms.
const WATCHED: f64 = 20.0;

/// The worker's own monotonic clock.
struct WorkerClock(Performance);

impl WorkerClock {
    fn new() -> Result<Self, String> {
        let scope = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>();
        let clock = scope.ok().and_then(|scope| scope.performance());
        clock.map(Self).ok_or_else(|| "there is no clock".into())
    }

    /// The least step of the clock, ms: the resolution to which browsers round it.
    fn step(&mut self) -> f64 {
        let start = self.now_ms();
        let (mut last, mut least) = (start, f64::INFINITY);
        while last - start < WATCHED {
            let now = self.now_ms();
            if now > last {
                (least, last) = (least.min(now - last), now);
            }
        }
        least
    }
}

impl Clock for WorkerClock {
    fn now_ms(&mut self) -> f64 {
        self.0.now()
    }
}

/// Finds the job that takes about `wanted` ms.
pub(crate) fn answer_calibrate(wanted: f64) {
    let calibrated = WorkerClock::new().and_then(|mut clock| {
        // Browsers translate a program quickly at first, and well once it has run for a while: the warm-up lets
        // the job be measured at its final speed.
        calibrate(&mut clock, WARM_UP).map_err(|error| error.to_string())?;
        let job = calibrate(&mut clock, wanted).map_err(|error| error.to_string())?;
        Ok((job.iterations, clock.step()))
    });
    post(&match calibrated {
        Ok((iterations, step)) => Reply::Calibrated { iterations, step },
        Err(message) => Reply::Unmeasurable { message },
    });
}

/// Runs the job once without measuring it, so that its code is warm.
pub(crate) fn answer_prepare(iterations: u32) {
    if let Ok(mut clock) = WorkerClock::new() {
        let _ = measure(&mut clock, Job { iterations }, 1, |_| {
            ControlFlow::Continue(())
        });
    }
    post(&Reply::Prepared);
}

/// Sends back all messages through the port beside an order.
pub(crate) fn answer_echo(envelope: &JsValue) {
    let Some(port) = port(envelope) else { return };
    let back = port.clone();
    let echo = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let _ = back.post_message(&event.data());
    });
    port.set_onmessage(Some(echo.as_ref().unchecked_ref()));
    // The worker is ended after the measurement.
    echo.forget();
}

/// Sends messages through the port beside an order, each once the one before has come back.
pub(crate) fn answer_ping(messages: u32, envelope: &JsValue) {
    let (Some(port), Ok(mut clock)) = (port(envelope), WorkerClock::new()) else {
        let message = "workers cannot reach each other".into();
        return post(&Reply::Unmeasurable { message });
    };
    let ping = port.clone();
    let (start, mut back) = (clock.now_ms(), 0);
    let count = Closure::<dyn FnMut(MessageEvent)>::new(move |_| {
        back += 1;
        if back < messages {
            let _ = ping.post_message(&JsValue::NULL);
        } else {
            let ms = (clock.now_ms() - start) / (2.0 * f64::from(messages.max(1)));
            post(&Reply::Pinged { ms });
        }
    });
    port.set_onmessage(Some(count.as_ref().unchecked_ref()));
    count.forget();
    let _ = port.post_message(&JsValue::NULL);
}

fn port(envelope: &JsValue) -> Option<MessagePort> {
    envelope.dyn_ref::<Array>()?.get(1).dyn_into().ok()
}

/// Runs `jobs` jobs, but ends early when `ms` have passed; posts their runtimes as they come.
pub(crate) fn answer_measure(iterations: u32, jobs: u32, ms: f64) {
    let clocks = WorkerClock::new().and_then(|clock| Ok((clock, WorkerClock::new()?)));
    let (mut clock, mut watch) = match clocks {
        Ok(clocks) => clocks,
        Err(message) => return post(&Reply::Unmeasurable { message }),
    };
    let start = watch.now_ms();
    let (mut posted, mut last) = (0, start);
    let runtimes = measure(&mut clock, Job { iterations }, jobs as usize, |runtimes| {
        let now = watch.now_ms();
        if now - last >= BETWEEN_POSTS {
            give(runtimes.get(posted..).unwrap_or_default(), false);
            (posted, last) = (runtimes.len(), now);
        }
        if now - start < ms {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    give(runtimes.get(posted..).unwrap_or_default(), true);
}

fn give(runtimes: &[f64], last: bool) {
    let envelope = envelope::pack(&Reply::Measured { last });
    let values = Float64Array::from(runtimes);
    envelope.push(&values);
    deliver(&envelope, &Array::of1(&values.buffer()));
}
