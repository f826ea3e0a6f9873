//! How much exact searches look at. Kept numbers: a search that prunes less, or begins worse, visits more and finds the same.

use bounds_model::jobs::{Jobs, few_preemptions};
use bounds_model::program::exact::{self, Budget};
use bounds_model::program::text;
use bounds_model::rational::ratio;
use report::Silent;

#[test]
fn searches_for_few_preemptions_visit_the_nodes_that_reports_count() {
    let visited = |(jobs, processors): &(&str, u32)| -> Vec<u64> {
        let jobs = Jobs::read(jobs).unwrap();
        let all = few_preemptions::all(&jobs, *processors, &mut Silent).unwrap();
        all.iter().map(|shortest| shortest.nodes).collect()
    };
    let found: Vec<Vec<u64>> = JOBS.iter().map(visited).collect();
    assert_eq!(found, NODES.map(<[u64]>::to_vec));
}

/// Jobs and processors.
const JOBS: [(&str, u32); 7] = [
    ("7 5 4 4 3 3 2", 3),
    ("19 17 13 11 11 7 5 5 3", 4),
    ("20 19 17 16 15 13 12 9 8 7 3", 4),
    ("31 29 23 19 17 13 11 7 5 3 2", 5),
    ("40 37 35 33 31 27 26 25 24 21 17", 5),
    ("9 9 9 8 8 8 7 7 7 6 6 5", 6),
    ("1/2 1/3 1/5 1/7 1/9 1/4 1/6", 3),
];

const NODES: [&[u64]; 7] = [
    &[1, 12, 0],
    &[3, 1, 2, 0],
    &[46, 1, 2, 0],
    &[15, 15, 0, 0, 0],
    &[62, 11, 41, 21, 0],
    &[1, 1, 2, 3, 3, 0],
    &[2, 27, 0],
];

#[test]
fn searches_for_programs_spend_no_more_than_they_did() {
    let spent = |text: &&str| {
        let program = text::read(text).unwrap();
        let of = |search: &dyn Fn(&mut Budget)| {
            let mut budget = Budget::of(100_000);
            search(&mut budget);
            100_000 - budget.left()
        };
        let shared = |budget: &mut Budget| {
            exact::shared(&program, 2, budget, &mut Silent).unwrap();
        };
        let placed = |budget: &mut Budget| {
            exact::best_placed(&program, 2, &ratio(1, 2), budget, &mut Silent).unwrap();
        };
        (of(&shared), of(&placed))
    };
    let found: Vec<(usize, usize)> = PROGRAMS.iter().map(spent).collect();
    assert_eq!(found, SPENT);
}

const PROGRAMS: [&str; 4] = [
    "A: Work(1)\nB: Work(2)\nC: Work(3)",
    "A: Work(2) Activate(a) Work(3) Wait(c) Work(2)\nB: Work(3) Activate(b) Wait(a) Work(2)\nC: Wait(b) Work(3) Activate(c) Work(1)\nD: Work(5)",
    "A: Work(1) Activate(a) Wait(b) Work(2)\nB: Wait(a) Work(2) Activate(b) Work(1)\nC: Work(3)",
    "A: Activate(a) Work(4)\nB: Wait(a) Work(1) Activate(b) Work(2)\nC: Wait(b) Work(3)\nD: Work(2) Activate(d) Work(2)\nE: Wait(d) Work(2)",
];

const SPENT: [(usize, usize); 4] = [(3, 6), (32, 22), (5, 12), (8, 18)];
