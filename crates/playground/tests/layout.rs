//! A topic's layout names charts that the topic has.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeSet;

use playground::{Scenario, presets};
use report::chart::{Handle, Stops};
use report::{Chart, Silent};
use serde_json::Value;

#[test]
fn a_chart_or_a_schedule_answers_the_headline_of_every_topic() {
    let mut seen = BTreeSet::new();
    for preset in presets::all() {
        let scenario = preset.scenario();
        let topic = scenario.values().get("topic").cloned();
        if !seen.insert((scenario.laboratory(), topic.map(|topic| topic.to_string()))) {
            continue;
        }
        let report = playground::run(&scenario, &mut Silent).unwrap();
        let name = preset.name;
        let has = |key: &String| report.charts.iter().any(|chart| chart.key == *key);
        assert!(
            report.layout.first.iter().all(has),
            "{name}: {:?}",
            report.layout
        );
        assert!(
            report.layout.folded.iter().any(has) || report.layout.folded.is_empty(),
            "{name}: {:?}",
            report.layout
        );
        for chart in &report.charts {
            held(name, &scenario, chart);
            gripped(name, &scenario, chart);
        }
        // The first picture of a laboratory describes the machine.
        let mut all = presets::all().iter();
        let first = all.find(|one| one.laboratory() == scenario.laboratory());
        let begins = first.is_some_and(|first| first.name == preset.name);
        assert!(report.scene.is_some() || !begins, "{name}");
        if let Some(scene) = &report.scene {
            let words = scene.machine.split_whitespace().count();
            assert!((5..=15).contains(&words), "{name}: {}", scene.machine);
        }
        let shown = report.seen();
        let drawn = shown.all().count();
        assert!(
            drawn + shown.constant.len() >= report.charts.len(),
            "{name}"
        );
        assert!(
            shown.all().count() > 0 || report.schedule.is_some(),
            "{name} has nothing to look at"
        );
    }
    assert!(seen.len() >= 17, "{seen:?}");
}

/// A line that is dragged shows a number that has an effect now, at the place where that number stands.
fn held(name: &str, scenario: &Scenario, chart: &Chart) {
    let (parameters, values) = (scenario.parameters(), scenario.values());
    for line in &chart.references {
        let Some(handle) = &line.handle else { continue };
        if let Some(stops) = &handle.stops {
            text(name, scenario, line.value, handle, stops);
            continue;
        }
        let own = parameters.iter().find(|one| one.name == handle.parameter);
        assert!(own.is_some(), "{name}: {}", handle.parameter);
        let own = own.unwrap();
        assert!(own.matters(&values), "{name}: {}", own.name);
        let value = values.get(own.name).and_then(Value::as_f64).unwrap();
        let there = value * handle.scale;
        assert!(
            (there - line.value).abs() <= 1e-9 * there.abs(),
            "{name}: {} {there}",
            line.value
        );
    }
}

/// A line that sets a text stands at the stop of the present text, and the scenario accepts all stops.
fn text(name: &str, scenario: &Scenario, value: f64, handle: &Handle, stops: &Stops) {
    let here = stops.all.get(stops.at as usize).unwrap();
    assert_eq!(here.value, value, "{name}");
    for stop in &stops.all {
        let changed = scenario.with(&handle.parameter, &stop.text);
        assert!(changed.is_ok(), "{name}: {}", stop.text);
    }
}

/// A dot that is dragged stands at the value of the scenario, and the scenario accepts every place of the dot.
fn gripped(name: &str, scenario: &Scenario, chart: &Chart) {
    for grip in &chart.grips {
        assert!(grip.stops.is_sorted() && grip.stops.len() > 1, "{name}");
        assert!((grip.at as usize) < grip.stops.len(), "{name}");
        let now = |stop: usize| {
            let mut changes = grip.also.clone();
            let text = grip.text(stop).unwrap();
            changes.insert(grip.parameter.clone(), text.into());
            scenario.changed(&changes)
        };
        for stop in 0..grip.stops.len() {
            let other = now(stop).unwrap();
            let (parameters, values) = (other.parameters(), other.values());
            let own = parameters.iter().find(|one| one.name == grip.parameter);
            assert!(own.unwrap().matters(&values), "{name}: {}", grip.title);
        }
        if !grip.once && grip.also.is_empty() {
            let same = now(grip.at as usize).unwrap();
            // A factor of 1 may be said or not: it changes nothing.
            let said = |scenario: &Scenario| {
                let report = playground::run(scenario, &mut Silent).unwrap();
                report.fingerprint()
            };
            assert!(same == *scenario || said(&same) == said(scenario), "{name}");
        }
    }
}
