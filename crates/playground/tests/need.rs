//! What a run takes is told before it starts.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use playground::{Error, Scenario, Setup, laboratories, presets, run};
use report::Silent;
use serde_json::json;

#[test]
fn no_preset_takes_long_or_much() {
    for preset in presets::all() {
        let need = preset.scenario().need();
        assert!(need.time < 5.0, "{}: {need:?}", preset.name);
        assert!(need.memory < 3e8, "{}: {need:?}", preset.name);
        assert_eq!(Setup::from(preset.scenario()).asks(1), None);
    }
}

#[test]
fn what_a_need_can_be_lowered_by_are_parameters() {
    for preset in presets::all() {
        let scenario = preset.scenario();
        let known: Vec<_> = scenario.parameters().iter().map(|one| one.name).collect();
        let need = scenario.need();
        for name in need.lowers_memory.iter().chain(need.lowers_time) {
            assert!(known.contains(name), "{}: {name}", preset.name);
        }
    }
    assert!(!laboratories().is_empty());
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
fn a_run_that_takes_long_is_asked_for_with_the_numbers() {
    let scenario = Scenario::from_json(&json!({"makespan": 1, "replication": {
        "traces": {"synthetic": {}}, "synthetic_nodes": 128, "processors": 128, "copies": 2,
        "iterations": 78_125, "runs": 1,
    }}))
    .unwrap();
    let need = scenario.need();
    assert!(need.memory < 1e9, "{need:?}");
    let setup = Setup::from(&scenario);
    assert_eq!(
        setup.asks(1).unwrap(),
        "this run takes about 42 s and 500 MB of memory; a lower “Runs” or “Iterations” or “Processors” makes it shorter"
    );
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
