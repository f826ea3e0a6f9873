//! The workers as the page sees them: of the laboratory always one ready, at most one run in flight, the newest wins.

mod file_request;
mod painter;
mod pool;
mod traffic;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Date;
use parameters::Rejected;
use playground::{Ran, Scenario, Setup};
use web_sys::Blob;
use worker::Reply;
use worker::library::{About, Library};
use worker::traces::Understood;
use yew::Callback;

use self::file_request::FileRequest;
use self::painter::Painter;
use self::pool::{Dismissed, Shared};
use crate::gallery::Stamp;
use crate::state::{Needed, Outcome};
use crate::worker_handle::{Heard, WorkerHandle};

/// How long a run may go on when a newer one waits, ms: short runs end, so that a slider shows what it does.
const PATIENCE: f64 = 100.0;

/// What the page hears of its runs.
pub(crate) enum Event {
    /// A run goes on; `done` is 0 to 1.
    Progress { id: u32, done: f64 },
    /// A point of a sweep was run; with all points so far.
    Point {
        id: u32,
        ran: Ran,
        outcome: Rc<Outcome>,
    },
    /// The report of some of a run's parts.
    Partial { id: u32, outcome: Rc<Outcome> },
    /// A run has ended.
    Done { id: u32, outcome: Rc<Outcome> },
    /// A run's parameters do not go together.
    Refused { id: u32, rejected: Rejected },
    /// A preview was made.
    Preview { id: u32, stamp: Stamp },
    /// A run needs a file.
    FileNeeded { id: u32, needed: Needed },
    /// A run could not be made.
    Failed { id: u32, message: String },
    /// Traces were read; `chosen` where they were kept and are to be used whatever the scenario waits for.
    Read {
        name: String,
        outcome: Result<Box<Understood>, String>,
        chosen: bool,
        about: Option<About>,
        library: Library,
    },
    /// A scenario file was read.
    Opened {
        name: String,
        outcome: Result<Box<Setup>, String>,
        about: Option<About>,
        library: Library,
    },
    /// What is kept on this device, after these traces were to be kept.
    Library {
        about: Option<About>,
        library: Library,
    },
    /// A file was saved that is not whole, or was not.
    Lacking {
        name: String,
        lacks: String,
        saved: bool,
    },
    /// The worker broke down, or could not be loaded.
    Stopped(String),
    /// The worker is of another version.
    Outdated,
}

/// Runs scenarios in a worker. Clones are the same runner.
#[derive(Clone)]
pub(crate) struct Runner(Rc<RefCell<Inner>>);

struct Inner {
    listener: Callback<Event>,
    /// Whose models the active worker has, and the spare one, and the helpers.
    laboratory: &'static str,
    active: Option<Slot>,
    spare: Option<Slot>,
    /// They make parts of long runs beside the active one.
    helpers: Vec<Slot>,
    /// The run in flight, where it is made in parts.
    shared: Option<Shared>,
    slots: u32,
    busy: Option<Busy>,
    next_run: Option<(u32, Setup, Vec<Ran>)>,
    patience: Option<Timeout>,
    /// Reads and writes files and keeps traces; comes when it is needed.
    file_worker: Option<Slot>,
    file_request: VecDeque<FileRequest>,
    under_way: Option<FileRequest>,
    /// Makes previews when nothing else is to be done.
    painter: Option<Painter>,
    /// The last one first.
    previews: Vec<(u32, Scenario)>,
    /// The contents of traces by digest: a new worker is given them again, should they be kept nowhere else.
    files: Vec<(String, Blob)>,
}

/// A worker.
struct Slot {
    number: u32,
    handle: WorkerHandle,
    ready: bool,
    /// How many of the files it was given.
    supplied: usize,
}

/// The run in flight.
#[derive(Clone)]
struct Busy {
    since: f64,
    seed: u64,
    stem: String,
    /// How long the worker took is not all that it took.
    parted: bool,
}

impl Runner {
    /// A runner whose first worker, of this laboratory, is on its way.
    pub(crate) fn new(laboratory: &'static str, listener: Callback<Event>) -> Self {
        let runner = Self(Rc::new(RefCell::new(Inner {
            listener,
            laboratory,
            active: None,
            spare: None,
            helpers: Vec::new(),
            shared: None,
            slots: 0,
            busy: None,
            next_run: None,
            patience: None,
            file_worker: None,
            file_request: VecDeque::new(),
            under_way: None,
            painter: None,
            previews: Vec::new(),
            files: Vec::new(),
        })));
        runner.begin();
        runner
    }

    /// Runs a scenario; one that waits to be run is forgotten.
    ///
    /// Of a sweep, the points that were run before are not run again.
    pub(crate) fn run(&self, id: u32, setup: Setup, done: Vec<Ran>) {
        self.0.borrow_mut().next_run = Some((id, setup, done));
        self.pump();
    }

    /// Ends what is in flight and forgets what waits.
    pub(crate) fn cancel(&self) {
        self.leave_takes();
        let mut inner = self.0.borrow_mut();
        inner.next_run = None;
        if inner.busy.take().is_none() {
            return;
        }
        inner.replace();
        drop(inner);
        self.refill();
    }

    /// Ends all workers and starts afresh.
    pub(crate) fn restart(&self) {
        let mut inner = self.0.borrow_mut();
        inner.dismiss_all();
        (inner.file_worker, inner.painter) = (None, None);
        drop(inner);
        self.begin();
    }

    /// Starts the first worker of a laboratory.
    fn begin(&self) {
        let laboratory = self.0.borrow().laboratory;
        let slot = self.spawn(laboratory);
        self.0.borrow_mut().active = slot;
    }

    /// Gives the worker what waits, if it is free; otherwise sees to it that it soon will be.
    fn pump(&self) {
        self.move_house();
        if self.0.borrow().active.is_none() {
            self.0.borrow_mut().replace();
            self.refill();
        }
        let mut inner = self.0.borrow_mut();
        if let Some(busy) = &inner.busy
            && inner.next_run.is_some()
            && inner.patience.is_none()
        {
            let left = match &inner.shared {
                Some(shared) if shared.leaving => PATIENCE,
                // What was seen in part makes way at once.
                Some(shared) if shared.seen() => 0.0,
                _ => (PATIENCE - (Date::now() - busy.since)).clamp(0.0, PATIENCE),
            };
            let runner = self.clone();
            inner.patience = Some(Timeout::new(left as u32, move || runner.lose_patience()));
        } else if inner.busy.is_none() {
            inner.post();
            drop(inner);
            self.assist();
            self.paint();
        }
    }

    /// Where the run that waits is of another laboratory, its worker takes the place of those that are there.
    fn move_house(&self) {
        let mut inner = self.0.borrow_mut();
        let waits = inner.next_run.as_ref();
        let Some(laboratory) = waits.map(|(_, setup, _)| setup.scenario.laboratory()) else {
            return;
        };
        if laboratory == inner.laboratory {
            return;
        }
        inner.laboratory = laboratory;
        inner.dismiss_all();
        drop(inner);
        self.begin();
    }

    fn lose_patience(&self) {
        let mut inner = self.0.borrow_mut();
        inner.patience = None;
        if inner.next_run.is_none() || inner.busy.is_none() {
            return;
        }
        if let Some(shared) = &mut inner.shared
            && !shared.leaving
        {
            shared.leaving = true;
            let runner = self.clone();
            inner.patience = Some(Timeout::new(PATIENCE as u32, move || {
                runner.lose_patience();
            }));
            drop(inner);
            return self.go_on();
        }
        inner.busy = None;
        inner.replace();
        drop(inner);
        self.refill();
        self.pump();
    }

    /// Sees to it that there are a worker and a spare one.
    fn refill(&self) {
        let (active, spare, laboratory) = {
            let inner = self.0.borrow();
            let there = (inner.active.is_some(), inner.spare.is_some());
            (there.0, there.1, inner.laboratory)
        };
        if !active {
            self.begin();
        }
        if !spare {
            let slot = self.spawn(laboratory);
            self.0.borrow_mut().spare = slot;
        }
    }

    /// Starts a worker with the program of this name.
    fn spawn(&self, program: &'static str) -> Option<Slot> {
        let number = {
            let mut inner = self.0.borrow_mut();
            inner.slots += 1;
            inner.slots
        };
        let runner = self.clone();
        match WorkerHandle::new(program, move |heard| runner.hear(number, heard)) {
            Ok(handle) => Some(Slot {
                number,
                handle,
                ready: false,
                supplied: 0,
            }),
            Err(message) => {
                let listener = self.0.borrow().listener.clone();
                Timeout::new(0, move || listener.emit(Event::Stopped(message))).forget();
                None
            }
        }
    }

    /// A worker is heard.
    fn hear(&self, number: u32, heard: Heard) {
        let (reply, data) = match heard {
            Heard::Says(reply, data) => (*reply, data),
            Heard::Outdated => return self.emit(Event::Outdated),
            Heard::Broken(message) => return self.stopped(number, message),
        };
        let data = &data;
        match reply {
            Reply::Ready { .. } => {
                self.0.borrow_mut().ready(number);
                self.pump();
                self.0.borrow_mut().hand_out();
                self.send();
            }
            reply @ (Reply::Library { .. }
            | Reply::Written { .. }
            | Reply::Read { .. }
            | Reply::Opened { .. }) => self.served(reply, data),
            Reply::Preview { id, header, chart } => self.painted(id, header, chart, data),
            Reply::Progress { id, done, total } => {
                let done = if total > 0 {
                    done as f64 / total as f64
                } else {
                    0.0
                };
                let done = match &mut self.0.borrow_mut().shared {
                    Some(shared) => shared.progress(number, done),
                    None => done,
                };
                self.emit(Event::Progress { id, done });
            }
            Reply::Part { id, part } => self.made(number, id, part, data),
            Reply::Point {
                id,
                ran,
                report,
                fingerprint,
            } => {
                let outcome = match &self.0.borrow().busy {
                    Some(Busy {
                        seed, stem, since, ..
                    }) => Rc::new(Outcome {
                        beside: None,
                        report: *report,
                        schedule: None,
                        partial: true,
                        digest: String::new(),
                        fingerprint,
                        seed: *seed,
                        stem: stem.clone(),
                        took: Date::now() - since,
                    }),
                    None => return,
                };
                self.emit(Event::Point { id, ran, outcome });
            }
            reply => {
                let event = {
                    let mut inner = self.0.borrow_mut();
                    let partial = matches!(reply, Reply::Done { .. }) && inner.has_told(number);
                    if !partial {
                        inner.give_up(number);
                    }
                    let event = inner.finish(reply, data, partial);
                    if partial {
                        drop(inner);
                        self.go_on();
                        event.into_iter().for_each(|event| self.emit(event));
                        return self.pump();
                    }
                    event
                };
                if let Some(event) = event {
                    self.emit(event);
                }
                self.pump();
                // Only now, so that the first picture does not wait for a spare worker.
                self.refill();
            }
        }
    }

    /// A worker broke down.
    fn stopped(&self, number: u32, message: Option<String>) {
        if self.clerk_stopped(number, message.as_ref()) || self.painter_stopped(number) {
            return;
        }
        let mut inner = self.0.borrow_mut();
        if inner
            .spare
            .take_if(|spare| spare.number == number)
            .is_some()
        {
            return;
        }
        let slot = match inner.dismiss(number) {
            Dismissed::Idle => return,
            Dismissed::AtWork(slot) => slot,
            Dismissed::Nobody => match inner.active.take_if(|active| active.number == number) {
                Some(slot) => slot,
                None => return,
            },
        };
        inner.release();
        (inner.busy, inner.patience, inner.next_run) = (None, None, None);
        let message = slot.last_words(message);
        drop(inner);
        drop(slot);
        self.emit(Event::Stopped(message));
    }

    fn emit(&self, event: Event) {
        let listener = self.0.borrow().listener.clone();
        listener.emit(event);
    }
}
