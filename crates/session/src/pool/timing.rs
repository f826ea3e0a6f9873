//! The time of the run in flight. An estimate may be wrong, so the clock decides: it tells the pace, asks the user if the rest
//! takes long, and ends a run if nobody answers.

use playground::need::Headway;

use super::{Next, Pool};
use crate::command::Command;
use crate::event::Timer;
use crate::notification::Notification;
use crate::outcome::Clock;

/// The time between two looks of the clock, s.
const BETWEEN: f64 = 1.0;

/// The shortest sleep of a page and its workers, s: browsers let a hidden page look once a minute.
const ASLEEP: f64 = 150.0;

/// The number of looks without a message after which a run counts as silent: runs tell their progress many times a second.
/// Looks count, not the time, because a sleeping page hears nothing.
const SILENCE: u32 = 10;

/// The time of a run in flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    id: u32,
    /// The time of its beginning, ms.
    pub(super) since: f64,
    /// The time of the clock's last look, ms.
    looked: f64,
    /// The time that the page slept meanwhile, ms.
    slept: f64,
    /// The number of looks since the run's last message.
    unheard: u32,
    /// Its progress.
    headway: Headway,
    /// Whether the user wants it however long it takes.
    pub(super) wanted: bool,
    /// Whether the user was asked; the question stays until it is answered.
    asks: bool,
}

impl Timing {
    /// The time of a run that begins now, ms.
    pub(super) fn new(next: &Next, now: f64) -> Self {
        Self {
            id: next.id,
            since: now,
            looked: now,
            slept: 0.0,
            unheard: 0,
            headway: Headway::new(!next.done.is_empty()),
            wanted: next.wanted,
            asks: false,
        }
    }

    /// Notes that the run goes on from a kept state.
    pub(super) fn resumed(&mut self) {
        self.headway = Headway::new(true);
    }

    /// Notes the share of the run that is done.
    pub(super) fn progress(&mut self, done: f64) {
        self.headway.reach(done);
    }

    /// Notes a message of the run.
    pub(super) fn heard(&mut self) {
        self.unheard = 0;
    }

    /// The clock's findings at this time, ms.
    fn clock(&mut self, now: f64) -> Clock {
        let gap = now - self.looked;
        if gap > 1000.0 * ASLEEP {
            self.slept += gap - 1000.0 * BETWEEN;
        }
        self.looked = now;
        self.unheard = self.unheard.saturating_add(1);
        let elapsed = (now - self.since - self.slept) / 1000.0;
        let pace = self.headway.pace(elapsed);
        self.asks = !self.wanted && (self.asks || pace.is_long());
        Clock {
            pace,
            asks: self.asks,
            silent: self.unheard > SILENCE,
        }
    }
}

impl<B: Clone> Pool<B> {
    /// Sets the clock's next look at the run in flight, after this time, s.
    pub(super) fn look_again(&mut self, after: f64) {
        let (timer, after) = (Timer::Clock, 1000.0 * after);
        self.commands.push(Command::SetTimer { timer, after });
    }

    /// Lets the clock look at the run in flight, if there is one.
    pub(crate) fn look_at_clock(&mut self) {
        let now = self.now;
        let Some(busy) = &mut self.busy else {
            return;
        };
        let id = busy.timing.id;
        let clock = busy.timing.clock(now);
        let unanswered = !busy.timing.wanted && clock.pace.is_over();
        let paused = busy.course.is_some();
        // A run that makes way ends anyway, and the waiting run is still wanted.
        if unanswered && self.next_run.is_none() {
            match paused {
                true => self.pause(id),
                false => self.end_run(),
            }
            let pace = clock.pace;
            let over = Notification::OutOfTime { id, pace, paused };
            return self.notifications.push(over);
        }
        self.notifications.push(Notification::Clock { id, clock });
        self.look_again(BETWEEN);
    }

    /// Lets the run with this number go on, however long it takes.
    pub(crate) fn let_go_on(&mut self, run: u32) {
        if let Some(busy) = &mut self.busy
            && busy.timing.id == run
        {
            busy.timing.wanted = true;
        }
        if let Some(next) = &mut self.next_run
            && next.id == run
        {
            next.wanted = true;
        }
    }
}
