//! Searches against the tables, plain enumeration, and themselves after a pause.

use std::ops::ControlFlow;

use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::{golomb, marks};
use recovery_model::search::golomb::RulerSearch;
use recovery_model::search::modulo::{self, First, ModuloSearch, Outcome};
use recovery_model::search::optimal::ListSearch;
use recovery_model::search::stages;
use recovery_model::tables::{MODULO, RULERS};
use recovery_model::{Error, List};
use serde::Deserialize;

use crate::common::{loads, rows};

/// All optimal rulers with so many steps, from this length on: the definition.
fn rulers(steps: usize, from: usize) -> Vec<Vec<usize>> {
    fn extend(
        left: usize,
        length: usize,
        used: u128,
        marks: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let last = *marks.last().unwrap();
        if left == 0 {
            if last == length {
                found.push(marks.windows(2).map(|pair| pair[1] - pair[0]).collect());
            }
            return;
        }
        for mark in last + 1..=length - (left - 1) * left / 2 {
            let new = marks
                .iter()
                .fold(0, |new, other| new | 1_u128 << (mark - other));
            if new & used == 0 {
                marks.push(mark);
                extend(left - 1, length, used | new, marks, found);
                marks.pop();
            }
        }
    }
    (from..)
        .find_map(|length| {
            let mut found = Vec::new();
            extend(steps, length, 0, &mut vec![0], &mut found);
            (!found.is_empty()).then_some(found)
        })
        .unwrap()
}

#[test]
fn plain_enumeration_finds_the_rulers_of_the_table() {
    for steps in 1..=10 {
        // No shorter ruler exists: enumerated for up to 8 steps, and searched for by the test below.
        let from = if steps <= 8 {
            steps * (steps + 1) / 2
        } else {
            golomb::shortest(steps)
        };
        let all = rulers(steps, from);
        let table: Vec<Vec<usize>> = RULERS[steps - 1]
            .iter()
            .map(|row| row.iter().map(|step| usize::from(*step)).collect())
            .collect();
        let mirrored = |row: &Vec<usize>| row.iter().rev().copied().collect::<Vec<_>>();
        assert!(
            table
                .iter()
                .all(|row| all.contains(row) && all.contains(&mirrored(row))),
            "{steps}"
        );
        let pairs = all.iter().filter(|row| **row <= mirrored(row)).count();
        assert_eq!(pairs, table.len(), "{steps}");
    }
}

#[test]
fn the_fast_search_finds_optimal_rulers() {
    for steps in 1..=10 {
        let mut search = RulerSearch::new(steps).unwrap();
        assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
        let best: Vec<usize> = search
            .best()
            .unwrap()
            .iter()
            .map(|step| *step as usize)
            .collect();
        assert_eq!(best.len(), steps);
        assert_eq!(
            best.iter().sum::<usize>(),
            golomb::shortest(steps),
            "{steps}"
        );
        let all = marks(&best);
        assert!(recovery_model::list::differs(
            &all,
            2 * golomb::shortest(steps) + 1
        ));
    }
}

#[test]
fn a_ruler_search_goes_on_where_it_was_saved() {
    let mut whole = RulerSearch::new(8).unwrap();
    assert!(whole.finish(u64::MAX, &mut report::Silent).unwrap());
    let mut part = RulerSearch::new(8).unwrap();
    while !part.go(777) {
        let saved = serde_json::to_string(&part.save()).unwrap();
        part = RulerSearch::resume(&serde_json::from_str(&saved).unwrap()).unwrap();
    }
    assert_eq!(part.save(), whole.save());
    let done = RulerSearch::resume(&whole.save()).unwrap();
    assert!(done.is_done());
    assert_eq!(done.best(), whole.best());
}

#[test]
fn the_table_of_modulo_sequences_is_what_the_search_finds_first() {
    for (modulus, row) in MODULO.iter().take(8) {
        let mut search = ModuloSearch::new((*modulus).into(), row.len(), First::One).unwrap();
        let found = search.finish(10_000_000, &mut report::Silent).unwrap();
        assert_eq!(
            found,
            Outcome::Found(row.iter().map(|mark| usize::from(*mark)).collect()),
            "{modulus}"
        );
    }
}

#[test]
fn no_shorter_modulus_exists_for_up_to_seven_marks() {
    for (length, (modulus, _)) in (1..).zip(MODULO).take(7) {
        for shorter in length.max(1) + 1..modulus.into() {
            let mut search = ModuloSearch::new(shorter, length, First::Divisors).unwrap();
            let found = search.finish(100_000_000, &mut report::Silent).unwrap();
            assert_eq!(found, Outcome::Refuted, "{shorter}, {length}");
        }
    }
}

#[test]
fn all_divisors_are_tried_as_first_marks_where_the_search_is_to_be_complete() {
    let saved = |first, marks: &[usize], tried| {
        let save = ModuloSearch::new(50, 9, first).unwrap().save();
        ModuloSearch::resume(&modulo::Saved {
            marks: marks.to_vec(),
            tried,
            ..save
        })
        .unwrap()
    };
    // After all sequences that begin with 1 come the sequences that begin with 2, the next divisor of 50.
    let mut complete = saved(First::Divisors, &[], 1);
    assert_eq!(complete.go(1), Outcome::Running);
    assert_eq!(complete.path(), [2]);
    assert_eq!(saved(First::One, &[], 1).go(1), Outcome::Refuted);
    // So the search finds 50 as a modulus for 9 marks, where the thesis has 51.
    let found = saved(First::Divisors, &[2, 11, 14, 47], 33)
        .finish(1_000_000, &mut report::Silent)
        .unwrap();
    assert_eq!(
        found,
        Outcome::Found(vec![2, 11, 14, 47, 34, 41, 19, 15, 40])
    );
}

#[test]
fn a_modulo_search_goes_on_where_it_was_saved() {
    let mut whole = ModuloSearch::new(31, 7, First::One).unwrap();
    let found = whole.finish(u64::MAX, &mut report::Silent).unwrap();
    let mut part = ModuloSearch::new(31, 7, First::One).unwrap();
    while part.go(100) == Outcome::Running {
        let saved = serde_json::to_string(&part.save()).unwrap();
        part = ModuloSearch::resume(&serde_json::from_str(&saved).unwrap()).unwrap();
    }
    assert_eq!(part.go(0), found);
    assert_eq!(part.save(), whole.save());
}

#[derive(Deserialize)]
struct Row {
    n: usize,
    list: Vec<usize>,
    loads: Vec<usize>,
    bounds: Vec<usize>,
}

#[test]
fn complete_search_finds_the_optimal_lists_one_by_one() {
    for row in rows::<Row>(include_str!("data/optimal.json")) {
        assert_eq!(recovery_model::lower_bounds::least_loads(row.n), row.bounds);
        let exact: Vec<usize> = loads(&List::new(row.n, row.list.clone()).unwrap())
            .iter()
            .map(|load| *load as usize)
            .collect();
        assert_eq!(exact, row.loads, "{}", row.n);
        // The benchmark searches the others, which take seconds and minutes.
        if row.n == 20 || row.n > 23 {
            continue;
        }
        let mut search = ListSearch::new(row.n).unwrap();
        assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
        assert_eq!(search.loads(), row.loads, "{}", row.n);
        assert_eq!(search.list().unwrap().entries(), row.list, "{}", row.n);
        // Each load between the bound and the least one is refuted: one proof a load.
        let above: usize = row
            .loads
            .iter()
            .zip(&row.bounds)
            .map(|(load, bound)| load - bound)
            .sum();
        let before: usize = search
            .refutations()
            .iter()
            .filter(|proof| proof.load >= row.bounds[proof.crashes - 1])
            .count();
        assert!(
            before == search.refutations().len() && before <= above,
            "{}",
            row.n
        );
        for proof in search.refutations() {
            assert!(proof.load < row.loads[proof.crashes - 1]);
        }
    }
}

#[test]
fn stages_of_all_lists_agree_with_the_search_and_the_reference_values() {
    let sizes: [(usize, &[usize]); 3] = [
        (6, &[120, 96, 88, 28, 28]),
        (7, &[720, 576, 576, 300, 264, 264]),
        (8, &[5040, 4320, 4128, 2808, 352, 136, 136]),
    ];
    for (n, expected) in sizes {
        let stages = stages::stages(n).unwrap();
        let found: Vec<usize> = stages.iter().map(|stage| stage.lists.len()).collect();
        assert_eq!(found, expected);
        let mut search = ListSearch::new(n).unwrap();
        assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
        let least: Vec<usize> = stages.iter().map(|stage| stage.load).collect();
        assert_eq!(search.loads(), least);
        assert!(
            stages
                .last()
                .unwrap()
                .lists
                .contains(&search.list().unwrap().entries().to_vec())
        );
    }
    assert!(stages::stages(9).is_err());
}

#[test]
fn a_list_search_goes_on_where_it_was_saved() {
    let mut whole = ListSearch::new(15).unwrap();
    assert!(whole.finish(u64::MAX, &mut report::Silent).unwrap());
    let mut part = ListSearch::new(15).unwrap();
    while !part.go(50) {
        let saved = serde_json::to_string(&part.save()).unwrap();
        part = ListSearch::resume(&serde_json::from_str(&saved).unwrap()).unwrap();
    }
    assert_eq!(part.save(), whole.save());
    assert_eq!(
        ListSearch::resume(&whole.save()).unwrap().list().unwrap(),
        whole.list().unwrap()
    );
}

#[test]
fn saved_searches_that_cannot_be_are_refused() {
    let mut rulers = RulerSearch::new(6).unwrap();
    rulers.go(50);
    let mut saved = rulers.save();
    saved.path[1] = saved.path[0];
    assert!(matches!(RulerSearch::resume(&saved), Err(Error::Saved(_))));
    let mut saved = rulers.save();
    saved.best = Some(vec![1; 6]);
    assert!(matches!(RulerSearch::resume(&saved), Err(Error::Saved(_))));
    saved.best = Some(vec![u32::MAX; 6]);
    assert!(matches!(RulerSearch::resume(&saved), Err(Error::Saved(_))));
    saved.steps = 40;
    assert!(matches!(
        RulerSearch::resume(&saved),
        Err(Error::Range { .. })
    ));

    let mut marks = ModuloSearch::new(18, 5, First::One).unwrap();
    marks.go(10);
    let mut saved = marks.save();
    saved.marks = vec![1, 2];
    assert!(matches!(ModuloSearch::resume(&saved), Err(Error::Saved(_))));
    saved.marks = vec![1, 99];
    assert!(matches!(ModuloSearch::resume(&saved), Err(Error::Saved(_))));

    let mut lists = ListSearch::new(12).unwrap();
    lists.go(40);
    let mut saved = lists.save();
    saved.entries = vec![1, 2, 3, 4];
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
    saved.entries = vec![1, 1];
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
    let mut saved = lists.save();
    let at = saved.loads.len();
    saved.base.swap(0, at - 1);
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
    let mut saved = lists.save();
    saved.nodes = u64::MAX;
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
    let mut saved = lists.save();
    saved.prefix = vec![5];
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
    let mut saved = lists.save();
    saved.loads.push(99);
    assert!(matches!(ListSearch::resume(&saved), Err(Error::Saved(_))));
}

#[test]
fn searches_stop_when_asked_and_go_on() {
    let mut search = RulerSearch::new(9).unwrap();
    let stopped = search.finish(u64::MAX, &mut |done, _| {
        if done > 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
    assert!(search.nodes() > 0 && !search.is_done());
    assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
    assert_eq!(search.best().unwrap().iter().sum::<u32>(), 55);
    let mut short = RulerSearch::new(9).unwrap();
    assert!(!short.finish(100, &mut report::Silent).unwrap());
    assert_eq!(short.nodes(), 100);
}

/// The best list that begins with these entries, for up to so many crashes.
fn filled_up(computers: usize, prefix: &[usize], stages: usize) -> List {
    let mut search = ListSearch::with_prefix(computers, prefix.to_vec(), stages).unwrap();
    assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
    search.list().unwrap()
}

#[test]
fn prescribed_marks_are_best_filled_up_by_search() {
    let prefix = vec![1, 4, 9, 11];
    let plain = Fill::Ascending.complete(12, prefix.clone()).unwrap();
    let best = filled_up(12, &prefix, 11);
    assert_eq!(best.entries()[..4], prefix);
    assert!(loads(&best) < loads(&plain));
    // All 5,040 completions.
    let rest = [2, 3, 5, 6, 7, 8, 10];
    let mut least = loads(&plain);
    for order in stages::stages(8).unwrap()[0].lists.iter() {
        let list: Vec<usize> = prefix
            .iter()
            .copied()
            .chain(order.iter().map(|at| rest[at - 1]))
            .collect();
        least = least.min(loads(&List::new(12, list).unwrap()));
    }
    assert_eq!(loads(&best), least);
    let early = filled_up(12, &prefix, 8);
    assert_eq!(loads(&early)[..8], least[..8]);
    // Before the end of the first stage the list begins with the prescribed entries, too.
    let begun = ListSearch::with_prefix(12, prefix.clone(), 8).unwrap();
    assert_eq!(begun.list().unwrap().entries()[..4], prefix);
    for wrong in [vec![0], vec![12], vec![3, 3]] {
        assert!(ListSearch::with_prefix(12, wrong, 8).is_err());
    }
}
