//! Where another way takes the lead along a scale: few runs find the places that all of them show.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::{Scenario, presets, run};
use report::Winner;
use session::key_parameters::{self, Control};
use session::lead::Search;

/// Longer runs are cancelled, and tell nothing.
const PATIENCE: Duration = Duration::from_millis(300);
/// A scale whose runs take longer all together is left out.
const BUDGET: Duration = Duration::from_secs(4);
/// What makes a scenario small, where it has it: the test asks where the lead changes, not how surely.
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

/// Who is ahead; nothing where the run takes too long or cannot be made.
fn ahead(scenario: &Scenario) -> Option<Winner> {
    let end = Instant::now() + PATIENCE;
    let mut patience = |_, _| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let report = run(scenario, &mut patience).ok()?;
    Some(report.winner.unwrap_or_default())
}

/// All that is known of a scale by running every stop: the search, and who is ahead at each. Nothing where that takes too long.
fn slow(scenario: &Scenario, parameter: &str) -> Option<(Search, Vec<(f64, Winner)>)> {
    let begun = Instant::now();
    let search = Search::of(scenario, parameter)?;
    let won = search.stops().map(|(stop, scenario)| {
        let winner = ahead(scenario).filter(|_| begun.elapsed() < BUDGET)?;
        Some((stop, winner))
    });
    let won = won.collect::<Option<Vec<_>>>()?;
    Some((search, won))
}

#[test]
fn the_places_where_the_lead_changes_are_those_of_a_slow_sweep() {
    let (mut scales, mut changes) = (0, 0);
    let (mut topics, mut laboratories) = (BTreeSet::new(), BTreeSet::new());
    for preset in presets::all() {
        let scenario = small(preset.scenario());
        // One preset of each topic is enough.
        let topic = scenario.values().get("topic").map(ToString::to_string);
        if !topics.insert((scenario.laboratory(), topic)) {
            continue;
        }
        if ahead(&scenario).is_none_or(|one| one.ahead.is_none()) {
            continue;
        }
        for key in key_parameters::of(&scenario, &[]) {
            if !matches!(key.control, Control::Slider { .. }) {
                continue;
            }
            let name = key.parameter.name;
            let Some((mut search, won)) = slow(&scenario, name) else {
                continue;
            };
            let mut runs = 0;
            while let Some((at, _)) = search.next() {
                search.tell(at, won[at].1.clone());
                runs += 1;
            }
            let lead = search.lead();
            let place = format!("{} {name}: {lead:?}", preset.name);
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
                    let name = winner.ahead.as_deref().unwrap_or("neither");
                    assert!(lead.said.contains(name), "{place} does not name {name}");
                }
                eprintln!("{place}");
                laboratories.insert(scenario.laboratory());
                scales += 1;
                changes += found.len();
            }
        }
    }
    assert!(
        scales >= 6 && changes >= 4,
        "{scales} scales with {changes} changes"
    );
    assert!(laboratories.len() >= 3, "{laboratories:?}");
}
