//! A program in whole slots: positions of its processes, and the ages of its signals.

use super::{Operation, Program};
use crate::rational::Rational;
use num_traits::ToPrimitive as _;

/// Where a process is: its operation, and the slots done of it; with it, the age of each event in slots, 0 before it is activated,
/// 1 when it is, at most the delay + 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) positions: Vec<(u16, u32)>,
    pub(super) ages: Vec<u32>,
}

/// An operation in slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Work(u32),
    Activate(usize),
    Wait(usize),
}

/// A program in slots, for one way to place its processes.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    steps: Vec<Vec<Step>>,
    /// The longest chain of work from each operation of each process on, itself included, signals taking no time.
    chains: Vec<Vec<u32>>,
    /// The work of each process from each operation on.
    rests: Vec<Vec<u32>>,
    senders: Vec<usize>,
    /// The computer of each process; all the same where signals take no time.
    pub(super) owners: Vec<usize>,
    delay: u32,
}

impl Slots {
    /// The program with `scale` slots for a time of 1, and signals of `delay` slots between different owners.
    pub(super) fn new(program: &Program, scale: &Rational, owners: Vec<usize>, delay: u32) -> Self {
        let steps: Vec<Vec<Step>> = program
            .processes
            .iter()
            .map(|process| {
                process
                    .operations
                    .iter()
                    .map(|operation| match operation {
                        Operation::Work(work) => {
                            Step::Work((work * scale).to_integer().to_u32().unwrap_or(u32::MAX))
                        }
                        Operation::Activate(event) => Step::Activate(*event),
                        Operation::Wait(event) => Step::Wait(*event),
                    })
                    .collect()
            })
            .collect();
        let mut chains: Vec<Vec<u32>> =
            steps.iter().map(|steps| vec![0; steps.len() + 1]).collect();
        let mut rests = chains.clone();
        // From the last operation back: a wait for an event comes before the event's activation.
        let mut waiting = vec![0_u32; program.events.len()];
        for (process, place) in program.order.iter().rev() {
            let step = steps
                .get(*process)
                .and_then(|steps| steps.get(*place))
                .copied();
            let (Some(step), Some(chain), Some(rest)) =
                (step, chains.get_mut(*process), rests.get_mut(*process))
            else {
                continue;
            };
            let after = chain.get(place + 1).copied().unwrap_or(0);
            let work = if let Step::Work(work) = step { work } else { 0 };
            let mut here = after + work;
            match step {
                Step::Activate(event) => here = here.max(waiting.get(event).copied().unwrap_or(0)),
                Step::Wait(event) => {
                    if let Some(waiting) = waiting.get_mut(event) {
                        *waiting = (*waiting).max(here);
                    }
                }
                Step::Work(_) => {}
            }
            if let Some(chain) = chain.get_mut(*place) {
                *chain = here;
            }
            let left = rest.get(place + 1).copied().unwrap_or(0) + work;
            if let Some(rest) = rest.get_mut(*place) {
                *rest = left;
            }
        }
        Self {
            steps,
            chains,
            rests,
            senders: program.senders.clone(),
            owners,
            delay,
        }
    }

    /// The start, with everything done that takes no time.
    pub(super) fn start(&self) -> State {
        let mut state = State {
            positions: vec![(0, 0); self.steps.len()],
            ages: vec![0; self.senders.len()],
        };
        self.settle(&mut state);
        state
    }

    fn step(&self, process: usize, position: (u16, u32)) -> Option<Step> {
        self.steps
            .get(process)?
            .get(usize::from(position.0))
            .copied()
    }

    /// Whether the process waits no more for the event.
    fn arrived(&self, process: usize, event: usize, ages: &[u32]) -> bool {
        let age = ages.get(event).copied().unwrap_or(0);
        let sender = self
            .senders
            .get(event)
            .and_then(|sender| self.owners.get(*sender));
        let apart = sender != self.owners.get(process);
        age > if apart { self.delay } else { 0 }
    }

    /// Runs all operations that take no time: activations, waits for arrived signals, work of length 0.
    fn settle(&self, state: &mut State) {
        let mut moved = true;
        while moved {
            moved = false;
            for (process, steps) in self.steps.iter().enumerate() {
                let Some(mut position) = state.positions.get(process).copied() else {
                    continue;
                };
                while let Some(step) = steps.get(usize::from(position.0)) {
                    match step {
                        Step::Work(work) if position.1 < *work => break,
                        Step::Wait(event) if !self.arrived(process, *event, &state.ages) => break,
                        Step::Activate(event) => {
                            if let Some(age) = state.ages.get_mut(*event) {
                                *age = 1;
                            }
                        }
                        Step::Work(_) | Step::Wait(_) => {}
                    }
                    position = (position.0 + 1, 0);
                    moved = true;
                }
                if let Some(old) = state.positions.get_mut(process) {
                    *old = position;
                }
            }
        }
    }

    /// The processes that could run in the next slot, in the order of the text.
    pub(super) fn ready<'a>(&'a self, state: &'a State) -> impl Iterator<Item = usize> + 'a {
        let works = |(process, position): (usize, &(u16, u32))| {
            matches!(self.step(process, *position), Some(Step::Work(_))).then_some(process)
        };
        state.positions.iter().enumerate().filter_map(works)
    }

    /// One slot in which these processes run.
    pub(super) fn advance(&self, state: &State, running: &[usize]) -> State {
        let mut after = state.clone();
        for process in running {
            if let Some(position) = after.positions.get_mut(*process) {
                position.1 += 1;
            }
        }
        for age in &mut after.ages {
            if *age > 0 {
                *age = (*age + 1).min(self.delay + 1);
            }
        }
        self.settle(&mut after);
        after
    }

    /// Whether every process has done its last operation.
    pub(super) fn is_done(&self, state: &State) -> bool {
        let mut each = self.steps.iter().zip(&state.positions);
        each.all(|(steps, position)| usize::from(position.0) >= steps.len())
    }

    /// The work that is left of a process.
    pub(super) fn rest(&self, state: &State, process: usize) -> u32 {
        let position = state.positions.get(process).copied().unwrap_or_default();
        let rest = self
            .rests
            .get(process)
            .and_then(|rests| rests.get(usize::from(position.0)));
        rest.copied().unwrap_or(0).saturating_sub(position.1)
    }

    /// The longest chain of work that is left from where the process is.
    pub(super) fn chain(&self, state: &State, process: usize) -> u32 {
        let position = state.positions.get(process).copied().unwrap_or_default();
        let chain = self
            .chains
            .get(process)
            .and_then(|chains| chains.get(usize::from(position.0)));
        chain.copied().unwrap_or(0).saturating_sub(position.1)
    }

    /// How many processes there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }
}
