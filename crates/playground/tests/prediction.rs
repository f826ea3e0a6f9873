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
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use report::chart::Series;
use report::table::Cell;
use report::{Report, Sample, Silent};
use serde_json::json;
use trace::{Node, TraceSet};

use crate::chance::outcome;

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
        ["Series shown lowered to 1, the most that this file allows"]
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
    assert_eq!(
        differences.columns[1],
        "Error over the mean, difference (percentage points)"
    );
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

/// A change of a small scenario, and whether it leaves the series of the tournament as they are.
fn change() -> impl Strategy<Value = serde_json::Value> {
    let one = |name: &str, values: &[serde_json::Value]| -> Vec<serde_json::Value> {
        values.iter().map(|value| json!({name: value})).collect()
    };
    let mut all = one("traces", &[json!("six"), json!("quiet"), json!("bursts")]);
    all.extend(one("entrants", &[json!(1), json!(2), json!(4)]));
    all.extend(one("rival", &[json!("last-value"), json!("running-mean")]));
    all.extend(one(
        "predictor",
        &[json!("last-value"), json!("running-mean")],
    ));
    all.extend(one("series", &[json!(2), json!(3)]));
    all.extend(one("block", &[json!(5)]));
    all.extend(one("lags", &[json!(10)]));
    all.extend(one("rebalance_every", &[json!(1), json!(50), json!(100)]));
    all.extend(one("processors", &[json!(3)]));
    all.extend(one("values", &[json!(50)]));
    all.extend(one("first", &[json!(5)]));
    all.extend(one("traces.noise_sd", &[json!(0.5)]));
    all.extend(one("synthetic_nodes", &[json!(3)]));
    prop::sample::select(all)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Whether two numbers are the same but for rounding, or both lack.
fn equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()) || a.is_nan() && b.is_nan()
}

/// The place of the first figure that differs among the samples of several scenarios.
fn differing(samples: &[Vec<Sample>]) -> Option<usize> {
    let all = |place: usize| samples.iter().map(move |one| mean(&one[place].values));
    (0..samples[0].len())
        .find(|place| all(*place).any(|one| !equal(one, mean(&samples[0][*place].values))))
}

/// The series of a sample, by name, without what tells series of one name apart.
fn names(sample: &Sample) -> Vec<&str> {
    let name = |thing: &'_ str| {
        thing
            .split_once('#')
            .map_or(thing.len(), |(name, _)| name.len())
    };
    sample
        .things
        .iter()
        .map(|thing| &thing[..name(thing)])
        .collect()
}

/// Half of the 95 % interval of the difference of two means, with whole degrees of freedom.
fn welch(one: &[f64], other: &[f64]) -> f64 {
    let error = |values: &[f64]| {
        let squares = values
            .iter()
            .map(|value| (value - mean(values)) * (value - mean(values)));
        squares.sum::<f64>() / (values.len() - 1) as f64 / values.len() as f64
    };
    let (a, b) = (error(one), error(other));
    let part = |error: f64, values: &[f64]| error * error / (values.len() - 1) as f64;
    let degrees = (a + b) * (a + b) / (part(a, one) + part(b, other));
    statistics::quantile(degrees as usize) * (a + b).sqrt()
}

/// Checks that two scenarios are judged by the first figure that differs, and called the same only where none does.
fn judged(
    samples: &[Vec<Sample>; 2],
    report: &Report,
    (pairs, some): (bool, bool),
    told: &str,
) -> Result<(), TestCaseError> {
    if samples[0].len() != samples[1].len() || samples[0][0].key != samples[1][0].key {
        return Ok(());
    }
    let (differs, headline) = (differing(samples), &report.headline);
    let tie = headline.contains("have the same") && !headline.contains("to 0.1");
    prop_assert!(!tie || differs.is_none(), "{told}");
    let several = samples[0].len() > 1;
    prop_assert_eq!(
        report.why.contains("No other compared number differs"),
        several && differs.is_none(),
        "{}",
        told
    );
    prop_assert!(!some || headline.ends_with("cannot be compared"), "{told}");
    let Some(place) = differs.filter(|_| pairs) else {
        return Ok(());
    };
    let name = |place: usize| report::words::within(samples[0][place].name);
    let sentences = format!("{headline}. {}", report.why);
    // "More statistics", not "more number of statistics".
    let name = name(place);
    let named = name.strip_prefix("number of ").unwrap_or(&name);
    prop_assert!(sentences.contains(named), "{named} in {told}");
    let level = report.why.contains(" is the same.") || report.why.contains(" are the same.");
    prop_assert_eq!(level, place > 0, "{}", told);
    Ok(())
}

fn compared(base: &Scenario, change: &serde_json::Value) -> Result<(), TestCaseError> {
    let changes = change.as_object().unwrap().clone();
    let Ok(other) = base.changed(&changes) else {
        return Ok(());
    };
    let Ok(setup) = playground::Setup::new(base.clone(), View::Compare(vec![changes])) else {
        return Ok(());
    };
    let unused = setup.unused();
    let Ok(ran) = run_setup(&setup, &mut Silent) else {
        return Ok(());
    };
    let report = ran.report;
    let told = format!(
        "{change}: {}\n{}\n{:?}",
        report.headline, report.why, report.notes
    );
    let samples = [base, &other].map(|one| outcome(one, &mut Silent).unwrap().1);
    // The series of the figure that decides.
    let comparable = samples[0].len() == samples[1].len() && samples[0][0].key == samples[1][0].key;
    let decides = comparable.then(|| differing(&samples)).flatten();
    let [first, second] = [0, 1].map(|at| samples[at][decides.unwrap_or(0)].clone());
    let alike = first.things == second.things;
    let (own, theirs) = (names(&first), names(&second));
    let named = own == theirs && !alike;
    let some = own != theirs && own.iter().any(|name| theirs.contains(name));
    // Printed means and differences agree, with pairs and without.
    let (differences, figures) = (&report.tables[0], &report.tables[1]);
    for theirs in &samples[0] {
        let Some(own) = samples[1].iter().find(|one| one.key == theirs.key) else {
            continue;
        };
        let of = |cell: &Cell| match cell {
            Cell::Figure(figure) if figure.key == theirs.key => Some(figure.clone()),
            _ => None,
        };
        let found = differences.rows[0].iter().find_map(of);
        let (Some(found), difference) = (found, mean(&own.values) - mean(&theirs.values)) else {
            prop_assert!(false, "no difference of {} in {told}", theirs.key);
            return Ok(());
        };
        // Differences of shares are percentage points.
        let points = if found.unit == theirs.unit {
            1.0
        } else {
            100.0
        };
        let near =
            |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs()) || (a.is_nan() && b.is_nan());
        prop_assert!(
            near(found.value / points, difference),
            "{} {difference} {told}",
            found.value
        );
        let printed: Vec<f64> = figures
            .rows
            .iter()
            .filter_map(|row| row.iter().find_map(of))
            .map(|one| one.value)
            .collect();
        prop_assert!(
            near(printed[1] - printed[0], difference),
            "{printed:?} {told}"
        );
        let several = own.values.len().min(theirs.values.len()) > 1;
        // Series without a number are left out of each figure by themselves.
        let (here, there) = (names(own), names(theirs));
        if here != there && here.iter().any(|name| there.contains(name)) {
            prop_assert!(found.interval.is_none(), "{} {told}", theirs.key);
        } else if here != there && several {
            let half = found.interval.unwrap().half_width() / points;
            prop_assert!(
                near(half, welch(&own.values, &theirs.values)),
                "{half} {told}"
            );
        }
    }
    judged(&samples, &report, (alike || named, some), &told)?;
    for words in [
        "On the same series",
        "All variants use the same",
        "Both use the same",
    ] {
        prop_assert!(alike || !told.contains(words), "{words} in {told}");
    }
    prop_assert_eq!(told.contains("of the same names"), named, "{}", told);
    prop_assert!(
        alike || named || !told.contains("come from these pairs"),
        "{told}"
    );
    prop_assert_eq!(told.contains("Only some series of"), some, "{}", told);
    prop_assert!(!told.contains("the only series"), "{told}");
    prop_assert!(!told.contains("same random draws"), "{told}");
    let apart = report
        .notes
        .iter()
        .any(|note| note.contains("by Welch’s t"));
    prop_assert_eq!(apart, !alike && !named && !some, "{}", told);
    // An option of several parameters is named with its own.
    let names = differences.rows[0][0].text();
    prop_assert_eq!(
        names.starts_with("Compared with "),
        change.get("rival").is_some() && unused.is_empty(),
        "{}",
        told
    );
    prop_assert_eq!(
        names.starts_with("Series "),
        change.get("series").is_some() && unused.is_empty(),
        "{}",
        told
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(trial::cases(40)) })]

    #[test]
    fn variants_are_compared_in_pairs_only_where_they_have_the_same_series(
        topic in prop::sample::select(vec!["forecasts", "series", "set", "likeness"]),
        traces in prop::sample::select(vec!["shared", "synthetic"]),
        change in change(),
    ) {
        let base = small(traces).with("topic", topic).unwrap();
        compared(&base, &change)?;
    }

    #[test]
    fn a_sweep_is_judged_by_the_first_figure_that_differs_and_says_which_series_its_points_have(
        topic in prop::sample::select(vec!["forecasts", "series", "set", "likeness"]),
        traces in prop::sample::select(vec!["shared", "synthetic"]),
        axis in prop::sample::select(vec![
            "rebalance_every=1,10,50", "processors=2,3", "series=1,2,3", "lags=5,20", "entrants=1,2,4", "values=50,80", "block=5,10",
            "rival=last-value,running-mean", "predictor=last-value,running-mean", "traces.noise_sd=0.1,0.5", "first=1,5",
        ]),
    ) {
        let base = small(traces).with("topic", topic).unwrap();
        if let Ok(axis) = playground::Setup::axis(&base, axis) {
            swept(&base, axis)?;
        }
    }
}

/// Checks the sentences of a sweep against the outcomes of its points.
fn swept(base: &Scenario, axis: laboratory::Axis) -> Result<(), TestCaseError> {
    let setup = playground::Setup::new(base.clone(), View::Sweep(vec![axis])).unwrap();
    let points = (0..).map_while(|place| setup.point(place));
    let samples: Vec<Vec<Sample>> = points
        .map(|one| outcome(&one, &mut Silent).unwrap().1)
        .collect();
    let report = run_setup(&setup, &mut Silent).unwrap().report;
    let told = format!("{}\n{}\n{:?}", report.headline, report.why, report.notes);
    let (first, all) = (&samples[0], samples.len());
    let everywhere = match all {
        2 => "at both points".to_owned(),
        all => format!("at all {all} points"),
    };
    let differs = differing(&samples);
    let place = differs.unwrap_or_default();
    prop_assert!(
        report
            .headline
            .to_lowercase()
            .contains(&first[place].name.to_lowercase()),
        "{told}"
    );
    prop_assert_eq!(
        report.headline.contains(&everywhere),
        differs.is_none(),
        "{}",
        told
    );
    prop_assert_eq!(report.why.contains("the same at "), place > 0, "{}", told);
    let means = samples.iter().map(|one| mean(&one[place].values));
    let best = match first[place].less_is_better {
        true => means.fold(f64::INFINITY, f64::min),
        false => means.fold(f64::NEG_INFINITY, f64::max),
    };
    prop_assert!(equal(report.figures[place].value, best), "{best} {told}");
    let alike = samples.iter().all(|one| one[0].things == first[0].things);
    let named = !alike && samples.iter().all(|one| names(&one[0]) == names(&first[0]));
    prop_assert_eq!(
        told.contains("All points have the same series"),
        alike,
        "{}",
        told
    );
    prop_assert_eq!(told.contains("of the same names"), named, "{}", told);
    prop_assert_eq!(
        told.contains("Not all points have the same series"),
        !alike && !named,
        "{}",
        told
    );
    prop_assert!(!told.contains("the only series"), "{told}");
    let single = samples.iter().all(|one| one[place].values.len() == 1);
    let each = single && !alike && !named;
    prop_assert_eq!(told.contains("one series each"), each, "{}", told);
    let at_best = samples
        .iter()
        .find(|one| equal(mean(&one[place].values), best));
    let alone = at_best.is_some_and(|one| one[place].values.len() == 1);
    prop_assert_eq!(told.contains("in one series"), alone && !each, "{}", told);
    Ok(())
}

#[test]
fn points_whose_values_do_not_go_together_are_left_out_of_a_sweep() {
    let base = small("memoryless");
    let sweep = |axes: &[&str]| {
        let axes = axes.iter().map(|text| playground::Setup::axis(&base, text));
        let axes = axes.collect::<Result<Vec<_>, _>>()?;
        playground::Setup::new(base.clone(), View::Sweep(axes))
    };
    let report = run_setup(&sweep(&["traces.variation=0.5,5"]).unwrap(), &mut Silent)
        .unwrap()
        .report;
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.starts_with("Left out: variation of a runtime 5; ")),
        "{:?}",
        report.notes
    );
    // Nothing was compared.
    assert!(
        report
            .headline
            .ends_with(" with variation of a runtime 0.5"),
        "{}",
        report.headline
    );
    assert!(
        report.why.starts_with("Only one point was run."),
        "{}",
        report.why
    );
    let both = [
        "traces.variation=0,1,5",
        "traces.distribution=exponential,pareto",
    ];
    let report = run_setup(&sweep(&both).unwrap(), &mut Silent)
        .unwrap()
        .report;
    assert_eq!(report.tables[0].rows.len(), 5);
    // No distribution has such a variation.
    assert!(sweep(&["traces.variation=0.5,6"]).is_err());
}

#[test]
fn no_topic_is_judged_by_the_figure_of_another() {
    let topics = ["series", "set", "likeness"].map(|topic| json!({"topic": topic}));
    let changes = topics.iter().map(|one| one.as_object().unwrap().clone());
    let setup = playground::Setup::new(small("shared"), View::Compare(changes.collect())).unwrap();
    let report = run_setup(&setup, &mut Silent).unwrap().report;
    expect!["Each is judged by a figure of its own – Forecasts: error over the mean; One series: variation; All series: mean variation; Synthetic twin: number of statistics within sampling error."]
        .assert_eq(&report.why);
}

#[test]
fn a_sweep_over_the_balanced_program_shows_its_speedup() {
    let scenario = small("shared").with("topic", "forecasts").unwrap();
    let axis = playground::Setup::axis(&scenario, "rebalance_every=1,10,50").unwrap();
    let setup = playground::Setup::new(scenario.clone(), View::Sweep(vec![axis])).unwrap();
    let report = run_setup(&setup, &mut Silent).unwrap().report;
    let table = &report.tables[0];
    let column = table
        .columns
        .iter()
        .position(|name| name == "Speedup over equal shares")
        .unwrap();
    for row in &table.rows {
        let every = row[0].text();
        let alone = run(
            &scenario.with("rebalance_every", &every).unwrap(),
            &mut Silent,
        )
        .unwrap();
        let balancing = alone
            .tables
            .iter()
            .find(|table| table.key == "balancing")
            .unwrap();
        let own = balancing
            .rows
            .iter()
            .find(|row| row[0].text() == "DES")
            .unwrap();
        assert_eq!(row[column].exact(), own[2].exact(), "{every}");
    }
}

#[test]
fn a_measured_message_is_that_of_the_balanced_program() {
    let node = |host: usize| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: (1..80)
            .map(|job| 10.0 + ((job * (host + 3)) % 7) as f64)
            .collect(),
    };
    let set = TraceSet::new("four.csv", (0..4).map(node).collect()).unwrap();
    let iteration = |set: &TraceSet| {
        let (scenario, _) = small("shared").with_traces(set);
        let report = run(&scenario, &mut Silent).unwrap();
        let table = report
            .tables
            .iter()
            .find(|table| table.key == "balancing")
            .unwrap();
        let Cell::Figure(time) = &table.rows[0][1] else {
            panic!("no time")
        };
        (time.value, report.notes.join(" "))
    };
    let (unknown, note) = iteration(&set);
    assert!(
        unknown > 700.0 && note.contains("Sending takes 750"),
        "{unknown}: {note}"
    );
    let (told, note) = iteration(&set.with_message(0.001));
    assert!(
        told < 20.0 && note.contains("by the time of a message"),
        "{told}: {note}"
    );
}

#[test]
fn a_program_that_ends_before_its_first_rebalancing_is_not_called_balanced() {
    for every in [99, 100, 500] {
        let scenario = small("shared")
            .with("rebalance_every", &every.to_string())
            .unwrap();
        let report = run(&scenario, &mut Silent).unwrap();
        let balanced = report.tables.iter().any(|table| table.key == "balancing");
        assert_eq!(balanced, every < 100, "{every}");
        let told = report
            .notes
            .iter()
            .any(|note| note.ends_with("nothing is balanced."));
        assert_eq!(told, every >= 100, "{every}");
    }
}
