//! Every preset runs, and says the numbers of the documents where it can.

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
        assert!(first.figures.len() >= 3, "{}", preset["name"]);
    }
}

#[test]
fn printed_tables_are_computed_and_printed_runtimes_have_a_note() {
    for preset in presets() {
        for printed in preset["printed"].as_array().into_iter().flatten() {
            let report = run(&preset["values"]).unwrap();
            let computed = figure(&report, printed["figure"].as_str().unwrap());
            let printed = printed["value"].as_f64().unwrap();
            let exact = ["metrics", "landscape"].map(Value::from);
            if exact.contains(&preset["values"]["topic"]) {
                // A curve that is not printed is near; what is printed is exact.
                let near = match preset["note"].as_str() {
                    Some(note) if note.contains("does not print its curve") => 0.02,
                    _ => 0.001,
                };
                assert!(
                    (computed - printed).abs() < near * printed.abs(),
                    "{}: {computed} for {printed}",
                    preset["name"]
                );
            } else {
                // The document does not print all settings.
                assert!(preset["note"].is_string(), "{}", preset["name"]);
                assert!((computed > 0.0) == (printed > 0.0), "{}", preset["name"]);
            }
        }
    }
}
