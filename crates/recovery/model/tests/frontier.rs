//! The optimal lists beyond the published ones: each has its loads, and each lower load was refuted.

use recovery_model::search::optimal::ListSearch;
use recovery_model::tables::FRONTIER;
use recovery_model::worst_case::{self, Budget};
use recovery_model::{List, lower_bounds};
use report::Silent;

fn entries(row: &[u16]) -> Vec<usize> {
    row.iter().map(|one| usize::from(*one)).collect()
}

#[test]
fn every_list_beyond_the_published_ones_has_the_loads_beside_it() {
    for proven in FRONTIER {
        let n = proven.computers;
        let list = List::new(n, entries(proven.list)).unwrap();
        let vector = worst_case::of_list(&list, n - 1, Budget::default(), &mut Silent).unwrap();
        let loads: Vec<usize> = vector
            .exact()
            .expect("exact loads")
            .into_iter()
            .map(|load| load as usize)
            .collect();
        assert_eq!(loads, entries(proven.loads), "{n} computers");
    }
}

#[test]
fn every_lower_load_is_refuted_or_impossible() {
    for proven in FRONTIER {
        let n = proven.computers;
        let loads = entries(proven.loads);
        let mut refuted = proven.refutations.iter();
        let mut before = 0;
        for (crashes, load) in (1..).zip(&loads) {
            let least = lower_bounds::least_load(n, crashes).unwrap().max(before);
            assert!(least <= *load);
            for low in least..*load {
                let (of, value, nodes) = *refuted.next().unwrap();
                assert_eq!((usize::from(of), usize::from(value)), (crashes, low));
                assert!(nodes > 0);
            }
            before = *load;
        }
        assert_eq!(refuted.next(), None);
        let proofs: u64 = proven.refutations.iter().map(|proof| proof.2).sum();
        assert!(proofs < proven.nodes);
    }
}

#[test]
fn the_first_of_these_lists_is_found_again_with_the_same_proofs() {
    let first = FRONTIER[0];
    let mut search = ListSearch::new(first.computers).unwrap();
    assert!(search.finish(u64::MAX, &mut Silent).unwrap());
    assert_eq!(search.list().unwrap().entries(), entries(first.list));
    assert_eq!(search.loads(), entries(first.loads));
    assert_eq!(search.nodes(), first.nodes);
    let proofs: Vec<_> = search
        .refutations()
        .iter()
        .map(|proof| (proof.crashes as u16, proof.load as u16, proof.nodes))
        .collect();
    assert_eq!(proofs, first.refutations);
}
