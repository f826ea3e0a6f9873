//! What a topic says of the places of its charts speaks of charts that it has.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeSet;

use playground::presets;
use report::Silent;

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
        let shown = report.seen();
        let drawn = shown.charts.len() + shown.folded.len();
        assert!(
            drawn + shown.constant.len() >= report.charts.len(),
            "{name}"
        );
        assert!(
            !shown.charts.is_empty() || report.schedule.is_some(),
            "{name} has nothing to look at"
        );
    }
    assert!(seen.len() >= 17, "{seen:?}");
}
