//! What presets say of the thesis, and the table of all its printed values.

use crate::run;
use laboratory::Laboratory;
use recovery::Recovery;
use report::Report;
use report::table::Cell;
use serde_json::Value;
use trial::{figure, table};

fn presets() -> Vec<Value> {
    serde_json::from_str(Recovery::ABOUT.presets).unwrap()
}

fn preset(name: &str) -> Report {
    let presets = presets();
    let preset = presets
        .iter()
        .find(|preset| preset["name"] == name)
        .unwrap();
    run(&preset["values"]).unwrap()
}

#[test]
fn presets_keep_what_their_help_says() {
    let reuse = preset("recovery-reuse");
    assert_eq!(figure(&reuse, "load"), 5.0);
    assert_eq!(figure(&preset("recovery-modulo"), "load"), 5.0);
    assert_eq!(figure(&preset("recovery-golomb"), "tight"), 7.0);
    assert_eq!(figure(&preset("recovery-several-broken"), "tight"), 4.0);
    let one_by_one = preset("recovery-one-by-one");
    assert_eq!(figure(&one_by_one, "load"), 5.0);
    assert_eq!(figure(&one_by_one, "worst"), 6.0);
    let hundred = preset("recovery-hundred");
    for (key, exact) in [
        ("greedy", 25.0),
        ("golomb", 42.0),
        ("modulo", 13.0),
        ("trapezium", 19.0),
    ] {
        assert_eq!(figure(&hundred, key), exact, "{key}");
    }
    let ten = preset("recovery-ten");
    let row = |name: &str| {
        let rows = &table(&ten, "vectors").rows;
        let found = rows.iter().find(|row| row[0] == Cell::words(name)).unwrap();
        found[1..]
            .iter()
            .map(Cell::text)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(row("published"), "2 2 3 3 3 4 4 6 10");
    assert_eq!(row("recomputed"), "2 2 3 3 3 4 4 5 10");
    assert_eq!(row("least of turned lists"), "2 2 3 3 3 4 4 5 10");
}

#[test]
fn all_printed_values_are_those_of_the_data_files() {
    let report = preset("recovery-printed");
    assert_eq!(figure(&report, "same"), 55.0);
    assert_eq!(figure(&report, "differ"), 14.0);
    for row in &table(&report, "same").rows {
        assert_eq!(row[2], row[3], "{:?}", row[1]);
    }
    let file: Value = serde_json::from_str(include_str!("../differs.json")).unwrap();
    let rows = &table(&report, "differ").rows;
    assert_eq!(rows.len(), file["rows"].as_array().unwrap().len());
    for row in rows {
        assert_ne!(row[2], row[3], "{:?}", row[1]);
        assert!(!row[4].text().is_empty(), "{:?} has no reason", row[1]);
    }
}

#[test]
fn kept_values_are_those_that_are_recomputed() {
    let kept = preset("recovery-printed");
    let computed = run(&serde_json::json!({"topic": "printed", "recompute": true})).unwrap();
    assert_eq!(kept.tables, computed.tables);
    assert_eq!(kept.headline, computed.headline);
}

#[test]
fn what_is_shown_changes_no_verdict() {
    for paper in ["all", "iii", "iv", "v", "vi"] {
        let shown = ["all", "reproduced", "different"].map(|outcome| {
            let values =
                serde_json::json!({"topic": "printed", "paper": paper, "outcome": outcome});
            let report = run(&values).unwrap();
            (report.headline, report.figures, report.charts)
        });
        assert!(shown.iter().all(|one| *one == shown[0]), "{paper}");
    }
}
