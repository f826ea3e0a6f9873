//! Where another way takes the lead along a scale: few runs find the places that all of them show.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::{Scenario, presets, run};
use report::Winner;
use session::key_parameters::{self, Control};
use session::lead::{Scale, Search};

/// Longer runs are cancelled, and tell nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// A scale whose runs take longer all together is left out.
const BUDGET: Duration = Duration::from_secs(20);
/// Values that make a scenario small, where it has the parameter: the test asks where the lead changes, not how surely.
const SMALL: [(&str, &str); 5] = [
    ("runs", "2"),
    ("iterations", "30"),
    ("horizon", "300"),
    ("depth", "6"),
    ("values", "120"),
];

/// The same scenario with less to run.
fn small(scenario: Scenario) -> Scenario {
    SMALL.iter().fold(scenario, |scenario, (name, text)| {
        scenario.with(name, text).unwrap_or(scenario)
    })
}

/// The winner; nothing where the run takes too long or fails.
fn ahead(scenario: &Scenario) -> Option<Winner> {
    let end = Instant::now() + PATIENCE;
    let mut patience = |_, _| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let report = run(scenario, &mut patience).ok()?;
    Some(report.winner.unwrap_or_default())
}

/// The full knowledge of a scale, by running every stop: the search, and the winner at each. Nothing where that takes too long.
fn slow(scenario: &Scenario, scale: &Scale) -> Option<(Search, Vec<(f64, Winner)>)> {
    let begun = Instant::now();
    let search = Search::of(scenario, scale)?;
    let won = search.stops().map(|(stop, scenario)| {
        let winner = ahead(scenario).filter(|_| begun.elapsed() < BUDGET)?;
        Some((stop, winner))
    });
    let won = won.collect::<Option<Vec<_>>>()?;
    Some((search, won))
}

/// The changes found along all scales of a kind.
#[derive(Default)]
struct Found {
    scales: usize,
    changes: usize,
    laboratories: BTreeSet<&'static str>,
}

impl Found {
    /// Searches a scale, and runs all of its stops.
    fn search(&mut self, preset: &str, scenario: &Scenario, scale: &Scale) {
        let Some((mut search, won)) = slow(scenario, scale) else {
            return;
        };
        let mut runs = 0;
        while let Some((at, _)) = search.next() {
            search.tell(at, won[at].1.clone());
            runs += 1;
        }
        let lead = search.lead();
        let said = lead.as_ref().map_or("", |lead| &lead.said);
        let place = format!("{preset} {}: {said}", scale.parameter);
        let pairs: Vec<_> = won
            .windows(2)
            .filter(|pair| pair[0].1.ahead != pair[1].1.ahead)
            .collect();
        let slow: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair[0].0, pair[1].0)).collect();
        let found = lead.as_ref().map_or(&[][..], |lead| &lead.changes);
        assert!(
            found.iter().all(|change| slow.contains(change)),
            "{place}, slowly {slow:?}"
        );
        // Where the lead changes once, that place is found.
        if let [one] = slow.as_slice() {
            assert_eq!(found, [*one], "{place}");
        }
        assert!(runs <= won.len(), "{place}");
        if let Some(lead) = &lead {
            let names = pairs.iter().flat_map(|pair| pair.iter());
            for (_, winner) in names.filter(|_| found.len() == slow.len() && found.len() <= 3) {
                let name = winner.ahead.as_deref().unwrap_or("no clear lead elsewhere");
                assert!(lead.said.contains(name), "{place} does not name {name}");
            }
            self.laboratories.insert(scenario.laboratory());
            self.scales += 1;
            self.changes += found.len();
        }
    }
}

/// Small scenarios of all topics in which a way is ahead: one of each topic.
fn scenarios() -> impl Iterator<Item = (&'static str, Scenario)> {
    let mut topics = BTreeSet::new();
    presets::all().iter().filter_map(move |preset| {
        let scenario = small(preset.scenario());
        let topic = scenario.values().get("topic").map(ToString::to_string);
        let first = topics.insert((scenario.laboratory(), topic));
        let ahead = first && ahead(&scenario).is_some_and(|one| one.ahead.is_some());
        ahead.then_some((preset.name, scenario))
    })
}

#[test]
fn the_places_where_the_lead_changes_are_those_of_a_slow_sweep() {
    let mut found = Found::default();
    for (preset, scenario) in scenarios() {
        for key in key_parameters::of(&scenario, &[]) {
            if matches!(key.control, Control::Slider { .. }) {
                found.search(preset, &scenario, &Scale::slider(key.parameter.name));
            }
        }
    }
    assert!(found.scales >= 6 && found.changes >= 4, "{}", found.scales);
    assert!(found.laboratories.len() >= 3, "{:?}", found.laboratories);
}

#[test]
fn so_are_those_along_lines_that_set_a_part_of_a_text() {
    let mut found = Found::default();
    let examples = ["slow-link", "crash", "loaded"];
    for preset in presets::all()
        .iter()
        .filter(|one| examples.contains(&one.name))
    {
        let scenario = preset.scenario();
        let report = run(&scenario, &mut report::Silent).unwrap();
        let lines = report.charts.iter().flat_map(|chart| &chart.references);
        for line in lines.filter_map(|line| line.handle.clone()) {
            if let Some(stops) = line.stops {
                let scale = Scale::line(&line.parameter, stops);
                assert!(scale.holds(&scenario), "{}: {scale:?}", preset.name);
                found.search(preset.name, &scenario, &scale);
            }
        }
    }
    assert!(
        found.scales >= 2 && found.changes >= 2,
        "{} scales",
        found.scales
    );
}

#[test]
fn so_are_those_along_dots_whatever_changes_with_them() {
    let mut found = Found::default();
    let mut bent = false;
    let examples = ["bursts-replicate", "stream-adapts", "one-slow-node"];
    for preset in presets::all()
        .iter()
        .filter(|one| examples.contains(&one.name))
    {
        let scenario = small(preset.scenario());
        let report = run(&scenario, &mut report::Silent).unwrap();
        for chart in &report.charts {
            for grip in chart.grips.iter().filter(|grip| !grip.once).take(2) {
                let scale = Scale::dot(grip, &grip.said(&chart.y), grip.also.clone());
                found.search(preset.name, &scenario, &scale);
                // Where the dot stands, it goes on with the same scale.
                let mut changes = grip.also.clone();
                let text = grip.text(grip.at as usize).unwrap();
                changes.insert(grip.parameter.clone(), text.into());
                let moved = scenario.having(&changes).unwrap();
                assert!(scale.holds(&moved), "{}: {scale:?}", preset.name);
                assert_eq!(scale.key(&moved), scale.key(&scenario), "{}", preset.name);
                bent |= !grip.also.is_empty();
            }
        }
    }
    assert!(found.scales >= 2 && bent, "{} scales", found.scales);
    assert!(found.laboratories.len() >= 2, "{:?}", found.laboratories);
}
