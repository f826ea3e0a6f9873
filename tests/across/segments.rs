//! A swept bound names the allocation of each segment.

use laboratory::Axis;
use playground::{Setup, View, presets, run, run_setup};
use report::table::Cell;
use serde_json::json;

#[test]
fn a_swept_bound_names_in_chart_table_and_note_the_allocation_that_each_value_alone_has() {
    let scenario = presets::find("migration").unwrap().scenario();
    let values = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 16.0];
    let axis = Axis {
        parameter: "signal_delay".into(),
        values: values.iter().map(|value| json!(value)).collect(),
    };
    let view = View::Sweep(vec![axis]);
    let setup = Setup {
        view,
        ..Setup::from(&scenario)
    };
    let report = run_setup(&setup, &mut report::Silent).unwrap().report;
    let table = report
        .tables
        .iter()
        .find(|table| table.key == "sweep")
        .unwrap();
    assert_eq!(table.columns[1], "Allocation");
    let alone: Vec<String> = values
        .iter()
        .map(|value| {
            let at = scenario.with("signal_delay", &value.to_string()).unwrap();
            run(&at, &mut report::Silent).unwrap().choice.unwrap().which
        })
        .collect();
    let told = table.rows.iter().map(|row| match &row[1] {
        Cell::Text(which) => which.clone(),
        other => panic!("{other:?}"),
    });
    assert_eq!(told.collect::<Vec<_>>(), alone);
    // A segment begins where the allocation differs from that of the value before.
    let begins: Vec<(f64, &String)> = (0..values.len())
        .filter(|at| *at == 0 || alone[*at] != alone[at - 1])
        .map(|at| (values[at], &alone[at]))
        .collect();
    assert!(begins.len() > 1, "{alone:?}");
    let lines = report.charts[0].references.iter();
    let drawn: Vec<(f64, &String)> = lines.map(|line| (line.value, &line.label)).collect();
    assert_eq!(drawn, begins);
    let note = report
        .notes
        .iter()
        .find(|note| note.starts_with("The allocation changes with the signal delay: "));
    for (from, which) in &begins {
        let said = [" from ", " at "].map(|word| format!("{which}{word}{from}"));
        let note = note.unwrap();
        assert!(
            said.iter().any(|said| note.contains(said.as_str())),
            "{note} lacks {said:?}"
        );
    }
}

#[test]
fn a_sweep_whose_answer_chooses_nothing_names_no_segments() {
    let scenario = presets::find("bursts-replicate").unwrap().scenario();
    let scenario = scenario.with("iterations", "20").unwrap();
    let scenario = scenario.with("runs", "2").unwrap();
    let axis = Axis {
        parameter: "processors".into(),
        values: vec![json!(2), json!(4)],
    };
    let view = View::Sweep(vec![axis]);
    let setup = Setup {
        view,
        ..Setup::from(&scenario)
    };
    let report = run_setup(&setup, &mut report::Silent).unwrap().report;
    assert!(
        report
            .charts
            .iter()
            .all(|chart| chart.references.is_empty())
    );
    assert!(
        !report
            .tables
            .iter()
            .any(|table| table.columns.contains(&"Allocation".to_owned()))
    );
}
