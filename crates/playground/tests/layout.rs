//! What a topic says of the places of its charts speaks of charts that it has.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeSet;

use playground::{Scenario, presets};
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
