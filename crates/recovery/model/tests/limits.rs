//! Searches at their limits: the smallest and largest ones, saved after every node, and against plain enumeration.

use std::ops::ControlFlow;

use recovery_model::list::differs;
use recovery_model::search::golomb::{self as rulers, RulerSearch};
use recovery_model::search::modulo::{self, First, ModuloSearch, Outcome};
use recovery_model::search::optimal::{self, ListSearch};
use recovery_model::worst_case::{self, Budget};
use recovery_model::{Error, Scheme};

use crate::common::{constructed, load, loads};

/// The nodes of the searches for rulers of 2 to 9 steps.
const RULERS: [u64; 8] = [2, 7, 30, 225, 1044, 10185, 44635, 393_619];
/// The nodes of the searches for lists of 8 to 17 computers; reports print that of 16.
const LISTS: [u64; 10] = [16, 18, 26, 38, 2931, 58, 12454, 11936, 4216, 137_258];
/// The nodes of the searches for 3 marks modulo 13, 5 modulo 20 and 7 modulo 31.
const SEQUENCES: [u64; 3] = [3, 8, 6530];

/// Whether a sequence of so many marks exists: tries all.
fn exists(modulus: usize, length: usize, marks: &mut Vec<usize>) -> bool {
    if marks.len() == length {
        return true;
    }
    (1..modulus).any(|mark| {
        marks.push(mark);
        let found = differs(marks, modulus) && exists(modulus, length, marks);
        marks.pop();
        found
    })
}

#[test]
fn modulo_sequences_are_found_exactly_where_enumeration_finds_one() {
    for modulus in 2..=15 {
        for length in 1..modulus {
            let mut search = ModuloSearch::new(modulus, length, First::Divisors).unwrap();
            let found = search.finish(u64::MAX, &mut report::Silent).unwrap();
            match &found {
                Outcome::Found(marks) => {
                    assert_eq!(marks.len(), length);
                    assert!(differs(marks, modulus), "{modulus} {length}");
                    assert_eq!(search.path(), marks);
                }
                other => assert_eq!(*other, Outcome::Refuted),
            }
            let all = exists(modulus, length, &mut Vec::new());
            assert_eq!(found != Outcome::Refuted, all, "{modulus} {length}");
            // Where there are more differences than numbers, the search need not try any.
            let differences = length * (length + 1) / 2;
            assert_eq!(search.nodes() == 0, differences > modulus - 1);
        }
    }
}

#[test]
fn the_largest_moduli_fill_all_bits() {
    for modulus in [127, 128] {
        for length in [1, 9] {
            let mut search = ModuloSearch::new(modulus, length, First::One).unwrap();
            let Outcome::Found(marks) = search.finish(1_000_000, &mut report::Silent).unwrap()
            else {
                panic!("no {length} marks for {modulus}");
            };
            assert!(differs(&marks, modulus), "{marks:?}");
        }
    }
    let refused = |modulus, length| ModuloSearch::new(modulus, length, First::One).is_err();
    assert!(refused(129, 3) && refused(1, 1) && refused(5, 5) && refused(5, 0));
}

#[test]
fn searches_go_on_from_every_node() {
    let mut whole = RulerSearch::new(6).unwrap();
    let mut part = whole.clone();
    while !whole.go(1) {
        let done = part.go(1);
        assert!(!done && !part.is_done());
        part = RulerSearch::resume(&part.save()).unwrap();
        assert_eq!((part.save(), part.path()), (whole.save(), whole.path()));
        assert_eq!(part.nodes(), whole.nodes());
    }
    assert!(part.go(1) && part.is_done() && part.path().is_empty());
    assert_eq!(part.best(), whole.best());

    let mut whole = ListSearch::new(11).unwrap();
    let mut part = whole.clone();
    while !whole.go(1) {
        assert!(!part.go(1) && !part.is_done());
        part = ListSearch::resume(&part.save()).unwrap();
        assert_eq!(part.save(), whole.save());
        assert_eq!((part.path(), part.nodes()), (whole.path(), whole.nodes()));
    }
    assert!(part.go(1) && part.is_done());
    assert_eq!(part.loads(), whole.loads());
    assert_eq!(part.refutations(), whole.refutations());

    let mut whole = ModuloSearch::new(20, 5, First::Divisors).unwrap();
    let mut part = whole.clone();
    while whole.go(1) == Outcome::Running {
        assert_eq!(part.go(1), Outcome::Running);
        part = ModuloSearch::resume(&part.save()).unwrap();
        assert_eq!(part.save(), whole.save());
        assert_eq!((part.path(), part.nodes()), (whole.path(), whole.nodes()));
    }
    assert_eq!(part.go(1), whole.go(0));
    let resumed = ModuloSearch::resume(&whole.save()).unwrap();
    assert_eq!(resumed.save(), whole.save());
}

#[test]
fn searches_visit_the_nodes_that_reports_count() {
    // Expected numbers: a search that prunes less visits more, and finds the same.
    let rulers = (2..=9).map(|steps| {
        let mut search = RulerSearch::new(steps).unwrap();
        assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
        search.nodes()
    });
    let lists = (8..=17).map(|n| {
        let mut search = ListSearch::new(n).unwrap();
        assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
        // The proofs are part of the search.
        let proofs: u64 = search.refutations().iter().map(|proof| proof.nodes).sum();
        assert!(proofs <= search.nodes());
        search.nodes()
    });
    let sequences = [(13, 3), (20, 5), (31, 7)].map(|(modulus, length)| {
        let mut search = ModuloSearch::new(modulus, length, First::Divisors).unwrap();
        search.finish(u64::MAX, &mut report::Silent).unwrap();
        search.nodes()
    });
    let found: (Vec<u64>, Vec<u64>) = (rulers.collect(), lists.collect());
    assert_eq!(
        (found, sequences),
        ((RULERS.into(), LISTS.into()), SEQUENCES)
    );
}

#[test]
fn a_saved_ruler_may_be_127_long_and_no_longer() {
    let saved = |steps, path: &[u32], best: Option<&[u32]>| {
        RulerSearch::resume(&rulers::Saved {
            steps,
            path: path.to_vec(),
            best: best.map(<[u32]>::to_vec),
            nodes: 1,
        })
    };
    let refused = |steps, path: &[u32], best: Option<&[u32]>| {
        matches!(saved(steps, path, best), Err(Error::Saved(_)))
    };
    assert!(saved(2, &[127], None).is_ok() && refused(2, &[128], None));
    assert!(saved(3, &[100, 27, 1], None).is_ok() && refused(3, &[100, 28, 1], None));
    // A mark lies ahead of the last one, and no distance occurs twice; only the last step may be unset.
    assert!(refused(3, &[0, 1], None) && saved(3, &[1, 0], None).is_ok());
    assert!(refused(3, &[2, 1, 1, 1], None) && refused(3, &[2, 2, 1], None));
    assert!(refused(2, &[1, 2, 4], None));
    assert!(saved(1, &[], Some(&[1])).is_ok());
    assert!(saved(1, &[], Some(&[127])).is_ok() && refused(1, &[], Some(&[128])));
    assert!(refused(2, &[], Some(&[1])) && refused(2, &[], Some(&[1, 1])));
    // A found ruler is the one to beat.
    let mut search = saved(3, &[0], Some(&[1, 3, 2])).unwrap();
    assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
    assert_eq!(search.best().unwrap(), [1, 3, 2]);
    let mut search = saved(3, &[0], Some(&[1, 3, 5])).unwrap();
    assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
    assert_eq!(search.best().unwrap().iter().sum::<u32>(), 6);
}

#[test]
fn saved_sequences_and_lists_are_checked_number_by_number() {
    let sequence = ModuloSearch::new(13, 3, First::One).unwrap().save();
    let marks = |marks: &[usize]| {
        ModuloSearch::resume(&modulo::Saved {
            marks: marks.to_vec(),
            ..sequence.clone()
        })
    };
    assert!(marks(&[1, 3, 9]).is_ok() && marks(&[1, 12]).is_ok());
    assert!(marks(&[1, 13]).is_err() && marks(&[1, 3, 9, 5]).is_err() && marks(&[1, 2]).is_err());
    let visited = |nodes| {
        ModuloSearch::resume(&modulo::Saved {
            nodes,
            ..sequence.clone()
        })
    };
    assert!(visited(1 << 60).is_ok() && visited((1 << 60) + 1).is_err());

    let mut search = ListSearch::new(8).unwrap();
    assert!(search.finish(u64::MAX, &mut report::Silent).unwrap());
    let done = search.save();
    assert!(ListSearch::resume(&done).unwrap().is_done());
    let with = |change: &dyn Fn(&mut optimal::Saved)| {
        let mut saved = done.clone();
        change(&mut saved);
        ListSearch::resume(&saved).is_err()
    };
    assert!(with(&|saved| saved.load = 9) && !with(&|saved| saved.load = 8));
    assert!(with(&|saved| saved.load = 7));
    assert!(with(&|saved| saved.loads[0] = 1));
    assert!(with(&|saved| saved.base.truncate(6)));
    assert!(with(&|saved| saved.base[0] = 8) && with(&|saved| saved.base[0] = 0));
    assert!(with(&|saved| saved.before = saved.nodes + 1));
    assert!(!with(&|saved| saved.before = saved.nodes));
    assert!(with(&|saved| saved.stages = 6));
    assert!(with(&|saved| saved.prefix = vec![2]) && !with(&|saved| saved.prefix = vec![1]));
    assert!(with(&|saved| saved.tried = 8) && with(&|saved| saved.tried = usize::MAX));

    // Each load below the present one of the search is refuted once, in order, and no other one.
    let mut search = ListSearch::new(12).unwrap();
    while search.refutations().is_empty() {
        search.go(1);
    }
    let begun = search.save();
    let with = |change: &dyn Fn(&mut optimal::Saved)| {
        let mut saved = begun.clone();
        change(&mut saved);
        ListSearch::resume(&saved).is_err()
    };
    assert!(!with(&|_| ()));
    assert!(with(&|saved| saved.refutations.clear()));
    assert!(with(&|saved| saved.refutations[0].load += 1));
    assert!(with(&|saved| saved.refutations[0].load -= 1));
    assert!(with(&|saved| saved.refutations[0].crashes -= 1));
    assert!(with(&|saved| saved.refutations.push(saved.refutations[0])));
    assert!(with(
        &|saved| saved.refutations = vec![saved.refutations[0]; 300_000]
    ));
    assert!(with(&|saved| saved.refutations[0].nodes = saved.nodes + 1));
    assert!(!with(&|saved| saved.refutations[0].nodes = saved.nodes));
    assert!(with(&|saved| saved.load -= 1) && with(&|saved| saved.load += 1));
    // Its bound is a theorem: no search tries less.
    let fresh = ListSearch::new(12).unwrap().save();
    let least = fresh.load;
    for (load, refused) in [(least, false), (least - 1, true)] {
        let saved = optimal::Saved {
            load,
            ..fresh.clone()
        };
        assert_eq!(ListSearch::resume(&saved).is_err(), refused);
    }
}

#[test]
fn a_saved_sequence_or_ruler_is_refused_for_its_own_fault() {
    const PARTS: &str = "its parts do not fit together";
    let sequence = ModuloSearch::new(13, 3, First::One).unwrap().save();
    let sequence = |marks: &[usize]| {
        let saved = modulo::Saved {
            marks: marks.to_vec(),
            ..sequence.clone()
        };
        ModuloSearch::resume(&saved).unwrap_err().to_string()
    };
    // The differences of too many marks, or of marks of no computer, may all be different.
    for wrong in [&[1, 3, 9, 5][..], &[1, 13], &[1, 99], &[0, 1]] {
        assert_eq!(sequence(wrong), PARTS, "{wrong:?}");
    }
    assert_eq!(
        sequence(&[1, 2]),
        "two of its marks have the same difference as two others"
    );
    let ruler = |best: &[u32]| {
        let saved = rulers::Saved {
            steps: 3,
            path: Vec::new(),
            best: Some(best.to_vec()),
            nodes: 1,
        };
        RulerSearch::resume(&saved).unwrap_err().to_string()
    };
    // So may the distances of a ruler with too few or too many steps, or a too long one.
    for wrong in [&[1, 3][..], &[1, 3, 5, 2], &[1, 3, 124], &[0, 1, 3]] {
        assert_eq!(ruler(wrong), PARTS, "{wrong:?}");
    }
    assert_eq!(
        ruler(&[1, 2, 1]),
        "its best ruler measures a distance twice"
    );
}

#[test]
fn a_search_asks_before_each_part_and_never_passes_its_nodes() {
    let mut asked = Vec::new();
    let mut search = RulerSearch::new(11).unwrap();
    let mut watch = |done: u64, most: u64| {
        asked.push((done, most));
        ControlFlow::Continue(())
    };
    assert!(!search.finish(100_000, &mut watch).unwrap());
    assert_eq!(search.nodes(), 100_000);
    assert_eq!(asked, [(0, 100_000), (1 << 16, 100_000)]);
}

#[test]
fn few_unions_leave_few_loads_open_and_are_never_exceeded() {
    for (scheme, n) in [("golomb", 20), ("greedy", 18), ("log", 16)] {
        let list = constructed(scheme, n).list;
        let exact = loads(&list);
        let all = worst_case::of_list(&list, n - 1, Budget::default(), &mut report::Silent)
            .unwrap()
            .unions;
        for unions in [2, 10, 40, 160, all - 1, all] {
            let budget = Budget {
                unions,
                survivors: 0,
                beam: 1,
            };
            let vector = worst_case::of_list(&list, n - 1, budget, &mut report::Silent).unwrap();
            assert!(
                vector.unions <= unions,
                "{scheme} {unions}: {}",
                vector.unions
            );
            // A set causes each exact load, of as many crashes at most.
            for (crashes, (found, exact)) in (1..).zip(vector.loads.iter().zip(&exact)) {
                if found.is_exact() {
                    assert_eq!(found.least, *exact);
                }
                assert!(found.crashed.len() <= crashes);
                if !found.crashed.is_empty() {
                    assert_eq!(load(&Scheme::regular(&list), &found.crashed), found.least);
                }
            }
            assert!(vector.exact().is_some() || unions < all);
        }
    }
}
