//! The texts of presets about the thesis, and the table of all its printed values.

use crate::run;
use laboratory::Laboratory;
use recovery::Recovery;
use report::Report;
use report::table::Cell;
use serde_json::{Value, json};
use trial::{figure, table};

const EXPLANATION: &str = include_str!("../explanation.html");

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
    assert_eq!(row("lower bound of turned lists"), "2 2 3 3 3 4 4 5 10");
}

#[test]
fn the_explanation_counts_the_printed_values_as_the_table_does() {
    let report = preset("recovery-printed");
    let (same, other) = (figure(&report, "same"), figure(&report, "differ"));
    let said = format!("beside the computed one: {same} agree, {other} differ.");
    assert!(EXPLANATION.contains(&said), "{said}");
}

/// The explanation's promise: exact loads up to so many computers, or up to so many crashes of 128 computers.
#[test]
fn worst_loads_are_exact_as_far_as_the_explanation_says() {
    for said in [
        "exact for up to 40 computers",
        "the first 36 crashes of up to 128",
        "for the thesis’s schemes with the rest in ascending order and for most other lists",
        "otherwise for up to\n  24 computers",
    ] {
        assert!(EXPLANATION.contains(said), "{said}");
    }
    let exact = |values: Value| {
        let mut asked = json!({"topic": "vectors", "compared": "none"});
        asked
            .as_object_mut()
            .unwrap()
            .extend(values.as_object().unwrap().clone());
        let report = run(&asked).unwrap();
        let rows = &table(&report, "sets").rows;
        rows.iter()
            .take_while(|row| row[3].text() == "exact")
            .count()
    };
    for scheme in ["log", "greedy", "golomb", "modulo", "trapezium"] {
        assert_eq!(
            exact(json!({"scheme": scheme, "computers": 40})),
            39,
            "{scheme}"
        );
    }
    assert!(exact(json!({"scheme": "greedy", "computers": 128})) >= 36);
    let weights = (0..24).map(|one| (one * 7 % 9 + 1).to_string());
    let weights = weights.collect::<Vec<_>>().join(" ");
    for values in [
        json!({"scheme": "greedy", "processes": 4}),
        json!({"scheme": "rendezvous"}),
        json!({"scheme": "consistent"}),
        json!({"scheme": "golomb", "weights": weights}),
    ] {
        let mut values = values;
        values["computers"] = json!(24);
        assert_eq!(exact(values.clone()), 23, "{values}");
    }
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
