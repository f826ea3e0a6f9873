//! H against worked examples, the values of Figure 17, exhaustive search and its limits.

use std::ops::ControlFlow;

use bounds_model::rational::{decimal, ratio, to_f64, typed, whole};
use bounds_model::reallocation::{self, Granularity, Search};
use bounds_model::{Allocation, Error, Machine, Rational, Thick};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::{fraction, machine, partitions};

#[derive(Deserialize)]
struct Examples {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    nkq: [u32; 3],
    product: String,
    weight: String,
    h: String,
    allocation: Vec<u32>,
    printed: String,
}

#[derive(Deserialize)]
struct Figure17 {
    rows: Vec<Point>,
}

#[derive(Deserialize)]
struct Point {
    product: f64,
    granularity: String,
    n: u32,
    k: u32,
    q: u32,
    h: f64,
    allocation: Vec<u32>,
    expanded: usize,
}

#[derive(Deserialize)]
struct Sample {
    n: Vec<u32>,
    rows: Vec<SampleRow>,
}

#[derive(Deserialize)]
struct SampleRow {
    product: String,
    k: u32,
    h: Vec<String>,
}

fn h(machine: Machine, weight: &Rational) -> Rational {
    let found = reallocation::exact(
        machine,
        weight,
        Search::default(),
        &mut Thick::default(),
        &mut report::Silent,
    )
    .unwrap();
    assert!(found.proved());
    found.value
}

/// H by trying every allocation.
fn exhaustive([n, k, q]: [u32; 3], weight: &Rational) -> Rational {
    partitions(n, k)
        .into_iter()
        .map(|parts| {
            reallocation::of_allocation(
                machine([n, k, q]),
                &Allocation::new(parts).unwrap(),
                weight,
            )
            .unwrap()
        })
        .min()
        .unwrap()
}

#[test]
fn worked_examples_come_out_to_all_digits_for_both_weights() {
    let examples: Examples = serde_json::from_str(include_str!("data/h.json")).unwrap();
    for row in &examples.rows {
        let machine = machine(row.nkq);
        let product = fraction(&row.product);
        let weight = Granularity::Work.weight(machine, &product).unwrap();
        assert_eq!(weight, fraction(&row.weight));
        assert_eq!(
            decimal(&h(machine, &weight), 5),
            row.h,
            "{:?} {}",
            row.nkq,
            row.product
        );
        let allocation = Allocation::new(row.allocation.iter().copied()).unwrap();
        let of_it = reallocation::of_allocation(machine, &allocation, &weight).unwrap();
        assert_eq!(decimal(&of_it, 5), row.h);
        let printed = Granularity::SharedTime.weight(machine, &product).unwrap();
        assert_eq!(decimal(&h(machine, &printed), 5), row.printed);
    }
}

#[test]
fn the_two_numbers_that_the_thesis_quotes_need_the_corrected_weight() {
    let a3 = machine([50, 10, 10]);
    let product = ratio(10, 1) * ratio(1, 400);
    let corrected = h(a3, &Granularity::Work.weight(a3, &product).unwrap());
    assert_eq!(decimal(&corrected, 1), "2.7");
    assert_eq!(
        decimal(
            &h(a3, &Granularity::SharedTime.weight(a3, &product).unwrap()),
            1
        ),
        "2.5"
    );
    let a4 = machine([50, 20, 10]);
    let product = whole(5) * fraction("0.0025");
    assert_eq!(
        decimal(&h(a4, &Granularity::Work.weight(a4, &product).unwrap()), 2),
        "2.03"
    );
    assert_eq!(
        decimal(
            &h(a4, &Granularity::SharedTime.weight(a4, &product).unwrap()),
            2
        ),
        "1.92"
    );
    // A7: only the product of t and z matters, so that half of t is half of z.
    assert_eq!(ratio(10, 2) * ratio(1, 400), whole(10) * ratio(1, 800));
}

#[test]
fn figure_17_has_all_605_values_exactly_and_in_doubles() {
    let figure: Figure17 = serde_json::from_str(include_str!("data/fig17.json")).unwrap();
    assert_eq!(figure.rows.len(), 605);
    let mut thick = Thick::default();
    for point in &figure.rows {
        let machine = machine([point.n, point.k, point.q]);
        let granularity = if point.granularity == "work" {
            Granularity::Work
        } else {
            Granularity::SharedTime
        };
        let weight = granularity
            .weight(machine, &typed(point.product).unwrap())
            .unwrap();
        let found = reallocation::exact(
            machine,
            &weight,
            Search::default(),
            &mut thick,
            &mut report::Silent,
        )
        .unwrap();
        let at = (point.n, point.k, point.q, point.product);
        assert!(found.proved());
        assert!(
            (to_f64(&found.value) - point.h).abs() < 1e-9,
            "{at:?}: {} {}",
            found.value,
            point.h
        );
        let theirs = Allocation::new(point.allocation.iter().copied()).unwrap();
        assert_eq!(
            reallocation::of_allocation(machine, &theirs, &weight).unwrap(),
            found.value,
            "{at:?}"
        );
        let rough = reallocation::rough(
            machine,
            to_f64(&weight),
            Search::default(),
            &mut thick,
            &mut report::Silent,
        )
        .unwrap();
        assert!((rough.value - to_f64(&found.value)).abs() < 1e-12, "{at:?}");
        assert!(
            found.expanded <= point.expanded.max(1),
            "{at:?}: {} {}",
            found.expanded,
            point.expanded
        );
    }
}

#[test]
fn the_sample_of_figure_17_has_all_digits() {
    let sample: Sample = serde_json::from_str(include_str!("data/fig17_sample.json")).unwrap();
    let mut thick = Thick::default();
    for row in &sample.rows {
        for (n, expected) in sample.n.iter().zip(&row.h) {
            let machine = machine([*n, row.k, row.k]);
            let weight = Granularity::Work
                .weight(machine, &fraction(&row.product))
                .unwrap();
            let found = reallocation::exact(
                machine,
                &weight,
                Search::default(),
                &mut thick,
                &mut report::Silent,
            )
            .unwrap();
            assert_eq!(
                &decimal(&found.value, 5),
                expected,
                "{n} {} {}",
                row.k,
                row.product
            );
        }
    }
}

#[test]
fn the_search_without_incumbent_pops_as_in_the_worked_trace() {
    let found = reallocation::exact(
        machine([9, 6, 6]),
        &whole(4),
        Search::drawn(),
        &mut Thick::default(),
        &mut report::Silent,
    )
    .unwrap();
    assert_eq!(found.value, ratio(50, 9));
    assert_eq!(
        (found.expanded, found.generated, found.tree.len()),
        (9, 28, 28)
    );
    let mut popped: Vec<_> = found
        .tree
        .iter()
        .filter(|node| node.popped.is_some())
        .collect();
    popped.sort_by_key(|node| node.popped);
    let values: Vec<_> = popped.iter().map(|node| decimal(&node.value, 5)).collect();
    let expected = [
        "1.90476", "5.16667", "5.33333", "5.46032", "5.46032", "5.46032", "5.46429", "5.50000",
        "5.55556", "5.55556",
    ];
    assert_eq!(values, expected);
    assert_eq!(popped[0].common, [0_u32; 0]);
    assert_eq!(
        (&popped[1].common[..], &popped[2].common[..]),
        (&[3][..], &[4][..])
    );
    assert_eq!(found.tree[0].thick.parts(), [2, 2, 2, 1, 1, 1]);
    assert_eq!(found.tree[0].thin.parts(), [9]);
}

#[test]
fn figure_15_has_the_classes_that_the_thesis_names() {
    let found = reallocation::exact(
        machine([9, 4, 2]),
        &fraction("0.76"),
        Search::drawn(),
        &mut Thick::default(),
        &mut report::Silent,
    )
    .unwrap();
    assert_eq!(
        (found.value.clone(), found.allocation.parts()),
        (ratio(9, 5), &[3, 2, 2, 2][..])
    );
    let root = &found.tree[0];
    assert_eq!(
        (root.thick.parts(), root.thin.parts()),
        (&[3, 2, 2, 2][..], &[9][..])
    );
    let children: Vec<_> = found
        .tree
        .iter()
        .filter(|node| node.parent == Some(0))
        .collect();
    assert_eq!(
        children
            .iter()
            .map(|node| node.common[0])
            .collect::<Vec<_>>(),
        [3, 4, 5, 6, 7, 8, 9]
    );
    let bounds: Vec<_> = children
        .iter()
        .map(|node| decimal(&node.value, 5))
        .collect();
    assert_eq!(bounds[..4], ["1.73667", "1.72889", "1.72778", "1.79667"]);
    let five = children[2];
    assert_eq!(
        (five.thick.parts(), five.thin.parts()),
        (&[5, 2, 1, 1][..], &[5, 4][..])
    );
    let place = found.tree.iter().position(|node| node.common == [5]);
    let below: Vec<_> = found
        .tree
        .iter()
        .filter(|node| node.parent == place)
        .map(|node| (node.common[1], node.is_leaf()))
        .collect();
    if !below.is_empty() {
        assert_eq!(below, [(2, false), (3, true), (4, true)]);
    }
}

#[test]
fn special_cases_have_their_closed_values() {
    let tau = fraction("0.7");
    assert_eq!(h(machine([7, 1, 5]), &tau), whole(5));
    assert_eq!(h(machine([7, 4, 1]), &tau), whole(1));
    assert_eq!(h(machine([1, 4, 5]), &tau), whole(1));
    assert_eq!(h(machine([5, 9, 3]), &whole(0)), whole(1));
    assert_eq!(h(machine([9, 6, 6]), &whole(1_000_000)), whole(6));
    // q > n counts as n.
    assert_eq!(h(machine([5, 3, 50]), &tau), h(machine([5, 3, 5]), &tau));
}

#[test]
fn inputs_outside_their_range_are_refused_with_place_and_range() {
    assert_eq!(
        Machine::new(0, 1, 1).unwrap_err().to_string(),
        "number of processes is 0; it must be from 1 to 1000"
    );
    assert!(Machine::new(1, 0, 1).is_err());
    assert!(Machine::new(1, 1, 0).is_err());
    let one = machine([9, 4, 4]);
    let thick = &mut Thick::default();
    let negative = reallocation::exact(
        one,
        &-whole(1),
        Search::default(),
        thick,
        &mut report::Silent,
    )
    .unwrap_err();
    assert_eq!(
        negative.to_string(),
        "weight of the signals is -1; it must be 0 or more"
    );
    assert!(
        reallocation::rough(one, f64::NAN, Search::default(), thick, &mut report::Silent).is_err()
    );
    assert!(
        reallocation::rough(
            one,
            f64::INFINITY,
            Search::default(),
            thick,
            &mut report::Silent
        )
        .is_err()
    );
    let wrong =
        reallocation::of_allocation(one, &Allocation::new([5, 5]).unwrap(), &whole(0)).unwrap_err();
    assert!(matches!(
        wrong,
        Error::Allocation {
            placed: 10,
            processes: 9,
            ..
        }
    ));
    assert!(
        reallocation::exact(
            machine([131, 4, 4]),
            &whole(0),
            Search::default(),
            thick,
            &mut report::Silent
        )
        .is_err()
    );
    assert!(
        reallocation::rough(
            machine([131, 4, 4]),
            0.0,
            Search::default(),
            thick,
            &mut report::Silent
        )
        .is_ok()
    );
}

#[test]
fn the_bound_of_a_program_is_at_most_that_of_all_programs() {
    // T_d = 3 with two active processes throughout, S = 5.
    let small = machine([3, 2, 2]);
    let thick = &mut Thick::default();
    for (delay, expected) in [(0, 4), (1, 6), (2, 6), (3, 6)] {
        let found = reallocation::of_program(
            small,
            &[(2, whole(3))],
            &whole(5 * delay),
            thick,
            &mut report::Silent,
        )
        .unwrap();
        assert_eq!(
            (found.value, found.least),
            (whole(expected), whole(expected))
        );
    }
    // Less parallel time is worth less.
    let shares = [(1, ratio(1, 2)), (3, ratio(5, 3))];
    let found = reallocation::of_program(
        machine([6, 3, 3]),
        &shares,
        &ratio(1, 4),
        thick,
        &mut report::Silent,
    )
    .unwrap();
    let expected = partitions(6, 3)
        .into_iter()
        .map(|parts| {
            let allocation = Allocation::new(parts).unwrap();
            let thick = bounds_model::thick::exact(&allocation, 3).unwrap();
            ratio(1, 2)
                + thick * ratio(5, 3)
                + bounds_model::thin::crossing_share(&allocation) * ratio(1, 4)
        })
        .min();
    assert_eq!(Some(found.value), expected);
    assert!(
        reallocation::of_program(
            small,
            &[(4, whole(3))],
            &whole(0),
            thick,
            &mut report::Silent
        )
        .is_err()
    );
    assert!(
        reallocation::of_program(
            small,
            &[(2, -whole(3))],
            &whole(0),
            thick,
            &mut report::Silent
        )
        .is_err()
    );
}

#[test]
fn a_search_stops_when_asked() {
    let thick = &mut Thick::default();
    let stop = &mut |_, _| ControlFlow::Break(());
    let one = machine([40, 8, 8]);
    let weight = fraction("6.2");
    let stopped = reallocation::exact(one, &weight, Search::drawn(), thick, stop);
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
    assert!(reallocation::rough(one, 6.2, Search::drawn(), thick, stop).is_err());
    assert!(reallocation::of_program(one, &[(8, whole(1))], &weight, thick, stop).is_err());
}

#[test]
fn hard_cases_stay_small() {
    for (nkq, weight) in [
        ([50, 16, 3], "1.49"),
        ([50, 16, 20], "12.5"),
        ([50, 10, 4], "2.3"),
        ([60, 12, 3], "1.5"),
    ] {
        let found = reallocation::exact(
            machine(nkq),
            &fraction(weight),
            Search::default(),
            &mut Thick::default(),
            &mut report::Silent,
        )
        .unwrap();
        assert!(
            found.proved() && found.expanded < 20_000,
            "{nkq:?}: {}",
            found.expanded
        );
    }
}

proptest! {
    #[test]
    fn h_is_the_least_over_all_allocations(n in 1_u32..11, k in 1_u32..7, q in 1_u32..9, over in 0_u32..40, under in 1_u32..9) {
        let weight = ratio(over, under);
        let expected = exhaustive([n, k, q], &weight);
        prop_assert_eq!(h(machine([n, k, q]), &weight), expected.clone());
        let drawn = reallocation::exact(machine([n, k, q]), &weight, Search::drawn(), &mut Thick::default(), &mut report::Silent).unwrap();
        prop_assert_eq!(drawn.value, expected);
    }

    #[test]
    fn allocations_as_good_as_the_best_are_all_found(n in 1_u32..11, k in 1_u32..7, q in 1_u32..9, over in 0_u32..12, under in 1_u32..4) {
        let machine = machine([n, k, q]);
        let weight = ratio(over, under);
        let best = h(machine, &weight);
        let mut expected: Vec<Allocation> = partitions(n, k)
            .into_iter()
            .map(|parts| Allocation::new(parts).unwrap())
            .filter(|allocation| reallocation::of_allocation(machine, allocation, &weight).unwrap() == best)
            .collect();
        let (mut found, all) = reallocation::as_good(machine, &weight, &best, 1000, &mut Thick::default()).unwrap();
        prop_assert!(all);
        found.sort();
        expected.sort();
        prop_assert_eq!(&found, &expected);
        let (few, all) = reallocation::as_good(machine, &weight, &best, 1, &mut Thick::default()).unwrap();
        prop_assert_eq!((few.len(), all), (1, expected.len() == 1));
    }

    #[test]
    fn h_grows_with_processes_processors_and_weight_and_falls_with_computers(n in 1_u32..14, k in 1_u32..8, q in 1_u32..8, over in 0_u32..40) {
        let product = ratio(over, 16);
        let of = |nkq: [u32; 3], product: &Rational| h(machine(nkq), &Granularity::Work.weight(machine(nkq), product).unwrap());
        let here = of([n, k, q], &product);
        prop_assert!(here <= of([n + 1, k, q], &product));
        prop_assert!(here <= of([n, k, q + 1], &product));
        prop_assert!(here <= of([n, k, q], &(&product + ratio(1, 7))));
        prop_assert!(here >= of([n, k + 1, q], &product));
        prop_assert!(here <= whole(n.min(q)));
    }
}
