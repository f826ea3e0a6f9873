//! The shortest schedules of small programs: with processes that move freely, and with processes that stay.
//!
//! A best-first search over whole slots. Where processes stay, slots of the common unit of work and delay lose nothing: the
//! result is exact. Where they move, a schedule in slots is an upper bound, also in finer slots; together with the longest chain
//! and the mean load it is an interval.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use num_traits::{ToPrimitive as _, Zero as _};
use report::{Cancelled, Observer};
use words::word;

use super::check;
use super::run::{Slots, State};
use super::{Operation, Program, Units, check_owners};
use crate::error::{Error, Time, within};
use crate::plan::Plan;
use crate::rational::{Rational, whole};

/// The most processes of an exact search.
pub const MOST_EXACT: u32 = 6;

/// The most slots of work and of delay.
pub const MOST_SLOTS: u64 = 2000;

/// The most states that one search looks at; then its result is an interval.
const MOST_STATES: usize = 100_000;

/// The most states and slots that several searches of one question look at together, unless told otherwise.
const MOST_WORK: usize = 150_000;

/// The joint budget of several searches: states, and slots of their schedules. Without any left, a search ends with the interval
/// that its first schedule gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_WORK)
    }
}

impl Budget {
    /// So many states and slots.
    #[must_use]
    pub fn of(states: usize) -> Self {
        Self(states)
    }

    /// The number of states and slots left.
    #[must_use]
    pub fn left(self) -> usize {
        self.0
    }

    fn spend(&mut self, states: usize) {
        self.0 = self.0.saturating_sub(states);
    }
}

/// How many states lie between two questions to the observer.
const TURN: usize = 1024;

/// When a program is done, with a schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// No schedule is shorter.
    pub least: Rational,
    /// The schedule takes so long.
    pub most: Rational,
    /// The schedule.
    pub plan: Plan,
}

impl Completion {
    /// Whether the schedule is proved to be the shortest.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.least == self.most
    }
}

/// The shortest schedule with processes that stay, and where they stay.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// When it is done; the least time holds for every placement.
    pub completion: Completion,
    /// The computer of each process, from 0.
    pub owners: Vec<usize>,
}

fn small(program: &Program) -> Result<u32, Error> {
    let number = u32::try_from(program.processes().len()).unwrap_or(u32::MAX);
    within(word!("number of processes"), number, 1, MOST_EXACT)
}

/// T_d: the completion time on q shared processors, with a schedule.
///
/// # Errors
/// [`Error::Range`] for more than 6 processes or no processor; [`Error::Unit`] for more than 2000 units of work;
/// [`Error::Cancelled`].
///
/// ```
/// use bounds_model::{program::{exact, text}, rational::ratio};
/// let program = text::read("A: Work(1)\nB: Work(1)\nC: Work(1)")?;
/// let shared = exact::shared(&program, 2, &mut exact::Budget::default(), &mut report::Silent)?;
/// assert_eq!((shared.least, shared.most), (ratio(3, 2), ratio(3, 2)));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn shared(
    program: &Program,
    processors: u32,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Completion, Error> {
    small(program)?;
    within(word!("number of processors"), processors, 1, u32::MAX)?;
    let number = program.processes().len();
    let lanes = (processors as usize).min(number);
    let least = program
        .longest_chain()
        .max(program.work() / whole(processors));
    let Units { scale, total, .. } = program.units([], MOST_SLOTS)?;
    // Enough processors for all: every process that can run runs.
    let finest = if lanes == number {
        1
    } else {
        (1..=lanes as u64).fold(1, num_integer::lcm)
    };
    let mut best: Option<Plan> = None;
    let scales: Vec<u64> = (1..=finest)
        .filter(|finer| finest % finer == 0 && (*finer == 1 || total * finer <= MOST_SLOTS))
        .collect();
    let all = scales.len() as u64;
    for (done, finer) in (0..).zip(scales) {
        let scale = &scale * whole(finer);
        let slots = Slots::new(program, &scale, vec![0; number], 0);
        let machine = Processors::Shared(lanes);
        let found = search(
            &slots,
            machine,
            u32::MAX,
            budget,
            &mut Progress::new(observer, done, all),
        )?;
        let plan = drawn(
            program,
            &slots,
            &found,
            &scale,
            lanes,
            None,
            &Rational::zero(),
        )?;
        if best
            .as_ref()
            .is_none_or(|best| plan.makespan < best.makespan)
        {
            best = Some(plan);
        }
        if best.as_ref().is_some_and(|best| best.makespan == least) {
            break;
        }
    }
    let plan = best.unwrap_or_default();
    Ok(Completion {
        least,
        most: plan.makespan.clone(),
        plan,
    })
}

/// T_s(A, t): the completion time where process p stays on computer `owners[p]` and a signal between computers takes `delay`.
///
/// # Errors
/// [`Error::Range`] for more than 6 processes, or `owners` that do not give each process one of as many computers;
/// [`Error::Unit`] for more than 2000 units of work or delay; [`Error::Number`] for a negative delay; [`Error::TooLarge`] for a
/// first schedule of more than 100,000 slots; [`Error::Cancelled`].
pub fn placed(
    program: &Program,
    owners: &[usize],
    delay: &Rational,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Completion, Error> {
    small(program)?;
    let number = program.processes().len() as u32;
    check_owners(owners, number, number)?;
    let units = units(program, delay)?;
    let placement = Placement::new(program, &units, owners, delay);
    let mut progress = Progress::new(observer, 0, 1);
    let found = placement.search(u32::MAX, budget, &mut progress)?;
    placement.completion(&found)
}

/// The slots of work and delay.
fn units(program: &Program, delay: &Rational) -> Result<Units<1>, Error> {
    if *delay < Rational::zero() {
        return Err(Error::Number {
            quantity: word!("signal delay"),
            value: delay.to_string(),
            allowed: word!("0 or more"),
        });
    }
    program.units([(Time::Delay, delay)], MOST_SLOTS)
}

/// A placement of the processes, in slots.
struct Placement<'a> {
    program: &'a Program,
    owners: &'a [usize],
    delay: &'a Rational,
    scale: &'a Rational,
    slots: Slots,
}

impl<'a> Placement<'a> {
    fn new(
        program: &'a Program,
        units: &'a Units<1>,
        owners: &'a [usize],
        delay: &'a Rational,
    ) -> Self {
        let [in_slots] = units.times;
        Self {
            program,
            owners,
            delay,
            scale: &units.scale,
            slots: Slots::new(program, &units.scale, owners.to_vec(), in_slots as u32),
        }
    }

    /// The slots of a schedule, perhaps not the shortest one where `below` slots or more are needed.
    fn search(
        &self,
        below: u32,
        budget: &mut Budget,
        progress: &mut Progress<'_>,
    ) -> Result<Found, Error> {
        search(&self.slots, Processors::Own, below, budget, progress)
    }

    fn completion(&self, found: &Found) -> Result<Completion, Error> {
        let lanes = self.owners.iter().max().map_or(0, |last| last + 1);
        let plan = drawn(
            self.program,
            &self.slots,
            found,
            self.scale,
            lanes,
            Some(self.owners),
            self.delay,
        )?;
        Ok(Completion {
            least: whole(found.least) / self.scale,
            most: plan.makespan.clone(),
            plan,
        })
    }
}

/// T_s(k, t): the least over all placements on at most k computers.
///
/// # Errors
/// As for [`placed`], and [`Error::Range`] for no computer.
pub fn best_placed(
    program: &Program,
    computers: u32,
    delay: &Rational,
    budget: &mut Budget,
    observer: &mut dyn Observer,
) -> Result<Placed, Error> {
    let number = small(program)?;
    let units = units(program, delay)?;
    let mut placements: Vec<(Rational, Vec<usize>)> = placements(number, computers)?
        .into_iter()
        .map(|owners| (least_placed(program, &owners, delay), owners))
        .collect();
    // The most promising first, so that the rest needs no search.
    placements.sort();
    let total = placements.len() as u64;
    let mut placements = placements.into_iter();
    // At least one, all processes on one computer.
    let (_, first) = placements.next().unwrap_or_default();
    let completion = {
        let placement = Placement::new(program, &units, &first, delay);
        let found = placement.search(u32::MAX, budget, &mut Progress::new(observer, 0, total))?;
        placement.completion(&found)?
    };
    let mut least = completion.least.clone();
    let mut best = Placed {
        completion,
        owners: first,
    };
    for (number, (bound, owners)) in (1..).zip(placements) {
        if bound >= best.completion.most {
            break;
        }
        let below = (&best.completion.most * &units.scale).to_u32();
        let below = below.unwrap_or(u32::MAX);
        let placement = Placement::new(program, &units, &owners, delay);
        let mut progress = Progress::new(observer, number, total);
        let found = placement.search(below, budget, &mut progress)?;
        if found.least >= below {
            continue;
        }
        let completion = placement.completion(&found)?;
        least = least.min(completion.least.clone());
        if completion.most < best.completion.most {
            best = Placed { completion, owners };
        }
    }
    best.completion.least = least;
    Ok(best)
}

/// Every way to place processes on at most so many computers, computers being alike: the first process on computer 0, each further
/// one on a computer in use or the next.
///
/// # Errors
/// [`Error::Range`] for no or more than 6 processes, and for no computer.
pub fn placements(processes: u32, computers: u32) -> Result<Vec<Vec<usize>>, Error> {
    within(word!("number of processes"), processes, 1, MOST_EXACT)?;
    within(word!("number of computers"), computers, 1, u32::MAX)?;
    let computers = computers as usize;
    let mut all = vec![Vec::new()];
    for _ in 0..processes {
        all = all
            .into_iter()
            .flat_map(|begun: Vec<usize>| {
                let used = begun.iter().max().map_or(0, |last| last + 1);
                (0..=used.min(computers.saturating_sub(1))).map(move |next| {
                    let mut begun = begun.clone();
                    begun.push(next);
                    begun
                })
            })
            .collect();
    }
    Ok(all)
}

/// The longest path with its crossing signals, and the work of the busiest computer: no schedule of the placement is shorter.
pub(crate) fn least_placed(program: &Program, owners: &[usize], delay: &Rational) -> Rational {
    let mut loads = vec![Rational::zero(); owners.len()];
    for (owner, work) in owners.iter().zip(program.works()) {
        if let Some(load) = loads.get_mut(*owner) {
            *load += work;
        }
    }
    let path = longest_path(program, owners, delay);
    loads.into_iter().max().unwrap_or_default().max(path)
}

/// The longest chain of work and crossing signals where process p stays on computer `owners[p]`.
#[must_use]
pub fn longest_path(program: &Program, owners: &[usize], delay: &Rational) -> Rational {
    let mut ends = vec![Rational::zero(); program.processes().len()];
    let mut sent = vec![Rational::zero(); program.events().len()];
    for (process, operation) in program.ordered() {
        let Some(end) = ends.get_mut(process) else {
            continue;
        };
        match operation {
            Operation::Work(work) => *end += work,
            Operation::Activate(event) => {
                if let Some(sent) = sent.get_mut(*event) {
                    *sent = end.clone();
                }
            }
            Operation::Wait(event) => {
                let from = program.sender(*event).and_then(|sender| owners.get(sender));
                if let Some(sent) = sent.get(*event) {
                    let apart = from != owners.get(process);
                    let arrival = if apart { sent + delay } else { sent.clone() };
                    if arrival > *end {
                        *end = arrival;
                    }
                }
            }
        }
    }
    ends.into_iter().max().unwrap_or_default()
}

/// Who may run in a slot.
#[derive(Clone, Copy, Debug)]
enum Processors {
    /// Any so many processes.
    Shared(usize),
    /// One process of each computer.
    Own,
}

/// Tells an observer that the search goes on.
struct Progress<'a> {
    observer: &'a mut dyn Observer,
    done: u64,
    total: u64,
}

impl<'a> Progress<'a> {
    fn new(observer: &'a mut dyn Observer, done: u64, total: u64) -> Self {
        Self {
            observer,
            done,
            total,
        }
    }

    fn alive(&mut self) -> Result<(), Cancelled> {
        match self.observer.progress(self.done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Cancelled),
        }
    }
}

/// Which processes run in each slot, and how many slots there must be.
struct Found {
    running: Vec<Vec<usize>>,
    least: u32,
}

/// A state that was reached.
struct Reached {
    from: usize,
    running: Vec<usize>,
    slots: u32,
}

/// Slots that are needed at least from a state on.
fn left(slots: &Slots, machine: Processors, state: &State) -> u32 {
    let chain = (0..slots.len())
        .map(|process| slots.chain(state, process))
        .max()
        .unwrap_or(0);
    let load = match machine {
        Processors::Shared(lanes) => {
            let rest: u32 = (0..slots.len())
                .map(|process| slots.rest(state, process))
                .sum();
            rest.div_ceil(u32::try_from(lanes).unwrap_or(u32::MAX).max(1))
        }
        Processors::Own => {
            let mut loads = vec![0; slots.len()];
            for (process, owner) in slots.owners.iter().enumerate() {
                if let Some(load) = loads.get_mut(*owner) {
                    *load += slots.rest(state, process);
                }
            }
            loads.into_iter().max().unwrap_or(0)
        }
    };
    chain.max(load)
}

/// Best first, by slots so far and slots left at least; of equals the deepest. A state is settled when it comes up, since the
/// slots left fall by at most one a slot. Stops with an interval after too many states.
fn search(
    slots: &Slots,
    machine: Processors,
    below: u32,
    budget: &mut Budget,
    progress: &mut Progress<'_>,
) -> Result<Found, Error> {
    progress.alive()?;
    let greedy = greedy(slots, machine)?;
    budget.spend(greedy.len());
    let most_states = MOST_STATES.min(budget.left());
    let mut count = Spending { budget, states: 0 };
    let mut most = u32::try_from(greedy.len()).unwrap_or(u32::MAX).min(below);
    let start = Rc::new(slots.start());
    let mut reached = vec![Reached {
        from: 0,
        running: Vec::new(),
        slots: 0,
    }];
    let mut known: HashMap<Rc<State>, u32> = HashMap::from([(Rc::clone(&start), 0)]);
    // Open states by the slots that a schedule through them has at least.
    let mut open: Vec<Vec<(usize, Rc<State>)>> = Vec::new();
    let put = |open: &mut Vec<Vec<(usize, Rc<State>)>>, at: u32, item| {
        let at = at as usize;
        if open.len() <= at {
            open.resize_with(at + 1, Vec::new);
        }
        if let Some(bucket) = open.get_mut(at) {
            bucket.push(item);
        }
    };
    let first = left(slots, machine, &start);
    put(&mut open, first, (0, start));
    let mut at = first;
    let mut popped = 0;
    while at < most {
        let Some((number, state)) = open.get_mut(at as usize).and_then(Vec::pop) else {
            at += 1;
            continue;
        };
        let Some(here) = reached.get(number).map(|reached| reached.slots) else {
            continue;
        };
        if known.get(&state).is_some_and(|slots| *slots < here) {
            continue;
        }
        popped += 1;
        if popped % TURN == 0 {
            progress.alive()?;
        }
        if slots.is_done(&state) {
            most = here;
            return Ok(Found {
                running: way(&reached, number),
                least: most,
            });
        }
        count.states = reached.len();
        if reached.len() > most_states {
            return Ok(Found {
                running: greedy,
                least: at,
            });
        }
        for running in choices(slots, machine, &state) {
            let next = Rc::new(slots.advance(&state, &running));
            let bound = (here + 1 + left(slots, machine, &next)).max(at);
            if bound >= most || known.get(&next).is_some_and(|slots| *slots <= here + 1) {
                continue;
            }
            known.insert(Rc::clone(&next), here + 1);
            reached.push(Reached {
                from: number,
                running,
                slots: here + 1,
            });
            put(&mut open, bound, (reached.len() - 1, next));
        }
    }
    Ok(Found {
        running: greedy,
        least: most,
    })
}

/// Spends the states that a search looked at when it ends, however it ends.
struct Spending<'a> {
    budget: &'a mut Budget,
    states: usize,
}

impl Drop for Spending<'_> {
    fn drop(&mut self) {
        self.budget.spend(self.states);
    }
}

/// How a state was reached.
fn way(reached: &[Reached], mut number: usize) -> Vec<Vec<usize>> {
    let mut way = Vec::new();
    while let Some(here) = reached.get(number).filter(|here| here.slots > 0) {
        way.push(here.running.clone());
        number = here.from;
    }
    way.reverse();
    way
}

/// Who may run in the next slot: as many as can, since running more never hurts.
fn choices(slots: &Slots, machine: Processors, state: &State) -> Vec<Vec<usize>> {
    let ready: Vec<usize> = slots.ready(state).collect();
    match machine {
        Processors::Shared(lanes) if ready.len() <= lanes => vec![ready],
        Processors::Shared(lanes) => {
            let mut all = vec![Vec::new()];
            for (place, process) in ready.iter().enumerate() {
                let after = ready.len() - place - 1;
                all = all
                    .into_iter()
                    .flat_map(|begun: Vec<usize>| {
                        let mut with = begun.clone();
                        with.push(*process);
                        let (may, can) = (begun.len() < lanes, begun.len() + after >= lanes);
                        [may.then_some(with), can.then_some(begun)]
                            .into_iter()
                            .flatten()
                    })
                    .collect();
            }
            all
        }
        Processors::Own => {
            let mut all = vec![Vec::new()];
            let owner = |process: usize| slots.owners.get(process).copied();
            for computer in 0..slots.len() {
                let own: Vec<usize> = ready
                    .iter()
                    .copied()
                    .filter(|process| owner(*process) == Some(computer))
                    .collect();
                if own.is_empty() {
                    continue;
                }
                all = all
                    .into_iter()
                    .flat_map(|begun: Vec<usize>| {
                        own.iter().map(move |process| {
                            let mut begun = begun.clone();
                            begun.push(*process);
                            begun
                        })
                    })
                    .collect();
            }
            all
        }
    }
}

/// Runs the processes with the longest chains left: a schedule to begin with.
fn greedy(slots: &Slots, machine: Processors) -> Result<Vec<Vec<usize>>, Error> {
    let mut state = slots.start();
    let mut way = Vec::new();
    while !slots.is_done(&state) {
        let mut ready: Vec<usize> = slots.ready(&state).collect();
        ready.sort_by_key(|process| std::cmp::Reverse(slots.chain(&state, *process)));
        let mut running: Vec<usize> = Vec::new();
        for process in ready {
            let fits = match machine {
                Processors::Shared(lanes) => running.len() < lanes,
                Processors::Own => {
                    let owner = slots.owners.get(process);
                    !running
                        .iter()
                        .any(|other| slots.owners.get(*other) == owner)
                }
            };
            if fits {
                running.push(process);
            }
        }
        state = slots.advance(&state, &running);
        way.push(running);
        if way.len() > MOST_STATES {
            return Err(Error::TooLarge {
                counted: word!("slots"),
                most: MOST_STATES,
            });
        }
    }
    Ok(way)
}

/// The schedule in exact times, checked.
fn drawn(
    program: &Program,
    slots: &Slots,
    found: &Found,
    scale: &Rational,
    lanes: usize,
    owners: Option<&[usize]>,
    delay: &Rational,
) -> Result<Plan, Error> {
    let mut plan = Plan {
        lanes,
        ..Plan::default()
    };
    let mut last: Vec<Option<usize>> = vec![None; slots.len()];
    for (slot, running) in found.running.iter().enumerate() {
        let (start, end) = (whole(slot) / scale, whole(slot + 1) / scale);
        let mut taken = vec![false; lanes];
        let mut moving = Vec::new();
        for process in running {
            let own = owners.and_then(|owners| owners.get(*process).copied());
            let lane = own.or_else(|| last.get(*process).copied().flatten());
            match lane.and_then(|lane| Some((lane, taken.get_mut(lane).filter(|taken| !**taken)?)))
            {
                Some((lane, taken)) => {
                    *taken = true;
                    plan.run(lane, *process, start.clone(), end.clone());
                }
                None => moving.push(*process),
            }
        }
        for process in moving {
            let Some((lane, taken)) = taken.iter_mut().enumerate().find(|(_, taken)| !**taken)
            else {
                break;
            };
            *taken = true;
            if let Some(last) = last.get_mut(process) {
                *last = Some(lane);
            }
            plan.run(lane, process, start.clone(), end.clone());
        }
    }
    let (completion, arrows) = check::traced(program, &plan, owners, delay)?;
    // A last wait may end after all work.
    plan.makespan = completion;
    plan.arrows = arrows;
    plan.ends_at(&(whole(found.running.len()) / scale))?;
    Ok(plan)
}
