//! Every preset runs, and says the numbers of independent programs.

use crate::common::{figure, run};
use adaptation::Adaptation;
use laboratory::Laboratory;
use serde_json::Value;

fn presets() -> Vec<Value> {
    serde_json::from_str(Adaptation::ABOUT.presets).unwrap()
}

#[test]
fn every_preset_runs_and_repeats_its_fingerprint() {
    for preset in presets() {
        let first = run(&preset["values"]).unwrap();
        assert_eq!(
            first.fingerprint(),
            run(&preset["values"]).unwrap().fingerprint(),
            "{}",
            preset["name"]
        );
        assert!(!first.headline.is_empty() && !first.why.is_empty());
        assert!(first.figures.len() >= 2);
    }
}

#[test]
fn printed_numbers_are_computed() {
    for preset in presets() {
        for printed in preset["printed"].as_array().into_iter().flatten() {
            let report = run(&preset["values"]).unwrap();
            let computed = figure(&report, printed["figure"].as_str().unwrap());
            let printed = printed["value"].as_f64().unwrap();
            assert!(
                (computed - printed).abs() < 0.01,
                "{computed} for {printed}"
            );
        }
    }
}
