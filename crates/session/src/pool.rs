//! The workers: of the laboratory always one ready, at most one run in flight, the newest wins.
//!
//! | idea | file |
//! |---|---|
//! | a worker, and what it is given | `worker` |
//! | a run by several workers | `parts`, `shared` |
//! | what replies mean | `replies` |
//! | files, and the library of traces | `files` |
//! | small pictures of presets | `previews` |
//! | who is ahead along a scale | `seeker` |
//! | runs that can be resumed | `resumed` |
//! | how long the run in flight takes | `timing` |

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

/// How long a run may go on when a newer one waits, ms: short runs end, so that a slider shows what it does.
const PATIENCE: f64 = 100.0;

/// The most workers that make one run.
pub(crate) const MOST_WORKERS: u32 = 8;

/// Runs scenarios in workers, and has files read and written. Its commands and notifications are taken from it after each
/// call.
#[derive(Debug)]
pub(crate) struct Pool<B> {
    /// How many workers a run may have.
    cores: u32,
    /// The time of the event that is worked off, ms.
    now: f64,
    /// Whose models the active worker has, and the spare one, and the helpers.
    laboratory: &'static str,
    active: Option<Slot>,
    spare: Option<Slot>,
    /// They make parts of long runs beside the active one.
    helpers: Vec<Slot>,
    /// The run in flight, where it is made in parts.
    shared: Option<Shared<B>>,
    /// How many workers were ever started.
    started: u32,
    busy: Option<Busy>,
    next_run: Option<Next>,
    /// The runs that can be resumed, the newest last.
    resumable: Vec<Resumable>,
    /// The timer of patience is set.
    patience: bool,
    /// The run in flight is to make way as soon as another worker is ready.
    overdue: bool,
    /// Reads and writes files and keeps traces; comes when it is needed.
    file_worker: Option<Slot>,
    file_requests: VecDeque<FileRequest<B>>,
    under_way: Option<FileRequest<B>>,
    /// Makes previews when nothing else is to be done.
    previewer: Option<Previewer>,
    /// Searches the scale that a hand is on.
    seeker: Option<Seeker>,
    /// The last one first.
    previews: Vec<(u32, Scenario)>,
    /// The contents of traces by digest: a new worker is given them again, should they be kept nowhere else.
    files: Vec<(String, B)>,
    commands: Vec<Command<B>>,
    notifications: Vec<Notification>,
}

/// A run that is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    /// Its number.
    pub(crate) id: u32,
    /// What is to be run.
    pub(crate) setup: Setup,
    /// The points of a sweep that were run before.
    pub(crate) done: Vec<Ran>,
    /// It can be resumed.
    pub(crate) resumes: bool,
    /// It is wanted from its beginning.
    pub(crate) anew: bool,
    /// The user wants it however long it takes.
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
    /// How long the worker took is not all that it took.
    parted: bool,
    /// What else is known of it where it can be resumed.
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
    /// A pool on a device with so many cores, whose first worker, of this laboratory, is on its way.
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

    /// What follows happens at this time, ms.
    pub(crate) fn at(&mut self, now: f64) {
        self.now = now;
    }

    /// What is to be done, in order.
    pub(crate) fn commands(&mut self) -> Vec<Command<B>> {
        mem::take(&mut self.commands)
    }

    /// What happened, in order.
    pub(crate) fn notifications(&mut self) -> Vec<Notification> {
        mem::take(&mut self.notifications)
    }

    /// Runs a scenario; one that waits to be run is forgotten.
    ///
    /// Of a sweep, the points that were run before are not run again.
    pub(crate) fn run(&mut self, next: Next) {
        self.next_run = Some(next);
        self.pump();
    }

    /// Ends what is in flight and forgets what waits.
    pub(crate) fn cancel(&mut self) {
        self.drop_readings();
        self.end_run();
    }

    /// As [`cancel`](Self::cancel), but files go on being read.
    fn end_run(&mut self) {
        self.next_run = None;
        if self.busy.take().is_some() {
            self.replace();
            self.refill();
        }
    }

    /// Ends all workers and starts afresh; files and previews that were asked for are still wanted.
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

    /// Gives the worker what waits, if it is free; otherwise sees to it that it soon will be.
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
                    // What was seen in part makes way at once.
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

    /// Where the run that waits is of another laboratory, its worker takes the place of those that are there.
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

    /// The run in flight is to make way.
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

    /// Ends the run in flight where that is due and another worker is ready: until that one has loaded its program, most runs have ended.
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

    /// Posts the run that waits.
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

    /// Ends the worker; the spare one takes its place.
    fn replace(&mut self) {
        self.stop_waiting();
        self.release();
        let active = self.active.take();
        self.end(active);
        self.active = self.spare.take();
    }

    /// Ends all workers of the laboratory, and what they do.
    fn end_all(&mut self) {
        self.stop_waiting();
        (self.shared, self.busy) = (None, None);
        let pair = [self.active.take(), self.spare.take()];
        let all: Vec<_> = pair.into_iter().flatten().collect();
        let helpers = mem::take(&mut self.helpers);
        self.end(all.into_iter().chain(helpers));
    }

    /// Sees to it that there are a worker and a spare one.
    fn refill(&mut self) {
        if self.active.is_none() {
            self.begin();
        }
        if self.spare.is_none() {
            self.spare = Some(self.start(self.laboratory));
        }
    }

    /// A worker is heard; one that was ended says nothing any more.
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
            // Once its version is known to be the page's, a reply is unreadable for another reason.
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

    /// A worker broke down.
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
            // Nobody knows when another one would be ready.
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
                // The others do without a helper that has nothing to do. What breaks one worker would break the next.
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
