//! Runs that can be paused and resumed. The pool remembers the last state of each; after the first second of a run the device
//! keeps its state as well, until the run has ended.

use std::mem;

use playground::Scenario;

use super::{Next, Pool};
use crate::message::Reply;
use crate::resume::{BETWEEN_STATES, Beginning, Kept};

/// The most runs that the pool remembers; the oldest makes way.
const REMEMBERED: usize = 8;

/// A run that can be resumed.
#[derive(Debug)]
pub(super) struct Resumable {
    scenario: Scenario,
    digest: String,
    kept: Kept,
    /// Whether the device keeps it, too.
    stored: bool,
    /// Whether the device keeps another state, which cannot be read.
    over: bool,
}

/// The course of the run in flight, if it can be resumed.
#[derive(Clone, Debug)]
pub(super) struct Course {
    id: u32,
    scenario: Scenario,
    /// Whether it started from its beginning by request: a state that the device may keep is out of date.
    anew: bool,
}

impl Next {
    /// Its course once it is in flight.
    pub(super) fn course(&self) -> Option<Course> {
        self.resumes.then(|| Course {
            id: self.id,
            scenario: self.setup.scenario.clone(),
            anew: self.anew,
        })
    }
}

impl<B: Clone> Pool<B> {
    fn resumable(&mut self, scenario: &Scenario) -> Option<&mut Resumable> {
        let mut all = self.resumable.iter_mut();
        all.find(|one| one.scenario == *scenario)
    }

    /// The beginning of a run.
    pub(super) fn beginning(&mut self, next: &Next) -> Beginning {
        if !next.resumes || next.anew {
            return Beginning::Start;
        }
        match self.resumable(&next.setup.scenario) {
            Some(known) => Beginning::At(known.kept.clone()),
            None => Beginning::Kept,
        }
    }

    /// Takes in a state of a run. `found`: the device keeps some state of it; `over`: that state is worth nothing.
    pub(super) fn stands(&mut self, id: u32, digest: String, kept: Kept, found: bool, over: bool) {
        let Some((since, course)) = self.in_flight().filter(|(_, course)| course.id == id) else {
            return;
        };
        // It began before the page was loaded: a user who opens it again wants it.
        if found
            && let Some(busy) = &mut self.busy
            && !busy.timing.wanted
        {
            busy.timing.wanted = true;
            busy.timing.resumed();
        }
        let before = self.take_resumable(&course.scenario);
        let before = before.map_or((false, false), |before| (before.stored, before.over));
        let stored = found || course.anew || before.0;
        let over = over || before.1;
        // A run that ends soon is not worth a place on the device.
        let long = self.now - since >= BETWEEN_STATES;
        if long {
            self.keep_run(digest.clone(), kept.clone(), over);
        }
        if self.resumable.len() >= REMEMBERED {
            self.resumable.remove(0);
        }
        self.resumable.push(Resumable {
            scenario: course.scenario,
            digest,
            kept,
            stored: stored || long,
            over: over && !long,
        });
    }

    /// The time at which the run in flight began, and its course.
    fn in_flight(&self) -> Option<(f64, Course)> {
        let busy = self.busy.as_ref()?;
        Some((busy.timing.since, busy.course.clone()?))
    }

    fn take_resumable(&mut self, scenario: &Scenario) -> Option<Resumable> {
        let mut all = self.resumable.iter();
        let place = all.position(|one| one.scenario == *scenario)?;
        Some(self.resumable.remove(place))
    }

    /// Takes in the end of a run, with this reply.
    pub(super) fn ends(&mut self, course: &Course, reply: &Reply) {
        match reply {
            Reply::Done { .. } => {
                if let Some(known) = self.take_resumable(&course.scenario).filter(|it| it.stored) {
                    self.forget_run(known.digest, None);
                }
            }
            Reply::Paused { .. } => {
                if let Some(known) = self.resumable(&course.scenario) {
                    known.kept.paused = true;
                }
            }
            _ => {}
        }
    }

    /// Ends the run with this number so that it can be resumed, and forgets a waiting run.
    pub(crate) fn pause(&mut self, run: u32) {
        let course = self.in_flight().filter(|(_, course)| course.id == run);
        self.end_run();
        let Some((_, course)) = course else {
            return;
        };
        let Some(known) = self.resumable(&course.scenario) else {
            return;
        };
        known.kept.paused = true;
        known.stored = true;
        let over = mem::take(&mut known.over);
        let (digest, kept) = (known.digest.clone(), known.kept.clone());
        self.keep_run(digest, kept, over);
    }

    /// Lets the run of a scenario go on from its state.
    pub(crate) fn unpause(&mut self, scenario: &Scenario) {
        if let Some(known) = self.resumable(scenario) {
            known.kept.paused = false;
            if known.stored {
                let over = mem::take(&mut known.over);
                let (digest, kept) = (known.digest.clone(), known.kept.clone());
                self.keep_run(digest, kept, over);
            }
        }
    }

    /// Forgets the state of a scenario's run; a further state of it that another tab kept stays.
    pub(crate) fn forget(&mut self, scenario: &Scenario) {
        if let Some(known) = self.take_resumable(scenario)
            && known.stored
        {
            let most = (!known.over).then_some(known.kept.work);
            self.forget_run(known.digest, most);
        }
    }
}
