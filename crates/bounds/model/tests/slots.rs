//! Programs whose processes move, slot by slot: the search for the shortest schedule against all choices of every slot, and list
//! scheduling against the same work in smaller pieces.

use std::collections::HashSet;

use bounds_model::plan::{Piece, Plan};
use bounds_model::program::exact::{self, Budget};
use bounds_model::program::{Operation, list_scheduling, text};
use bounds_model::rational::{ratio, whole};
use bounds_model::{Program, Rational};
use proptest::prelude::*;
use report::Silent;

/// Where each process stands: its operation, and how many slots of it are done.
type State = Vec<(usize, u32)>;

/// Runs all operations that take no time.
fn settled(program: &Program, mut state: State, finer: u32) -> State {
    loop {
        let sent: HashSet<usize> = program
            .processes()
            .iter()
            .zip(&state)
            .flat_map(|(process, (at, _))| &process.operations[..*at])
            .filter_map(|operation| match operation {
                Operation::Activate(event) => Some(*event),
                _ => None,
            })
            .collect();
        let mut moved = false;
        for (process, (at, done)) in program.processes().iter().zip(&mut state) {
            let passes = match process.operations.get(*at) {
                None => false,
                Some(Operation::Activate(_)) => true,
                Some(Operation::Wait(event)) => sent.contains(event),
                Some(Operation::Work(work)) => whole(*done) == work * whole(finer),
            };
            if passes {
                (*at, *done, moved) = (*at + 1, 0, true);
            }
        }
        if !moved {
            return state;
        }
    }
}

/// The fewest slots in which a program can be done by so many processors, where a unit of work is so many slots: all choices
/// of who runs are tried.
fn fewest_slots(program: &Program, processors: u32, finer: u32) -> u32 {
    let start = vec![(0, 0); program.processes().len()];
    let mut states = HashSet::from([settled(program, start, finer)]);
    for slots in 0.. {
        let ready = |state: &State| -> Vec<usize> {
            let works = |process: &usize| {
                let operations = &program.processes()[*process].operations;
                matches!(operations.get(state[*process].0), Some(Operation::Work(_)))
            };
            (0..state.len()).filter(works).collect()
        };
        if states.iter().any(|state| ready(state).is_empty()) {
            return slots;
        }
        let mut next = HashSet::new();
        for state in &states {
            let ready = ready(state);
            for chosen in (1_u32..1 << ready.len()).filter(|set| set.count_ones() <= processors) {
                let mut after = state.clone();
                for (bit, process) in ready.iter().enumerate() {
                    after[*process].1 += chosen >> bit & 1;
                }
                next.insert(settled(program, after, finer));
            }
        }
        states = next;
    }
    unreachable!()
}

/// A program that cannot deadlock: work and signals one after the other.
fn any_program() -> impl Strategy<Value = String> {
    let action = (0_u32..4, 0_usize..4, 0_usize..4);
    (2_usize..5, prop::collection::vec(action, 2..9)).prop_map(|(processes, actions)| {
        let mut lines = vec![String::new(); processes];
        for (number, (work, one, other)) in actions.into_iter().enumerate() {
            let (one, other) = (one % processes, other % processes);
            if work > 0 || one == other {
                lines[one] += &format!(" Work({})", work.max(1));
            } else {
                lines[one] += &format!(" Activate({number})");
                lines[other] += &format!(" Wait({number})");
            }
        }
        let named = lines.iter().enumerate();
        named
            .map(|(number, line)| format!("P{number}:{line}\n"))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moving_processes_are_done_as_early_as_all_choices_allow(text in any_program(), processors in 1_u32..4) {
        let Ok(program) = text::read(&text) else { return Ok(()) };
        prop_assume!(program.work() <= whole(8));
        let found = exact::shared(&program, processors, &mut Budget::default(), &mut Silent).unwrap();
        prop_assert!(found.plan.activity().iter().all(|(active, _)| *active <= processors), "{text}");
        // Work is whole; finer slots divide it so that any number of processors can share it evenly.
        let numbers = program.processes().len() as u32;
        let finest = match processors {
            all if all >= numbers => vec![1],
            1 => vec![1],
            2 => vec![1, 2],
            _ => vec![1, 2, 3, 6],
        };
        let slots = |finer: &u32| ratio(fewest_slots(&program, processors, *finer), *finer);
        if largest_unit(&program) == 1 {
            prop_assert_eq!(Some(found.most), finest.iter().map(slots).min(), "{}", text);
        } else {
            // Slots are larger then.
            prop_assert!(found.most >= finest.iter().map(slots).min().unwrap(), "{text}");
        }
    }

    #[test]
    fn list_scheduling_does_work_in_one_piece_as_it_does_it_in_units(
        text in any_program(), computers in 1_u32..4, cost in prop::option::of(0_u32..3), delay in 0_u32..4,
    ) {
        let Ok(program) = text::read(&text) else { return Ok(()) };
        let in_units = text
            .replace("Work(2)", "Work(1) Work(1)")
            .replace("Work(3)", "Work(1) Work(1) Work(1)");
        let in_units = text::read(&in_units).unwrap();
        let cost: Option<Rational> = cost.map(whole);
        let of = |program: &Program| {
            list_scheduling::schedule(program, computers, cost.as_ref(), &whole(delay), &mut Silent).unwrap()
        };
        let (one, other) = (of(&program), of(&in_units));
        prop_assert_eq!(&one.plan.makespan, &other.plan.makespan, "{}", text);
        prop_assert_eq!(&one.moves, &other.moves);
        prop_assert_eq!(one.plan.activity(), other.plan.activity());
        prop_assert!(one.plan.check(&program.works()).is_ok());
    }
}

/// The largest unit that makes all work whole.
fn largest_unit(program: &Program) -> u32 {
    let operations = || {
        program
            .processes()
            .iter()
            .flat_map(|process| &process.operations)
    };
    let divides = |unit: &u32| {
        operations().all(|operation| match operation {
            Operation::Work(work) => (work / whole(*unit)).is_integer(),
            _ => true,
        })
    };
    (1..4).rev().find(divides).unwrap()
}

#[test]
fn activity_leaves_out_the_time_in_which_nobody_runs() {
    let piece = |lane, job, start, end| Piece {
        lane,
        job,
        start: whole(start),
        end: whole(end),
    };
    let plan = Plan {
        lanes: 2,
        pieces: vec![piece(0, 0, 1, 3), piece(1, 1, 2, 4), piece(0, 2, 6, 9)],
        makespan: whole(9),
        ..Plan::default()
    };
    // Alone from 1 to 2, from 3 to 4 and from 6 to 9.
    assert_eq!(plan.activity(), [(1, whole(5)), (2, whole(1))]);
}
