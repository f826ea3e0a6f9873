//! A script of crashes and repairs, step by step, with the moves of processes.
use words::word;

use crate::error::{Error, within};
use crate::placement::{Crashed, Placement, place, update};
use crate::scheme::Scheme;

/// The most events of a script: every step holds its placement.
pub const MOST_EVENTS: usize = 1_000;

/// An event at a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The computer stops, and stays down until repaired.
    Crash(usize),
    /// The computer is up again: its processes return, and the processes that prefer it to their present host move to
    /// it.
    Repair(usize),
}

/// The cluster after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event; nothing at the start.
    pub event: Option<Event>,
    /// The computers that are down now.
    pub crashed: Vec<usize>,
    /// The computer of every process now.
    pub placement: Placement,
    /// The processes that moved.
    pub moved: Vec<usize>,
}

/// Runs a script of events from a cluster whose computers are all up.
///
/// # Errors
/// [`Error::Range`] for more than 1,000 events, [`Error::Computer`] for a computer that does not exist, [`Error::Down`], [`Error::Up`] or
/// [`Error::Last`] for an impossible event, with its place.
pub fn run(scheme: &Scheme, events: &[Event]) -> Result<Vec<Step>, Error> {
    within(word!("number of events"), events.len(), 0, MOST_EVENTS)?;
    let mut crashed = Crashed::none(scheme.computers());
    let mut placement = place(scheme, &crashed);
    let step = |event, crashed: &Crashed, placement: &Placement, moved| Step {
        event,
        crashed: crashed.computers(),
        placement: placement.clone(),
        moved,
    };
    let mut steps = vec![step(None, &crashed, &placement, Vec::new())];
    for (number, event) in events.iter().enumerate() {
        let place = number + 1;
        let (Event::Crash(computer) | Event::Repair(computer)) = *event;
        if computer >= scheme.computers() {
            return Err(Error::Computer {
                what: word!("event"),
                place,
                value: computer,
                most: scheme.computers() - 1,
            });
        }
        let crash = matches!(event, Event::Crash(_));
        let down = crashed.contains(computer);
        if !crashed.set(computer, crash) {
            return Err(match (crash, down) {
                (true, true) => Error::Down { place, computer },
                (true, false) => Error::Last { place, computer },
                (false, _) => Error::Up { place, computer },
            });
        }
        let moved = update(scheme, &crashed, &mut placement);
        steps.push(step(Some(*event), &crashed, &placement, moved));
    }
    Ok(steps)
}
