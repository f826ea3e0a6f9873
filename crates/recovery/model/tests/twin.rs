//! The definition as an oracle: simulates every crash set, for regular and arbitrary lists, with weights and without.

use proptest::prelude::*;
use recovery_model::scheme::Rule;
use recovery_model::schemes::fill::Fill;
use recovery_model::worst_case::{self, Budget, one_by_one};
use recovery_model::{Scheme, lower_bounds};
use trace::random::Random;

use crate::common::{load, simulated, vector};
use crate::depth_first;

/// Any lists of n computers.
fn lists(n: usize, seed: u64) -> Scheme {
    let list = |home: usize| {
        let order = Random::stream(seed, &[home as u64]).sample(n, n);
        order
            .into_iter()
            .filter(|computer| *computer != home)
            .collect()
    };
    Scheme::of_lists(n, (0..n).map(list).collect()).unwrap()
}

fn found(scheme: &Scheme) -> Vec<u32> {
    let most = scheme.computers() - 1;
    let vector =
        worst_case::of_scheme(scheme, most, Budget::default(), &mut report::Silent).unwrap();
    for (crashes, found) in (1..).zip(&vector.loads) {
        assert_eq!(found.crashed.len(), crashes);
        assert_eq!(load(scheme, &found.crashed), found.least);
    }
    vector.exact().unwrap()
}

/// Whether bounds from small budgets hold the exact values.
fn holds(scheme: &Scheme, exact: &[u32]) -> bool {
    [(6, 40, 2), (0, 0, 1), (3, 1, 1)]
        .into_iter()
        .all(|(unions, survivors, beam)| {
            let budget = Budget {
                unions,
                survivors,
                beam,
            };
            let vector =
                worst_case::of_scheme(scheme, exact.len(), budget, &mut report::Silent).unwrap();
            vector
                .loads
                .iter()
                .zip(exact)
                .all(|(load, exact)| (load.least..=load.most).contains(exact))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn regular_lists_have_the_loads_of_every_crash_set(n in 2_usize..=12, seed in any::<u64>()) {
        let list = Fill::Random { seed }.complete(n, Vec::new()).unwrap();
        let scheme = Scheme::regular(&list);
        let exact = simulated(&scheme);
        prop_assert_eq!(vector(&list, n - 1).exact().unwrap(), exact.clone());
        prop_assert_eq!(found(&scheme), exact.clone());
        prop_assert!(holds(&scheme, &exact));
        let second = depth_first::loads(&scheme, 0..n, n - 1);
        prop_assert_eq!(&second, &exact);
        // Certificates and bounds hold.
        let least = lower_bounds::least_loads(n);
        for (crashes, (exact, least)) in (1..).zip(exact.iter().zip(&least)) {
            prop_assert!(*exact as usize >= *least);
            if crashes <= list.certificate() {
                prop_assert_eq!(*exact as usize, *least);
            }
        }
        // A hasty adversary finds possible loads, so never more than the worst.
        let nested = one_by_one::crashes(&scheme, &mut report::Silent).unwrap();
        prop_assert!(nested.iter().zip(&exact).all(|(crash, exact)| crash.load <= *exact));
    }

    #[test]
    fn any_lists_have_the_loads_of_every_crash_set(n in 2_usize..=12, seed in any::<u64>()) {
        let scheme = lists(n, seed);
        let exact = simulated(&scheme);
        prop_assert_eq!(found(&scheme), exact.clone());
        prop_assert!(holds(&scheme, &exact));
        let second = depth_first::loads(&scheme, 0..n, n - 1);
        prop_assert_eq!(second, exact);
    }

    #[test]
    fn weights_add_up_in_the_worst_crash_sets(n in 2_usize..=12, seed in any::<u64>(), regular in any::<bool>()) {
        let mut random = Random::new(seed);
        let weights: Vec<u32> = (0..n).map(|_| 1 + random.below(9) as u32).collect();
        let scheme = if regular {
            Scheme::regular(&Fill::Random { seed }.complete(n, Vec::new()).unwrap())
        } else {
            lists(n, seed)
        };
        let scheme = scheme.weighted(&weights).unwrap();
        let exact = simulated(&scheme);
        prop_assert_eq!(found(&scheme), exact.clone());
        prop_assert!(holds(&scheme, &exact));
    }

    #[test]
    fn several_processes_have_the_loads_of_every_crash_set(n in 2_usize..=10, processes in 1_usize..=4, seed in any::<u64>(), skip in any::<bool>()) {
        prop_assume!(processes <= n);
        let list = Fill::Random { seed }.complete(n, Vec::new()).unwrap();
        let scheme = Scheme::several(&list, processes, if skip { Rule::Skip } else { Rule::Plain }).unwrap();
        for process in scheme.processes() {
            let mut named = process.list().to_vec();
            named.push(process.home);
            named.sort_unstable();
            prop_assert_eq!(named, (0..n).collect::<Vec<_>>());
        }
        let exact = simulated(&scheme);
        prop_assert_eq!(found(&scheme), exact.clone());
        let least = lower_bounds::least_loads_of_several(n, processes).unwrap();
        prop_assert!(exact.iter().zip(least).all(|(exact, least)| *exact as usize >= least));
    }
}
