//! Worst crash sets against independent programs' vectors, worked examples and tight ranges.

use std::ops::ControlFlow;

use recovery_model::scheme::Rule;
use recovery_model::schemes::fill::Fill;
use recovery_model::schemes::{marks, trapezium};
use recovery_model::worst_case::{self, Budget, one_by_one};
use recovery_model::{Crashed, Error, List, Scheme, lower_bounds, placement};
use serde::Deserialize;

use crate::common::{constructed, list, load, loads, rows, table, tight, vector};
use crate::depth_first;

#[derive(Deserialize)]
struct Row {
    scheme: String,
    n: usize,
    list: Vec<usize>,
    loads: Vec<u32>,
}

#[test]
fn the_printed_steps_for_127_computers_hold_for_26_crashes() {
    // Paper V, table 1, order 6; the last of the 21 steps would lead back to the computer itself.
    let steps: [u8; 20] = [
        1, 3, 6, 8, 5, 2, 20, 6, 5, 1, 10, 12, 2, 4, 3, 5, 11, 5, 10, 1,
    ];
    let mut entries = marks(&steps);
    let rest: Vec<_> = (1..127).filter(|one| !entries.contains(one)).collect();
    entries.extend(rest);
    let own = List::new(127, entries).unwrap();
    let vector = vector(&own, 27);
    assert_eq!(vector.tight(&lower_bounds::least_loads(127)), 26);
    assert!(vector.loads.iter().all(worst_case::Load::is_exact));
}

#[test]
fn exact_vectors_are_those_of_independent_programs() {
    for row in rows::<Row>(include_str!("data/vectors.json")) {
        let vector = vector(&list(&row.list), row.n - 1);
        assert_eq!(
            vector.exact().unwrap(),
            row.loads,
            "{} {}",
            row.scheme,
            row.n
        );
        // Every worst set causes its load in simulation.
        let scheme = Scheme::regular(&list(&row.list));
        for (crashes, found) in (1..).zip(&vector.loads) {
            assert_eq!(found.crashed.len(), crashes);
            assert_eq!(load(&scheme, &found.crashed), found.least);
        }
    }
}

#[derive(Deserialize)]
struct Worked {
    name: String,
    n: usize,
    list: Vec<usize>,
    steps: Vec<usize>,
    routes: Vec<Vec<usize>>,
    loads: Vec<u32>,
    bounds: Vec<usize>,
    tight: usize,
    worst: Vec<usize>,
    load: u32,
    target: usize,
    by_computer: Vec<u32>,
}

#[test]
fn worked_examples_are_exact() {
    let rows: Vec<Worked> = rows(include_str!("data/worked.json"));
    assert_eq!(rows.len(), 34);
    for row in rows {
        let name = format!("{}, n={}", row.name, row.n);
        // Of lists of more than 41 computers the reference shows the first entries; the others are ascending.
        let list = Fill::Ascending.complete(row.n, row.list.clone()).unwrap();
        assert_eq!(&list.steps()[..row.steps.len()], row.steps, "{name}");
        for (route, expected) in list.routes().iter().zip(&row.routes) {
            let mut route = route.clone();
            route.sort_unstable();
            assert_eq!(&route, expected, "{name}");
        }
        let most = row.loads.len();
        assert_eq!(vector(&list, most).exact().unwrap(), row.loads, "{name}");
        assert_eq!(
            &lower_bounds::least_loads(row.n)[..most],
            row.bounds,
            "{name}"
        );
        assert_eq!(tight(&list, most), row.tight, "{name}");
        let placed = placement::place(
            &Scheme::regular(&list),
            &Crashed::new(row.n, &row.worst).unwrap(),
        );
        assert_eq!(
            (placed.load(), placed.loads[row.target]),
            (row.load, row.load),
            "{name}"
        );
        assert_eq!(
            &placed.loads[..row.by_computer.len()],
            row.by_computer,
            "{name}"
        );
    }
}

#[derive(Deserialize)]
struct Tight {
    n: usize,
    intuitive: usize,
    log: usize,
    greedy: usize,
    golomb: usize,
    modulo: usize,
    trapezium: usize,
}

#[test]
fn exact_tight_ranges_up_to_128_computers_are_those_of_independent_programs() {
    let rows: Vec<Tight> = table(include_str!("data/exact_tight.csv"));
    assert_eq!(rows.len(), 126);
    for row in rows {
        let expected = [
            ("intuitive", row.intuitive),
            ("log", row.log),
            ("greedy", row.greedy),
            ("golomb", row.golomb),
            ("modulo", row.modulo),
            ("trapezium", row.trapezium),
        ];
        for (scheme, expected) in expected {
            let list = constructed(scheme, row.n).list;
            assert_eq!(tight(&list, expected + 1), expected, "{scheme} {}", row.n);
            assert!(list.certificate() <= expected, "{scheme} {}", row.n);
        }
    }
}

#[derive(Deserialize)]
struct Compared {
    n: usize,
    promised: [usize; 7],
    exact: [usize; 5],
}

#[test]
fn promises_and_exact_ranges_are_those_of_section_7_14() {
    use recovery_model::schemes::{golomb, greedy, log};
    let rows: Vec<Compared> = rows(include_str!("data/guarantee_or_exact.json"));
    assert_eq!(rows.len(), 20);
    for row in rows {
        let n = row.n;
        let order = trapezium::fitting(n);
        let reused = constructed("modulo", n).prescribed;
        let promised = [
            log::guarantee(n),
            greedy::guarantee(n),
            golomb::fitting(n),
            reused,
            trapezium::controlled(order),
            trapezium::theorem(order),
            lower_bounds::most_disjoint(n),
        ];
        assert_eq!(promised, row.promised, "{n}");
        for (scheme, exact) in ["log", "greedy", "golomb", "modulo", "trapezium"]
            .into_iter()
            .zip(row.exact)
        {
            assert_eq!(
                tight(&constructed(scheme, n).list, exact + 1),
                exact,
                "{scheme} {n}"
            );
        }
    }
}

#[derive(Deserialize)]
struct Several {
    n: usize,
    processes: usize,
    base: String,
    rule: String,
    first: Vec<usize>,
    second: Vec<usize>,
    loads: Vec<u32>,
    bounds: Vec<usize>,
    tight: usize,
    worst: Vec<usize>,
    target: usize,
}

#[test]
fn several_processes_a_computer_have_the_loads_of_section_7_11() {
    let rows: Vec<Several> = rows(include_str!("data/several.json"));
    assert_eq!(rows.len(), 5);
    for row in rows {
        let rule = if row.rule == "skip" {
            Rule::Skip
        } else {
            Rule::Plain
        };
        let scheme =
            Scheme::several(&constructed(&row.base, row.n).list, row.processes, rule).unwrap();
        assert_eq!(&scheme.processes()[0].list()[..row.first.len()], row.first);
        assert_eq!(
            &scheme.processes()[1].list()[..row.second.len()],
            row.second
        );
        let vector = worst_case::of_scheme(
            &scheme,
            row.loads.len(),
            Budget::default(),
            &mut report::Silent,
        )
        .unwrap();
        assert_eq!(vector.exact().unwrap(), row.loads);
        let bounds = lower_bounds::least_loads_of_several(row.n, row.processes).unwrap();
        assert_eq!(&bounds[..row.bounds.len()], row.bounds);
        assert_eq!(vector.tight(&bounds), row.tight);
        let placed = placement::place(&scheme, &Crashed::new(row.n, &row.worst).unwrap());
        assert_eq!(placed.loads[row.target], row.loads[row.worst.len() - 1]);
    }
}

#[test]
fn crashing_one_by_one_can_miss_the_worst_set() {
    let greedy = Scheme::regular(&constructed("greedy", 12).list);
    let crashes = one_by_one::crashes(&greedy, &mut report::Silent).unwrap();
    let nested: Vec<u32> = crashes.iter().map(|crash| crash.load).collect();
    assert_eq!(nested, [2, 2, 3, 3, 4, 4, 5, 5, 7, 9, 12]);
    assert_eq!(
        loads(&constructed("greedy", 12).list),
        [2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 12]
    );
    let golomb = constructed("golomb", 10).list;
    assert_eq!(loads(&golomb), [2, 2, 3, 3, 4, 4, 5, 7, 10]);
    assert_eq!(load(&Scheme::regular(&golomb), &[0, 1, 4, 5, 8]), 4);
}

#[test]
fn no_chain_of_worst_sets_passes_four_crashes_for_golomb_at_ten() {
    let list = constructed("golomb", 10).list;
    let (scheme, worst) = (Scheme::regular(&list), loads(&list));
    let is_worst = |set: u32| {
        let crashed: Vec<usize> = (0..10)
            .filter(|computer| set >> computer & 1 == 1)
            .collect();
        load(&scheme, &crashed) == worst[crashed.len() - 1]
    };
    let mut chains: Vec<u32> = (0..10)
        .map(|computer| 1 << computer)
        .filter(|set| is_worst(*set))
        .collect();
    let mut reached = 1;
    loop {
        let mut next: Vec<u32> = chains
            .iter()
            .flat_map(|set| {
                (0..10)
                    .map(move |computer| set | 1 << computer)
                    .filter(move |wider| wider != set)
            })
            .filter(|set| is_worst(*set))
            .collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        chains = next;
        reached += 1;
    }
    assert_eq!(reached, 4);
    let of_size = |size| {
        (0_u32..1 << 10)
            .filter(|set| set.count_ones() == size && is_worst(*set))
            .count()
    };
    assert_eq!((of_size(4), of_size(5)), (80, 10));
}

#[test]
fn depth_first_search_is_a_second_opinion() {
    for (scheme, n) in [
        ("golomb", 59),
        ("modulo", 59),
        ("golomb", 64),
        ("modulo", 103),
        ("trapezium", 100),
    ] {
        let list = constructed(scheme, n).list;
        let most = 24;
        // One computer of a regular scheme stands for all.
        let found = depth_first::loads(&Scheme::regular(&list), [0], most);
        assert_eq!(Some(found), vector(&list, most).exact(), "{scheme} {n}");
    }
}

#[test]
fn bounds_close_around_the_exact_value_where_the_budget_is_small() {
    for (scheme, n) in [("greedy", 24), ("golomb", 28), ("log", 20), ("modulo", 24)] {
        let list = constructed(scheme, n).list;
        let exact = loads(&list);
        for unions in [1, 50, 300] {
            let budget = Budget {
                unions,
                survivors: 300,
                beam: 4,
            };
            let vector = worst_case::of_list(&list, n - 1, budget, &mut report::Silent).unwrap();
            let mut open = 0;
            for (found, exact) in vector.loads.iter().zip(&exact) {
                assert!(
                    (found.least..=found.most).contains(exact),
                    "{scheme} {n} {unions}"
                );
                open += usize::from(!found.is_exact());
                if !found.crashed.is_empty() {
                    assert_eq!(load(&Scheme::regular(&list), &found.crashed), found.least);
                }
            }
            assert!(unions > 1 || open > 0, "{scheme} {n}");
        }
    }
}

#[test]
fn a_beam_of_64_misses_nothing_for_the_schemes_of_the_thesis() {
    for n in [12, 16, 20, 24, 28] {
        for scheme in ["log", "greedy", "golomb", "modulo", "trapezium"] {
            let list = constructed(scheme, n).list;
            let budget = Budget {
                unions: 0,
                survivors: 0,
                beam: 64,
            };
            let beam = worst_case::of_list(&list, n - 1, budget, &mut report::Silent).unwrap();
            let least: Vec<u32> = beam.loads.iter().map(|load| load.least).collect();
            assert_eq!(least, loads(&list), "{scheme} {n}");
        }
    }
}

#[test]
fn theorem_1_of_the_trapezium_fails_only_for_six_computers() {
    for n in 6..=60 {
        let made = constructed("trapezium", n);
        let promised = made.promised.unwrap().min(n - 1);
        assert_eq!(tight(&made.list, promised) < promised, n == 6, "{n}");
    }
    let six = constructed("trapezium", 6).list;
    assert_eq!(six.entries(), [1, 3, 5, 2, 4]);
    assert_eq!(loads(&six), [2, 2, 3, 4, 6]);
}

#[test]
fn multiples_of_a_list_have_the_same_loads() {
    let list = constructed("greedy", 15).list;
    for factor in [2, 4, 7, 14] {
        let times = list.entries().iter().map(|entry| entry * factor % 15);
        let multiple = List::new(15, times.collect()).unwrap();
        assert_eq!(loads(&multiple), loads(&list));
    }
}

#[test]
fn a_search_stops_when_asked() {
    let list: List = constructed("golomb", 40).list;
    let stopped = worst_case::of_list(&list, 39, Budget::default(), &mut |_, _| {
        ControlFlow::Break(())
    });
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
    let (mut last, mut halfway) = (0, false);
    let counted = worst_case::of_list(&list, 30, Budget::default(), &mut |done, total| {
        assert!(last <= done && done <= total);
        halfway |= total / 4 < done && done < total / 4 * 3;
        last = done;
        ControlFlow::Continue(())
    });
    assert!(counted.is_ok() && last > 0 && halfway);
}

#[test]
fn unions_of_offsets_give_the_loads_of_unions_of_computers() {
    use recovery_model::schemes::{fill::Fill, greedy, intuitive};
    for n in [2, 3, 7, 12, 20] {
        for list in [
            intuitive::list(n).unwrap().list,
            greedy::list(n, Fill::Ascending).unwrap().list,
        ] {
            let budget = recovery_model::worst_case::Budget::default();
            let found =
                recovery_model::worst_case::of_list(&list, n - 1, budget, &mut report::Silent);
            let offsets =
                recovery_model::worst_case::offsets::loads(&list, n - 1, &mut report::Silent);
            assert_eq!(found.unwrap().exact(), offsets.ok(), "{n}");
        }
    }
}
