//! Extremal programs and job sets attain their bounds; searches climb; transformations have the figures' values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bounds_model::climb;
use bounds_model::extremal::{jobs, program};
use bounds_model::jobs::few_preemptions;
use bounds_model::program::exact::Budget;
use bounds_model::program::list_scheduling;
use bounds_model::program::phases::Phases;
use bounds_model::program::{Operation, check, exact, text};
use bounds_model::rational::{ratio, whole};
use bounds_model::reallocation::{self, Granularity, Search};
use bounds_model::{
    Allocation, Error, Program, Rational, Thick, allocation, preemption, stern_brocot,
    transformation,
};
use proptest::prelude::*;
use report::state::{self, Refused};
use report::{Observer, Silent};

use crate::common::{machine, partitions};

#[test]
fn the_complete_program_attains_the_bound_of_every_allocation() {
    for (nkq, delay, z) in [
        ([3, 2, 2], ratio(1, 4), whole(1)),
        ([3, 2, 2], whole(0), whole(0)),
        ([5, 3, 3], ratio(1, 2), ratio(1, 3)),
        ([6, 3, 2], ratio(2, 3), ratio(3, 4)),
        ([9, 4, 4], whole(1), ratio(1, 2)),
        ([5, 4, 9], whole(2), ratio(1, 20)),
        ([1, 2, 2], whole(2), whole(1)),
    ] {
        for counted in [Granularity::Work, Granularity::SharedTime] {
            let machine = machine(nkq);
            let [n, k, q] = nkq;
            let complete = program::complete(machine, &z, counted).unwrap();
            let shared = complete.shared(q).unwrap();
            if n > 1 {
                match counted {
                    Granularity::Work => assert_eq!(complete.granularity(), z),
                    Granularity::SharedTime => {
                        assert_eq!(whole(complete.signals().len()) / &shared, z)
                    }
                }
            }
            let weight = counted.weight(machine, &(&delay * &z)).unwrap();
            let mut least: Option<Rational> = None;
            for parts in partitions(n, k) {
                let allocation = Allocation::new(parts).unwrap();
                let owners = allocation::owners(allocation.parts());
                let takes = complete.placed(&owners, &delay).unwrap();
                if n > 1 {
                    let bound = reallocation::of_allocation(machine, &allocation, &weight).unwrap();
                    assert_eq!(takes, bound * &shared, "{nkq:?} {allocation}");
                }
                least = Some(least.map_or(takes.clone(), |least| least.min(takes)));
            }
            let h = reallocation::exact(
                machine,
                &weight,
                Search::default(),
                &mut Thick::default(),
                &mut report::Silent,
            )
            .unwrap();
            assert_eq!(least, Some(h.value * shared));
        }
    }
}

#[test]
fn smaller_extremal_programs_exist() {
    // n = 4, k = 2, q = 2 needs 3 rows only, n = 5 all 10.
    let three = Phases::read("1100\n1010\n0110").unwrap();
    let (placed, _) = three.best_placed(2, &whole(0), &mut Silent).unwrap();
    assert_eq!(placed / three.shared(2).unwrap(), ratio(4, 3));
    let complete = program::complete(machine([5, 2, 2]), &whole(0), Granularity::Work).unwrap();
    assert_eq!(complete.rows().len(), 10);
    assert_eq!(
        complete.best_placed(2, &whole(0), &mut Silent).unwrap().0,
        whole(14)
    );
    // Without one of its rows it no longer attains 7/5.
    let fewer = Phases::new(complete.rows()[1..].to_vec(), Vec::new()).unwrap();
    assert!(fewer.best_placed(2, &whole(0), &mut Silent).unwrap().0 / whole(9) < ratio(7, 5));
    assert!(matches!(
        program::complete(machine([20, 2, 10]), &whole(0), Granularity::Work).unwrap_err(),
        Error::Range { value: 184_756, .. }
    ));
    assert!(program::complete(machine([3, 2, 2]), &-whole(1), Granularity::Work).is_err());
}

#[test]
fn both_kinds_of_extremal_jobs_attain_the_gain() {
    for m in 2..=24 {
        for j in 1..m {
            for i in 0..j {
                for extremal in [jobs::equal(m, i, j).unwrap(), jobs::boxed(m, i, j).unwrap()] {
                    extremal.check(i, j).unwrap();
                    assert_eq!(
                        (extremal.more.lanes, extremal.fewer.lanes),
                        (m as usize, m as usize)
                    );
                    // Each lane of the tower holds two whole jobs until the end.
                    assert!(!extremal.tower.is_empty(), "{m} {i} {j}");
                    for lane in extremal.tower.clone() {
                        let pieces: Vec<_> = extremal
                            .fewer
                            .pieces
                            .iter()
                            .filter(|piece| piece.lane == lane)
                            .collect();
                        assert_eq!(pieces.len(), 2, "{m} {i} {j}");
                        assert!(
                            pieces
                                .iter()
                                .any(|piece| piece.end == extremal.fewer.makespan)
                        );
                    }
                }
                let boxed = jobs::boxed(m, i, j).unwrap();
                // A box: every processor is busy from 0 to 1.
                assert_eq!(
                    (boxed.more.makespan.clone(), boxed.jobs.total()),
                    (whole(1), whole(m))
                );
                assert_eq!(jobs::equal(m, i, j).unwrap().fewer.makespan, whole(2));
            }
        }
    }
    let largest = jobs::boxed(200, 100, 150).unwrap();
    largest.check(100, 150).unwrap();
}

#[test]
fn no_schedule_of_the_extremal_jobs_is_shorter() {
    for m in 2..=5 {
        for j in 1..m {
            for i in 0..j {
                for extremal in [jobs::equal(m, i, j).unwrap(), jobs::boxed(m, i, j).unwrap()] {
                    let found = few_preemptions::all(&extremal.jobs, m, &mut Silent).unwrap();
                    assert_eq!(found[i as usize].makespan, extremal.fewer.makespan);
                    assert_eq!(found[j as usize].makespan, extremal.more.makespan);
                }
            }
        }
    }
}

#[test]
fn the_worked_extremal_sets_have_their_jobs_and_schedules() {
    for (mij, expected) in [
        ([3, 1, 2], "5 × 3/5"),
        ([4, 0, 3], "5 × 4/5"),
        ([4, 1, 2], "6 × 2/3"),
        ([5, 2, 3], "5 × 3/5, 3 × 2/3"),
        ([6, 1, 3], "3 × 2/3, 4 × 3/4, 1 × 1"),
        ([7, 3, 5], "8 × 5/8, 3 × 2/3"),
    ] {
        let [m, i, j] = mij;
        let lengths = jobs::boxed(m, i, j).unwrap().jobs;
        let mut words: Vec<(usize, String)> = Vec::new();
        for length in lengths.lengths() {
            match words
                .last_mut()
                .filter(|(_, last)| *last == length.to_string())
            {
                Some((count, _)) => *count += 1,
                None => words.push((1, length.to_string())),
            }
        }
        let words: Vec<String> = words
            .iter()
            .map(|(count, length)| format!("{count} × {length}"))
            .collect();
        assert_eq!(words.join(", "), expected);
    }
    let five = jobs::boxed(5, 2, 3).unwrap();
    let told = |plan: &bounds_model::Plan| {
        let mut pieces: Vec<String> = plan
            .pieces
            .iter()
            .map(|piece| {
                format!(
                    "{}:[{},{})J{}",
                    piece.lane,
                    piece.start,
                    piece.end,
                    piece.job + 1
                )
            })
            .collect();
        pieces.sort();
        pieces.join(" ")
    };
    assert_eq!(
        told(&five.more),
        "0:[0,3/5)J1 0:[3/5,1)J2 1:[0,1/5)J2 1:[1/5,4/5)J3 1:[4/5,1)J4 2:[0,2/5)J4 2:[2/5,1)J5 3:[0,2/3)J6 3:[2/3,1)J7 4:[0,1/3)J7 4:[1/3,1)J8"
    );
    assert_eq!(
        told(&five.fewer),
        "0:[0,3/5)J1 0:[3/5,9/10)J2 1:[0,3/10)J2 1:[3/10,9/10)J3 2:[0,3/5)J4 2:[3/5,6/5)J5 3:[0,2/3)J6 3:[2/3,1)J7 4:[0,1/3)J7 4:[1/3,1)J8"
    );
    assert_eq!(
        (
            five.tower,
            five.more.preemptions(),
            five.fewer.preemptions()
        ),
        (2..3, 3, 2)
    );
    assert!(
        jobs::equal(5, 3, 3).is_err()
            && jobs::equal(5, 2, 5).is_err()
            && jobs::boxed(1, 0, 0).is_err()
    );
}

/// List scheduling where moving is free: the first k ready processes run.
fn greedy(program: &Program, k: usize, moves: bool) -> u32 {
    let operations: Vec<Vec<Operation>> = program
        .processes()
        .iter()
        .map(|process| {
            let units = |operation: &Operation| match operation {
                Operation::Work(work) => {
                    vec![Operation::Work(whole(1)); work.to_integer().try_into().unwrap()]
                }
                other => vec![other.clone()],
            };
            process.operations.iter().flat_map(units).collect()
        })
        .collect();
    let mut at = vec![0; operations.len()];
    let mut homes: Vec<Option<usize>> = vec![None; at.len()];
    let mut sent = vec![false; program.events().len()];
    for slots in 0.. {
        for _ in 0..=sent.len() {
            for (process, operations) in operations.iter().enumerate() {
                while let Some(operation) = operations.get(at[process]) {
                    match operation {
                        Operation::Activate(event) => sent[*event] = true,
                        Operation::Wait(event) if sent[*event] => {}
                        _ => break,
                    }
                    at[process] += 1;
                }
            }
        }
        if at
            .iter()
            .zip(&operations)
            .all(|(at, operations)| *at == operations.len())
        {
            return slots;
        }
        let ready: Vec<usize> = (0..at.len())
            .filter(|process| {
                matches!(
                    operations[*process].get(at[*process]),
                    Some(Operation::Work(_))
                )
            })
            .collect();
        let mut used = vec![false; k];
        if moves {
            for process in ready.iter().take(k) {
                at[*process] += 1;
            }
            continue;
        }
        for placed in [true, false] {
            for process in &ready {
                if homes[*process].is_some() != placed {
                    continue;
                }
                let home = if placed {
                    homes[*process]
                } else {
                    used.iter().position(|used| !used)
                };
                if let Some(home) = home.filter(|home| !used[*home]) {
                    used[home] = true;
                    at[*process] += 1;
                    if !placed {
                        // Counts as placed from the next slot on.
                        homes[*process] = Some(home + 1000);
                    }
                }
            }
        }
        for home in homes.iter_mut().flatten() {
            *home %= 1000;
        }
    }
    unreachable!()
}

/// Who runs where in each slot, as (slot, process, computer), and every move as (slot, process, from, to).
type Slots = (
    Vec<(u32, usize, usize)>,
    Vec<(u32, usize, usize, usize)>,
    u32,
);

/// List scheduling slot by slot by its definition, with `scale` slots for a time of 1: the ready processes in the order of the
/// text, as many as there are free computers; processes that can stay stay, the others take the free computer with the lowest
/// number, and wait there for `migration` slots if they ran elsewhere before.
fn slot_by_slot(
    program: &Program,
    k: usize,
    scale: u32,
    migration: Option<u32>,
    delay: u32,
) -> Slots {
    let processes = program.processes();
    let (mut place, mut done) = (vec![0; processes.len()], vec![0; processes.len()]);
    let mut computer: Vec<Option<usize>> = vec![None; processes.len()];
    let mut arrives: Vec<Option<u32>> = vec![None; processes.len()];
    let mut sent: Vec<Option<(u32, Option<usize>)>> = vec![None; program.events().len()];
    let (mut runs, mut moves) = (Vec::new(), Vec::new());
    for now in 0..100_000 {
        for _ in 0..=program.events().len() + 1 {
            for process in 0..processes.len() {
                while let Some(operation) = processes[process].operations.get(place[process]) {
                    match operation {
                        Operation::Work(work) if whole(done[process]) < work * whole(scale) => {
                            break;
                        }
                        Operation::Work(_) => {}
                        Operation::Activate(event) => sent[*event] = Some((now, computer[process])),
                        Operation::Wait(event) => match sent[*event] {
                            None => break,
                            Some((when, from)) => {
                                let apart = from.is_some()
                                    && computer[process].is_some()
                                    && from != computer[process];
                                if now < when + if apart { delay } else { 0 } {
                                    break;
                                }
                            }
                        },
                    }
                    place[process] += 1;
                    done[process] = 0;
                }
            }
        }
        if (0..processes.len()).all(|process| place[process] == processes[process].operations.len())
        {
            return (runs, moves, now);
        }
        let mut free: Vec<usize> = (0..k).collect();
        let mut ready = Vec::new();
        for process in 0..processes.len() {
            if let Some(when) = arrives[process] {
                free.retain(|other| Some(*other) != computer[process]);
                if when <= now {
                    arrives[process] = None;
                    runs.push((now, process, computer[process].unwrap()));
                }
            } else if matches!(
                processes[process].operations.get(place[process]),
                Some(Operation::Work(_))
            ) {
                ready.push(process);
            }
        }
        if migration.is_some() {
            ready.truncate(free.len());
        }
        let mut others = Vec::new();
        for process in ready {
            match computer[process].filter(|own| free.contains(own)) {
                Some(own) => {
                    free.retain(|other| *other != own);
                    runs.push((now, process, own));
                }
                None => others.push(process),
            }
        }
        for process in others {
            if free.is_empty() || (computer[process].is_some() && migration.is_none()) {
                continue;
            }
            let to = free.remove(0);
            match computer[process].replace(to) {
                Some(from) => {
                    moves.push((now, process, from, to));
                    let cost = migration.unwrap();
                    if cost > 0 {
                        arrives[process] = Some(now + cost);
                    } else {
                        runs.push((now, process, to));
                    }
                }
                None => runs.push((now, process, to)),
            }
        }
        for (_, process, _) in runs.iter().filter(|run| run.0 == now) {
            done[*process] += 1;
        }
    }
    unreachable!("it ends")
}

fn generated(processes: usize, actions: &[(u8, usize, usize)]) -> String {
    let mut lines = vec![String::new(); processes];
    for (number, (kind, one, other)) in actions.iter().enumerate() {
        let (one, other) = (one % processes, other % processes);
        if *kind < 2 || one == other {
            lines[one] += &format!(" Work({})", kind + 1);
        } else {
            lines[one] += &format!(" Activate({number})");
            lines[other] += &format!(" Wait({number})");
        }
    }
    lines
        .iter()
        .enumerate()
        .map(|(number, line)| format!("P{number}:{line}\n"))
        .collect()
}

#[test]
fn a_move_costs_its_slots_and_a_signal_its_delay() {
    // C can only run where A stays; with two computers B ends first, C begins there.
    let program =
        text::read("A: Work(4)\nB: Work(1) Activate(b) Work(3)\nC: Wait(b) Work(2)").unwrap();
    let makespan = |migration: Option<u32>, delay: u32| {
        let migration = migration.map(|cost: u32| whole(cost));
        list_scheduling::schedule(&program, 2, migration.as_ref(), &whole(delay), &mut Silent)
            .unwrap()
    };
    assert_eq!(makespan(Some(0), 0).plan.makespan, whole(6));
    assert_eq!(makespan(None, 0).moves.len(), 0);
    let program = text::read("A: Wait(x) Work(2)\nB: Work(1) Activate(x)").unwrap();
    let alone = list_scheduling::schedule(&program, 2, None, &ratio(5, 2), &mut Silent).unwrap();
    // A is on no computer before it works, so that its signal comes from nowhere in particular.
    assert_eq!(alone.plan.makespan, whole(3));
    let program = text::read("A: Work(1) Wait(x) Work(2)\nB: Work(1) Activate(x)").unwrap();
    let apart = list_scheduling::schedule(&program, 2, None, &ratio(5, 2), &mut Silent).unwrap();
    assert_eq!(apart.plan.makespan, ratio(11, 2));
    // B's computer is free again when D, on A's computer, is ready: it moves.
    let program =
        text::read("A: Work(1) Wait(b) Work(4)\nB: Work(2) Activate(b)\nC: Work(3)").unwrap();
    let free =
        list_scheduling::schedule(&program, 2, Some(&whole(0)), &whole(0), &mut Silent).unwrap();
    let dear =
        list_scheduling::schedule(&program, 2, Some(&whole(5)), &whole(0), &mut Silent).unwrap();
    assert!(free.plan.makespan <= dear.plan.makespan);
    for step in &dear.moves {
        assert_eq!(&step.end - &step.start, whole(5));
    }
    assert!(list_scheduling::schedule(&program, 0, None, &whole(0), &mut Silent).is_err());
    assert!(
        list_scheduling::schedule(&program, 1, Some(&-whole(1)), &whole(0), &mut Silent).is_err()
    );
    let stopped = list_scheduling::schedule(&program, 1, None, &whole(0), &mut |_, _| {
        ControlFlow::Break(())
    });
    assert!(stopped.is_err());
}

#[test]
fn a_search_keeps_the_first_of_equals() {
    let mut ties = 0;
    for seed in 0..2 {
        let found = climb::job_sets(4, 0, 2, seed, 1500, &mut Silent, &mut |_, _| ());
        first_best(&found.unwrap());
        for nkq in [[5, 3, 3], [6, 2, 2]] {
            let found = climb::matrices(machine(nkq), seed, 1500, &mut Silent, &mut |_, _| ());
            ties += first_best(&found.unwrap());
        }
    }
    assert!(ties > 0, "no search came to its best score twice");
}

/// Checks that the best step is the first with its score, and every step of a climb is higher than the one before; returns the
/// number of steps as high.
fn first_best<T: Clone + PartialEq + std::fmt::Debug>(found: &climb::Found<T>) -> usize {
    let most = found.steps.iter().map(|step| &step.score).max().unwrap();
    let mut best = found.steps.iter().filter(|step| step.score == *most);
    assert_eq!(best.next(), Some(&found.best));
    for pair in found.steps.windows(2) {
        assert!(pair[1].tries > pair[0].tries);
        assert!(pair[1].restarts == pair[0].restarts + 1 || pair[1].score > pair[0].score);
        // After exactly so many tries in vain it begins anew, and not before.
        let waited = pair[1].tries - pair[0].tries;
        let anew = pair[1].restarts > pair[0].restarts;
        assert_eq!(anew, waited == u64::from(climb::PATIENCE) + 1, "{waited}");
        assert!(waited <= u64::from(climb::PATIENCE) + 1);
    }
    best.count()
}

#[test]
fn a_search_climbs_to_the_bound_and_is_the_same_again() {
    let mut told = 0;
    let found = climb::job_sets(3, 1, 2, 7, 3000, &mut Silent, &mut |steps, _| {
        told += 1;
        assert_eq!(steps.len(), told);
    })
    .unwrap();
    let (steps, best) = (&found.steps, &found.best);
    assert_eq!((steps.len(), &best.score), (told, &whole(1)));
    assert_eq!(steps.last(), Some(best));
    assert!(
        steps
            .windows(2)
            .all(|pair| pair[1].restarts > pair[0].restarts || pair[1].score > pair[0].score)
    );
    assert_eq!(
        climb::job_sets(3, 1, 2, 7, 3000, &mut Silent, &mut |_, _| ()).unwrap(),
        found
    );
    let best = climb::matrices(machine([4, 2, 2]), 1, 4000, &mut Silent, &mut |_, _| ())
        .unwrap()
        .best;
    assert!(
        best.score <= whole(1) && best.score >= ratio(9, 10),
        "{best:?}"
    );
    let mut asked = 0;
    let stopped = climb::matrices(
        machine([4, 2, 2]),
        1,
        4000,
        &mut |_, _| {
            asked += 1;
            if asked > 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
        &mut |_, _| (),
    );
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
    assert!(climb::job_sets(9, 1, 2, 7, 10, &mut Silent, &mut |_, _| ()).is_err());
    assert!(climb::job_sets(3, 2, 2, 7, 10, &mut Silent, &mut |_, _| ()).is_err());
    // More preemptions than that gain nothing.
    let few = |processors, fewer, more| {
        climb::job_sets(processors, fewer, more, 7, 1, &mut Silent, &mut |_, _| ()).is_ok()
    };
    assert!(few(3, 0, 2) && !few(3, 0, 3) && !few(3, 0, 4) && !few(1, 0, 1));
    assert!(climb::matrices(machine([11, 2, 2]), 1, 10, &mut Silent, &mut |_, _| ()).is_err());
}

/// Breaks off after so many tries, and stores the state that the search kept last.
struct Pauses {
    after: u64,
    kept: Option<String>,
    /// The work of that state.
    work: u64,
    refused: Option<Refused>,
}

impl Pauses {
    fn after(after: u64) -> Self {
        Self {
            after,
            kept: None,
            work: 0,
            refused: None,
        }
    }
}

impl Observer for Pauses {
    fn progress(&mut self, _: u64, _: u64) -> ControlFlow<()> {
        match self.after.checked_sub(1) {
            Some(left) => {
                self.after = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn keep(&mut self, work: u64, state: &dyn Fn() -> String) {
        assert!(
            work >= self.work || self.refused.is_some(),
            "a later state is further"
        );
        self.work = work;
        self.kept = Some(state());
    }

    fn resume(&mut self, read: &mut dyn FnMut(&str) -> Result<(), Refused>) {
        if let Some(kept) = &self.kept {
            self.refused = read(kept).err();
        }
    }
}

#[test]
fn a_search_that_is_paused_and_resumed_ends_as_one_that_never_was() {
    let jobs = |observer: &mut dyn Observer| {
        climb::job_sets(4, 0, 2, 5, 700, observer, &mut |_, _| ()).map(|found| {
            let steps = found.steps.len();
            (steps, format!("{:?}", found.best))
        })
    };
    let rows = |observer: &mut dyn Observer| {
        climb::matrices(machine([8, 4, 4]), 1, 700, observer, &mut |_, _| ()).map(|found| {
            let steps = found.steps.len();
            (steps, format!("{:?}", found.best))
        })
    };
    type Search = dyn Fn(&mut dyn Observer) -> Result<(usize, String), Error>;
    let searches: [&Search; 2] = [&jobs, &rows];
    for search in searches {
        let whole = search(&mut Silent).unwrap();
        let mut pauses = Pauses::after(0);
        let mut times = 0;
        // Before the first try, within a climb, and after several new beginnings.
        for after in [0, 1, 50, 230, 100] {
            pauses.after = after;
            if search(&mut pauses).is_err() {
                times += 1;
            }
            assert_eq!(pauses.refused, None);
        }
        // Some reach the bound before the last pause.
        assert!(times > 2, "paused {times} times");
        pauses.after = u64::MAX;
        assert_eq!(search(&mut pauses).unwrap(), whole);
        assert!(pauses.work >= 50, "{}", pauses.work);
        // An unreadable state begins anew.
        for (broken, why) in [
            (String::new(), Refused::Changed),
            (state::seal(&[1]), Refused::Changed),
            (
                r#"{"form":1,"tries":3}"#.into(),
                Refused::Version { found: 1 },
            ),
        ] {
            let mut pauses = Pauses::after(u64::MAX);
            pauses.kept = Some(broken);
            assert_eq!(search(&mut pauses).unwrap(), whole);
            assert_eq!(pauses.refused, Some(why));
        }
    }
    // The jobs of one search are no state of a search for programs.
    let mut pauses = Pauses::after(3);
    assert!(jobs(&mut pauses).is_err());
    pauses.after = u64::MAX;
    assert_eq!(rows(&mut pauses).unwrap(), rows(&mut Silent).unwrap());
    assert_eq!(
        pauses.refused,
        Some(Refused::wrong("one of its steps is not of this search"))
    );
}

#[test]
fn a_resumed_search_keeps_the_first_of_equals() {
    let mut pauses = Pauses::after(40);
    let search = |tries, observer: &mut dyn Observer| {
        climb::job_sets(4, 0, 2, 5, tries, observer, &mut |_, _| ())
    };
    assert!(search(700, &mut pauses).is_err());
    // Two beginnings with the same jobs.
    let mut kept: serde_json::Value = state::open(pauses.kept.as_ref().unwrap()).unwrap();
    let tries = kept["tries"].as_u64().unwrap();
    kept["steps"] = serde_json::json!([[0, 0, "3 3 2 2 2"], [tries, 1, "3 3 2 2 2"]]);
    pauses.kept = Some(state::seal(&kept));
    pauses.after = u64::MAX;
    let found = search(tries, &mut pauses).unwrap();
    assert_eq!(pauses.refused, None);
    assert!(found.resumed);
    assert_eq!(found.steps.len(), 2);
    assert_eq!((found.best.tries, found.best.restarts), (0, 0));
    // A step that is no later than the one before, or later than the search, is refused.
    for steps in [[0, 0], [0, tries + 1]] {
        let [first, second] = steps;
        kept["steps"] = serde_json::json!([[first, 0, "3 3 2 2 2"], [second, 1, "3 3 2 2 2"]]);
        pauses.kept = Some(state::seal(&kept));
        assert!(!search(tries, &mut pauses).unwrap().resumed);
        let why = Refused::wrong("its steps do not follow each other");
        assert_eq!(pauses.refused, Some(why), "{steps:?}");
    }
    // Counters beyond those of any search are refused, and none overflows.
    for (counter, value) in [
        ("tries", tries + 1),
        ("tries", u64::MAX),
        ("failures", 201),
        ("failures", tries + 1),
    ] {
        let mut wrong = kept.clone();
        wrong["steps"] = serde_json::json!([[0, 0, "3 3 2 2 2"]]);
        wrong[counter] = value.into();
        pauses.kept = Some(state::seal(&wrong));
        search(tries, &mut pauses).unwrap();
        let why = Refused::wrong("it counts more tries than the search makes");
        assert_eq!(pauses.refused, Some(why), "{counter} {value}");
    }
    for steps in [
        serde_json::json!([[0, u64::MAX, "3 3 2 2 2"]]),
        serde_json::json!([[0, 0, "3 3 2 2 2"], [1, 2, "3 3 2 2 2"]]),
        serde_json::json!([]),
    ] {
        kept["steps"] = steps;
        pauses.kept = Some(state::seal(&kept));
        search(tries, &mut pauses).unwrap();
        assert!(pauses.refused.is_some(), "{}", kept["steps"]);
    }
}

const FIGURE_2: &str = "P1: Wait(1) Work(1) Activate(3) Work(1) Activate(4)\nP2: Activate(1) Activate(2) Wait(3) Work(2) Wait(4) Wait(5)\nP3: Wait(2) Work(2) Activate(5)";

#[test]
fn theorem_3_has_its_worked_values() {
    let program = text::read(FIGURE_2).unwrap();
    for (owners, none, single, double, signals) in [
        ([0, 0, 1], 2, 4, 8, 4),
        ([0, 1, 0], 2, 6, 10, 10),
        ([0, 1, 1], 2, 5, 8, 6),
        ([0, 0, 0], 0, 6, 12, 0),
    ] {
        let found = transformation::theorem_3(
            &program,
            &owners,
            &whole(1),
            &mut Budget::default(),
            &mut Silent,
        )
        .unwrap();
        assert_eq!(
            [
                &found.none.most,
                &found.single.most,
                &found.double.most,
                &found.signals
            ]
            .map(ToString::to_string),
            [none, single, double, signals].map(|value: u32| value.to_string()),
            "{owners:?}"
        );
        assert!(found.is_proved());
    }
}

#[test]
fn prolonging_has_its_worked_values() {
    let paths = [
        transformation::Path {
            work: whole(4),
            signals: 1,
        },
        transformation::Path {
            work: ratio(7, 2),
            signals: 2,
        },
    ];
    let length = |stretch: u32| {
        let stretch = whole(stretch);
        let path = transformation::critical(&paths, &stretch, &whole(1)).unwrap();
        (path.length(&stretch, &whole(1)), path.signals)
    };
    // Theorems 1 and 2: 2L′ ≤ L + L″; Lemma 2: no more signals when stretched.
    assert_eq!(
        [length(1).0, length(2).0, length(3).0],
        [ratio(11, 2), whole(9), whole(13)]
    );
    assert!(length(1).1 >= length(2).1 && length(2).1 >= length(3).1);
    let program = text::read(FIGURE_2).unwrap();
    let paths = transformation::paths(&program, &[0, 1, 2]);
    let told: Vec<_> = paths
        .iter()
        .map(|path| (path.work.to_string(), path.signals))
        .collect();
    assert_eq!(told, [("3".to_string(), 2)]);
}

#[test]
fn copies_split_into_thick_and_thin_programs() {
    // A8: eight copies are 3 thin and 2 thick programs, each of four times the work.
    let split = transformation::split(3).unwrap();
    assert_eq!((split.thick, split.times, split.thin), (2, 4, 3));
    assert!(transformation::split(0).is_err() && transformation::split(61).is_err());
}

#[test]
fn communication_vectors_are_those_of_figure_14() {
    // A9: P3–P1 6 signals, P3–P2 2, P2–P1 2; then P2 and P3 change places.
    let signals: Vec<(usize, usize)> = [((2, 0), 6), ((2, 1), 2), ((1, 0), 2)]
        .into_iter()
        .flat_map(|(signal, times)| std::iter::repeat_n(signal, times))
        .collect();
    assert_eq!(
        transformation::communication_vectors(&signals, &[0, 1, 2]),
        [vec![6, 2], vec![2]]
    );
    assert_eq!(
        transformation::communication_vectors(&signals, &[0, 2, 1]),
        [vec![2, 2], vec![6]]
    );
}

#[test]
fn a_schedule_becomes_rows_and_rows_become_the_complete_matrix() {
    let program = text::read(FIGURE_2).unwrap();
    let shared = exact::shared(&program, 2, &mut Budget::default(), &mut Silent).unwrap();
    let rows = transformation::slots(&shared.plan, 3).unwrap();
    assert_eq!(rows.len(), 3);
    assert!(
        rows.iter()
            .all(|row| row.iter().filter(|active| **active).count() == 2)
    );
    // Figure 12: 3 rows of two ones become each of the 3 rows 3·2!·1! times, 18 in all: 3!·3.
    let times = transformation::permuted(&rows);
    assert_eq!(times, BTreeMap::from([(2, 6_u32.into())]));
    let row = [true, false, false, true, true];
    assert_eq!(
        transformation::exchanged(&row, 1, 3),
        [true, false, false, true, true]
    );
    assert_eq!(
        transformation::exchanged(&row, 2, 2),
        [true, false, false, true, true]
    );
    assert_eq!(
        transformation::exchanged(&row, 2, 3),
        [true, true, false, false, true]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn list_scheduling_is_greedy_at_both_ends(n in 1_usize..6, actions in prop::collection::vec((0_u8..4, 0_usize..5, 0_usize..5), 1..25), k in 1_u32..5) {
        let Ok(program) = text::read(&generated(n, &actions)) else { return Ok(()) };
        let schedule = |migration: Option<Rational>| {
            list_scheduling::schedule(&program, k, migration.as_ref(), &whole(0), &mut Silent).unwrap()
        };
        let free = schedule(Some(whole(0)));
        prop_assert_eq!(&free.plan.makespan, &whole(greedy(&program, k as usize, true)));
        prop_assert_eq!(check::completion(&program, &free.plan, None, &whole(0)).unwrap(), free.plan.makespan.clone());
        let never = schedule(None);
        prop_assert_eq!(never.plan.makespan, whole(greedy(&program, k as usize, false)));
        prop_assert!(never.moves.is_empty());
        // Graham 1966: with free moves at most 2 − 1/k times as long as any bound.
        let least = program.longest_chain() + program.work() / whole(k) * ratio(1, 1);
        prop_assert!(free.plan.makespan <= least);
    }

    #[test]
    fn list_scheduling_decides_slot_by_slot(n in 1_usize..6, actions in prop::collection::vec((0_u8..4, 0_usize..5, 0_usize..5), 1..25), k in 1_u32..5, kappa in 0_u32..7, delay in 0_u32..7, moves in any::<bool>()) {
        let Ok(program) = text::read(&generated(n, &actions)) else { return Ok(()) };
        // Slots of a half, unless both are whole.
        let scale = if kappa % 2 == 1 && moves || delay % 2 == 1 { 2 } else { 1 };
        let cost = ratio(kappa, 2);
        let found = list_scheduling::schedule(&program, k, moves.then_some(&cost), &ratio(delay, 2), &mut Silent).unwrap();
        let in_slots = |time: u32| time * scale / 2;
        let (mut runs, steps, end) = slot_by_slot(&program, k as usize, scale, moves.then_some(in_slots(kappa)), in_slots(delay));
        runs.sort_unstable();
        let slot = |time: &Rational| -> u32 { (time * whole(scale)).to_integer().try_into().unwrap() };
        let each = found.plan.pieces.iter();
        let mut expected: Vec<(u32, usize, usize)> = each
            .flat_map(|piece| (slot(&piece.start)..slot(&piece.end)).map(|slot| (slot, piece.job, piece.lane)))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(runs, expected);
        prop_assert_eq!(&found.plan.makespan, &ratio(end, scale));
        let told: Vec<(u32, usize, usize, usize)> = found.moves.iter().map(|step| (slot(&step.start), step.process, step.from, step.to)).collect();
        prop_assert_eq!(told, steps);
        prop_assert!(found.moves.iter().all(|step| &step.end - &step.start == cost));
    }

    #[test]
    fn dear_moves_and_slow_signals_still_make_schedules(n in 1_usize..6, actions in prop::collection::vec((0_u8..4, 0_usize..5, 0_usize..5), 1..25), k in 1_u32..5, kappa in 0_u32..7, delay in 0_u32..7) {
        let Ok(program) = text::read(&generated(n, &actions)) else { return Ok(()) };
        let found = list_scheduling::schedule(&program, k, Some(&ratio(kappa, 2)), &ratio(delay, 3), &mut Silent).unwrap();
        prop_assert!(check::completion(&program, &found.plan, None, &whole(0)).unwrap() <= found.plan.makespan.clone());
        found.plan.schedule(&[], Vec::new()).unwrap();
        for step in &found.moves {
            prop_assert_eq!(&step.end - &step.start, ratio(kappa, 2));
            prop_assert!(step.from != step.to);
            // Nobody else uses the computer that is kept.
            prop_assert!(!found.plan.pieces.iter().any(|piece| piece.lane == step.to && piece.start < step.end && piece.end > step.start));
        }
    }

    #[test]
    fn theorem_3_and_convexity_hold(n in 1_usize..4, actions in prop::collection::vec((0_u8..4, 0_usize..3, 0_usize..3), 1..8), delay in 0_u32..4, code in 0_usize..100) {
        let Ok(program) = text::read(&generated(n, &actions)) else { return Ok(()) };
        let all = exact::placements(n as u32, n as u32).unwrap();
        let owners = &all[code % all.len()];
        let delay = whole(delay);
        let found = transformation::theorem_3(&program, owners, &delay, &mut Budget::default(), &mut Silent).unwrap();
        prop_assert!(found.is_proved());
        // The critical path over the stretch is that of the program stretched.
        let paths = transformation::paths(&program, owners);
        for stretch in 1..4_u32 {
            let stretch = whole(stretch);
            let length = transformation::critical(&paths, &stretch, &delay).unwrap().length(&stretch, &delay);
            prop_assert_eq!(length, exact::longest_path(&program.stretched(&stretch), owners, &delay));
        }
    }
}

#[test]
fn gains_are_fractions_of_the_schedules() {
    let gain = preemption::gain(5, 2, 3).unwrap();
    let equal = jobs::equal(5, 2, 3).unwrap();
    assert_eq!(
        equal.fewer.makespan / equal.more.makespan,
        ratio(*gain.numer(), *gain.denom())
    );
}

#[test]
fn schedules_of_equal_jobs_can_be_and_end_when_the_floor_says() {
    for m in 1..=9_u32 {
        for n in 1..=25_u32 {
            let lengths = vec![whole(1); n as usize];
            for preemptions in 0..m {
                let (plan, groups) = jobs::shortest(m, n, preemptions).unwrap();
                let makespan = match n <= m {
                    true => whole(1),
                    false => {
                        let floor = stern_brocot::floor(m, n, m - preemptions).unwrap();
                        ratio(*floor.denom(), *floor.numer())
                    }
                };
                plan.check_claim(&lengths, preemptions as usize, &makespan)
                    .unwrap();
                assert_eq!(plan.lanes, m as usize);
                // The first group is the busiest, and there are as many as the preemptions leave.
                let busy = ratio(groups[0].under, groups[0].over);
                assert_eq!(busy.max(whole(1)), makespan);
                assert!(n <= m || groups.len() == (m - preemptions) as usize);
            }
        }
    }
    assert!(jobs::shortest(0, 1, 0).is_err() && jobs::shortest(401, 1, 0).is_err());
    assert!(jobs::shortest(3, 0, 0).is_err() && jobs::shortest(3, 1001, 0).is_err());
    assert!(jobs::shortest(3, 5, 3).is_err());
}
