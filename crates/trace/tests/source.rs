//! The traces that a scenario names: a synthetic node of one's own.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use parameters::{Field as _, Parameter, Parameters as _, Rejected};
use serde_json::{Value, json};
use std::sync::Arc;

use trace::source::{Own, Source, at_hand};
use trace::synthetic::{NodeParameters, Preset, preset};
use trace::{Error, Node, TraceSet};

/// The traces that a value from outside names.
fn read(value: &Value) -> Result<Source, Rejected> {
    let traces = Parameter::new("traces", Source::KIND, "");
    let checked = traces.check(value)?;
    Ok(Source::from_value(&checked).unwrap())
}

#[test]
fn a_node_of_ones_own_says_only_what_differs_from_the_reference() {
    let source = read(&json!({"synthetic": {"level_sd": 0.5, "mean": 800}})).unwrap();
    let expected = NodeParameters {
        mean: 800.0,
        level_sd: 0.5,
        ..NodeParameters::default()
    };
    assert_eq!(source, Source::Synthetic(expected));
    assert_eq!(read(&source.to_value()).unwrap(), source);
    let reference = read(&json!({"synthetic": {}})).unwrap();
    assert_eq!(reference, Source::Synthetic(NodeParameters::default()));
}

#[test]
fn a_node_with_the_parameters_of_a_preset_gives_its_runtimes() {
    let own = Source::Synthetic(Preset::Au02.parameters())
        .load(3, 200, 7)
        .unwrap();
    let named = preset(Preset::Au02, 3, 200, 7);
    assert_eq!((own.nodes().len(), own.name()), (3, "synthetic"));
    assert_eq!(own.nodes()[2].name, "synthetic-3");
    for (own, named) in own.nodes().iter().zip(named.nodes()) {
        assert_eq!(own.runtimes, named.runtimes);
    }
}

#[test]
fn what_is_unknown_or_out_of_range_is_refused_and_named() {
    let unknown = read(&json!({"synthetic": {"levels": 2}})).unwrap_err();
    assert!(
        unknown
            .to_string()
            .contains("levels is 2; no such parameter")
    );
    for (key, bad) in [
        ("mean", 0.0),
        ("level_sd", 1.3),
        ("level_duration", 0.5),
        ("autocorrelation", 1.0),
        ("noise_sd", -0.1),
        ("peak_probability", 0.3),
        ("peak_duration", 5.0),
        ("peak_height", 16.0),
        ("dip_probability", 0.1),
        ("slow_probability", 0.4),
        ("slow_height", 5.5),
    ] {
        let report = read(&json!({"synthetic": {key: bad}}))
            .unwrap_err()
            .to_string();
        assert!(report.contains(key), "{report}");
    }
}

#[test]
fn the_schema_describes_every_parameter_of_a_node() {
    let schema = NodeParameters::TABLE.schema();
    let properties = schema["properties"].as_object().unwrap();
    let default = NodeParameters::default().to_values();
    assert_eq!(properties.len(), 11);
    for (key, property) in properties {
        assert_eq!(property["x-group"], "Synthetic node", "{key}");
        assert_eq!(property["default"], default[key], "{key}");
        for text in ["title", "description"] {
            assert!(
                property[text].as_str().is_some_and(|t| !t.is_empty()),
                "{key}"
            );
        }
        let (least, most) = (property["minimum"].as_f64(), property["maximum"].as_f64());
        assert!(least.is_some() && most.is_some(), "{key}: {property}");
        assert_eq!(
            property.get("x-unit"),
            match key.as_str() {
                "mean" => Some(Value::from("ms")),
                "level_duration" | "peak_duration" => Some(Value::from("jobs")),
                _ => None,
            }
            .as_ref(),
            "{key}"
        );
    }
}

#[test]
fn runtimes_without_memory_are_drawn_for_each_node_from_a_seed_of_its_own() {
    let source =
        read(&json!({"memoryless": {"distribution": "weibull", "variation": 0.5, "mean": 40}}))
            .unwrap();
    let set = source.load(3, 5_000, 7).unwrap();
    assert_eq!(
        (set.nodes().len(), set.jobs(), set.name()),
        (3, 5_000, "memoryless")
    );
    assert!((set.mean() / 40.0 - 1.0).abs() < 0.02);
    let first = &source.load(1, 5_000, 7).unwrap().nodes()[0]
        .runtimes
        .clone();
    assert_eq!(&set.nodes()[0].runtimes, first);
    assert_ne!(&set.nodes()[1].runtimes, first);
}

#[test]
fn runtimes_without_memory_are_never_zero() {
    for (distribution, variation) in [("normal", 1.0), ("two-point", 1.0)] {
        let text = json!({"memoryless": {"distribution": distribution, "variation": variation}});
        let set = read(&text).unwrap().load(2, 500, 1).unwrap();
        let mut all = set.nodes().iter().flat_map(|node| &node.runtimes);
        assert!(all.all(|runtime| *runtime > 0.0));
    }
}

#[test]
fn a_variation_that_a_distribution_cannot_have_is_refused_and_named() {
    for (distribution, variation) in [("uniform", 0.6), ("exponential", 1.2), ("pareto", 5.5)] {
        let text = json!({"memoryless": {"distribution": distribution, "variation": variation}});
        let report = read(&text).unwrap_err();
        assert!(report.to_string().contains("variation"), "{report}");
    }
}

#[test]
fn nodes_of_a_file_are_said_to_have_at_least_the_jobs_of_the_shortest_series() {
    let node = |(host, jobs): (usize, usize)| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: vec![5.0; jobs],
    };
    let nodes = [2, 3].into_iter().enumerate().map(node).collect();
    let set = TraceSet::new("two", nodes).unwrap();
    let wrong = Own {
        nodes: 3,
        ..Own::of(&set, 10)
    };
    let told = wrong.load().unwrap_err().to_string();
    for part in ["said to have 3 nodes", "in the scenario have 2 nodes"] {
        let part = format!("{part} with at least 2 jobs each");
        assert!(told.contains(&part), "{told}");
    }
}

#[test]
fn a_file_that_is_at_hand_is_loaded_by_its_digest_alone() {
    let set = preset(Preset::Peaks, 3, 50, 77);
    let light = Own::of(&set, 0);
    assert!(matches!(light.load(), Err(Error::FileNeeded { .. })));
    at_hand::lay(Arc::new(set.clone()));
    let loaded = light.load().unwrap();
    assert_eq!(
        (loaded.digest(), loaded.name()),
        (set.digest(), light.name.as_str())
    );
    // Another file is not taken for it, and two newer ones take its place.
    for seed in [78, 79] {
        let other = preset(Preset::Peaks, 3, 50, seed);
        assert!(matches!(
            Own::of(&other, 0).load(),
            Err(Error::FileNeeded { .. })
        ));
        at_hand::lay(Arc::new(other));
    }
    assert!(matches!(light.load(), Err(Error::FileNeeded { .. })));
}
