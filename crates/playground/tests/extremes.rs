//! No infinity leaves a model, and no sentence has one, for any values that the door lets in.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::time::Duration;

use parameters::Kind;
use playground::{Scenario, laboratories, run};
use proptest::prelude::*;
use report::Report;
use report::table::Cell;

use crate::small::patience;
use trial::cases;

/// Longer runs are cancelled.
const BRIEF: Duration = Duration::from_millis(500);

/// The scenario with one parameter at an end of its range, or at a choice; unchanged where the scenario refuses the value.
fn pushed(scenario: Scenario, which: usize, end: usize) -> Scenario {
    let parameters = scenario.parameters();
    let values = scenario.values();
    let effective: Vec<_> = parameters
        .iter()
        .filter(|parameter| parameter.matters(&values))
        .collect();
    let parameter = effective[which % effective.len()];
    let text = match &parameter.kind {
        Kind::Integer { minimum, maximum } => {
            [*minimum, *maximum, (minimum + 1).min(*maximum)][end % 3].to_string()
        }
        Kind::Number {
            minimum, maximum, ..
        } => [*minimum, *maximum, (minimum * 10.0).max(1e-9).min(*maximum)][end % 3].to_string(),
        Kind::Choice(_) => {
            let offered: Vec<_> = parameter.offered().collect();
            offered[end % offered.len()].value.to_owned()
        }
        Kind::Flag => end.is_multiple_of(2).to_string(),
        Kind::List { .. } | Kind::Text { .. } => return scenario,
    };
    scenario.with(parameter.name, &text).unwrap_or(scenario)
}

/// The infinities of a report, which no reader can use.
fn infinities(report: &Report) -> Vec<String> {
    let mut found = Vec::new();
    let mut texts = vec![("headline", &report.headline), ("why", &report.why)];
    texts.extend(report.notes.iter().map(|note| ("note", note)));
    for (place, text) in texts {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        // The critical path has its sign in the symbol.
        let infinite = text.replace("T∞", "").contains('∞');
        if words.any(|word| ["inf", "NaN", "nan"].contains(&word)) || infinite {
            found.push(format!("{place}: {text}"));
        }
    }
    for figure in &report.figures {
        let interval = figure.interval.iter().flat_map(|one| [one.low, one.high]);
        if interval.chain([figure.value]).any(f64::is_infinite) {
            found.push(format!("figure {}", figure.key));
        }
    }
    for chart in &report.charts {
        chart.numbers(&mut |number| {
            if number.is_infinite() {
                found.push(format!("chart {}", chart.key));
            }
        });
    }
    for table in &report.tables {
        table.visit(&mut |cell| {
            let infinite = match cell {
                Cell::Text(_) => false,
                Cell::Number(number) => number.is_infinite(),
                Cell::Figure(figure) => figure.value.is_infinite(),
            };
            if infinite {
                found.push(format!("table {}", table.key));
            }
        });
    }
    if let Some(schedule) = &report.schedule
        && schedule
            .spans()
            .any(|span| !span.start.is_finite() || !span.end.is_finite())
    {
        found.push("schedule".into());
    }
    found.dedup();
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_report_has_an_infinity_at_the_ends_of_the_ranges(
        laboratory in 0..100_usize, topic in 0..20_usize,
        pushes in prop::collection::vec((0..100_usize, 0..20_usize), 1..5),
    ) {
        let names: Vec<_> = laboratories().iter().map(|about| about.name).collect();
        let scenario = Scenario::of(names[laboratory % names.len()]).unwrap();
        let topics = scenario.parameters();
        let topics = topics.iter().find(|one| one.name == "topic").unwrap();
        let all: Vec<_> = topics.offered().collect();
        let mut scenario = scenario.with("topic", all[topic % all.len()].value).unwrap();
        for (which, end) in pushes {
            scenario = pushed(scenario, which, end);
        }
        // A refused scenario has named the reason.
        if let Ok(report) = run(&scenario, &mut patience(BRIEF)) {
            let found = infinities(&report);
            prop_assert!(found.is_empty(), "{}: {found:?}", scenario.to_json());
        }
    }
}
