//! The Stern–Brocot floor and G against worked examples, enumeration and the printed theorem.

use bounds_model::preemption::{
    braun_schmidt, gain, list_scheduling, longest_first, multifit, plateau,
};
use bounds_model::stern_brocot::{Part, Small, decomposition, floor, floors, path, walk};
use proptest::prelude::*;
use serde::Deserialize;

/// Liu 1972, generalised: 4/3, 3/2, 8/5, … = 2k/(k+1) for k ≥ 2 processors without preemption.
fn liu(processors: u32) -> Small {
    let k = u64::from(processors);
    Small::new(2 * k, k + 1)
}

/// m, n, c and the parts (m_k, n_k).
type Decomposed = (u32, u32, u32, Vec<(u64, u64)>);

#[derive(Deserialize)]
struct Examples {
    floors: Vec<(u32, u32, String)>,
    single: Vec<(u32, u32, u32, String)>,
    decompositions: Vec<Decomposed>,
    gains: Vec<(u32, u32, u32, String)>,
    braun_schmidt: Vec<(u32, u32, String)>,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("data/preemption.json")).unwrap()
}

fn small(text: &str) -> Small {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    Small::new(over.parse().unwrap(), under.parse().unwrap())
}

/// The floors of m/n by Algorithm 2.
fn all(m: u32, n: u32) -> Vec<Small> {
    floors(&walk(m, n).unwrap())
}

/// The printed Algorithm 1, step by step.
fn simple(m: u64, n: u64, c: u64) -> Small {
    let (base, a) = (m / n, m % n);
    if a == 0 {
        return base.into();
    }
    let (mut left, mut right, mut x, mut y) = ((0, 1), (1, 1), n - a, a);
    loop {
        if c > x.max(y) {
            return Small::new(left.0, left.1) + base;
        }
        if x == y {
            return Small::new(left.0 + right.0, left.1 + right.1) + base;
        }
        if x < y {
            left = (left.0 + right.0, left.1 + right.1);
            y -= x;
        } else {
            right = (left.0 + right.0, left.1 + right.1);
            x -= y;
        }
    }
}

/// The definition: every split of m and n into c parts.
fn enumerated(m: u64, n: u64, c: u64) -> Small {
    if c == 1 {
        return Small::new(m, n);
    }
    let mut best = Small::from(0);
    for over in 0..=m {
        for under in 1..=n - (c - 1) {
            let here = Small::new(over, under);
            if here > best {
                best = best.max(here.min(enumerated(m - over, n - under, c - 1)));
            }
        }
    }
    best
}

/// G by the theorem's own three minima.
fn theorem(m: u64, i: u64, j: u64) -> Small {
    simple(
        m.min(i + j + 1),
        (m + i + 1).min(2 * i + j + 2),
        (m - j).min(i + 1),
    ) * 2
}

#[test]
fn worked_examples_are_exact() {
    let examples = examples();
    for (m, n, expected) in &examples.floors {
        let expected: Vec<Small> = expected.split(' ').map(small).collect();
        assert_eq!(all(*m, *n), expected, "{m} {n}");
    }
    for (m, n, c, expected) in &examples.single {
        assert_eq!(floor(*m, *n, *c).unwrap(), small(expected), "{m} {n} {c}");
    }
    for (m, n, c, expected) in &examples.decompositions {
        let parts: Vec<_> = decomposition(*m, *n, *c)
            .unwrap()
            .iter()
            .map(|part| (part.over, part.under))
            .collect();
        assert_eq!(&parts, expected, "{m} {n} {c}");
    }
    for (m, i, j, expected) in &examples.gains {
        assert_eq!(gain(*m, *i, *j).unwrap(), small(expected), "{m} {i} {j}");
    }
    for (m, i, expected) in &examples.braun_schmidt {
        assert_eq!(braun_schmidt(*m, *i), small(expected), "{m} {i}");
    }
}

#[test]
fn one_more_preemption_gains_a_third_at_most_and_exactly_from_2j_processors_on() {
    // B3.
    for m in 2..60 {
        for j in 1..m {
            let gain = gain(m, j - 1, j).unwrap();
            assert_eq!(gain == Small::new(4, 3), m >= 2 * j, "{m} {j}");
            assert!(gain <= Small::new(4, 3));
        }
    }
}

#[test]
fn closed_forms_hold() {
    for m in 1..=60 {
        for j in 1..m {
            for i in 0..j {
                let here = gain(m, i, j).unwrap();
                // The simplification, and B4.
                assert_eq!(here, theorem(m.into(), i.into(), j.into()), "{m} {i} {j}");
                if let Some(flat) = plateau(m, i, j) {
                    assert_eq!(here, flat, "{m} {i} {j}");
                }
                assert!(
                    here <= braun_schmidt(m, i) && here >= Small::from(1) && here < Small::from(2)
                );
                assert!(here >= gain(m, i + 1, j).unwrap() && here <= gain(m, i, j + 1).unwrap());
                assert!(here <= gain(m + 1, i, j).unwrap());
            }
        }
        // B5 and B6.
        for i in 0..m.saturating_sub(1) {
            assert_eq!(gain(m, i, m - 1).unwrap(), braun_schmidt(m, i));
        }
        if m >= 2 {
            assert_eq!(gain(100, 0, m - 1).unwrap(), liu(m));
        }
    }
    assert_eq!(plateau(3, 1, 2), None);
}

#[test]
fn plateaus_have_the_corrected_range() {
    // R7: 4/3 for 51 ≤ j ≤ 101 and 11 ≤ j ≤ 21, not only within the printed ranges.
    for (i, range) in [(50, 51..=101), (10, 11..=21)] {
        for j in range.clone() {
            assert_eq!(gain(200, i, j).unwrap(), Small::new(4, 3), "{i} {j}");
        }
        assert_eq!(gain(200, i, range.start() - 1).unwrap(), 1.into());
        assert!(gain(200, i, range.end() + 1).unwrap() > Small::new(4, 3));
    }
}

#[test]
fn the_gain_is_one_where_the_second_schedule_may_have_no_more_preemptions() {
    for i in 0..40 {
        for j in 0..=i {
            assert_eq!(gain(40, i, j).unwrap(), 1.into(), "{i} {j}");
        }
    }
}

#[test]
fn inputs_out_of_range_are_refused_or_clipped_as_documented() {
    assert_eq!(gain(5, 2, 99).unwrap(), gain(5, 2, 4).unwrap());
    assert_eq!(gain(5, 3, 3).unwrap(), 1.into());
    assert_eq!(gain(5, u32::MAX, u32::MAX).unwrap(), 1.into());
    assert_eq!(
        gain(0, 0, 1).unwrap_err().to_string(),
        "number of processors is 0; it must be from 1 to 400000"
    );
    assert!(floor(1, 0, 1).is_err() && floor(1, 4, 5).is_err() && floor(1, 4, 0).is_err());
    assert!(multifit(41).is_err());
}

#[test]
fn classical_bounds_have_their_values() {
    assert_eq!(list_scheduling(3), Small::new(5, 3));
    assert_eq!(longest_first(4), Small::new(15, 12));
    assert_eq!(multifit(0).unwrap(), Small::new(24, 11));
}

#[test]
fn both_algorithms_and_the_simple_one_agree() {
    for n in 1..70_u32 {
        for m in 0..2 * n {
            let vector = all(m, n);
            assert_eq!(vector.len(), n as usize);
            for (c, value) in (1..).zip(&vector) {
                assert_eq!(*value, floor(m, n, c).unwrap(), "{m} {n} {c}");
                assert_eq!(*value, simple(m.into(), n.into(), c.into()), "{m} {n} {c}");
            }
        }
    }
}

#[test]
fn a_million_is_fast_enough() {
    assert_eq!(
        floor(999_999, 1_000_000, 3).unwrap(),
        simple(999_999, 1_000_000, 3)
    );
    assert_eq!(floor(1, 1_000_000, 2).unwrap(), 0.into());
    assert_eq!(all(618_033, 1_000_000).len(), 1_000_000);
}

proptest! {
    #[test]
    fn the_floor_is_what_enumeration_finds(n in 1_u32..9, m in 0_u32..12, c in 1_u32..9) {
        prop_assume!(c <= n);
        prop_assert_eq!(floor(m, n, c).unwrap(), enumerated(m.into(), n.into(), c.into()));
    }

    #[test]
    fn a_decomposition_has_all_parts_and_the_floor_as_its_smallest(n in 1_u32..400, m in 0_u32..800, c in 1_u32..400) {
        prop_assume!(c <= n);
        let parts = decomposition(m, n, c).unwrap();
        prop_assert_eq!(parts.len(), c as usize);
        prop_assert_eq!(parts.iter().map(|part| part.over).sum::<u64>(), u64::from(m));
        prop_assert_eq!(parts.iter().map(|part| part.under).sum::<u64>(), u64::from(n));
        prop_assert!(parts.iter().all(|part| part.under >= 1));
        prop_assert_eq!(parts[0].ratio(), floor(m, n, c).unwrap());
        let mut ratios: Vec<Small> = parts.iter().map(|part: &Part| part.ratio()).collect();
        prop_assert!(ratios.is_sorted());
        ratios.dedup();
        prop_assert!(ratios.len() <= 3);
    }

    #[test]
    fn a_path_walks_down_the_tree(n in 2_u32..400, m in 0_u32..800, c in 1_u32..400) {
        prop_assume!(c <= n);
        let path = path(m, n, c).unwrap();
        prop_assert_eq!(path.is_empty(), m % n == 0);
        for split in &path {
            // Neighbours, and their copies make up m/n.
            prop_assert_eq!(split.right.0 * split.left.1 - split.left.0 * split.right.1, 1);
            let under = split.lefts * split.left.1 + split.rights * split.right.1;
            let over = split.lefts * split.left.0 + split.rights * split.right.0 + split.base * under;
            prop_assert_eq!((over, under), (m.into(), n.into()));
        }
    }
}

#[test]
fn the_gain_is_flat_from_one_processor_more_than_both_numbers_of_preemptions() {
    for fewer in 0..7 {
        for more in 0..12 {
            for processors in 1..30 {
                let flat = plateau(processors, fewer, more);
                assert_eq!(flat.is_some(), fewer < more && processors > fewer + more);
                if let Some(flat) = flat {
                    assert_eq!(flat, gain(processors, fewer, more).unwrap());
                }
            }
        }
    }
}

#[test]
fn the_walk_of_algorithm_2_splits_into_neighbours_whose_copies_make_up_the_ratio() {
    for n in 2..40_u32 {
        for m in 1..2 * n {
            let steps = walk(m, n).unwrap();
            assert_eq!(steps[0].ratio, Small::new(m.into(), n.into()));
            assert!(
                steps
                    .windows(2)
                    .all(|two| two[0].generation > two[1].generation)
            );
            let floors = steps.iter().filter(|step| step.below);
            assert_eq!(
                floors.map(|step| step.ratios).sum::<usize>(),
                n as usize,
                "{m} {n}"
            );
            for (at, step) in steps.iter().enumerate().skip(1) {
                assert_eq!(step.below, step.ratio < steps[0].ratio);
                // The other neighbour is the next one on the other side.
                let Some(other) = steps[at..].iter().find(|other| other.below != step.below) else {
                    continue;
                };
                let [left, right] = match step.below {
                    true => [step.ratio, other.ratio],
                    false => [other.ratio, step.ratio],
                };
                let [lefts, rights] = step.copies.map(|copies| copies as u64);
                let sum = |part: fn(&Small) -> u64| lefts * part(&left) + rights * part(&right);
                let made = [sum(|one| *one.numer()), sum(|one| *one.denom())];
                assert_eq!(made, [u64::from(m), u64::from(n)], "{m} {n} {step:?}");
            }
        }
    }
}
