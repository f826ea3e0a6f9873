//! Scenarios: refused in words, run to the same numbers, stopped when asked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::ops::ControlFlow;

use expect_test::expect;
use parameters::Holds;
use playground::{Error, Scenario, laboratories, link, presets, run};
use report::Silent;
use serde_json::{Value, json};
use trace::{Node, TraceSet};

fn small(fragment: &str) -> Scenario {
    link::decode(&format!("#p={fragment}&runs=3&iterations=40"))
        .unwrap()
        .scenario
}

fn refused(text: &str) -> String {
    Scenario::from_text(text).unwrap_err().to_string()
}

#[test]
fn a_file_that_is_no_scenario_is_refused_in_words() {
    expect!["this is not JSON: expected value at line 1 column 1"].assert_eq(&refused("hello"));
    expect![[r#"a scenario is a JSON object such as {"makespan": 1, "replication": {}}"#]]
        .assert_eq(&refused("[]"));
    expect!["makespan is missing; allowed: 1, the version of scenarios"]
        .assert_eq(&refused(r#"{"replication": {}}"#));
    expect!["a scenario names a laboratory; allowed: replication, divisible, prediction, bounds, recovery, adaptation"]
        .assert_eq(&refused(r#"{"makespan": 1}"#));
    expect![
        "laundry is no laboratory; allowed: replication, divisible, prediction, bounds, recovery, adaptation"
    ]
    .assert_eq(&refused(r#"{"makespan": 1, "laundry": {}}"#));
    expect![[r#"replication.traces is "nowhere"; allowed: quiet, shared, bursts, set-one, set-two, population, six, ar01, ar02, au01, au02, telaviv01, warsch01, peaks, switches, usa, synthetic, memoryless"#]].assert_eq(&refused(
        r#"{"makespan": 1, "replication": {"traces": "nowhere"}}"#,
    ));
    expect!["replication is 5; allowed: an object with named parameters"]
        .assert_eq(&refused(r#"{"makespan": 1, "replication": 5}"#));
    expect!["replication.noise is 3; allowed: a number from 0 to 2; replication.runs is 0; allowed: a whole number from 1 to 1000"].assert_eq(&refused(
        r#"{"makespan": 1, "replication": {"runs": 0, "noise": 3}}"#,
    ));
}

#[test]
fn parameters_that_do_not_go_together_are_refused_with_what_would() {
    let error = |fragment: &str| run(&small(fragment), &mut Silent).unwrap_err().to_string();
    expect!["replication.copies is 4; allowed with 6 processors: 1, 2, 3, 6"]
        .assert_eq(&error("bursts-replicate&processors=6&copies=4"));
    expect!["replication.processors is 32; allowed: 1 to 16, the number of nodes in these traces"]
        .assert_eq(&error("bursts-replicate&processors=32"));
    let long = link::decode("#p=bursts-replicate&iterations=1001")
        .unwrap()
        .scenario;
    expect![
        "replication.iterations is 1001; allowed: 1 to 1000, the number of jobs in these traces"
    ]
    .assert_eq(&run(&long, &mut Silent).unwrap_err().to_string());
}

#[test]
fn a_number_of_copies_that_does_not_divide_is_left_out_where_it_is_not_the_question() {
    let report = run(&small("shared-dynamic&processors=6&copies=4"), &mut Silent).unwrap();
    assert!(
        report
            .notes
            .iter()
            .any(|note| note == "4 copies are left out: they do not divide 6\u{a0}processors.")
    );
}

#[test]
fn the_same_scenario_gives_the_same_fingerprint_and_another_seed_another() {
    let fingerprint = |fragment: &str| run(&small(fragment), &mut Silent).unwrap().fingerprint();
    assert_eq!(
        fingerprint("bursts-replicate"),
        fingerprint("bursts-replicate")
    );
    assert_ne!(
        fingerprint("bursts-replicate"),
        fingerprint("bursts-replicate&seed=1")
    );
}

#[test]
fn a_run_tells_its_progress_and_stops_when_asked() {
    let mut heard = Vec::new();
    let mut until_two = |done: u64, total: u64| {
        heard.push((done, total));
        if done == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let error = run(&small("bursts-replicate"), &mut until_two).unwrap_err();
    assert!(matches!(error, Error::Cancelled(_)));
    assert_eq!(heard, [(1, 3), (2, 3)]);
}

#[test]
fn the_methods_share_their_resources() {
    // The schedule shows one method; the table compares the same runs in each case.
    let table = |fragment: &str| {
        run(&small(fragment), &mut Silent).unwrap().tables[0]
            .rows
            .clone()
    };
    let numbers = |rows: Vec<Vec<report::table::Cell>>| -> Vec<String> {
        rows.iter()
            .flatten()
            .map(report::table::Cell::exact)
            .collect()
    };
    let equal = numbers(table("bursts-replicate&strategy=equal"));
    assert_eq!(numbers(table("bursts-replicate&strategy=dynamic")), equal);
    assert_eq!(numbers(table("bursts-replicate&strategy=replicate")), equal);
}

fn own(nodes: usize, jobs: usize) -> TraceSet {
    let node = |host: usize| Node {
        name: format!("mine {host}"),
        position: None,
        host,
        runtimes: (0..jobs)
            .map(|k| 10.0 + ((k * (host + 3)) % 17) as f64 / 7.0)
            .collect(),
    };
    TraceSet::new("mine.csv", (0..nodes).map(node).collect()).unwrap()
}

#[test]
fn a_small_file_of_ones_own_travels_in_the_link() {
    let (scenario, changes) = small("bursts-replicate").with_traces(&own(4, 30));
    expect!["Processors lowered to 4, the most that this file allows; Iterations lowered to 30, the most that this file allows; “Mean runtime on one processor” is empty now: the runtimes of this file stay as they were measured"].assert_eq(&changes.join("; "));
    let link = link::encode(&scenario).unwrap();
    let there = link::decode(&link).unwrap().scenario;
    assert_eq!(there, scenario);
    let fingerprint = |scenario| run(scenario, &mut Silent).unwrap().fingerprint();
    assert_eq!(fingerprint(&there), fingerprint(&scenario));
}

#[test]
fn a_large_file_of_ones_own_is_asked_for_and_recognised() {
    let set = own(64, 2_000);
    let (scenario, changes) = small("bursts-replicate").with_traces(&set);
    expect!["“Mean runtime on one processor” is empty now: the runtimes of this file stay as they were measured"].assert_eq(&changes.join("; "));
    assert!(link::encode(&scenario).unwrap().len() < 400);
    assert!(matches!(
        run(&scenario, &mut Silent),
        Err(Error::FileNeeded {
            nodes: 64,
            jobs: 2_000,
            ..
        })
    ));
    assert_eq!(scenario.supplied(&own(64, 1_999)), scenario);
    assert!(run(&scenario.supplied(&set), &mut Silent).is_ok());
}

#[test]
fn a_file_with_one_node_still_runs() {
    let (scenario, _) = small("bursts-replicate").with_traces(&own(1, 5));
    let report = run(&scenario, &mut Silent).unwrap();
    expect!["One processor waits for nobody"].assert_eq(&report.headline);
}

#[test]
fn a_synthetic_node_of_ones_own_travels_in_the_link() {
    let with = |node: serde_json::Value| {
        Scenario::from_json(&json!({"makespan": 1, "replication": {
            "traces": {"synthetic": node}, "processors": 4, "copies": 2, "runs": 3, "iterations": 40,
        }}))
    };
    let scenario = with(json!({"level_sd": 0.5, "peak_height": 4})).unwrap();
    let link = link::encode(&scenario).unwrap();
    assert_eq!(link::decode(&link).unwrap().scenario, scenario);
    let fingerprint = |node| {
        run(&with(node).unwrap(), &mut Silent)
            .unwrap()
            .fingerprint()
    };
    let one = run(&scenario, &mut Silent).unwrap().fingerprint();
    assert_ne!(one, fingerprint(json!({})));
    assert_eq!(
        fingerprint(json!({})),
        fingerprint(json!({"level_sd": 0.35}))
    );

    let refused = |node| with(node).unwrap_err().to_string();
    expect!["replication.traces.level_sd is 3; allowed: a number from 0 to 1.2"]
        .assert_eq(&refused(json!({"level_sd": 3})));
    expect!["replication.traces.levels is 3; no such parameter; the most similar of 11: “level_sd”, “level_duration”, “peak_height”"].assert_eq(&refused(json!({"levels": 3})));
    expect![[r#"replication.traces.level_sd is "much"; allowed: a number from 0 to 1.2"#]]
        .assert_eq(&refused(json!({"level_sd": "much"})));
}

#[test]
fn values_of_a_carried_file_are_checked_like_any_file() {
    let json = json!({"makespan": 1, "replication": {"processors": 1, "copies": 1, "iterations": 2, "traces": {"own": {
        "name": "mine", "digest": "0".repeat(64), "nodes": 1, "jobs": 2, "series": [{"name": "a", "runtimes": [1.0, -1.0]}],
    }}}});
    let scenario = Scenario::from_json(&json).unwrap();
    expect!["node 'a', job 2: the runtime is -1 ms; allowed: 1e-9 to 1e15 ms"]
        .assert_eq(&run(&scenario, &mut Silent).unwrap_err().to_string());
}

#[test]
fn a_carried_file_must_be_what_the_scenario_says_of_it() {
    let (scenario, _) = small("bursts-replicate").with_traces(&own(2, 3));
    let complaint = |name: &str, value: serde_json::Value| {
        let mut json = scenario.to_json();
        json["replication"]["traces"]["own"][name] = value;
        let scenario = Scenario::from_json(&json).unwrap();
        run(&scenario, &mut Silent).unwrap_err().to_string()
    };
    let all = [
        complaint("nodes", json!(3)),
        complaint("jobs", json!(4)),
        complaint("digest", json!("0".repeat(64))),
    ];
    expect![[r#"
        the file 'mine.csv' is said to have 3 nodes with at least 3 jobs each and SHA-256 fe5fb27c357d9688735a15d03a9a028c1c8d63bfa82ec883d6f922a970d086ce, but its values in the scenario have 2 nodes with at least 3 jobs each and SHA-256 fe5fb27c357d9688735a15d03a9a028c1c8d63bfa82ec883d6f922a970d086ce: give the file again
        the file 'mine.csv' is said to have 2 nodes with at least 4 jobs each and SHA-256 fe5fb27c357d9688735a15d03a9a028c1c8d63bfa82ec883d6f922a970d086ce, but its values in the scenario have 2 nodes with at least 3 jobs each and SHA-256 fe5fb27c357d9688735a15d03a9a028c1c8d63bfa82ec883d6f922a970d086ce: give the file again
        the file 'mine.csv' is said to have 2 nodes with at least 3 jobs each and SHA-256 0000000000000000000000000000000000000000000000000000000000000000, but its values in the scenario have 2 nodes with at least 3 jobs each and SHA-256 fe5fb27c357d9688735a15d03a9a028c1c8d63bfa82ec883d6f922a970d086ce: give the file again"#]].assert_eq(&all.join("\n"));
}

#[test]
fn every_parameter_has_a_title_help_a_group_and_a_default_that_it_takes() {
    let all = laboratories()
        .iter()
        .map(|one| Scenario::of(one.name).unwrap());
    let all = all.flat_map(|scenario| {
        let parameters = scenario.parameters().into_iter();
        parameters.map(move |parameter| (scenario.clone(), parameter))
    });
    for (scenario, parameter) in all {
        assert!(
            !parameter.title.is_empty() && !parameter.help.is_empty(),
            "{}",
            parameter.name
        );
        assert!(!parameter.group.is_empty(), "{}", parameter.name);
        let text = match parameter.default_value() {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        let same = scenario.with(parameter.name, &text);
        assert_eq!(same.as_ref(), Ok(&scenario), "{} {text}", parameter.name);
    }
}

#[test]
fn defaults_are_written_as_checked_values_are() {
    for laboratory in laboratories() {
        let mut tables = vec![laboratory.table];
        for choice in laboratory
            .table
            .parameters
            .iter()
            .flat_map(|one| one.choices())
        {
            if let Holds::Parameters(held) = choice.holds {
                tables.push(*held);
            }
        }
        for table in tables {
            let defaults = table.defaults();
            assert_eq!(
                table.check(&defaults.clone().into()),
                Ok(defaults),
                "{}",
                laboratory.name
            );
        }
    }
}

#[test]
fn the_schema_names_every_parameter_with_its_range() {
    let schema = Scenario::schema();
    let properties = &schema["properties"]["replication"]["properties"];
    assert_eq!(properties["processors"]["minimum"], 1);
    assert_eq!(properties["processors"]["maximum"], 128);
    assert_eq!(properties["problem_size"]["x-unit"], "s");
    let names = properties.as_object().unwrap().len();
    assert_eq!(names, Scenario::default().parameters().len());
}

#[test]
fn quantities_refuse_what_is_out_of_range() {
    let quantity = playground::formula("replication.ccr").unwrap();
    expect!["problem_size is 0; allowed: a number from 0.001 to 1000 s"].assert_eq(
        &quantity
            .evaluate(&json!({"problem_size": 0}))
            .unwrap_err()
            .to_string(),
    );
    expect!["problem_size: missing; allowed: a number from 0.001 to 1000 s"]
        .assert_eq(&quantity.evaluate(&json!({})).unwrap_err().to_string());
}

#[test]
fn parameters_are_changed_all_at_once_and_a_text_stands_for_what_a_person_means() {
    let scenario = small("bursts-replicate");
    let values = |value: serde_json::Value| value.as_object().cloned().unwrap();
    let changes = values(json!({"processors": "8", "noise": "0,5", "seed": 7}));
    let changed = scenario.having(&changes).unwrap();
    assert_eq!(
        ["processors", "noise", "seed"].map(|name| changed.get(name)),
        [json!(8), json!(0.5), json!(7)]
    );
    for wrong in [
        json!({"noise": 3}),
        json!({"procesors": 4}),
        json!({"seed": {}}),
    ] {
        assert!(scenario.having(&values(wrong.clone())).is_err(), "{wrong}");
    }
    // Variants change the values of a file, which have one form.
    assert!(
        scenario
            .changed(&values(json!({"processors": "8"})))
            .is_err()
    );
}

#[test]
fn traces_with_parameters_of_their_own_take_the_place_of_each_other() {
    let node = Scenario::default()
        .with("traces", "synthetic")
        .and_then(|scenario| scenario.with("traces.noise_sd", "0.5"))
        .and_then(|scenario| scenario.with("traces.mean", "40"))
        .unwrap();
    let drawn = node
        .with("traces", "memoryless")
        .and_then(|scenario| scenario.with("traces.distribution", "weibull"))
        .unwrap();
    assert_eq!(drawn.get("traces"), "memoryless");
    // Parameters that both choices have stay.
    assert_eq!(drawn.get("traces.mean"), 40.0);
    assert_eq!(drawn.get("traces.noise_sd"), serde_json::Value::Null);
    let text = drawn.to_short_json().to_string();
    assert!(
        text.contains(r#""traces":{"memoryless":{"distribution":"weibull""#),
        "{text}"
    );
    let refused = drawn
        .with("traces.distribution", "uniform")
        .unwrap_err()
        .to_string();
    assert!(refused.contains("traces.variation"), "{refused}");
    let measured = drawn.with("traces", "bursts").unwrap();
    assert_eq!(measured.checked()["traces"], "bursts");
}

#[test]
fn a_key_that_stands_twice_is_refused_with_its_place() {
    let text =
        "{\"makespan\": 1, \"replication\": {\n  \"runs\": 2,\n  \"copies\": 2, \"runs\": 3}}";
    let expected = "replication: the key “runs” stands twice (line 3, column 21): keep one of them";
    assert_eq!(Scenario::from_text(text).unwrap_err().to_string(), expected);
    assert_eq!(
        playground::Setup::from_text(text).unwrap_err().to_string(),
        expected
    );
    let damaged = Scenario::from_text("{\"makespan\": 1,")
        .unwrap_err()
        .to_string();
    assert!(damaged.starts_with("this is not JSON: EOF"), "{damaged}");
    assert!(Scenario::from_text("{\"makespan\": 1} x").is_err());
}

#[test]
fn one_value_is_the_same_as_among_all() {
    for preset in presets::all() {
        let scenario = preset.scenario();
        let values = scenario.values();
        for (name, value) in &values {
            assert_eq!(scenario.get(name), *value, "{} {name}", preset.name);
        }
        assert_eq!(scenario.get("no such parameter"), Value::Null);
        assert!(
            values.len() >= scenario.parameters().len(),
            "{}",
            preset.name
        );
    }
}
