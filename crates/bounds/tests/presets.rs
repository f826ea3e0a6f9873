//! Every preset runs, and says the numbers of the specification.

use crate::common::{figure, run};
use bounds::Bounds;
use laboratory::Laboratory;
use serde_json::Value;

fn presets() -> Vec<Value> {
    serde_json::from_str(Bounds::ABOUT.presets).unwrap()
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
        if std::env::var("SHOW").is_ok() {
            println!("\n=== {}: {}", preset["name"], first.headline);
            println!("{}", first.why);
            for figure in &first.figures {
                println!("  {}: {} {:?}", figure.name, figure.text(), figure.beside);
            }
            for chart in &first.charts {
                println!("  [{}] {}", chart.key, chart.title);
            }
            for table in &first.tables {
                println!("{}\n{}", table.title, table.csv());
            }
            if let Some(worlds) = &first.worlds {
                println!("{} | {} | {}", worlds.without, worlds.with, worlds.caption);
                for reason in worlds.reasons.iter().take(3) {
                    println!("   {}", reason.text);
                }
                let last = worlds.reasons.last();
                println!("   {}", last.map_or("", |reason| reason.text.as_str()));
            }
            for note in &first.notes {
                println!("- {note}");
            }
        }
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
