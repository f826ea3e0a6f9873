//! Neighbouring seeds share no run, in any topic.

use std::collections::BTreeSet;

use adaptation::Parameters;
use adaptation::model::strategy::Unadapted;
use adaptation::model::study::plain;
use adaptation::setting::Setting;
use adaptation::tournament;
use report::Silent;
use serde_json::json;

use crate::typed;

/// The number of runs of each seed.
const RUNS: u32 = 3;

fn small(seed: u64) -> Parameters {
    typed(&json!({
        "seed": seed, "runs": RUNS, "iterations": 1, "phases": 1, "depth": 2, "branching": 2, "disturbances": "",
        "clusters": "nodes,active\n2,2\n",
    }))
    .unwrap()
}

#[test]
fn no_two_seeds_of_two_hundred_share_a_run_of_a_program() {
    let mut runtimes = BTreeSet::new();
    let mut seeds = BTreeSet::new();
    for seed in 1..=200 {
        let setting = Setting::of(&small(seed)).unwrap();
        for run in 0..RUNS {
            let scenario = setting.seeded(run);
            seeds.insert(scenario.seed);
            let outcome = plain(&scenario, &mut Unadapted, &mut Silent).unwrap();
            runtimes.insert(outcome.runtime.to_bits());
        }
    }
    assert_eq!(
        (seeds.len(), runtimes.len()),
        (200 * RUNS as usize, 200 * RUNS as usize)
    );
}

#[test]
fn no_two_seeds_of_sixty_share_a_run_of_a_tournament() {
    let mut runtimes = BTreeSet::new();
    for seed in 1..=60 {
        let setting = Setting::of(&small(seed)).unwrap();
        let scenarios = [(String::new(), setting.scenario)];
        let cases = tournament::hold(&scenarios, RUNS, &mut Silent).unwrap();
        runtimes.extend(cases[0].times(0).iter().map(|time| time.to_bits()));
    }
    assert_eq!(runtimes.len(), 60 * RUNS as usize);
}

#[test]
fn no_two_seeds_of_two_hundred_share_a_run_of_a_landscape() {
    let mut gains = BTreeSet::new();
    for seed in 1..=200 {
        let values = json!({
            "topic": "landscape", "seed": seed, "runs": 2, "pool": 20, "intervals": 120, "noise": 0.5, "climbs": true,
        });
        let report = crate::run(&values).unwrap();
        gains.insert(trial::figure(&report, "gain").to_bits());
    }
    // Climbs in whole nodes may come to the same sum by chance; shared runs would leave half of them.
    assert!(gains.len() > 150, "{}", gains.len());
}
