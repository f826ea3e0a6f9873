//! The key parameters of all presets: each parameter above the picture changes the picture.

use std::collections::BTreeMap;

use playground::presets::{self, Preset};
use playground::{Scenario, run};
use report::{Report, Silent};
use serde_json::{Map, Value};
use session::key_parameters::{self, Control, Key};

/// The preset with fewer runs of less work, whose effects are as visible.
fn small(preset: &Preset) -> Scenario {
    let scenario = preset.scenario();
    let most = [
        ("runs", 3.0),
        ("iterations", 160.0),
        ("values", 300.0),
        ("horizon", 400.0),
        ("entrants", 4.0),
        ("synthetic_nodes", 64.0),
    ];
    let values = scenario.values();
    let lower = |(name, most): &(&str, f64)| {
        let now = values.get(*name)?.as_f64()?;
        let whole = values.get(*name)?.is_u64();
        let less = now.min(*most);
        let less = if whole {
            Value::from(less as u64)
        } else {
            less.into()
        };
        Some(((*name).to_owned(), less))
    };
    let mut changes: Map<String, Value> = most.iter().filter_map(lower).collect();
    // A tournament of all predictors is beside the point, and so is a machine of a thousand workers.
    for (name, most) in [("first", 1_u64), ("clusters", 2), ("shown_from", 0)] {
        if values.contains_key(name) {
            let now = values[name].as_u64().unwrap_or_default();
            changes.insert(name.into(), now.min(most).into());
        }
    }
    scenario.having(&changes).unwrap_or(scenario)
}

/// All visible parts of a report.
fn seen(report: &Report) -> String {
    [
        report.fingerprint(),
        report.headline.clone(),
        report.why.clone(),
        report
            .charts
            .iter()
            .map(|chart| chart.title.as_str())
            .collect(),
        report.notes.concat(),
    ]
    .join("\n")
}

/// The values that a key parameter offers, as they are typed.
fn offered(key: &Key) -> Vec<String> {
    match &key.control {
        Control::Segments(offers) | Control::List(offers) => offers
            .iter()
            .filter(|offer| !offer.refused)
            .map(|offer| offer.value.clone())
            .collect(),
        Control::Slider { stops, .. } => stops.clone(),
        Control::Swept(_) => Vec::new(),
    }
}

/// Some of them, other than the value: the neighbours and the ends.
fn others(key: &Key) -> Vec<String> {
    let all = offered(key);
    let at = match &key.control {
        Control::Slider { at, .. } => *at,
        _ => all.iter().position(|one| *one == key.value).unwrap_or(0),
    };
    let mut some = vec![at.saturating_sub(1), at + 1, 0];
    some.retain(|place| *place != at);
    some.dedup();
    some.into_iter()
        .filter_map(|place| all.get(place).cloned())
        .collect()
}

#[test]
fn every_preset_has_two_or_three_key_parameters_that_change_its_report() {
    let mut without: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut refused = Vec::new();
    let tried: Vec<_> = presets::all()
        .iter()
        .filter(|preset| {
            std::env::var("PRESET").is_ok_and(|name| name == preset.name)
                || std::env::var("PRESET").is_err()
        })
        .collect();
    for preset in tried {
        let keys = key_parameters::of(&preset.scenario(), &[]);
        assert!(
            (2..=3).contains(&keys.len()),
            "{}: {}",
            preset.name,
            keys.len()
        );
        let scenario = small(preset);
        let base = seen(
            &run(&scenario, &mut Silent).unwrap_or_else(|error| panic!("{}: {error}", preset.name)),
        );
        for key in &keys {
            let name = key.parameter.name;
            assert!(!["seed", "runs"].contains(&name), "{}: {name}", preset.name);
            let about = scenario.get("topic") == "estimates";
            assert!(name != "traces" || about, "{}: {name}", preset.name);
            let mut changed = false;
            for other in others(key) {
                let Ok(different) = scenario.with(name, &other) else {
                    refused.push(format!("{}: {name} {other}", preset.name));
                    continue;
                };
                if key_parameters::refusal(&different, name).is_some() {
                    continue;
                }
                match run(&different, &mut Silent) {
                    Ok(report) if seen(&report) != base => {
                        changed = true;
                        break;
                    }
                    Ok(_) => {}
                    Err(error) => refused.push(format!("{}: {name} {other}: {error}", preset.name)),
                }
            }
            if !changed {
                without.entry(preset.name.into()).or_default().push(name);
            }
        }
    }
    assert_eq!(
        (&without, &refused),
        (&BTreeMap::new(), &Vec::new()),
        "without effect, refused"
    );
}

#[test]
fn starters_show_an_effect_of_half_as_much_again_and_say_its_number() {
    let mut laboratories = Vec::new();
    for preset in presets::starters() {
        let report = run(&preset.scenario(), &mut Silent).unwrap();
        let (before, _) = report.headline.split_once(" times as ").unwrap();
        let number = before.rsplit(' ').next().unwrap();
        assert!(
            number.parse::<f64>().unwrap() >= 1.5,
            "{}: {}",
            preset.name,
            report.headline
        );
        let said = format!("{number} times as ");
        assert!(
            preset.starter.unwrap().contains(&said),
            "{}: {}",
            preset.name,
            report.headline
        );
        laboratories.push(preset.laboratory());
    }
    let all: Vec<_> = playground::laboratories()
        .iter()
        .map(|one| one.name)
        .collect();
    assert_eq!(laboratories, all);
}
