//! The needs of a run: memory is told before it starts, time by the clock.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use parameters::Parameter;
use playground::need::{BUDGET, Headway, LONG};
use playground::{Error, Scenario, Setup, presets, run};
use report::Silent;
use serde_json::json;

#[test]
fn no_preset_takes_much_memory() {
    for preset in presets::all() {
        let need = preset.scenario().need();
        assert!(need.memory < 3e8, "{}: {need:?}", preset.name);
    }
}

#[test]
fn a_run_that_takes_more_memory_than_a_worker_has_is_refused_with_the_numbers() {
    let scenario = Scenario::from_json(&json!({"makespan": 1, "replication": {
        "traces": {"synthetic": {}}, "synthetic_nodes": 128, "processors": 128, "copies": 2,
        "iterations": 78_125, "runs": 1, "topic": "processors",
    }}))
    .unwrap();
    let Err(Error::Rejected(rejected)) = run(&scenario, &mut Silent) else {
        panic!("it was run");
    };
    let problem = rejected.problems.first().unwrap();
    assert_eq!(problem.place, "replication.iterations");
    assert_eq!(problem.value, "78125");
    assert_eq!(
        problem.expected,
        "this run would take about 1.6 GB of memory, and a worker has 1.0 GB: lower “Iterations” or “Processors”"
    );
}

#[test]
fn what_makes_a_run_shorter_is_named_where_it_has_an_effect() {
    for preset in presets::all() {
        let scenario = preset.scenario();
        let values = scenario.values();
        let shorter = Setup::from(&scenario).shorter().unwrap_or_default();
        for parameter in scenario.parameters() {
            let named = shorter.contains(&format!("“{}”", parameter.title));
            let mut lowers = scenario.need().lowers_time.iter();
            let lowers = lowers.any(|name| name.text() == parameter.name);
            let alike = |one: &&Parameter| one.title == parameter.title && one.matters(&values);
            let parameters = scenario.parameters();
            let twin = parameters
                .iter()
                .filter(alike)
                .any(|one| one.name != parameter.name);
            assert!(
                twin || named == (lowers && parameter.matters(&values)),
                "{}: {shorter} {}",
                preset.name,
                parameter.name
            );
        }
    }
}

/// The headway of a run that reported these parts of its work.
fn told(goes_on: bool, parts: &[f64]) -> Headway {
    let mut headway = Headway::new(goes_on);
    parts.iter().for_each(|part| headway.reach(*part));
    headway
}

#[test]
fn a_pace_is_told_in_words_that_promise_no_more_than_is_known() {
    let words = |parts: &[f64], seconds| told(false, parts).pace(seconds).words();
    let unknown = "this run has taken 3\u{202f}s; how long the rest takes is not known yet";
    assert_eq!(words(&[], 3.0), unknown);
    assert_eq!(words(&[1.0], 3.0), unknown);
    assert_eq!(words(&[0.9, 0.1], 3.0), unknown);
    let cases = [
        (
            0.5,
            3.2,
            "50\u{202f}% is done after 3\u{202f}s; at this pace the rest takes about 4\u{202f}s",
        ),
        (
            0.009,
            3.0,
            "less than 1\u{202f}% is done after 3\u{202f}s; at this pace the rest takes about 6\u{202f}min",
        ),
        (
            0.25,
            4_000.0,
            "25\u{202f}% is done after 66\u{202f}min; at this pace the rest takes about 3\u{202f}h",
        ),
        (
            0.999,
            10_000.0,
            "99\u{202f}% is done after 2\u{202f}h; at this pace the rest takes about 11\u{202f}s",
        ),
        (
            1e-9,
            3.0,
            "less than 1\u{202f}% is done after 3\u{202f}s; at this pace the rest takes more than a day",
        ),
    ];
    for (part, seconds, expected) in cases {
        assert_eq!(words(&[part], seconds), expected);
    }
    // Of a run that stands still, nobody knows the rest; of one that slows down, the last half of the time counts.
    let mut headway = told(false, &[0.87]);
    let _ = headway.pace(1.5);
    assert_eq!(headway.pace(3.0).left, None);
    headway.reach(0.93);
    let _ = headway.pace(4.0);
    let left = headway.pace(6.0).left.unwrap();
    assert!((left - 3.5).abs() < 1e-9, "{left}");
    // A resumed run did only the work since it resumed.
    let pace = told(true, &[0.5, 0.75]).pace(10.0);
    assert_eq!(pace.left, Some(10.0));
    assert_eq!(told(true, &[0.5]).pace(10.0).left, None);
}

#[test]
fn a_run_ends_at_its_budget_or_ten_seconds_later_where_that_is_enough() {
    let over = |part, seconds| told(false, &[part]).pace(seconds).is_over();
    assert!(!over(0.5, BUDGET - 1.0) && over(0.5, BUDGET));
    assert!(!over(0.9, BUDGET) && over(0.9, BUDGET + LONG));
    // No report of a run gives it more time.
    for part in [0.0, 0.9999, 1.0] {
        assert!(over(part, BUDGET + LONG));
    }
}

#[test]
fn a_file_of_ones_own_counts_without_its_runtimes() {
    let set = trace::read::read("mine", "7,8,9\n".repeat(5_000).as_bytes()).unwrap();
    let set = set.set.unwrap();
    let scenario = presets::first().scenario();
    let (small, _) = scenario.with_traces(&set);
    assert!(small.need().memory > 8.0 * 15_000.0);
    assert_eq!(small.need(), small.supplied(&set).need());
}
