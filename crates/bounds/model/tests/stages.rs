//! The stages between a program and its worst case, against their definitions for every placement and permutation.

use bounds_model::program::exact::{self, Budget};
use bounds_model::program::{Program, text};
use bounds_model::rational::{Rational, ratio, whole};
use bounds_model::transformation::stages::{self, Stage, Staged};
use bounds_model::transformation::{slots, theorem_3};
use proptest::prelude::*;
use report::Silent;

/// All orders of so many things.
fn orders(number: usize) -> Vec<Vec<usize>> {
    (0..number).fold(vec![Vec::new()], |all, next| {
        let inserted = |order: Vec<usize>| {
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            })
        };
        all.into_iter().flat_map(inserted).collect()
    })
}

/// Signals of a text as (from, to), in the order of its waits.
fn signals(program: &Program) -> Vec<(usize, usize)> {
    use bounds_model::program::Operation;
    let operations = |wanted: fn(&Operation) -> Option<usize>| {
        let processes = program.processes().iter().enumerate();
        processes
            .flat_map(|(at, process)| process.operations.iter().map(move |one| (at, one)))
            .filter_map(|(at, one)| Some((wanted(one)?, at)))
            .collect::<Vec<_>>()
    };
    let sent = operations(|one| match one {
        Operation::Activate(event) => Some(*event),
        _ => None,
    });
    let waited = operations(|one| match one {
        Operation::Wait(event) => Some(*event),
        _ => None,
    });
    let from = |event: usize| sent.iter().find(|(other, _)| *other == event).unwrap().1;
    let pairs = waited.into_iter().map(|(event, to)| (from(event), to));
    pairs.filter(|(from, to)| from != to).collect()
}

/// Rows between barriers and signals after them, where process p of a row is process `order[p]` of the program.
fn barred(
    rows: &[Vec<bool>],
    long: &Rational,
    signals: &[(usize, usize)],
    (owners, order): (&[usize], &[usize]),
    delay: &Rational,
) -> Rational {
    let at = |process: usize| owners[order[process]];
    let busiest = rows.iter().map(|row| {
        let load = |computer: usize| {
            (0..row.len())
                .filter(|process| row[*process] && at(*process) == computer)
                .count()
        };
        (0..row.len()).map(load).max().unwrap()
    });
    let crossing = signals
        .iter()
        .filter(|(from, to)| at(*from) != at(*to))
        .count();
    long * whole(busiest.sum::<usize>()) + delay * whole(crossing)
}

fn checked(program: &Program, (computers, processors): (u32, u32), delay: &Rational) {
    let number = program.processes().len();
    let mut budget = Budget::of(10_000_000);
    let shared = exact::shared(program, processors, &mut budget, &mut Silent).unwrap();
    let machines = (computers, processors);
    let stages = stages::all(program, &shared, machines, delay, &mut budget, &mut Silent).unwrap();
    let placements = exact::placements(number as u32, computers).unwrap();
    let least = |takes: &mut dyn FnMut(&Vec<usize>) -> Rational| {
        placements.iter().map(takes).min().unwrap()
    };
    let mut placed = |program: &Program, owners: &[usize]| {
        let found = exact::placed(program, owners, delay, &mut budget, &mut Silent).unwrap();
        assert!(found.proved());
        found.most
    };
    let single = least(&mut |owners| placed(program, owners));
    let longer = program.stretched(&whole(2));
    let doubled = least(&mut |owners| placed(&longer, owners));
    let mut own = Budget::of(10_000_000);
    let apart = least(&mut |owners| {
        theorem_3(program, owners, delay, &mut own, &mut Silent)
            .unwrap()
            .sides()
            .1
    });
    let rows = slots(&shared.plan, number).unwrap();
    let long = &shared.plan.makespan / whole(rows.len());
    let signals = signals(program);
    let same: Vec<usize> = (0..number).collect();
    let slotted = least(&mut |owners| barred(&rows, &long, &signals, (owners, &same), delay));
    let orders = orders(number);
    let permuted = least(&mut |owners| {
        let all = orders
            .iter()
            .map(|order| barred(&rows, &long, &signals, (owners, order), delay));
        all.sum::<Rational>() / whole(orders.len())
    });
    let expected = [
        single.clone(),
        whole(4) * &single,
        doubled,
        apart,
        slotted,
        permuted * whole(stages[5].copies),
    ];
    for ((staged, expected), stage) in stages.iter().zip(expected).zip(Stage::ALL) {
        assert_eq!((staged.stage, staged.proved()), (stage, true));
        assert_eq!(staged.placed.0.makespan, expected, "{stage:?}");
        let takes = &shared.plan.makespan * whole(staged.copies);
        assert_eq!(staged.shared.0.makespan, takes, "{stage:?}");
        for (plan, ends) in [&staged.placed, &staged.shared] {
            assert_eq!(ends.last(), Some(&plan.makespan));
            assert!(ends.is_sorted());
            let works = (0..number).map(|process| {
                let own = plan.pieces.iter().filter(|piece| piece.job == process);
                own.map(|piece| &piece.end - &piece.start).sum()
            });
            let works: Vec<Rational> = works.collect();
            plan.check(&works).unwrap();
            let all: Rational = works.iter().sum();
            assert_eq!(all, program.work() * whole(staged.copies), "{stage:?}");
        }
    }
    // No step takes less without migration than the one before, but for the half of one.
    let ratios = stages.iter().filter(|staged| staged.stage != Stage::Longer);
    let ratios: Vec<Rational> = ratios.map(Staged::ratio).collect();
    assert!(ratios.is_sorted(), "{ratios:?}");
}

const EXAMPLE: &str = "P1: Wait(1) Work(1) Activate(3) Work(1) Activate(4)\nP2: Activate(1) Activate(2) Wait(3) Work(2) Wait(4) Wait(5)\nP3: Wait(2) Work(2) Activate(5)";

#[test]
fn the_program_of_figure_2_grows_into_its_worst_case() {
    let program = text::read(EXAMPLE).unwrap();
    for delay in [whole(0), ratio(1, 2), whole(1), whole(3)] {
        checked(&program, (2, 2), &delay);
        checked(&program, (3, 2), &delay);
    }
    let mut budget = Budget::default();
    let shared = exact::shared(&program, 2, &mut budget, &mut Silent).unwrap();
    let one = whole(1);
    let stages = stages::all(&program, &shared, (2, 2), &one, &mut budget, &mut Silent).unwrap();
    let ratios = stages.map(|staged| staged.ratio());
    assert_eq!(
        ratios[..4],
        [ratio(4, 3), ratio(4, 3), ratio(4, 3), ratio(5, 3)]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_stage_takes_less_than_the_one_before(
        actions in prop::collection::vec((0_u8..4, 0_usize..4, 0_usize..4, 1_u32..=3), 1..8),
        processes in 1_usize..=4, computers in 1_u32..=3, processors in 1_u32..=3, delay in 0_u32..=3,
    ) {
        let mut lines = vec![String::new(); processes];
        for (number, (kind, one, other, work)) in actions.iter().enumerate() {
            let (one, other) = (one % processes, other % processes);
            if *kind < 2 || one == other || number == 0 {
                lines[one] += &format!(" Work({work})");
            } else {
                lines[one] += &format!(" Activate({number})");
                lines[other] += &format!(" Wait({number})");
            }
        }
        let line = |(number, line): (usize, &String)| format!("P{}:{line}\n", number + 1);
        let text: String = lines.iter().enumerate().map(line).collect();
        checked(&text::read(&text).unwrap(), (computers, processors), &ratio(delay, 2));
    }
}
