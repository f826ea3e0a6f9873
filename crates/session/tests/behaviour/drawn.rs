//! A picture that a preset opens with stays, wherever its key parameters are moved.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::{Scenario, presets, run};
use session::key_parameters::{self, Control};

/// Longer runs are cancelled, and tell nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// Whether a schedule is drawn, or there are no two to compare: the ratio is 1.
fn drawn(scenario: &Scenario) -> Option<bool> {
    let end = Instant::now() + PATIENCE;
    let mut patience = |_, _| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let report = run(scenario, &mut patience).ok()?;
    let same = |figure: &report::Figure| figure.value.to_bits() == 1.0_f64.to_bits();
    Some(report.schedule.is_some() || report.figures.first().is_some_and(same))
}

/// The lowest, a middle and the highest value that a control offers.
fn ends(control: &Control) -> Vec<String> {
    let all: Vec<String> = match control {
        Control::Segments(offers) | Control::List(offers) => {
            let free = offers.iter().filter(|offer| !offer.refused);
            free.map(|offer| offer.value.clone()).collect()
        }
        Control::Slider { stops, .. } => stops.clone(),
        Control::Swept(_) => Vec::new(),
    };
    let places = [0, all.len() / 2, all.len().saturating_sub(1)];
    let mut some: Vec<_> = places
        .iter()
        .filter_map(|at| all.get(*at).cloned())
        .collect();
    some.dedup();
    some
}

#[test]
fn a_schedule_stays_where_a_key_parameter_is_moved() {
    let mut topics = BTreeMap::new();
    for preset in presets::all() {
        let scenario = preset.scenario();
        let topic = (scenario.laboratory(), scenario.get("topic").to_string());
        topics.entry(topic).or_insert(scenario);
    }
    let (mut absent, mut tried) = (Vec::new(), 0);
    for scenario in topics.values().filter(|one| drawn(one) == Some(true)) {
        for key in key_parameters::of(scenario, &[]) {
            for value in ends(&key.control) {
                let Ok(moved) = scenario.with(key.parameter.name, &value) else {
                    continue;
                };
                tried += 1;
                if moved.get("topic") == scenario.get("topic") && drawn(&moved) == Some(false) {
                    absent.push(format!(
                        "{} = {value}: {}",
                        key.parameter.name,
                        moved.to_short_json()
                    ));
                }
            }
        }
    }
    assert!(absent.is_empty() && tried > 100, "{tried} {absent:#?}");
}
