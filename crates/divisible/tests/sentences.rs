//! Sentences of reports against a slow look at the same runs: a sentence claims no more than the runs show.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

mod contest;
mod finite;
mod presets;
mod propositions;
mod random;
mod selection;
mod stream;

use divisible::quantities::FORMULAS;
use divisible::{Parameters, run};
use parameters::Parameters as _;
use report::Report;
use serde_json::{Map, Value, json};

/// The parameters of a scenario of pasted workers, without errors of belief, in one run.
fn scenario(table: &str, rest: &Value) -> Parameters {
    let mut values = Map::new();
    for (name, value) in [
        ("platform", json!("own")),
        ("inaccuracy", json!(0)),
        ("runs", json!(1)),
        ("table", json!(table)),
    ] {
        values.insert(name.into(), value);
    }
    values.extend(rest.as_object().unwrap().clone());
    let checked = Parameters::TABLE.check(&Value::Object(values)).unwrap();
    Parameters::from_values(&checked)
}

fn report(table: &str, rest: &Value) -> Report {
    let report = run(&scenario(table, rest), &mut trial::rising()).unwrap().0;
    assert_eq!(trial::fault(&report), None);
    report
}

fn figure(report: &Report, key: &str) -> f64 {
    report
        .figures
        .iter()
        .find(|one| one.key == key)
        .unwrap()
        .value
}

/// A table of workers: a line of headers, `F,f,BD,bD,BR,bR` and `more`, then the lines.
fn table(more: &str, lines: &[&str]) -> String {
    let head = format!("F,f,BD,bD,BR,bR{more}");
    [&[head.as_str()], lines].concat().join("\n")
}

/// The order of a subject and a baseline, from the ratios of their runs: above 1 the subject is faster.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Faster(f64),
    Slower(f64),
    Equal,
    Unclear,
}

/// The order that ratios carry, slowly: the intervals of their mean and of the mean of their logarithms leave out no gain.
fn order(ratios: &[f64]) -> Order {
    let spread = |values: &[f64]| {
        let number = values.len() as f64;
        let mean = values.iter().sum::<f64>() / number;
        let variance = values
            .iter()
            .map(|one| (one - mean) * (one - mean))
            .sum::<f64>()
            / (number - 1.0);
        let half = if values.len() > 1 {
            statistics::quantile(values.len() - 1) * (variance / number).sqrt()
        } else {
            0.0
        };
        (mean, mean - half, mean + half)
    };
    let logarithms: Vec<f64> = ratios.iter().map(|one| libm::log(*one)).collect();
    let ((mean, low, high), (_, below, above)) = (spread(ratios), spread(&logarithms));
    match () {
        () if ratios.iter().all(|one| (one - 1.0).abs() <= 1e-9) => Order::Equal,
        () if low > 1.0 + 1e-9 && below > 1e-9 => Order::Faster(mean),
        () if high < 1.0 - 1e-9 && above < -1e-9 => Order::Slower(1.0 / mean),
        () => Order::Unclear,
    }
}

/// The order of two schedulers or policies that a sentence claims; for a single run it has to name that run.
fn claimed(text: &str, runs: u32) -> Order {
    let only = if runs == 1 {
        ", in the only run, "
    } else {
        " "
    };
    let factor = |verb: &str| -> Option<f64> {
        let (_, rest) = text.split_once(&format!("{verb}{only}"))?;
        let (number, after) = rest.split_once(" times as ")?;
        (after.starts_with("fast as") || after.starts_with("long as"))
            .then(|| number.parse().ok())
            .flatten()
    };
    match (factor(" is"), factor(" takes")) {
        (Some(factor), _) => Order::Faster(factor),
        (_, Some(factor)) => Order::Slower(factor),
        _ if text.contains("takes as long as") => Order::Equal,
        _ => {
            assert!(text.contains("shows no clear difference from"), "{text}");
            Order::Unclear
        }
    }
}

/// Whether two orders are equal, factors to the printed digits.
fn same(said: Order, slow: Order) -> bool {
    match (said, slow) {
        (Order::Faster(one), Order::Faster(other)) | (Order::Slower(one), Order::Slower(other)) => {
            (one - other).abs() <= 0.0051 * other.max(1.0) * if other < 10.0 { 1.0 } else { 2.0 }
        }
        _ => said == slow,
    }
}

#[test]
fn spacings_of_the_first_round_alone_are_not_said_to_hold_up_later_ones() {
    let lines = ["1,0,30,0,300,0,10"; 4];
    let report = report(
        &table(",estimated speed", &lines),
        &json!({"theta": 0.5, "target": 1, "horizon": 60, "scope": "first"}),
    );
    let note = report
        .notes
        .iter()
        .find(|note| note.contains("equation 15"));
    let note = note.unwrap();
    assert!(
        note.contains("1.33\u{a0}s") && note.contains("Later rounds keep no spacing"),
        "{note}"
    );
}

#[test]
fn uniform_rounds_without_latency_take_no_less_than_all_workers_at_once() {
    let lines = ["1,0,40,0.1,80,0.1"; 4];
    let report = report(
        &table("", &lines),
        &json!({"topic": "finite", "load": 1000, "target": 10}),
    );
    for row in &report.tables[0].rows {
        if let report::table::Cell::Figure(time) = &row[2] {
            assert!(time.value.is_nan() || time.value >= 250_000.0, "{row:?}");
        }
    }
}

#[test]
fn results_after_the_horizon_are_in_no_round() {
    let lines = ["1,0,100,0,1,0"; 2];
    let parameters = scenario(
        &table("", &lines),
        &json!({"target": 10, "horizon": 25, "theta": 0.5}),
    );
    let platform = divisible::experiment::platform(&parameters, 0).unwrap();
    let settings = divisible::experiment::settings(&parameters, parameters.scheduler);
    let mut back = 0;
    let mut each = |round: &divisible::watch::Round| back += u64::from(round.returned.1 <= 25.0);
    let outcome = divisible::study::watched(
        &platform,
        &settings,
        &divisible::Stream::until(25.0),
        &mut each,
    )
    .unwrap();
    assert_eq!(outcome.rounds(), back);
}

#[test]
fn quantities_are_right_on_their_boundaries() {
    let value = |name: &str, parameters: Value| {
        let formula = FORMULAS.iter().find(|one| one.name == name).unwrap();
        formula.evaluate(&parameters).unwrap()
    };
    let rounds =
        json!({"first_chunk": 48, "speed": 0.08, "latency": 3, "target": 60, "tolerance": 0.0091});
    assert_eq!(value("divisible.rounds_needed", rounds), 2.0);
    let late = json!({"latency": 3, "target": 10, "horizon": 20, "workers": 100, "spacing": 1});
    assert_eq!(value("divisible.cpu_efficiency", late), 0.0);
    let full = json!({"latency": 4, "target": 10, "horizon": 10});
    assert_eq!(value("divisible.full_cluster_efficiency", full), 0.0);
}

#[test]
fn the_topic_of_targets_gives_its_ring_the_shares_that_its_streams_have() {
    let lines = [
        "1,0.3,4,0.1,6,0.2",
        "3,0.1,20,0.1,9,0.1",
        "2,0.2,11,0.3,7,0.3",
    ];
    let shared = json!({"topic": "target", "horizon": 400});
    let whole = report(&table("", &lines), &shared);
    let targets = whole
        .tables
        .iter()
        .find(|table| table.key == "targets")
        .unwrap();
    let seconds = |cell: &report::table::Cell| match cell {
        report::table::Cell::Figure(figure) => figure.value / 1000.0,
        _ => f64::NAN,
    };
    for row in &targets.rows {
        let report::table::Cell::Text(name) = &row[0] else {
            panic!("{row:?}")
        };
        let target: f64 = name
            .trim_start_matches("τ = ")
            .trim_end_matches(" s")
            .parse()
            .unwrap();
        let parameters = scenario(
            &table("", &lines),
            &json!({"target": target, "horizon": 400}),
        );
        let spacings: f64 = divisible::experiment::platform(&parameters, 0)
            .unwrap()
            .delays(target)
            .iter()
            .sum();
        // A target is printed with three digits.
        assert!(
            (seconds(&row[3]) / spacings - 1.0).abs() < 0.02,
            "{name}: {row:?}, {spacings}"
        );
    }
    let least = figure(&whole, "least") / 1000.0;
    let parameters = scenario(&table("", &lines), &json!({"target": least}));
    let spacings: f64 = divisible::experiment::platform(&parameters, 0)
        .unwrap()
        .delays(least)
        .iter()
        .sum();
    assert!(
        (spacings / least - 1.0).abs() < 1e-9,
        "{spacings} for {least}"
    );
}

#[test]
fn a_thousand_is_written_in_one_way() {
    let line = "1,0,999,0,999,0";
    let text = table("", &[line; 1000]);
    let stream = report(
        &text,
        &json!({"target": 3, "horizon": 3, "runs": 1, "first_worker": 900}),
    );
    let shown = "The schedule shows workers 900 to 915 of 1\u{202f}000.";
    assert!(
        stream.notes.iter().any(|note| note == shown),
        "{:?}",
        stream.notes
    );
    let rest =
        json!({"topic": "selection", "target": 3, "horizon": 3, "streams": 1, "time_limit": 0.01});
    let selection = report(&text, &rest);
    let mut figures = selection.figures.iter();
    let selected = figures.find(|one| one.key == "selected").unwrap();
    assert_eq!(selected.beside.as_deref(), Some("of 1\u{202f}000"));
    assert!(
        selection.headline.contains(" of 1\u{202f}000 "),
        "{}",
        selection.headline
    );
}
