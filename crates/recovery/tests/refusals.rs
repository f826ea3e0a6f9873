//! Bad input gets a message with its place; odd but valid input gets a report.

use crate::run;
use serde_json::{Value, json};
use trial::figure;

fn refused(values: &Value) -> String {
    run(values).expect_err("should be refused")
}

#[test]
fn bad_lists_are_refused_with_their_place() {
    let list = |text: &str| {
        refused(&json!({"computers": 4, "crashed": "0", "scheme": "own", "list": text}))
    };
    assert!(list("1, 2, 2").contains("list: entry 3 of the list is 2, as entry 2 already is"));
    assert!(list("1, 2").contains("does not name computer 3"));
    assert!(list("1, 0, 2").contains("entry 2 of the list is 0, the process's own computer"));
    assert!(list("1, 4, 2").contains("entry 2 of the list is 4; it must be from 1 to 3"));
    assert!(list("1, x, 2").contains("entry 2 of the list is \"x\""));
    assert!(list("").contains("does not name computer 1"));
    let lists = |text: &str| {
        refused(&json!({"computers": 3, "crashed": "0", "other": "own-lists", "lists": text}))
    };
    assert!(lists("1 2\n0 2\n0 0").contains("lists: entry 2 of the list of computer 2 is 0"));
    assert!(lists("1 2\n0 2").contains("there are 2 lists; there must be 3"));
    assert!(lists(&"1 2\n".repeat(9)).contains("there are 9 lists; there must be 3"));
    assert!(lists("1 2\n1 2\n0 1").contains("entry 1 of the list of computer 1 is 1"));
}

#[test]
fn bad_crashes_are_refused_with_their_place() {
    let crashed = |text: &str| refused(&json!({"computers": 4, "crashed": text}));
    assert!(crashed("0 1 2 3").contains("crashed: all 4 computers are crashed"));
    assert!(crashed("1 4").contains("entry 2 is \"4\"; it must be from 0 to 3"));
    assert!(crashed("1 -1").contains("entry 2 is \"-1\""));
    let script = |text: &str| refused(&json!({"computers": 3, "set": "script", "script": text}));
    assert!(
        script("crash 0, crash 0").contains("event 2 crashes computer 0, which is down already")
    );
    assert!(script("repair 0").contains("event 1 repairs computer 0, which is up"));
    assert!(
        script("crash 0, crash 1, crash 2").contains("event 3 crashes computer 2, the last one up")
    );
    assert!(script("crash 0, boom").contains("event 2 is \"boom\""));
    let worst =
        |crashes: u32| refused(&json!({"computers": 4, "set": "worst", "crashes": crashes}));
    assert!(worst(4).contains("crashes is 4; at most 3"));
}

#[test]
fn clusters_out_of_range_are_refused() {
    for topic in ["crash", "vectors", "faults"] {
        for computers in [0, 1, 129, 5_000] {
            let message = refused(&json!({"topic": topic, "computers": computers, "crashed": ""}));
            assert!(
                message.contains("computers") && message.contains("128"),
                "{message}"
            );
        }
    }
    let published = refused(&json!({"computers": 22, "scheme": "published"}));
    assert!(published.contains(
        "computers: there is no published optimal list for 22 computers; choose from 4 to 21"
    ));
    let wrapped = refused(&json!({"computers": 11, "scheme": "wrapped"}));
    let told = wrapped.split_once("no wrapped Golomb ruler has 11 computers; choose ");
    let named = told.unwrap().1.replace(" or ", ", ");
    let named: Vec<u32> = named.split(", ").map(|one| one.parse().unwrap()).collect();
    let values = |n: u32| json!({"computers": n, "crashed": "0", "scheme": "wrapped"});
    let allowed = (2..=128).filter(|n| run(&values(*n)).is_ok());
    assert_eq!(named, allowed.collect::<Vec<u32>>());
}

#[test]
fn bad_weights_processes_and_times_are_refused() {
    let weights = |text: &str| refused(&json!({"computers": 3, "crashed": "0", "weights": text}));
    assert!(
        weights("1 2")
            .contains("weights: has 2\u{a0}weights; write one for each of the 3 computers")
    );
    assert!(weights("1 0 2").contains("weight 2 is \"0\""));
    assert!(weights("1 2 1.5").contains("weight 3 is \"1.5\""));
    let several = refused(&json!({"processes": 2, "scheme": "rendezvous"}));
    assert!(
        several.contains("processes is 2; rendezvous hashing gives each process a list of its own")
    );
    let means = |text: &str| refused(&json!({"topic": "faults", "computers": 2, "means": text}));
    assert!(means("5 1").contains("means: has 1\u{a0}line; write one for each of the 2 computers"));
    assert!(means("5 1\n5").contains("computer 1 has \"5\""));
    assert!(means("5 1\n5 -1").contains("computer 1 has \"5 -1\""));
    let many = refused(
        &json!({"topic": "faults", "between_failures": 0.001, "to_repair": 0.001, "length": 1e7}),
    );
    assert!(
        many.starts_with("length: 120\u{202f}000\u{202f}000\u{202f}000 crashes and repairs are to be expected in a run, and at most 500\u{202f}000"),
        "{many}"
    );
    // The advice is allowed.
    let (_, longest) = many.split_once("choose a length of at most ").unwrap();
    let longest: f64 = longest.strip_suffix("\u{a0}h").unwrap().parse().unwrap();
    let within = |length: f64| {
        run(&json!({
            "topic": "faults", "between_failures": 0.001, "to_repair": 0.001, "length": length, "runs": 1, "compared": "none"
        }))
    };
    assert!(within(1.2 * longest).is_err());
    within(longest).unwrap();
}

#[test]
fn odd_values_are_valid() {
    let none = run(&json!({"crashed": " "})).unwrap();
    assert_eq!(
        none.headline,
        "No computer is crashed: every process runs at home"
    );
    assert_eq!(figure(&none, "load"), 1.0);
    let two = run(&json!({"computers": 2, "crashed": "1"})).unwrap();
    assert_eq!(figure(&two, "load"), 2.0);
    let calm = run(&json!({"set": "script", "script": ""})).unwrap();
    assert_eq!(figure(&calm, "load"), 1.0);
    assert_eq!(
        calm.headline,
        "The script has no event: every process runs at home"
    );
    let once = run(&json!({"topic": "faults", "runs": 1, "compared": "none"})).unwrap();
    assert!(figure(&once, "mean") >= 1.0);
}

#[test]
fn the_largest_cluster_is_reported_for_every_scheme() {
    for scheme in [
        "golomb",
        "modulo",
        "native-modulo",
        "trapezium",
        "rendezvous",
        "consistent",
        "wrapped",
    ] {
        let report = run(&json!({"computers": 128, "scheme": scheme})).unwrap();
        assert!(figure(&report, "load") >= 1.0, "{scheme}");
    }
}

#[test]
fn a_stop_ends_every_topic_that_searches() {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    use recovery::{Parameters, Recovery};
    use std::ops::ControlFlow;

    for topic in ["crash", "vectors", "guarantees", "printed", "faults"] {
        let checked = Recovery::ABOUT
            .table
            .check(&json!({"topic": topic}))
            .unwrap();
        let mut stop = |_: u64, _: u64| ControlFlow::Break(());
        let parameters = Parameters::from_values(&checked);
        let ended = Recovery::run(&parameters, &mut (), &mut stop);
        assert!(
            matches!(ended, Err(laboratory::Error::Cancelled(_))),
            "{topic} does not stop"
        );
    }
}

#[test]
fn a_script_needs_no_search_that_a_stop_could_end() {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    use recovery::{Parameters, Recovery};
    use std::ops::ControlFlow;

    let checked = Recovery::ABOUT.table.check(&json!({"set": "script"}));
    let mut stop = |_: u64, _: u64| ControlFlow::Break(());
    let parameters = Parameters::from_values(&checked.unwrap());
    assert!(Recovery::run(&parameters, &mut (), &mut stop).is_ok());
}

#[test]
fn progress_never_falls_behind_zero_or_beyond_its_end() {
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    use recovery::{Parameters, Recovery};
    use std::ops::ControlFlow;

    for topic in ["vectors", "guarantees", "printed", "faults"] {
        let checked = Recovery::ABOUT
            .table
            .check(&json!({"topic": topic, "runs": 5}))
            .unwrap();
        let mut told = 0;
        let mut watch = |done: u64, total: u64| {
            assert!(done <= total, "{topic}: {done} of {total}");
            told += 1;
            ControlFlow::Continue(())
        };
        Recovery::run(&Parameters::from_values(&checked), &mut (), &mut watch).unwrap();
        assert!(told > 1, "{topic}");
    }
}
