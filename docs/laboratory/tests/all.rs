//! The laboratory against the published examples, a slow scheduler, and its own sentences.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeMap;

use anomalies::model::{Instance, bound, makespan};
use anomalies::tasks::{Task, read};
use anomalies::{Anomalies, Parameters};
use proptest::prelude::*;
use serde_json::{Value, json};
use trial::{fault, figure, random};

/// The nine tasks of the paper, with other values.
fn run(values: &Value) -> report::Report {
    trial::run::<Anomalies>(values).unwrap()
}

#[test]
fn the_anomalies_of_the_paper_are_repeated() {
    let changes = [
        (json!({ "change": "processor" }), 15.0),
        (json!({ "change": "shorter" }), 13.0),
        (json!({ "change": "unconstrained" }), 16.0),
    ];
    for (values, expected) in changes {
        let report = run(&values);
        assert_eq!(figure(&report, "makespan"), expected, "{values}");
        assert!(
            report.headline.contains("times as long as before"),
            "{}",
            report.headline
        );
    }
}

#[test]
fn a_chain_at_the_end_of_the_list_reaches_the_bound() {
    let tasks = "C1,1,\nC2,1,C1\nC3,1,C2\nA1,1,\nA2,1,\nA3,1,\nA4,1,\nA5,1,\nA6,1,\n";
    let report = run(&json!({ "change": "reversed", "tasks": tasks }));
    assert_eq!(figure(&report, "ratio_before"), 5.0 / 3.0);
    assert!((bound(3, 3) - 5.0 / 3.0).abs() < 1e-12);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let cases = [
        ("A,3,\nA,2,\n", "line 2: A is the name of two tasks"),
        ("A,3,B\nB,2,A\n", "A and B wait for each other"),
        ("A,0,\n", "line 1: the time is 0; allowed: 1 to 1000"),
    ];
    for (tasks, expected) in cases {
        let refused = trial::run::<Anomalies>(&json!({ "tasks": tasks })).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
    let refused =
        trial::run::<Anomalies>(&json!({ "change": "shorter", "shorter": 2 })).unwrap_err();
    assert!(refused.contains("must be less than 2"), "{refused}");
}

/// Tasks that each wait for some of the tasks before them in the list.
fn instances() -> impl Strategy<Value = Instance> {
    let task = (
        1..9_u32,
        prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    );
    (prop::collection::vec(task, 1..14), 1..5_u32).prop_map(|(drawn, processors)| {
        let task = |(place, (time, after)): (usize, (u32, Vec<prop::sample::Index>))| {
            let mut after: Vec<usize> = match place {
                0 => Vec::new(),
                place => after.iter().map(|index| index.index(place)).collect(),
            };
            after.sort_unstable();
            after.dedup();
            Task {
                name: format!("T{place}"),
                time,
                after,
            }
        };
        let tasks: Vec<Task> = drawn.into_iter().enumerate().map(task).collect();
        Instance {
            list: (0..tasks.len()).collect(),
            processors,
            tasks,
        }
    })
}

/// List scheduling minute by minute: in each, every free processor takes the first task of the list whose predecessors have ended.
fn slow(instance: &Instance) -> u32 {
    let number = instance.tasks.len();
    let mut left: Vec<u32> = instance.tasks.iter().map(|task| task.time).collect();
    let mut started = vec![false; number];
    let mut now = 0;
    while left.iter().any(|left| *left > 0) {
        let running = (0..number)
            .filter(|place| started[*place] && left[*place] > 0)
            .count();
        let ready = |place: &usize| {
            instance.tasks[*place]
                .after
                .iter()
                .all(|before| left[*before] == 0)
        };
        let free = (instance.processors as usize).saturating_sub(running);
        let next: Vec<usize> = instance
            .list
            .iter()
            .copied()
            .filter(|place| !started[*place] && ready(place))
            .take(free)
            .collect();
        next.iter().for_each(|place| started[*place] = true);
        for (left, _) in left
            .iter_mut()
            .zip(&started)
            .filter(|(left, on)| **on && **left > 0)
        {
            *left -= 1;
        }
        now += 1;
    }
    now
}

proptest! {
    #![proptest_config(random(300))]

    #[test]
    fn the_schedule_is_that_of_the_slow_scheduler(instance in instances()) {
        let slots = instance.schedule();
        prop_assert_eq!(makespan(&slots), slow(&instance));
        prop_assert!(makespan(&slots) >= instance.least());
        for (task, slot) in instance.tasks.iter().zip(&slots) {
            prop_assert_eq!(slot.end - slot.start, task.time);
            prop_assert!(task.after.iter().all(|before| slots[*before].end <= slot.start));
        }
    }

    #[test]
    fn no_change_is_worse_than_the_bound(instance in instances(), more in 0..3_u32, less in 0..2_u32) {
        let mut after = instance.clone();
        after.processors += more;
        after.list.reverse();
        after.tasks.iter_mut().for_each(|task| task.time = (task.time - less.min(task.time - 1)).max(1));
        let ratio = f64::from(makespan(&after.schedule())) / f64::from(makespan(&instance.schedule()));
        prop_assert!(ratio <= bound(instance.processors, after.processors) + 1e-12, "{}", ratio);
    }

    #[test]
    fn what_is_said_is_so(instance in instances(), change in prop::sample::select(vec!["processor", "reversed", "unconstrained"])) {
        let tasks: String = instance.tasks.iter().map(|task| {
            let after: Vec<String> = task.after.iter().map(|place| format!("T{place}")).collect();
            format!("{},{},{}\n", task.name, task.time, after.join(" "))
        }).collect();
        prop_assert_eq!(read(&tasks).unwrap(), instance.tasks.clone());
        let values = json!({ "tasks": tasks, "processors": instance.processors, "change": change });
        let report = run(&values);
        prop_assert_eq!(fault(&report), None);
        let mut after = instance.clone();
        match change {
            "processor" => after.processors += 1,
            "reversed" => after.list.reverse(),
            _ => after.tasks.iter_mut().for_each(|task| task.after.clear()),
        }
        let (before, after) = (slow(&instance), slow(&after));
        prop_assert_eq!(figure(&report, "makespan"), f64::from(after));
        let headline = &report.headline;
        prop_assert_eq!(headline.contains("times as long as"), after > before, "{}", headline);
        prop_assert_eq!(headline.contains("times as fast as"), after < before, "{}", headline);
        prop_assert_eq!(headline.contains("changes nothing"), after == before, "{}", headline);
    }
}

#[test]
fn presets_run_and_repeat_what_is_printed() {
    let presets: Value =
        serde_json::from_str(<Anomalies as laboratory::Laboratory>::ABOUT.presets).unwrap();
    let mut reports = BTreeMap::new();
    for preset in presets.as_array().unwrap() {
        reports.insert(preset["name"].as_str(), run(&preset["values"]));
    }
    let sheets: Value =
        serde_json::from_str(<Anomalies as laboratory::Laboratory>::PRINTED).unwrap();
    for sheet in sheets.as_array().unwrap() {
        let report = &reports[&sheet["preset"].as_str()];
        for printed in sheet["numbers"].as_array().unwrap() {
            let key = printed["figure"].as_str().unwrap();
            let value = printed["value"].as_f64().unwrap();
            assert_eq!(figure(report, key), value, "{sheet}");
        }
    }
    assert_eq!(
        trial::typed::<Anomalies>(&json!({})).unwrap(),
        Parameters::default()
    );
}
