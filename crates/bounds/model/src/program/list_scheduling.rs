//! List scheduling with a price for moving, between the two extremes: not of the thesis (own choice).
//!
//! A slot is the largest unit that makes all times whole. In each slot the ready processes take free computers in the order of the
//! text. A process that goes on where it ran last moves nothing; one that goes on elsewhere first waits as many slots as a move
//! costs, while that computer is kept for it. A signal that comes from another computer takes its delay. A process that never ran
//! is on no computer: its first one costs nothing, and its signals come from nowhere in particular.

use std::ops::ControlFlow;

use num_traits::{ToPrimitive as _, Zero as _};
use report::{Cancelled, Observer};
use words::word;

use super::{Operation, Program, check};
use crate::error::{Error, Time, within};
use crate::plan::Plan;
use crate::rational::{MOST_UNITS, Rational, whole};

/// The most slots in which something changes; nothing is decided in the others.
const MOST_CHANGES: u64 = 1_000_000;

/// The most computers.
const MOST_COMPUTERS: u32 = 1000;

/// How many changes lie between two questions to the observer.
const TURN: u64 = 256;

/// A process goes on elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The process, from 0.
    pub process: usize,
    /// The computer that it leaves.
    pub from: usize,
    /// The computer that is kept for it.
    pub to: usize,
    /// When it leaves.
    pub start: Rational,
    /// When it can run.
    pub end: Rational,
}

/// The result of list scheduling.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The schedule.
    pub plan: Plan,
    /// Every move, by its start.
    pub moves: Vec<Move>,
}

/// The state of a process: its operation, its progress and its computer.
#[derive(Clone, Debug, Default)]
struct Running {
    place: usize,
    done: u128,
    computer: Option<usize>,
    /// When it arrives at its computer, while it moves.
    arrives: Option<u128>,
}

/// Schedules on k computers with a cost of `migration`, κ, for going on elsewhere, or without moves where there is none, and
/// `delay`, t, for a signal between computers. Slots are the largest unit that makes work, κ and t whole.
///
/// # Errors
/// [`Error::Range`] for no or more than 1000 computers; [`Error::Unit`] for more than 10¹⁵ units of work, delay or cost;
/// [`Error::Number`] for a negative cost; [`Error::TooLarge`] for more than a million changes; [`Error::Cancelled`].
///
/// ```
/// use bounds_model::{program::{list_scheduling, text}, rational::whole};
/// let program = text::read("A: Work(2)\nB: Work(2)\nC: Work(2)")?;
/// let free = list_scheduling::schedule(&program, 2, Some(&whole(0)), &whole(0), &mut report::Silent)?;
/// assert_eq!((free.plan.makespan, free.moves.len()), (whole(4), 0));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn schedule(
    program: &Program,
    computers: u32,
    migration: Option<&Rational>,
    delay: &Rational,
    observer: &mut dyn Observer,
) -> Result<Listed, Error> {
    let computers = within(word!("number of computers"), computers, 1, MOST_COMPUTERS)? as usize;
    for (quantity, cost) in [
        (word!("migration cost"), migration),
        (word!("signal delay"), Some(delay)),
    ] {
        if let Some(cost) = cost.filter(|cost| **cost < Rational::zero()) {
            return Err(Error::Number {
                quantity,
                value: cost.to_string(),
                allowed: word!("0 or more"),
            });
        }
    }
    let kappa = migration.cloned().unwrap_or_default();
    let times = [(Time::Delay, delay), (Time::Migration, &kappa)];
    let units = program.units(times, MOST_UNITS)?;
    let [delay, kappa] = units.times.map(u128::from);
    let mut run = Run {
        program,
        scale: units.scale,
        migration: migration.map(|_| kappa),
        delay,
        processes: vec![Running::default(); program.processes().len()],
        sent: vec![None; program.events().len()],
        plan: Plan {
            lanes: computers,
            ..Plan::default()
        },
        moves: Vec::new(),
    };
    let mut now = 0;
    let mut changes = 0;
    run.settle(now);
    while !run.is_done() {
        if changes % TURN == 0 && observer.progress(0, 1) == ControlFlow::Break(()) {
            return Err(Cancelled.into());
        }
        if changes >= MOST_CHANGES {
            return Err(Error::TooLarge {
                counted: word!("changes"),
                most: MOST_CHANGES as usize,
            });
        }
        now = run.slots(now);
        changes += 1;
        run.settle(now);
    }
    run.plan.makespan = whole(now) / &run.scale;
    let Run { plan, moves, .. } = run;
    // Without delays and moves it would be done no later.
    let earliest = check::completion(program, &plan, None, &Rational::zero())?;
    if earliest > plan.makespan {
        plan.ends_at(&earliest)?;
    }
    Ok(Listed { plan, moves })
}

struct Run<'a> {
    program: &'a Program,
    scale: Rational,
    /// κ in slots; none where processes never move.
    migration: Option<u128>,
    delay: u128,
    processes: Vec<Running>,
    /// When each event was activated, and on which computer.
    sent: Vec<Option<(u128, Option<usize>)>>,
    plan: Plan,
    moves: Vec<Move>,
}

impl Run<'_> {
    fn operation(&self, process: usize) -> Option<&Operation> {
        let place = self.processes.get(process)?.place;
        self.program.processes().get(process)?.operations.get(place)
    }

    fn is_done(&self) -> bool {
        (0..self.processes.len()).all(|process| self.operation(process).is_none())
    }

    fn work(&self, work: &Rational) -> u128 {
        (work * &self.scale).to_integer().to_u128().unwrap_or(0)
    }

    /// When the process gets the event's signal; none before it is sent.
    fn arrival(&self, process: &Running, event: usize) -> Option<u128> {
        let (when, from) = self.sent.get(event).copied().flatten()?;
        let apart = from.is_some() && process.computer.is_some() && from != process.computer;
        Some(when + if apart { self.delay } else { 0 })
    }

    /// Runs all operations that take no time.
    fn settle(&mut self, now: u128) {
        let mut moved = true;
        while moved {
            moved = false;
            for process in 0..self.processes.len() {
                while let Some(operation) = self.operation(process) {
                    let Some(running) = self.processes.get(process) else {
                        break;
                    };
                    match operation {
                        Operation::Work(work) if running.done < self.work(work) => break,
                        Operation::Work(_) => {}
                        Operation::Activate(event) => {
                            let (event, here) = (*event, running.computer);
                            if let Some(sent) = self.sent.get_mut(event) {
                                *sent = Some((now, here));
                            }
                        }
                        Operation::Wait(event) => {
                            let arrival = self.arrival(running, *event);
                            if arrival.is_none_or(|arrival| now < arrival) {
                                break;
                            }
                        }
                    }
                    if let Some(running) = self.processes.get_mut(process) {
                        running.place += 1;
                        running.done = 0;
                    }
                    moved = true;
                }
            }
        }
    }

    /// Decides who runs where in this slot and in all following ones without a change; returns the slot after them.
    fn slots(&mut self, now: u128) -> u128 {
        let mut free = vec![true; self.plan.lanes];
        let take = |free: &mut Vec<bool>, computer: usize| {
            let here = free.get_mut(computer);
            here.is_some_and(|free| std::mem::replace(free, false))
        };
        let mut running: Vec<(usize, usize)> = Vec::new();
        let mut arrived = false;
        let mut ready: Vec<usize> = Vec::new();
        for process in 0..self.processes.len() {
            let works = matches!(self.operation(process), Some(Operation::Work(_)));
            let Some(state) = self.processes.get_mut(process) else {
                continue;
            };
            match (state.arrives, state.computer) {
                // Its computer is kept for it, until it arrives and in the slot in which it does.
                (Some(arrives), Some(computer)) => {
                    take(&mut free, computer);
                    if now >= arrives {
                        arrived = true;
                        state.arrives = None;
                        running.push((process, computer));
                    }
                }
                _ if works => ready.push(process),
                _ => {}
            }
        }
        if self.migration.is_some() {
            // As many of the first ready processes as there are free computers; processes that can stay choose first.
            ready.truncate(free.iter().filter(|free| **free).count());
        }
        let own = |run: &Self, process: usize| {
            run.processes.get(process).and_then(|state| state.computer)
        };
        let mut others = Vec::new();
        for process in ready {
            match own(self, process) {
                Some(computer) if take(&mut free, computer) => running.push((process, computer)),
                computer => others.push((process, computer)),
            }
        }
        for (process, before) in others {
            if before.is_some() && self.migration.is_none() {
                continue;
            }
            let Some(computer) = free.iter().position(|free| *free) else {
                break;
            };
            take(&mut free, computer);
            let cost = before.and(self.migration).unwrap_or(0);
            if let Some(state) = self.processes.get_mut(process) {
                state.computer = Some(computer);
                state.arrives = (cost > 0).then_some(now + cost);
            }
            if let Some(from) = before {
                self.moves.push(Move {
                    process,
                    from,
                    to: computer,
                    start: whole(now) / &self.scale,
                    end: whole(now + cost) / &self.scale,
                });
            }
            if cost == 0 {
                running.push((process, computer));
            }
        }
        // Only in the slot of its arrival does a process go before processes that stand earlier in the text.
        let next = match arrived {
            true => now + 1,
            false => self.next_change(now, &running),
        };
        let (start, end) = (whole(now) / &self.scale, whole(next) / &self.scale);
        for (process, computer) in running {
            if let Some(state) = self.processes.get_mut(process) {
                state.done += next - now;
            }
            self.plan.run(computer, process, start.clone(), end.clone());
        }
        next
    }

    /// The next slot in which work is done, or a process or a signal has arrived.
    fn next_change(&self, now: u128, running: &[(usize, usize)]) -> u128 {
        let done = running.iter().filter_map(|(process, _)| {
            let Some(Operation::Work(work)) = self.operation(*process) else {
                return None;
            };
            let state = self.processes.get(*process)?;
            Some(now + self.work(work) - state.done)
        });
        let each = self.processes.iter().enumerate();
        let arrivals = each.filter_map(|(process, state)| match self.operation(process) {
            Some(Operation::Wait(event)) => self.arrival(state, *event),
            _ => state.arrives,
        });
        let next = done.chain(arrivals).filter(|next| *next > now).min();
        next.unwrap_or(now + 1)
    }
}
