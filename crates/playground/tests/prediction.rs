//! The prediction laboratory through the one door.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeSet;

use expect_test::expect;
use playground::presets;
use playground::printed::{Place, Sheet};
use playground::{Scenario, View, link, run, run_setup};
use report::chart::Series;
use report::table::Cell;
use report::{Report, Silent};
use serde_json::json;
use trace::{Node, TraceSet};

fn scenario(changes: serde_json::Value) -> Scenario {
    Scenario::from_json(&json!({"makespan": 1, "prediction": changes})).unwrap()
}

fn small(traces: &str) -> Scenario {
    scenario(json!({
        "traces": traces, "synthetic_nodes": 4, "values": 100, "entrants": 4, "processors": 4, "runs": 3,
    }))
}

fn keys(report: &Report) -> Vec<&str> {
    report
        .charts
        .iter()
        .map(|chart| chart.key.as_str())
        .collect()
}

#[test]
fn forecasts_come_with_a_program_that_is_balanced_by_them() {
    let report = run(&small("switches"), &mut Silent).unwrap();
    assert_eq!(
        keys(&report),
        [
            "guess",
            "course",
            "weights",
            "errors",
            "ranking",
            "gains",
            "balancing"
        ]
    );
    assert_eq!(report.schedule.unwrap().lanes().len(), 4);
    let balancing = report
        .tables
        .iter()
        .find(|table| table.key == "balancing")
        .unwrap();
    assert_eq!(balancing.rows.len(), 18);
}

#[test]
fn every_topic_has_its_charts() {
    let of = |topic: &str| {
        let scenario = small("au01").with("topic", topic).unwrap();
        let report = run(&scenario, &mut Silent).unwrap();
        keys(&report).join(" ")
    };
    expect!["course neighbours histogram autocorrelation decay hurst rolling_hurst box"]
        .assert_eq(&of("series"));
    expect!["boxes characters correlations gain"].assert_eq(&of("set"));
    expect!["course histogram autocorrelation"].assert_eq(&of("likeness"));
}

#[test]
fn the_schedule_is_that_of_the_predictor_that_is_shown() {
    let makespan = |predictor: &str| {
        let scenario = small("switches").with("predictor", predictor).unwrap();
        run(&scenario, &mut Silent)
            .unwrap()
            .schedule
            .unwrap()
            .makespan()
    };
    assert_ne!(
        makespan("last-value").to_bits(),
        makespan("running-mean").to_bits()
    );
}

#[test]
fn a_single_series_is_described_and_predicted_but_balances_nothing() {
    let node = Node {
        name: "alone".into(),
        position: None,
        host: 0,
        runtimes: (1..80).map(|k| f64::from(k % 7 + 1)).collect(),
    };
    let set = TraceSet::new("alone.csv", vec![node]).unwrap();
    let (scenario, changes) = small("bursts")
        .with("series", "9")
        .unwrap()
        .with_traces(&set);
    assert_eq!(
        changes,
        ["Series lowered to 1, the most that this file allows"]
    );
    let report = run(&scenario, &mut Silent).unwrap();
    assert!(report.schedule.is_none());
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.starts_with("One series alone balances nothing"))
    );
}

#[test]
fn a_synthetic_node_has_parameters_of_its_own_in_forms_flags_and_sweeps() {
    let plain = small("bursts");
    assert!(
        !plain
            .parameters()
            .iter()
            .any(|parameter| parameter.name.starts_with("traces."))
    );
    let node = plain.with("traces", "synthetic").unwrap();
    let names: Vec<_> = node
        .parameters()
        .into_iter()
        .map(|parameter| parameter.name)
        .filter(|name| name.starts_with("traces."))
        .collect();
    assert_eq!(names.len(), 11);
    // The form keeps the parameters of a group together.
    let mut groups: Vec<_> = node
        .parameters()
        .into_iter()
        .map(|parameter| parameter.group)
        .collect();
    groups.dedup();
    let once: std::collections::BTreeSet<_> = groups.iter().collect();
    assert_eq!(once.len(), groups.len(), "{groups:?}");
    assert_eq!(node.get("traces"), "synthetic");
    let louder = node.with("traces.noise_sd", "0.5").unwrap();
    assert_eq!(louder.get("traces.noise_sd"), 0.5);
    assert_eq!(
        louder.to_short_json()["prediction"]["traces"]["synthetic"]["noise_sd"],
        0.5
    );
    let again = link::decode(&link::encode(&louder).unwrap())
        .unwrap()
        .scenario;
    assert_eq!(again, louder);
    expect!["prediction.traces.noise_sd is 7; allowed: a number from 0 to 1"].assert_eq(
        &Scenario::from_json(
            &json!({"makespan": 1, "prediction": {"traces": {"synthetic": {"noise_sd": 7}}}}),
        )
        .unwrap_err()
        .to_string(),
    );
    let complaint = louder.with("traces.noise_sd", "7").unwrap_err();
    assert_eq!(complaint.problems[0].place, "traces.noise_sd");
    // Back to another source, the node is gone.
    assert_eq!(
        louder.with("traces", "peaks").unwrap().get("traces"),
        "peaks"
    );
    let decoded = link::decode("#p=own-node&values=80&traces.peak_height=9").unwrap();
    assert_eq!(decoded.scenario.get("traces.peak_height"), 9.0);
}

#[test]
fn a_sweep_goes_over_a_parameter_of_the_node() {
    let node = small("bursts").with("traces", "synthetic").unwrap();
    let axis = playground::Setup::axis(&node, "traces.noise_sd=0.1,0.4,0.8").unwrap();
    let setup = playground::Setup::new(node, View::Sweep(vec![axis])).unwrap();
    let report = run_setup(&setup, &mut Silent).unwrap().report;
    let errors: Vec<f64> = report.tables[0]
        .rows
        .iter()
        .filter_map(|row| match &row[1] {
            Cell::Figure(figure) => Some(figure.value),
            _ => None,
        })
        .collect();
    // The louder the noise, the worse the forecast.
    assert_eq!(errors.len(), 3);
    assert!(errors.is_sorted(), "{errors:?}");
}

#[test]
fn predictors_are_compared_on_the_same_series() {
    let setup = playground::Setup::new(
        small("switches"),
        View::Compare(vec![
            json!({"predictor": "running-mean"})
                .as_object()
                .unwrap()
                .clone(),
        ]),
    )
    .unwrap();
    let outcome = run_setup(&setup, &mut Silent).unwrap();
    let differences = &outcome.report.tables[0];
    assert_eq!(differences.columns[1], "Error over the mean, difference");
    assert_eq!(outcome.beside.unwrap().variants.len(), 1);
}

#[test]
fn printed_numbers_stand_beside_the_computed_ones_of_an_unchanged_preset() {
    let population = presets::find("population").unwrap().scenario();
    let report = run(&population, &mut Silent).unwrap();
    let table = &report.tables[0];
    assert_eq!(table.title, "Printed against computed");
    // Means of 24 characteristics, and their correlations with the gain.
    assert_eq!(table.rows.len(), 48);
    let value = |cell: &Cell| match cell {
        Cell::Figure(figure) => figure.value,
        other => panic!("{other:?}"),
    };
    let row = |name: &str| {
        let row = table.rows.iter().find(|row| row[0].text() == name).unwrap();
        (value(&row[1]), value(&row[2]))
    };
    // Dobber 2006, table 3.3, and the results of an independent program for the same population.
    let near = |(printed, computed): (f64, f64), expected: (f64, f64)| {
        assert!((printed - expected.0).abs() < 1e-12);
        assert!(
            (computed / expected.1 - 1.0).abs() < 2e-3,
            "{computed} {expected:?}"
        );
    };
    near(row("μ"), (3419.0, 3433.0));
    near(row("c"), (0.57, 0.570));
    near(row("s(s)"), (683.0, 843.0));
    near(row("Hurst parameter, mean"), (0.73, 0.702));
    near(row("correlation of μ and σ"), (0.99, 0.907));
    let changed = population.with("block", "21").unwrap();
    let report = run(&changed, &mut Silent).unwrap();
    assert!(report.tables.iter().all(|table| table.key != "printed"));
}

#[test]
fn every_printed_number_finds_its_place_in_the_report() {
    for sheet in Sheet::all()
        .iter()
        .filter(|sheet| sheet.numbers.len() == 17)
    {
        let preset = presets::find(&sheet.preset).unwrap();
        let report = run(&preset.scenario(), &mut Silent).unwrap();
        assert_eq!(report.tables[0].rows.len(), 17, "{}", preset.name);
    }
}

#[test]
fn printed_numbers_without_a_remark_leave_no_empty_note() {
    let sheet = Sheet::all().iter().find(|sheet| sheet.note.is_empty());
    let preset = presets::find(&sheet.unwrap().preset).unwrap();
    let report = run(&preset.scenario(), &mut Silent).unwrap();
    assert_eq!(report.tables[0].key, "printed");
    assert!(report.notes.iter().all(|note| !note.is_empty()));
}

#[test]
fn printed_numbers_are_drawn_over_the_curves_that_have_the_computed_ones() {
    let preset = presets::find("set-once").unwrap();
    let sheet = Sheet::of(preset.name).unwrap();
    let mut report = run(&preset.scenario(), &mut Silent).unwrap();
    let whole = report.fingerprint();
    let mut drawn = Vec::new();
    for chart in &mut report.charts {
        let series = std::mem::take(&mut chart.series);
        let (dots, own): (Vec<_>, Vec<_>) = series
            .into_iter()
            .partition(|one| one.agreement().is_some());
        assert!(dots.is_sorted_by_key(Series::agreement));
        for series in &dots {
            let words = series.agreement().unwrap().words();
            let name = format!("printed in Dobber 2006, table 4.1: {words}");
            assert_eq!(series.name(), Some(&*name));
            let all = points(series).into_iter();
            drawn.extend(all.map(|(x, value)| (x.to_string(), value.to_string(), words)));
        }
        chart.series = own;
    }
    // The table has these numbers already: to draw them once more is no new result.
    assert_eq!(report.fingerprint(), whole);
    let cells = sheet.numbers.iter().zip(&report.tables[0].rows);
    let expected = cells.filter_map(|(one, row)| {
        let Place::Cell { row: x, .. } = &one.at else {
            return None;
        };
        let [_, Cell::Figure(printed), _, _, Cell::Text(words)] = row.as_slice() else {
            return None;
        };
        x.parse::<f64>()
            .ok()
            .map(|_| (x.clone(), printed.value.to_string(), words.as_str()))
    });
    let mut expected: Vec<_> = expected.collect();
    drawn.sort();
    expected.sort();
    assert_eq!(drawn, expected);
    assert_eq!(drawn.len(), 28);
    let kinds: BTreeSet<&str> = drawn.iter().map(|one| one.2).collect();
    assert!(kinds.len() > 1, "{kinds:?}");
    let counted = sheet.numbers.len();
    let said = &report.notes[0];
    assert!(
        said.starts_with(&format!("Of {counted} printed numbers, ")),
        "{said}"
    );
    assert!(said.ends_with(" Source: Dobber 2006, table 4.1."), "{said}");
}

fn points(series: &Series) -> Vec<(f64, f64)> {
    match series {
        Series::Line { points, .. } | Series::Scatter { points, .. } => {
            points.iter().map(|point| (point.x, point.y)).collect()
        }
        _ => Vec::new(),
    }
}
