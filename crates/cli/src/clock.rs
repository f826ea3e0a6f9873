//! How far a run is, on standard error. A thread of its own tells it by the clock, because a run may be silent; nothing is
//! told of a run of less than three seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playground::Setup;
use playground::need::{Headway, WORD};

use crate::output;

/// Tells how far a run is until it is stopped.
pub(crate) struct Clock {
    headway: Arc<Mutex<Headway>>,
    /// Nothing is ever sent: its end stops the thread.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Clock {
    /// Starts with a run, which begins at its beginning or goes on from where it stood.
    pub(crate) fn start(setup: &Setup, goes_on: bool) -> Self {
        Self::hinting(setup.shorter(), goes_on)
    }

    /// As [`start`](Self::start), with a sentence on how to make the run shorter.
    pub(crate) fn hinting(shorter: Option<String>, goes_on: bool) -> Self {
        let headway = Arc::new(Mutex::new(Headway::new(goes_on)));
        let (running, stopped) = mpsc::channel();
        let (shared, hint) = (headway.clone(), hint(shorter));
        let thread = thread::spawn(move || {
            let start = Instant::now();
            let watched = io::stderr().is_terminal();
            let mut first = true;
            // The first look only begins the measurement of the pace.
            let mut looked = false;
            let mut next = Duration::from_secs_f64(WORD / 2.0);
            // A thread that cannot be told in time to stop is told after its sleep.
            while stopped.recv_timeout(next.saturating_sub(start.elapsed()))
                == Err(RecvTimeoutError::Timeout)
            {
                let elapsed = start.elapsed();
                let mut headway = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let pace = headway.pace(elapsed.as_secs_f64());
                drop(headway);
                if !looked {
                    (looked, next) = (true, Duration::from_secs_f64(WORD));
                    continue;
                }
                let words = pace.words();
                let mut out = output::stderr();
                // Nobody needs the message badly enough to stop the run for it.
                if watched {
                    let said = if first { hint.as_str() } else { "" };
                    let _ = write!(out, "{said}\r{words}\x1b[K");
                    next = elapsed + Duration::from_secs(1);
                } else {
                    let _ = write!(out, "note: {words}\n{}", if first { &hint } else { "" });
                    // A log needs no line a second.
                    next = elapsed * 2;
                }
                first = false;
            }
            if watched && !first {
                let _ = write!(output::stderr(), "\r\x1b[K");
            }
        });
        Self {
            headway,
            running: Some(running),
            thread: Some(thread),
        }
    }

    /// The run tells the part that is done, 0 to 1.
    pub(crate) fn reach(&self, done: f64) {
        let mut headway = self.headway.lock().unwrap_or_else(PoisonError::into_inner);
        headway.reach(done);
    }

    /// The run has ended: its result is not printed before the last line is removed.
    pub(crate) fn stop(&mut self) {
        drop(self.running.take());
        if let Some(thread) = self.thread.take() {
            // The thread cannot fail.
            let _ = thread.join();
        }
    }
}

/// A hint for a run that takes long.
fn hint(shorter: Option<String>) -> String {
    let shorter = shorter.map(|shorter| format!("{shorter} "));
    format!("note: {}Ctrl-C ends it.\n", shorter.unwrap_or_default())
}
