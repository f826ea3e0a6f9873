//! The workers: one of the laboratory is always ready, at most one run is in flight, the newest wins.
//!
//! | topic | file |
//! |---|---|
//! | a worker and its requests | `worker` |
//! | a run by several workers | `parts`, `shared` |
//! | the meaning of replies | `replies` |
//! | files, and the library of traces | `files` |
//! | previews of presets | `previews` |
//! | the lead along a scale | `seeker` |
//! | runs that can be resumed | `resumed` |
//! | the time of the run in flight | `timing` |

mod files;
mod parts;
mod previews;
mod replies;
mod resumed;
mod seeker;
mod shared;
mod timing;
mod worker;

use std::collections::VecDeque;
use std::mem;

use playground::{Ran, Scenario, Setup, imprint, need};

use self::files::FileRequest;
use self::previews::Previewer;
pub(crate) use self::previews::miniatures;
use self::resumed::{Course, Resumable};
use self::seeker::Seeker;
use self::shared::Shared;
use self::timing::Timing;
use self::worker::Slot;
use crate::command::Command;
use crate::event::{Heard, Timer};
use crate::file_name;
use crate::notification::Notification;
use crate::resume::Beginning;

/// The time that a run may go on while a newer one waits, ms: short runs end, so that a slider shows its effect.
const PATIENCE: f64 = 100.0;

/// The most workers of one run.
pub(crate) const MOST_WORKERS: u32 = 8;

/// Runs scenarios in workers, and lets the file worker read and write files. The session takes its commands and notifications
/// after each call.
#[derive(Debug)]
pub(crate) struct Pool<B> {
    /// The most workers of a run on this device.
    cores: u32,
    /// The time of the present event, ms.
    now: f64,
    /// The laboratory of the active worker, the spare one and the helpers.
    laboratory: &'static str,
    active: Option<Slot>,
    spare: Option<Slot>,
    /// Workers that compute parts of long runs beside the active one.
    helpers: Vec<Slot>,
    /// The run in flight, if it is computed in parts.
    shared: Option<Shared<B>>,
    /// The number of workers ever started.
    started: u32,
    busy: Option<Busy>,
    next_run: Option<Next>,
    /// The runs that can be resumed, the newest last.
    resumable: Vec<Resumable>,
    /// Whether the timer of patience is set.
    patience: bool,
    /// Whether the run in flight makes way as soon as another worker is ready.
    overdue: bool,
    /// Reads and writes files and keeps traces; starts on demand.
    file_worker: Option<Slot>,
    file_requests: VecDeque<FileRequest<B>>,
    under_way: Option<FileRequest<B>>,
    /// Makes previews while the pool is idle.
    previewer: Option<Previewer>,
    /// Searches the scale that the user holds.
    seeker: Option<Seeker>,
    /// The previews to make, the last one first.
    previews: Vec<(u32, Scenario)>,
    /// The contents of traces by digest: each new worker gets them, in case they are kept nowhere else.
    files: Vec<(String, B)>,
    commands: Vec<Command<B>>,
    notifications: Vec<Notification>,
}

/// A requested run.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    /// Its number.
    pub(crate) id: u32,
    /// The setup to run.
    pub(crate) setup: Setup,
    /// The points of a sweep that were run before.
    pub(crate) done: Vec<Ran>,
    /// Whether it can be resumed.
    pub(crate) resumes: bool,
    /// Whether it must start from its beginning.
    pub(crate) anew: bool,
    /// Whether the user wants it however long it takes.
    pub(crate) wanted: bool,
}

/// The run in flight.
#[derive(Clone, Debug)]
struct Busy {
    timing: Timing,
    seed: u64,
    stem: String,
    /// The scenario, as figures name it.
    named: String,
    /// Whether it has several parts: a worker's time is not its whole time.
    parted: bool,
    /// The course of the run, if it can be resumed.
    course: Option<Course>,
}

impl Busy {
    fn of(timing: Timing, setup: &Setup, parted: bool) -> Self {
        let (seed, stem) = (setup.scenario.seed(), file_name::stem(&setup.scenario));
        Self {
            timing,
            seed,
            stem,
            named: imprint::scenario(setup),
            parted,
            course: None,
        }
    }
}

impl<B: Clone> Pool<B> {
    /// A pool on a device with so many cores. Its first worker, of this laboratory, is starting.
    pub(crate) fn new(laboratory: &'static str, cores: u32) -> Self {
        let mut pool = Self {
            cores: cores.clamp(1, MOST_WORKERS),
            now: 0.0,
            laboratory,
            active: None,
            spare: None,
            helpers: Vec::new(),
            shared: None,
            started: 0,
            busy: None,
            next_run: None,
            resumable: Vec::new(),
            patience: false,
            overdue: false,
            file_worker: None,
            file_requests: VecDeque::new(),
            under_way: None,
            previewer: None,
            seeker: None,
            previews: Vec::new(),
            files: Vec::new(),
            commands: Vec::new(),
            notifications: Vec::new(),
        };
        pool.begin();
        pool
    }

    /// Sets the time of the next calls, ms.
    pub(crate) fn at(&mut self, now: f64) {
        self.now = now;
    }

    /// Takes the commands, in order.
    pub(crate) fn commands(&mut self) -> Vec<Command<B>> {
        mem::take(&mut self.commands)
    }

    /// Takes the notifications, in order.
    pub(crate) fn notifications(&mut self) -> Vec<Notification> {
        mem::take(&mut self.notifications)
    }

    /// Runs a scenario and forgets a waiting run.
    ///
    /// Points of a sweep that were run before are not run again.
    pub(crate) fn run(&mut self, next: Next) {
        self.next_run = Some(next);
        self.pump();
    }

    /// Ends the run in flight and readings, and forgets a waiting run.
    pub(crate) fn cancel(&mut self) {
        self.forget_readings();
        self.end_run();
    }

    /// As [`cancel`](Self::cancel), but readings go on.
    fn end_run(&mut self) {
        self.next_run = None;
        if self.busy.take().is_some() {
            self.replace();
            self.refill();
        }
    }

    /// Ends all workers and starts afresh; requested files and previews are still wanted.
    pub(crate) fn restart(&mut self) {
        self.end_all();
        self.end_file_worker();
        self.end_previewer();
        self.stop_seeking();
        self.begin();
        self.send();
    }

    /// Starts the first worker of a laboratory.
    fn begin(&mut self) {
        self.active = Some(self.start(self.laboratory));
    }

    /// Gives the waiting run to the worker if it is free; otherwise makes sure that it soon is.
    fn pump(&mut self) {
        self.change_laboratory();
        if self.active.is_none() {
            self.replace();
            self.refill();
        }
        if let Some(busy) = &self.busy {
            if self.next_run.is_some() && !self.patience && !self.overdue {
                let left = match &self.shared {
                    Some(shared) if shared.leaving => PATIENCE,
                    // A run whose first parts were shown makes way at once.
                    Some(shared) if shared.seen() => 0.0,
                    _ => (PATIENCE - (self.now - busy.timing.since)).clamp(0.0, PATIENCE),
                };
                self.wait(left);
            }
        } else {
            self.post_next();
            self.assist();
            if self.busy.is_none() {
                self.seek_next();
            }
            self.preview_next();
        }
    }

    fn wait(&mut self, after: f64) {
        let timer = Timer::Patience;
        self.patience = true;
        self.commands.push(Command::SetTimer { timer, after });
    }

    fn stop_waiting(&mut self) {
        self.overdue = false;
        if mem::take(&mut self.patience) {
            self.commands.push(Command::StopTimer(Timer::Patience));
        }
    }

    /// Replaces all workers if the waiting run is of another laboratory.
    fn change_laboratory(&mut self) {
        let waits = self.next_run.as_ref();
        let Some(laboratory) = waits.map(|next| next.setup.scenario.laboratory()) else {
            return;
        };
        if laboratory != self.laboratory {
            self.laboratory = laboratory;
            self.end_all();
            self.begin();
        }
    }

    /// Lets the run in flight make way for the waiting one.
    pub(crate) fn lose_patience(&mut self) {
        if !mem::take(&mut self.patience) || self.next_run.is_none() || self.busy.is_none() {
            return;
        }
        if let Some(shared) = &mut self.shared
            && !shared.leaving
        {
            shared.leaving = true;
            self.wait(PATIENCE);
            return self.go_on();
        }
        self.overdue = true;
        self.refill();
        self.follow();
    }

    /// Ends an overdue run once another worker is ready: most runs end before that worker has loaded its program.
    fn follow(&mut self) {
        if self.overdue && self.spare.as_ref().is_some_and(|spare| spare.ready) {
            self.make_way();
        }
    }

    fn make_way(&mut self) {
        self.busy = None;
        self.replace();
        self.refill();
        self.pump();
    }

    /// Posts the waiting run.
    fn post_next(&mut self) {
        if !self.active.as_ref().is_some_and(|active| active.ready) {
            return;
        }
        let Some(next) = self.next_run.take() else {
            return;
        };
        let parts = if next.resumes {
            1
        } else {
            playground::parts(&next.setup)
        };
        let timing = Timing::new(&next, self.now);
        let mut busy = Busy::of(timing, &next.setup, parts > 1);
        self.look_again(need::WORD);
        if parts > 1 {
            self.busy = Some(busy);
            self.shared = Some(Shared::new(next.id, next.setup.scenario, parts, self.now));
        } else {
            let beginning = self.beginning(&next);
            if matches!(beginning, Beginning::At(_)) {
                busy.timing.resumed();
            }
            busy.course = next.course();
            self.busy = Some(busy);
            self.request_run(next.id, next.setup, next.done, beginning);
        }
    }

    /// Ends the active worker; the spare one takes its place.
    fn replace(&mut self) {
        self.stop_waiting();
        self.release();
        let active = self.active.take();
        self.end(active);
        self.active = self.spare.take();
    }

    /// Ends all workers of the laboratory, and their work.
    fn end_all(&mut self) {
        self.stop_waiting();
        (self.shared, self.busy) = (None, None);
        let pair = [self.active.take(), self.spare.take()];
        let all: Vec<_> = pair.into_iter().flatten().collect();
        let helpers = mem::take(&mut self.helpers);
        self.end(all.into_iter().chain(helpers));
    }

    /// Makes sure that there are an active worker and a spare one.
    fn refill(&mut self) {
        if self.active.is_none() {
            self.begin();
        }
        if self.spare.is_none() {
            self.spare = Some(self.start(self.laboratory));
        }
    }

    /// Takes in a message of a worker; one of an ended worker is ignored.
    pub(crate) fn hear(&mut self, number: u32, heard: Heard<B>) {
        let Some(slot) = self.slot(number) else {
            return;
        };
        let ready = slot.ready;
        let runs = self.works(number) || self.active.as_ref().is_some_and(|it| it.number == number);
        if let Some(busy) = self.busy.as_mut().filter(|_| runs) {
            busy.timing.heard();
        }
        match heard {
            Heard::Says(reply, payload) => self.reply(number, *reply, payload),
            // The version is known to be the page's, so a reply is unreadable for another reason.
            Heard::Unreadable(why) if ready => {
                let message = format!("its answer could not be read ({why})");
                self.broken(number, Some(message));
            }
            Heard::Outdated | Heard::Unreadable(_) => {
                self.notifications.push(Notification::Outdated);
            }
            Heard::Broken(message) => self.broken(number, message),
        }
    }

    /// Handles the breakdown of a worker.
    fn broken(&mut self, number: u32, message: Option<String>) {
        if self.file_worker_broken(number, message.as_ref())
            || self.previewer_broken(number)
            || self.seeker_broken(number)
        {
            return;
        }
        let is_it = |slot: &mut Slot| slot.number == number;
        if let Some(spare) = self.spare.take_if(is_it) {
            self.end([spare]);
            // Nobody knows when another spare worker would be ready.
            if self.overdue {
                self.make_way();
            }
            return;
        }
        let active = self.active.take_if(is_it);
        let slot = match active {
            Some(active) => active,
            None => {
                let Some(helper) = self.take_helper(number) else {
                    return;
                };
                // An idle helper is dispensable. The fault of a busy one would break the next worker, too.
                if !self.works(number) {
                    return self.end([helper]);
                }
                self.replace();
                helper
            }
        };
        self.stop_waiting();
        self.release();
        (self.busy, self.next_run) = (None, None);
        let message = slot.last_words(message);
        self.end([slot]);
        self.notifications.push(Notification::Stopped(message));
    }
}
