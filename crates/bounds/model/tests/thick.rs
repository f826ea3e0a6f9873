//! g, its limit and ρ against worked examples, enumeration and known properties.

use bounds_model::rational::{decimal, ratio, to_f64, whole};
use bounds_model::{Allocation, Error, Rational, thick, thin};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::fraction;

#[derive(Deserialize)]
struct Examples {
    exact: Vec<(Vec<u32>, u32, String)>,
    uniform: Vec<(u32, u32, u32, String)>,
    rough: Vec<(u32, u32, u32, f64)>,
    limits: Vec<(u32, u32, String)>,
    thin: Vec<(Vec<u32>, String)>,
    spots: Vec<(u32, u32, String)>,
}

#[derive(Deserialize)]
struct Figure16 {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    k: u32,
    h: Vec<String>,
    legible: Vec<bool>,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("data/thick.json")).unwrap()
}

fn allocation(parts: &[u32]) -> Allocation {
    Allocation::new(parts.iter().copied()).unwrap()
}

/// g by its definition: the mean of the busiest computer's active processes over all choices of q* processes.
fn by_enumeration(parts: &[u32], processors: u32) -> Rational {
    let owner: Vec<usize> = parts
        .iter()
        .enumerate()
        .flat_map(|(computer, part)| std::iter::repeat_n(computer, *part as usize))
        .collect();
    let active = processors.min(owner.len() as u32);
    let (mut sum, mut count) = (0_u32, 0_u32);
    for chosen in 0_u32..1 << owner.len() {
        if chosen.count_ones() == active {
            let mut loads = vec![0; parts.len()];
            for (process, computer) in owner.iter().enumerate() {
                loads[*computer] += chosen >> process & 1;
            }
            sum += loads.iter().max().unwrap();
            count += 1;
        }
    }
    ratio(sum, count)
}

#[test]
fn worked_examples_are_exact() {
    let examples = examples();
    for (parts, processors, expected) in &examples.exact {
        assert_eq!(
            thick::exact(&allocation(parts), *processors).unwrap(),
            fraction(expected),
            "{parts:?}"
        );
    }
    for (n, k, q, expected) in &examples.uniform {
        assert_eq!(
            &decimal(&thick::uniform(*n, *k, *q).unwrap(), 5),
            expected,
            "{n} {k} {q}"
        );
    }
    for (parts, expected) in &examples.thin {
        assert_eq!(
            thin::crossing_share(&allocation(parts)),
            fraction(expected),
            "{parts:?}"
        );
    }
    for (k, n, expected) in &examples.spots {
        assert_eq!(
            &decimal(&thick::uniform(*n, *k, *k).unwrap(), 5),
            expected,
            "{n} {k}"
        );
    }
}

#[test]
fn limits_are_those_of_balls_in_bins() {
    for (k, q, expected) in examples().limits {
        assert_eq!(
            decimal(&thick::limit(k, q).unwrap(), 5),
            expected,
            "{k} {q}"
        );
    }
    assert_eq!(thick::limit(3, 3).unwrap(), ratio(17, 9));
    assert_eq!(thick::limit(1, 7).unwrap(), whole(7));
    assert!((thick::limit_f64(2, 2).unwrap() - 1.5).abs() < 1e-15);
}

#[test]
fn thousands_of_processes_come_near_the_limit() {
    for (n, k, q, expected) in examples().rough {
        let rough = thick::rough(&Allocation::uniform(n, k).unwrap(), q).unwrap();
        assert!((rough - expected).abs() < 5e-6, "{n} {k} {q}: {rough}");
    }
}

#[test]
fn figure_16_has_all_126_values_of_which_54_are_legible() {
    let figure: Figure16 = serde_json::from_str(include_str!("data/fig16.json")).unwrap();
    let mut legible = 0;
    let mut all = 0;
    for row in &figure.rows {
        for (n, expected) in (3..).zip(&row.h) {
            assert_eq!(
                &decimal(&thick::uniform(n, row.k, row.k).unwrap(), 2),
                expected,
                "{n} {}",
                row.k
            );
            all += 1;
        }
        legible += row.legible.iter().filter(|legible| **legible).count();
    }
    assert_eq!((all, legible), (126, 54));
}

#[test]
fn counts_are_exact_up_to_130_processes() {
    // All on one computer: g = q* although its numerator needs more than 128 bits.
    assert_eq!(thick::exact(&allocation(&[130]), 65).unwrap(), whole(65));
    // Two computers of 65: the sum over the hypergeometric distribution, term by term.
    let mut sum = whole(0);
    for first in 0..=65_u32 {
        let ways = thick::choices(65, first) * thick::choices(65, 65 - first);
        sum += ratio(ways * first.max(65 - first), thick::choices(130, 65));
    }
    assert_eq!(thick::exact(&allocation(&[65, 65]), 65).unwrap(), sum);
    assert_eq!(
        thick::exact(&allocation(&[131]), 65).unwrap_err(),
        Error::Range {
            quantity: "number of processes",
            value: 131,
            least: 1,
            most: 130
        }
    );
}

#[test]
fn doubles_keep_the_stated_error() {
    for (n, k, q) in [
        (50, 7, 20),
        (67, 5, 30),
        (68, 5, 30),
        (100, 9, 50),
        (130, 3, 65),
        (130, 13, 100),
    ] {
        let allocation = Allocation::uniform(n, k).unwrap();
        let exact = to_f64(&thick::exact(&allocation, q).unwrap());
        let rough = thick::rough(&allocation, q).unwrap();
        assert!(
            (rough / exact - 1.0).abs() <= thick::error(n, q),
            "{n} {k} {q}: {rough} {exact}"
        );
        assert!((rough / exact - 1.0).abs() < 1e-13, "{n} {k} {q}");
    }
}

#[test]
fn the_chain_of_signals_is_a_closed_walk_through_all_pairs() {
    for n in 1..=9_u32 {
        let chain = thin::signal_chain(n).unwrap();
        assert_eq!(chain.len() as u32, n * (n - 1) + 1);
        assert_eq!((chain.first(), chain.last()), (Some(&0), Some(&0)));
        let mut pairs: Vec<_> = chain.windows(2).map(|pair| (pair[0], pair[1])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len() as u32, n * (n - 1));
        assert!(pairs.iter().all(|(from, to)| from != to));
    }
}

#[test]
fn the_order_of_computers_and_empty_ones_change_nothing() {
    assert_eq!(allocation(&[1, 0, 5, 2]).parts(), [5, 2, 1]);
    assert!(Allocation::new([0, 0]).is_err() && Allocation::uniform(1001, 2).is_err());
    assert!(thin::signal_chain(0).is_err() && thin::signal_chain(1001).is_err());
    assert_eq!(allocation(&[5, 2, 1]).to_string(), "(5, 2, 1)");
}

proptest! {
    #[test]
    fn g_is_the_mean_over_all_choices(parts in prop::collection::vec(0_u32..5, 1..5), q in 1_u32..12) {
        prop_assume!(parts.iter().sum::<u32>() > 0);
        prop_assert_eq!(thick::exact(&allocation(&parts), q).unwrap(), by_enumeration(&parts, q));
    }

    #[test]
    fn moving_a_process_to_a_smaller_computer_never_increases_g(parts in prop::collection::vec(0_u32..9, 2..6), q in 1_u32..12) {
        let mut more: Vec<u32> = parts;
        prop_assume!(more[0] < more[1]);
        let before = thick::exact(&allocation(&more), q).unwrap();
        more[0] += 1;
        more[1] -= 1;
        prop_assert!(thick::exact(&allocation(&more), q).unwrap() <= before);
    }

    #[test]
    fn g_grows_with_processes_and_processors_and_falls_with_computers(n in 1_u32..30, k in 1_u32..12, q in 1_u32..12) {
        let here = thick::uniform(n, k, q).unwrap();
        prop_assert!(here <= thick::uniform(n + 1, k, q).unwrap());
        prop_assert!(here <= thick::uniform(n, k, q + 1).unwrap());
        prop_assert!(here >= thick::uniform(n, k + 1, q).unwrap());
        prop_assert!(here <= thick::limit(k, q).unwrap());
        prop_assert!(here >= whole(1) && here <= whole(n.min(q)));
    }
}
