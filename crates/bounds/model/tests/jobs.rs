//! Schedules of independent jobs against worked examples, definitions and a search that knows no structure.

use std::collections::HashSet;
use std::ops::ControlFlow;

use bounds_model::jobs::few_preemptions::{self, Shortest};
use bounds_model::jobs::{heuristics, mcnaughton};
use bounds_model::rational::{ratio, whole};
use bounds_model::{Error, Jobs, Rational, preemption, stern_brocot};
use proptest::prelude::*;
use report::Silent;
use serde::Deserialize;

use crate::common::{fraction, partitions};

#[derive(Deserialize)]
struct Examples {
    staircases: Vec<Staircase>,
    list_scheduling: Vec<(String, u32, String)>,
    longest_first: Vec<(String, u32, String)>,
}

#[derive(Deserialize)]
struct Staircase {
    jobs: String,
    m: u32,
    c: Vec<String>,
    listed: Option<String>,
    longest_first: Option<String>,
    multifit: Option<String>,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("data/jobs.json")).unwrap()
}

fn jobs(lengths: &[u32]) -> Jobs {
    Jobs::new(lengths.iter().map(|length| whole(*length)).collect()).unwrap()
}

fn exact(jobs: &Jobs, m: u32) -> Vec<Shortest> {
    let found = few_preemptions::all(jobs, m, &mut Silent).unwrap();
    for shortest in &found {
        let plan = shortest.schedule(jobs);
        plan.check_claim(
            jobs.lengths(),
            shortest.preemptions as usize,
            &shortest.makespan,
        )
        .unwrap();
        assert_eq!(plan.lanes, m as usize);
        plan.schedule(&[], Vec::new()).unwrap();
    }
    found
}

fn makespans(jobs: &Jobs, m: u32) -> Vec<Rational> {
    exact(jobs, m)
        .into_iter()
        .map(|shortest| shortest.makespan)
        .collect()
}

/// C(P, m, i) by its formula: every partition of m, every assignment.
fn by_definition(lengths: &[u32], m: u32, i: u32) -> Rational {
    let groups = (m - i.min(m - 1)) as usize;
    let longest = whole(*lengths.iter().max().unwrap());
    let mut best: Option<Rational> = None;
    for sizes in partitions(m, m)
        .into_iter()
        .filter(|sizes| sizes.len() == groups)
    {
        for mut code in 0..groups.pow(lengths.len() as u32) {
            let mut loads = vec![0; groups];
            for length in lengths {
                loads[code % groups] += length;
                code /= groups;
            }
            let value = loads
                .iter()
                .zip(&sizes)
                .map(|(load, size)| ratio(*load, *size))
                .max()
                .unwrap();
            let value = value.max(longest.clone());
            if best.as_ref().is_none_or(|best| value < *best) {
                best = Some(value);
            }
        }
    }
    best.unwrap()
}

/// C(P, m, i) without any structure: breadth first over slots of 1/lcm(1 … i+1).
fn by_slots(lengths: &[u32], m: u32, i: u32) -> Rational {
    let scale = (1..=i + 1).fold(1, num_integer::lcm);
    let start: Vec<u32> = lengths.iter().map(|length| length * scale).collect();
    let mut states: HashSet<(Vec<u32>, u32, u32)> = HashSet::from([(start, 0, 0)]);
    for slots in 0.. {
        if states
            .iter()
            .any(|(left, _, _)| left.iter().all(|left| *left == 0))
        {
            return ratio(slots, scale);
        }
        let mut next = HashSet::new();
        for (left, last, used) in states {
            for run in 0_u32..1 << left.len() {
                let can = (0..left.len()).all(|job| run >> job & 1 == 0 || left[job] > 0);
                let preempted = used + (last & !run).count_ones();
                if !can || run.count_ones() > m || preempted > i {
                    continue;
                }
                let after: Vec<u32> = left
                    .iter()
                    .enumerate()
                    .map(|(job, left)| left - (run >> job & 1))
                    .collect();
                let unfinished = (0..after.len())
                    .filter(|job| after[*job] > 0)
                    .fold(0, |mask, job| mask | 1 << job);
                next.insert((after, run & unfinished, preempted));
            }
        }
        states = next;
    }
    unreachable!()
}

#[test]
fn worked_staircases_are_exact() {
    for example in examples().staircases {
        let jobs = Jobs::read(&example.jobs).unwrap();
        let expected: Vec<Rational> = example.c.iter().map(|text| fraction(text)).collect();
        assert_eq!(makespans(&jobs, example.m), expected, "{}", example.jobs);
        let marks = [
            (
                example.listed,
                heuristics::list_scheduling(&jobs, example.m),
            ),
            (
                example.longest_first,
                heuristics::longest_first(&jobs, example.m),
            ),
            (
                example.multifit,
                heuristics::multifit(&jobs, example.m, heuristics::BISECTIONS),
            ),
        ];
        for (expected, plan) in marks {
            let plan = plan.unwrap();
            plan.check_claim(jobs.lengths(), 0, &plan.makespan).unwrap();
            if let Some(expected) = expected {
                assert_eq!(plan.makespan, fraction(&expected));
            }
        }
    }
}

#[test]
fn the_classical_bounds_are_met_by_their_tight_sets() {
    for (text, m, expected) in examples().list_scheduling {
        let jobs = Jobs::read(&text).unwrap();
        let best = makespans(&jobs, m)[0].clone();
        let found = heuristics::list_scheduling(&jobs, m).unwrap().makespan / best;
        assert_eq!(found, fraction(&expected));
        let bound = preemption::list_scheduling(m);
        assert_eq!(found, ratio(*bound.numer(), *bound.denom()));
    }
    for (text, m, expected) in examples().longest_first {
        let jobs = Jobs::read(&text).unwrap();
        let best = makespans(&jobs, m)[0].clone();
        let found = heuristics::longest_first(&jobs, m).unwrap().makespan / best;
        assert_eq!(found, fraction(&expected));
        let bound = preemption::longest_first(m);
        assert_eq!(found, ratio(*bound.numer(), *bound.denom()));
    }
}

#[test]
fn equal_jobs_follow_the_stern_brocot_floor() {
    for n in 1..=13 {
        for m in 1..=7 {
            let found = makespans(&Jobs::equal(n as usize).unwrap(), m);
            for (i, found) in (0..).zip(found) {
                let expected = if n <= m {
                    whole(1)
                } else {
                    let floor = stern_brocot::floor(m, n, m - i).unwrap();
                    ratio(*floor.denom(), *floor.numer())
                };
                assert_eq!(found, expected, "{n} {m} {i}");
            }
        }
    }
}

#[test]
fn the_largest_sets_stay_small() {
    let text = "97 89 83 79 73 71 67 61 59 53 47 43 41 37";
    let found = exact(&Jobs::read(text).unwrap(), 8);
    assert!(found.iter().map(|shortest| shortest.nodes).sum::<u64>() < 2_000_000);
    assert!(found.is_sorted_by(|a, b| a.makespan >= b.makespan));
}

#[test]
fn a_search_stops_when_asked() {
    let jobs = Jobs::equal(14).unwrap();
    let stopped = few_preemptions::all(&jobs, 8, &mut |_, _| ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
}

#[test]
fn bad_jobs_are_refused_by_place() {
    assert_eq!(Jobs::read("  ").unwrap_err(), Error::NoJobs);
    for (text, place) in [
        ("0", 1),
        ("3 -1", 2),
        ("3, 2; x", 3),
        ("3 1e5", 2),
        ("1/0", 1),
        ("3 inf", 2),
        ("2 0.0", 2),
    ] {
        assert!(
            matches!(Jobs::read(text).unwrap_err(), Error::Length { place: at, .. } if at == place),
            "{text}"
        );
    }
    assert_eq!(
        Jobs::read(&format!("1 {}", "1".repeat(41)))
            .unwrap_err()
            .to_string(),
        "job 2: \"11111111111111111111…\" has 41 characters; at most 40 are allowed: round it"
    );
    assert_eq!(
        Jobs::read("3 0.000").unwrap_err().to_string(),
        "job 2: \"0.000\" must be a length greater than 0, as in 3, 2.5 or 7/2"
    );
    // The unit is the largest one: thousands count as ones.
    assert_eq!(
        Jobs::read("4000000000000000 2000000000000000")
            .unwrap()
            .len(),
        2
    );
    assert_eq!(
        Jobs::read("\u{feff}7 5").unwrap(),
        Jobs::read("7 5").unwrap()
    );
    assert!(matches!(
        Jobs::equal(1001).unwrap_err(),
        Error::Range {
            quantity: "number of jobs",
            ..
        }
    ));
    assert!(matches!(
        Jobs::read("1/1000000007 3000000").unwrap_err(),
        Error::Precision { .. }
    ));
    let jobs = Jobs::equal(15).unwrap();
    let refused = few_preemptions::all(&jobs, 3, &mut Silent).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "number of jobs is 15; it must be from 1 to 14"
    );
    assert!(few_preemptions::all(&Jobs::equal(3).unwrap(), 9, &mut Silent).is_err());
    assert!(heuristics::list_scheduling(&jobs, 0).is_err());
    // Processors without a job are there, too.
    let idle = heuristics::list_scheduling(&Jobs::equal(3).unwrap(), 9);
    assert_eq!(idle.unwrap().lanes, 9);
    assert!(heuristics::multifit(&jobs, 2, 61).is_err());
}

#[test]
fn impossible_schedules_are_found_out() {
    let jobs = jobs(&[2, 2, 2]);
    let plan = mcnaughton::schedule(&jobs, 2).unwrap();
    assert_eq!((plan.preemptions(), &plan.makespan), (1, &whole(3)));
    plan.check_claim(jobs.lengths(), 1, &whole(3)).unwrap();
    assert!(plan.check_claim(jobs.lengths(), 0, &whole(3)).is_err());
    assert!(plan.check_claim(jobs.lengths(), 1, &whole(4)).is_err());
    assert!(plan.check(&[whole(2), whole(2), whole(3)]).is_err());
    let mut twice = plan.clone();
    twice.pieces[1].start = whole(0);
    assert!(twice.check(jobs.lengths()).is_err());
    let mut elsewhere = plan;
    elsewhere.pieces[0].lane = 7;
    assert!(elsewhere.check(jobs.lengths()).is_err());
}

proptest! {
    #[test]
    fn the_search_finds_what_all_assignments_have(lengths in prop::collection::vec(1_u32..12, 1..7), m in 1_u32..5) {
        let found = makespans(&jobs(&lengths), m);
        for (i, found) in (0..).zip(&found) {
            prop_assert_eq!(found, &by_definition(&lengths, m, i));
        }
        prop_assert_eq!(found.last().unwrap(), &mcnaughton::makespan(&jobs(&lengths), m).unwrap());
    }

    #[test]
    fn no_set_beats_the_gain_and_no_heuristic_its_bound(lengths in prop::collection::vec(1_u32..20, 1..10), m in 1_u32..6) {
        let jobs = jobs(&lengths);
        let found = makespans(&jobs, m);
        for i in 0..m {
            for j in i + 1..m {
                let bound = preemption::gain(m, i, j).unwrap();
                prop_assert!(&found[i as usize] / &found[j as usize] <= ratio(*bound.numer(), *bound.denom()));
            }
        }
        let fraction = |bound: stern_brocot::Small| ratio(*bound.numer(), *bound.denom());
        let best = &found[0];
        prop_assert!(heuristics::list_scheduling(&jobs, m).unwrap().makespan <= fraction(preemption::list_scheduling(m)) * best);
        prop_assert!(heuristics::longest_first(&jobs, m).unwrap().makespan <= fraction(preemption::longest_first(m)) * best);
        let multifit = heuristics::multifit(&jobs, m, 7).unwrap();
        prop_assert!(multifit.makespan <= fraction(preemption::multifit(7).unwrap()) * best);
        multifit.check_claim(jobs.lengths(), 0, &multifit.makespan).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn the_search_finds_what_slots_have(lengths in prop::collection::vec(1_u32..4, 1..5), m in 1_u32..4, i in 0_u32..3) {
        prop_assume!(i < m && lengths.iter().sum::<u32>() * [1, 2, 6][i as usize] <= 24);
        prop_assert_eq!(&makespans(&jobs(&lengths), m)[i as usize], &by_slots(&lengths, m, i));
    }
}

/// A schedule as (job, lane) in its order, from the definition: each job to the processor with the least load, of equals the
/// first.
fn listed(lengths: &[u32], m: u32, order: &[usize]) -> Vec<(usize, usize)> {
    let mut loads = vec![0; m as usize];
    let mut taken = Vec::new();
    for job in order {
        let least = *loads.iter().min().unwrap();
        let lane = (0..loads.len()).find(|lane| loads[*lane] == least).unwrap();
        loads[lane] += lengths[*job];
        taken.push((*job, lane));
    }
    taken
}

/// Longest first, of equals the first in the text.
fn longest_first(lengths: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by(|one, other| lengths[*other].cmp(&lengths[*one]).then(one.cmp(other)));
    order
}

/// MULTIFIT by its definition: bisections between the larger of mean load and longest job, and the larger of twice the mean load
/// and longest job.
fn multifit(lengths: &[u32], m: u32, bisections: u32) -> Vec<(usize, usize)> {
    let order = longest_first(lengths);
    let pack = |capacity: &Rational| -> Option<(u32, Vec<(usize, usize)>)> {
        let mut loads = vec![0; m as usize];
        let mut taken = Vec::new();
        for job in &order {
            let fits = |lane: &usize| whole(loads[*lane] + lengths[*job]) <= *capacity;
            let lane = (0..loads.len()).find(fits)?;
            loads[lane] += lengths[*job];
            taken.push((*job, lane));
        }
        Some((*loads.iter().max().unwrap(), taken))
    };
    let total: u32 = lengths.iter().sum();
    let longest = whole(*lengths.iter().max().unwrap());
    let (mut low, mut high) = (
        ratio(total, m).max(longest.clone()),
        ratio(2 * total, m).max(longest),
    );
    let mut found = vec![pack(&high).unwrap()];
    for _ in 0..bisections {
        let middle = (&low + &high) / whole(2);
        match pack(&middle) {
            Some(packed) => {
                found.push(packed);
                high = middle;
            }
            None => low = middle,
        }
    }
    let best = found.iter().map(|(makespan, _)| *makespan).min().unwrap();
    let mut first = found.into_iter().filter(|(makespan, _)| *makespan == best);
    first.next().unwrap().1
}

/// Where each job runs, in the order in which the plan was made.
fn taken(plan: &bounds_model::Plan) -> Vec<(usize, usize)> {
    plan.pieces
        .iter()
        .map(|piece| (piece.job, piece.lane))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn heuristics_choose_as_they_are_defined(lengths in prop::collection::vec(1_u32..14, 1..12), m in 1_u32..7, bisections in 0_u32..4) {
        let set = jobs(&lengths);
        let order: Vec<usize> = (0..lengths.len()).collect();
        prop_assert_eq!(taken(&heuristics::list_scheduling(&set, m).unwrap()), listed(&lengths, m, &order));
        prop_assert_eq!(taken(&heuristics::longest_first(&set, m).unwrap()), listed(&lengths, m, &longest_first(&lengths)));
        prop_assert_eq!(taken(&heuristics::multifit(&set, m, bisections).unwrap()), multifit(&lengths, m, bisections));
    }
}
