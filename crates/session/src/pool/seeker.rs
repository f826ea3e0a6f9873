//! The lead along a scale: a worker of its own runs one stop after the other while the pool is idle. It ends when the search is
//! over, or when the scenario changes.

use std::rc::Rc;

use report::Winner;

use super::Pool;
use super::worker::Slot;
use crate::command::{Command, Message};
use crate::event::Timer;
use crate::lead::Search;
use crate::message::Request;
use crate::notification::Notification;

/// The longest run of a stop, ms; a longer one ends the search.
const LONGEST: f64 = 2_000.0;

/// The worker that searches a scale.
#[derive(Debug)]
pub(super) struct Seeker {
    key: String,
    search: Search,
    pub(super) slot: Slot,
    /// Whether it runs a stop.
    asked: bool,
}

impl<B: Clone> Pool<B> {
    /// The key of the searched scale.
    pub(crate) fn sought(&self) -> Option<&str> {
        self.seeker.as_ref().map(|seeker| seeker.key.as_str())
    }

    /// Searches a scale of the present laboratory.
    pub(crate) fn seek(&mut self, key: String, search: Search) {
        let slot = self.start(self.laboratory);
        self.seeker = Some(Seeker {
            key,
            search,
            slot,
            asked: false,
        });
    }

    /// Ends the search.
    pub(crate) fn stop_seeking(&mut self) {
        if let Some(seeker) = self.seeker.take() {
            self.commands.push(Command::StopTimer(Timer::Lead));
            self.end([seeker.slot]);
        }
    }

    /// Runs the next stop if the pool is idle.
    pub(super) fn seek_next(&mut self) {
        let Some(seeker) = &mut self.seeker else {
            return;
        };
        if seeker.asked || !seeker.slot.ready {
            return;
        }
        let Some((at, scenario)) = seeker.search.next() else {
            let lead = seeker.search.lead().map(Rc::new);
            return self.found(lead);
        };
        let (id, scenario) = (at as u32, Box::new(scenario.clone()));
        seeker.slot.supply(&self.files, &mut self.commands);
        let request = Message::Request(Request::Ahead { id, scenario });
        let post = seeker.slot.post(request, Vec::new());
        seeker.asked = true;
        let (timer, after) = (Timer::Lead, LONGEST);
        self.commands.push(post);
        self.commands.push(Command::SetTimer { timer, after });
    }

    /// Tells the result of the search, and ends the worker.
    fn found(&mut self, lead: Option<Rc<crate::lead::Lead>>) {
        if let Some(seeker) = &self.seeker {
            let key = seeker.key.clone();
            self.notifications.push(Notification::Lead { key, lead });
        }
        self.stop_seeking();
    }

    /// Takes in the winner at a stop; without one, nothing can be told of the scale.
    pub(super) fn tell_ahead(&mut self, at: u32, winner: Option<Winner>) {
        match (&mut self.seeker, winner) {
            (Some(seeker), Some(winner)) => {
                seeker.asked = false;
                seeker.search.tell(at as usize, winner);
                self.pump();
            }
            _ => self.found(None),
        }
    }

    /// Gives up the search: the present stop takes long.
    pub(crate) fn give_up_lead(&mut self) {
        if self.seeker.as_ref().is_some_and(|seeker| seeker.asked) {
            self.found(None);
        }
    }

    /// Whether the broken worker is the one that searches.
    pub(super) fn seeker_broken(&mut self, number: u32) -> bool {
        let is_it = self
            .seeker
            .as_ref()
            .is_some_and(|one| one.slot.number == number);
        if is_it {
            self.found(None);
        }
        is_it
    }
}
