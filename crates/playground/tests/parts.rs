//! A run in parts is the run in one go.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use playground::{
    Cache, Error, Extras, Scenario, Setup, View, finish, parts, resume_setup, run, run_part,
};
use report::Silent;
use serde_json::json;

fn scenario(changes: &serde_json::Value) -> Scenario {
    Scenario::from_json(&json!({"makespan": 1, "replication": changes})).unwrap()
}

fn made(scenario: &Scenario, parts: u32) -> Vec<Vec<u8>> {
    let cache = &mut Cache::default();
    let part = |part| run_part(scenario, part, parts, cache, &mut Silent).unwrap();
    (0..parts).map(part).collect()
}

#[test]
fn any_number_of_parts_in_any_order_gives_the_same_report() {
    for strategy in ["replicate", "dynamic", "adaptive", "speculate"] {
        let scenario = scenario(&json!({"runs": 7, "iterations": 60, "strategy": strategy}));
        let whole = run(&scenario, &mut Silent).unwrap();
        for number in [1, 2, 5, 9] {
            let mut parts = made(&scenario, number);
            parts.reverse();
            let report = finish(&scenario, &parts, &mut Cache::default(), &mut Silent).unwrap();
            assert_eq!(report.headline, whole.headline);
            assert_eq!(report.fingerprint(), whole.fingerprint());
        }
    }
}

#[test]
fn parts_that_are_not_whole_or_of_another_scenario_are_refused() {
    let seven = scenario(&json!({"runs": 7, "iterations": 30}));
    let mut parts = made(&seven, 3);
    parts.remove(1);
    let refused =
        |parts: &[Vec<u8>]| match finish(&seven, parts, &mut Cache::default(), &mut Silent) {
            Err(Error::Other(message)) => message,
            other => format!("{other:?}"),
        };
    assert_eq!(
        refused(&parts),
        "the parts end after 2 of 7 runs, or are those of another study"
    );
    let more = made(&scenario(&json!({"runs": 9, "iterations": 30})), 1);
    assert!(refused(&more).contains("of 7 runs"));
    assert_eq!(
        refused(&[b"nothing".to_vec()]),
        "bytes that are no part of a run"
    );
}

#[test]
fn only_long_runs_of_one_scenario_are_worth_parts() {
    let long = scenario(&json!({"runs": 1000, "iterations": 2000, "processors": 16}));
    let setup = |scenario: &Scenario, view| Setup {
        scenario: scenario.clone(),
        view,
        extras: Extras::default(),
    };
    assert_eq!(parts(&setup(&long, View::One)), 32);
    assert_eq!(parts(&setup(&long, View::Compare(Vec::new()))), 1);
    assert_eq!(parts(&setup(&Scenario::default(), View::One)), 1);
    let prediction = Scenario::of("prediction").unwrap();
    assert_eq!(parts(&setup(&prediction, View::One)), 1);
}

#[test]
fn the_first_parts_give_the_report_of_so_many_runs() {
    let scenario = scenario(&json!({"runs": 7, "iterations": 60, "strategy": "adaptive"}));
    let parts = made(&scenario, 3);
    let cache = &mut Cache::default();
    for (number, runs) in [(1, 2), (2, 4), (3, 7)] {
        let fewer = scenario.beginning(number, 3);
        assert_eq!(fewer.values().get("runs"), Some(&json!(runs)));
        let first = &parts[..number as usize];
        let report = finish(&fewer, first, cache, &mut Silent).unwrap();
        let alone = run(&fewer, &mut Silent).unwrap();
        assert_eq!(report.fingerprint(), alone.fingerprint());
    }
}

#[test]
fn what_was_kept_of_other_runs_changes_nothing() {
    let cache = &mut Cache::default();
    let changes = [
        json!({"runs": 5, "iterations": 40}),
        json!({"runs": 5, "iterations": 40, "copies": 4}),
        json!({"runs": 5, "iterations": 40, "rebalance_every": 3, "traces": "shared"}),
        json!({"runs": 5, "iterations": 40}),
    ];
    for changes in &changes {
        let scenario = scenario(changes);
        let setup = Setup::from(scenario.clone());
        let outcome = resume_setup(&setup, &[], &mut |_, _| {}, cache, &mut Silent).unwrap();
        let alone = run(&scenario, &mut Silent).unwrap();
        assert_eq!(outcome.report.fingerprint(), alone.fingerprint());
    }
}
