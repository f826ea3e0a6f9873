//! Comparisons and sweeps: the same numbers as one run after the other, paired by run; refused in words.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use expect_test::expect;
use laboratory::Axis;
use parameters::{Kind, Parameter};
use playground::{Cache, Error, Ran, Scenario, Setup, View, link, resume_setup, run, run_setup};
use proptest::prelude::*;
use report::chart::Series;
use report::table::Cell;
use report::{Figure, Report, Silent, Table};
use serde_json::{Map, Value, json};

fn scenario(different: Value) -> Scenario {
    let mut parameters = json!({"runs": 6, "iterations": 40, "processors": 4});
    for (name, value) in different.as_object().unwrap() {
        parameters[name] = value.clone();
    }
    Scenario::from_json(&json!({"makespan": 1, "replication": parameters})).unwrap()
}

fn setup(view: Value) -> Setup {
    let mut whole = scenario(json!({})).to_short_json();
    for (name, value) in view.as_object().unwrap() {
        whole[name] = value.clone();
    }
    Setup::from_json(&whole).unwrap()
}

fn refused(view: Value) -> String {
    let mut whole = json!({"makespan": 1, "replication": {}});
    for (name, value) in view.as_object().unwrap() {
        whole[name] = value.clone();
    }
    Setup::from_json(&whole).unwrap_err().to_string()
}

fn outcome(setup: &Setup) -> Report {
    run_setup(setup, &mut Silent).unwrap().report
}

fn table<'r>(report: &'r Report, key: &str) -> &'r Table {
    report.tables.iter().find(|table| table.key == key).unwrap()
}

fn figure(cell: &Cell) -> &Figure {
    match cell {
        Cell::Figure(figure) => figure,
        other => panic!("{other:?} is no figure"),
    }
}

/// The iteration times of each run, one by one and by another way: the end of the schedule of the scenario with a
/// single run, for the first run; and by growing the number of runs and taking the mean apart.
fn run_by_run(scenario: &Scenario, runs: u64) -> Vec<f64> {
    let mean = |runs: u64| {
        let scenario = scenario.with("runs", &runs.to_string()).unwrap();
        let report = run(&scenario, &mut Silent).unwrap();
        named(&report, "iteration_time").value
    };
    let means: Vec<_> = (1..=runs).map(mean).collect();
    (0..means.len())
        .map(|at| {
            let before = if at > 0 {
                means[at - 1] * at as f64
            } else {
                0.0
            };
            means[at] * (at + 1) as f64 - before
        })
        .collect()
}

fn close(a: f64, b: f64) {
    assert!(
        (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1e-9),
        "{a} is not {b}"
    );
}

fn named<'f>(report: &'f Report, key: &str) -> &'f Figure {
    let mut figures = report.figures.iter();
    figures.find(|figure| figure.key == key).unwrap()
}

fn half(figure: &Figure) -> f64 {
    figure.interval.unwrap().half_width()
}

/// Checks that a row of figures of merit has the figures of a scenario that was run alone.
fn as_alone(row: &[Cell], alone: &Scenario) {
    let alone = run(alone, &mut Silent).unwrap();
    for (cell, key) in row[1..].iter().zip(["iteration_time", "speedup"]) {
        let expected = named(&alone, key);
        close(figure(cell).value, expected.value);
        close(half(figure(cell)), half(expected));
    }
}

#[test]
fn a_comparison_has_the_figures_of_one_run_after_the_other() {
    let report = outcome(&setup(
        json!({"compare": [{"strategy": "equal"}, {"strategy": "dynamic"}]}),
    ));
    let rows = &table(&report, "variants").rows;
    for (row, strategy) in rows.iter().zip(["replicate", "equal", "dynamic"]) {
        as_alone(row, &scenario(json!({"strategy": strategy})));
    }
    let names: Vec<_> = rows.iter().map(|row| row[0].text()).collect();
    assert_eq!(names, ["Replicate", "Equal", "Dynamic"]);
}

#[test]
fn differences_are_those_of_the_same_runs() {
    let report = outcome(&setup(json!({"compare": [{"strategy": "equal"}]})));
    let row = &table(&report, "differences").rows[0];
    let base = run_by_run(&scenario(json!({})), 6);
    let other = run_by_run(&scenario(json!({"strategy": "equal"})), 6);
    let differences: Vec<_> = other.iter().zip(&base).map(|(a, b)| a - b).collect();
    let mean = differences.iter().sum::<f64>() / 6.0;
    let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
    // Student’s t with 5 degrees of freedom.
    let width = 2.570_581_835_636_315 * (squares / 5.0).sqrt() / 6_f64.sqrt();
    let found = figure(&row[1]);
    close(found.value, mean);
    close(half(found), width);
    let ratios: f64 = other.iter().zip(&base).map(|(a, b)| a / b).sum();
    close(figure(&row[6]).value, ratios / 6.0);
    let wins = other.iter().zip(&base).filter(|(a, b)| a < b).count();
    close(figure(&row[7]).value, wins as f64 / 6.0);
}

#[test]
fn a_variant_that_changes_nothing_differs_by_nothing() {
    let report = outcome(&setup(json!({"compare": [{"strategy": "replicate"}]})));
    let row = &table(&report, "differences").rows[0];
    let difference = figure(&row[1]);
    assert_eq!((difference.value, half(difference)), (0.0, 0.0));
    expect!["Replicate and Replicate (variant 2) have the same iteration time"]
        .assert_eq(&report.headline);
}

#[test]
fn a_comparison_says_who_is_better_and_by_how_much() {
    let report = outcome(&setup(json!({"compare": [{"strategy": "equal"}]})));
    expect![[r#"
        Equal and Replicate cannot be told apart
        The iteration time was less with Equal in 66.7 % of the runs, and the 95 % interval of the runs’ ratios does not lie below one: more runs may decide."#]].assert_eq(&format!("{}\n{}", report.headline, report.why));
}

#[test]
fn the_shares_of_a_single_run_are_those_of_its_report() {
    let one = scenario(json!({"runs": 1}));
    let whole = Setup::from_json(&{
        let mut json = one.to_short_json();
        json["compare"] = json!([{"strategy": "dynamic"}]);
        json
    });
    let report = outcome(&whole.unwrap());
    let table = table(&report, "variants");
    for (row, strategy) in table.rows.iter().zip(["replicate", "dynamic"]) {
        let alone = run(
            &scenario(json!({"runs": 1, "strategy": strategy})),
            &mut Silent,
        )
        .unwrap();
        for key in ["waiting", "discarded", "rescheduling"] {
            let mut cells = row[1..].iter().map(figure);
            let found = cells.find(|figure| figure.key == key).unwrap().value;
            // A strategy reports only figures of its own actions.
            let expected = alone.figures.iter().find(|figure| figure.key == key);
            close(found, expected.map_or(0.0, |figure| figure.value));
        }
    }
}

#[test]
fn the_best_of_each_figure_is_marked_where_it_can_be_told_apart() {
    let marked = |view: Value| {
        let report = outcome(&setup(view));
        let table = table(&report, "variants").clone();
        let best = |column: usize| -> Vec<usize> {
            let cells = table.rows.iter().map(|row| figure(&row[column]));
            let marked = cells
                .enumerate()
                .filter(|(_, figure)| figure.beside.is_some());
            marked.map(|(row, _)| row).collect()
        };
        let all: Vec<_> = (1..table.columns.len()).map(best).collect();
        (table, all)
    };
    // Nothing is better than itself.
    let (_, none) = marked(json!({"compare": [{"copies": 2}]}));
    assert!(none.iter().all(Vec::is_empty), "{none:?}");
    // More copies throw more away, and equal shares nothing, in every single run.
    let (table, best) = marked(json!({"compare": [{"strategy": "equal"}, {"copies": 4}]}));
    let column = table
        .columns
        .iter()
        .position(|name| name.starts_with("Work thrown away"))
        .unwrap();
    assert_eq!(best[column - 1], [1]);
    let values: Vec<_> = table
        .rows
        .iter()
        .map(|row| figure(&row[column]).value)
        .collect();
    assert!(values[1] < values[0] && values[0] < values[2], "{values:?}");
    for (place, rows) in best.iter().enumerate() {
        assert!(rows.len() <= 1, "{}: {rows:?}", table.columns[place + 1]);
    }
}

#[test]
fn every_variant_has_its_schedule() {
    let setup = setup(json!({"compare": [{"processors": 2}, {"processors": 8, "copies": 4}]}));
    let outcome = run_setup(&setup, &mut Silent).unwrap();
    let beside = outcome.beside.unwrap();
    assert_eq!(beside.base, "2 copies of each job, 4 processors");
    let lanes: Vec<_> = beside
        .variants
        .iter()
        .map(|(name, schedule)| (name.as_str(), schedule.lanes().len()))
        .collect();
    assert_eq!(
        lanes,
        [
            ("2 copies of each job, 2 processors", 2),
            ("4 copies of each job, 8 processors", 8)
        ]
    );
    assert_eq!(outcome.report.schedule.unwrap().lanes().len(), 4);
}

#[test]
fn a_report_names_the_traces_that_its_schedule_is_made_of() {
    let traces = |view: Value| {
        let traces = outcome(&setup(view)).traces.unwrap();
        format!("{}, {} x {}", traces.name, traces.nodes, traces.jobs)
    };
    let alone = run(&scenario(json!({"traces": "ar01"})), &mut Silent).unwrap();
    assert_eq!(alone.traces.unwrap().jobs, 40);
    let compared = traces(json!({"compare": [{"traces": "ar01"}]}));
    // Of the sweep's points, the best is shown.
    let swept = traces(json!({"sweep": [{"traces": ["ar01", "shared", "quiet"]}]}));
    expect![[r#"
        Measured: bursts, 16 x 1000
        Measured: shared, 16 x 1000"#]]
    .assert_eq(&format!("{compared}\n{swept}"));
}

#[test]
fn a_sweep_has_the_figures_of_one_run_after_the_other() {
    let report = outcome(&setup(json!({"sweep": [{"processors": [2, 4, 8]}]})));
    let rows = &table(&report, "sweep").rows;
    assert_eq!(rows.len(), 3);
    for (row, processors) in rows.iter().zip([2, 4, 8]) {
        assert_eq!(row[0].text(), processors.to_string());
        as_alone(row, &scenario(json!({"processors": processors})));
    }
    let Series::Line { points, .. } = &report.charts[0].series[0] else {
        panic!("what counts is a line");
    };
    let drawn: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
    let expected: Vec<_> = rows
        .iter()
        .zip([2.0, 4.0, 8.0])
        .map(|(row, x)| (x, figure(&row[1]).value))
        .collect();
    assert_eq!(drawn, expected);
    assert!(points.iter().all(|point| point.interval.is_some()));
}

#[test]
fn a_sweep_says_the_least_and_the_greatest_value() {
    for (laboratory, parameters, sweep, headline, range) in [
        (
            "bounds",
            json!({"topic": "jobs"}),
            json!({"own_fewer": [0, 1, 2]}),
            "Shortest makespan: 9.33 with ",
            "Over 3\u{a0}points the makespan lies between 9.33 and 10.0.",
        ),
        (
            "bounds",
            json!({"topic": "transformations", "step": "slots"}),
            json!({"own_processors": [1, 2]}),
            "Least ratio of the times without and with migration: ",
            "",
        ),
        (
            "recovery",
            json!({"topic": "availability"}),
            json!({"to_repair": [1, 10]}),
            "Least share of time down: ",
            "",
        ),
        (
            "recovery",
            json!({"topic": "gap"}),
            json!({"most_listed": [8, 12]}),
            "Largest share of pairs that meet the bound: 100\u{a0}% with up to 8 computers of lists",
            "",
        ),
        (
            "recovery",
            json!({"topic": "vectors"}),
            json!({"scheme": ["log", "golomb"]}),
            "Largest number of crashes with no load above the lower bound: ",
            "Over 2\u{a0}points the number of crashes with no load above the lower bound lies between 4 and 7.",
        ),
    ] {
        let whole = json!({"makespan": 1, laboratory: parameters, "sweep": [sweep]});
        let report = outcome(&Setup::from_json(&whole).unwrap());
        assert!(report.headline.starts_with(headline), "{}", report.headline);
        assert!(report.why.starts_with(range), "{}", report.why);
    }
}

#[test]
fn what_does_not_count_is_drawn_as_bars_of_which_the_best_stands_out() {
    let report = outcome(&setup(
        json!({"sweep": [{"strategy": ["equal", "dynamic", "replicate"]}]}),
    ));
    let Series::Bars { bars } = &report.charts[0].series[0] else {
        panic!("what does not count is drawn as bars");
    };
    let least = bars
        .iter()
        .map(|bar| bar.value)
        .fold(f64::INFINITY, f64::min);
    assert_eq!(bars.len(), 3);
    for bar in bars {
        assert_eq!(bar.main, bar.value == least);
    }
}

#[test]
fn a_sweep_of_two_parameters_meets_every_pair_and_says_which_do_not_go_together() {
    let report = outcome(&setup(
        json!({"sweep": [{"processors": [4, 6]}, {"copies": [1, 2, 4]}]}),
    ));
    let pairs: Vec<_> = table(&report, "sweep")
        .rows
        .iter()
        .map(|row| format!("{} {}", row[0].text(), row[1].text()))
        .collect();
    assert_eq!(pairs, ["4 1", "4 2", "4 4", "6 1", "6 2"]);
    for chart in &report.charts {
        let both = " by processors and copies of each job";
        assert!(chart.title.ends_with(both), "{}", chart.title);
    }
    expect![
        "Left out: 6 processors and 4 copies of each job; allowed with 6 processors: 1, 2, 3, 6."
    ]
    .assert_eq(report.notes.last().unwrap());
}

/// The notes of a sweep on the points that it leaves out.
fn left_out(laboratory: &str, parameters: &Value, sweep: &Value) -> Vec<String> {
    let whole = json!({"makespan": 1, laboratory: parameters, "sweep": sweep});
    let notes = outcome(&Setup::from_json(&whole).unwrap()).notes;
    notes
        .into_iter()
        .filter(|note| note.starts_with("Left out"))
        .collect()
}

#[test]
fn points_that_are_left_out_for_one_reason_are_told_at_once() {
    let small = json!({"runs": 2, "iterations": 20});
    let told = |sweep: Value| left_out("replication", &small, &sweep);
    assert_eq!(
        told(json!([{"copies": [1, 2, 3, 4, 5, 6, 7, 8]}])),
        ["Left out: 3, 5, 6 and 7 copies of each job; allowed with 8 processors: 1, 2, 4, 8."]
    );
    assert_eq!(
        told(json!([{"processors": [4, 6]}, {"copies": [1, 4, 5]}])),
        [
            "Left out: 4 processors and 5 copies of each job; allowed with 4 processors: 1, 2, 4.",
            "Left out: 6 processors with 4 and 5 copies of each job; allowed with 6 processors: 1, 2, 3, 6."
        ]
    );
    let published = json!({"topic": "vectors", "scheme": "published", "computers": 20});
    assert_eq!(
        left_out(
            "recovery",
            &published,
            &json!([{"computers": [2, 3, 20, 22]}])
        ),
        [
            "Left out: 2, 3 and 22 computers; there is no published optimal list for so many computers; choose from 4 to 21."
        ]
    );
}

#[test]
fn variants_are_named_by_what_differs_and_told_apart_where_nothing_does() {
    let names = |compare: Value| -> Vec<String> {
        let report = outcome(&setup(json!({"compare": compare})));
        let rows = &table(&report, "variants").rows;
        rows.iter().map(|row| row[0].text()).collect()
    };
    assert_eq!(
        names(json!([{"copies": 4, "processors": 4}, {"copies": 1}])),
        [
            "2 copies of each job",
            "4 copies of each job",
            "1 copy of each job"
        ]
    );
    assert_eq!(
        names(json!([{"copies": 2}, {"copies": 4}, {"copies": 4}])),
        [
            "2 copies of each job",
            "2 copies of each job (variant 2)",
            "4 copies of each job",
            "4 copies of each job (variant 4)"
        ]
    );
}

#[test]
fn what_is_compared_over_series_is_not_called_a_run() {
    let whole = json!({"makespan": 1, "prediction": {"topic": "forecasts", "runs": 2}, "compare": [{"predictor": "last-value"}]});
    let Ok(setup) = Setup::from_json(&whole) else {
        panic!("{:?}", Setup::from_json(&whole));
    };
    let report = outcome(&setup);
    let said = format!("{} {} {}", report.headline, report.why, report.notes[0]);
    assert!(said.contains("series") && !said.contains("run"), "{said}");
    let columns = table(&report, "differences").columns.join(" ");
    assert!(columns.contains("Share of series with less"), "{columns}");
}

#[test]
fn a_sweep_that_was_stopped_goes_on_to_the_same_end() {
    let setup = setup(json!({"sweep": [{"processors": [2, 3, 4]}, {"copies": [1, 2]}]}));
    let mut arrived = Vec::new();
    let whole = resume_setup(
        &setup,
        &[],
        &mut |ran, report| arrived.push((ran, report)),
        &mut Cache::default(),
        &mut Silent,
    )
    .unwrap();
    assert_eq!(arrived.len(), 6);
    assert!(
        arrived[3].0.outcome.is_err(),
        "three processors have no pairs"
    );
    let tables: Vec<_> = arrived
        .iter()
        .map(|(_, report)| table(report, "sweep").rows.len())
        .collect();
    assert_eq!(
        tables,
        [1, 2, 3, 3, 4, 5],
        "the report grows point by point"
    );
    let points: Vec<_> = arrived.into_iter().map(|(ran, _)| ran).collect();
    // By way of JSON, as the page keeps them.
    let points: Vec<Ran> = serde_json::from_value(serde_json::to_value(points).unwrap()).unwrap();
    for done in 0..=points.len() {
        let mut places = Vec::new();
        let kept = &points[..done];
        let resumed = resume_setup(
            &setup,
            kept,
            &mut |ran, _| places.push(ran.place),
            &mut Cache::default(),
            &mut trial::rising(),
        )
        .unwrap();
        assert_eq!(places, (done..6).collect::<Vec<_>>());
        assert_eq!(resumed.report, whole.report);
        assert_eq!(resumed.report.fingerprint(), whole.report.fingerprint());
    }
}

#[test]
fn each_point_of_a_sweep_is_a_scenario() {
    let setup =
        setup(json!({"sweep": [{"processors": [2, 4]}, {"strategy": ["equal", "dynamic"]}]}));
    let found: Vec<_> = (0..4)
        .map(|place| setup.point(place).unwrap())
        .map(|point| (point.get("processors"), point.get("strategy")))
        .collect();
    let pair = |processors: u32, strategy: &str| (json!(processors), json!(strategy));
    assert_eq!(
        found,
        [
            pair(2, "equal"),
            pair(2, "dynamic"),
            pair(4, "equal"),
            pair(4, "dynamic")
        ]
    );
    assert_eq!(setup.point(4), None);
}

#[test]
fn what_cannot_be_compared_is_refused_in_words() {
    let all = [
        json!({"compare": []}),
        json!({"compare": 5}),
        json!({"compare": [{}]}),
        json!({"compare": [{"seed": 7}]}),
        json!({"compare": [{"processors": 4}, {"processors": 400}]}),
        json!({"compare": [{"processor": 4}]}),
        json!({"compare": [{"copies": 1}, {"copies": 2}, {"copies": 4}, {"copies": 8}]}),
        json!({"sweep": [{"processors": [4]}]}),
        json!({"sweep": [{"processors": [4, 5]}, {"processors": [4, 5]}]}),
        json!({"sweep": [{"runs": [4, 5]}]}),
        json!({"sweep": [{"noise": [1, 5]}]}),
        json!({"sweep": {"noise": [1, 2]}}),
        json!({"sweep": [{"noise": [0, 1]}], "compare": [{"copies": 1}]}),
    ];
    let said: Vec<_> = all.into_iter().map(refused).collect();
    expect![[r#"
        compare: 0 variants; allowed: 1 to 3
        compare: allowed: a list of objects with parameters
        compare[0]: 0 changed parameters; allowed: at least 1
        compare[0].seed is 7; not to be changed: all variants share it, and with it the same random draws
        compare[1].processors is 400; allowed: a whole number from 1 to 128
        compare[0].processor is 4; no such parameter; the most similar of 43: “processors”, “predictor”, “copies”
        compare: 4 variants; allowed: 1 to 3
        sweep.processors: 1 value; allowed: 2 to 24
        sweep is processors twice; allowed: two different parameters
        sweep.runs is 4; not to be changed: all variants share it, and with it the same random draws
        sweep.noise is 5; allowed: a number from 0 to 2
        sweep: allowed: a list of objects such as {"processors": [2, 4, 8]}
        sweep is beside compare; allowed: either compare or sweep"#]].assert_eq(&said.join("\n"));
}

#[test]
fn variants_that_do_not_go_together_are_named() {
    let setup = setup(json!({"compare": [{"copies": 4}, {"copies": 3}]}));
    let error = run_setup(&setup, &mut Silent).unwrap_err();
    expect!["compare[1].replication.copies is 3; allowed with 4 processors: 1, 2, 4"]
        .assert_eq(&error.to_string());
}

/// The scenario of each topic, with another value of each parameter that variants can change.
fn changes() -> impl Iterator<Item = (Scenario, Parameter, Value)> {
    let all = playground::laboratories().iter();
    let topics = all.flat_map(|about| crate::small::topics(about.name));
    topics.flat_map(|base| {
        let parameters = base.parameters();
        let other = move |one: Parameter| {
            let own = base.get(one.name);
            let choices = one.offered().map(|choice| Value::from(choice.value));
            let numbers = [1, 2, 3].into_iter().map(Value::from);
            let flags = [true, false].into_iter().map(Value::from);
            let mut values = choices.chain(numbers).chain(flags);
            let change = |value: &Value| Map::from_iter([(one.name.to_owned(), value.clone())]);
            let value =
                values.find(|value| *value != own && base.changed(&change(value)).is_ok())?;
            Some((base.clone(), one, value))
        };
        parameters.into_iter().filter_map(other).collect::<Vec<_>>()
    })
}

#[test]
fn a_parameter_without_effect_is_told_with_the_reason_and_names_nothing() {
    let mut without = 0;
    for (base, parameter, value) in changes() {
        let change = Map::from_iter([(parameter.name.to_owned(), value.clone())]);
        let changed = base.changed(&change).unwrap();
        let used = [&base, &changed].map(|one| parameter.matters(&one.values()));
        let own = base.get(parameter.name);
        let axis = Axis {
            parameter: parameter.name.to_owned(),
            values: vec![own, value],
        };
        let mut views = vec![View::Compare(vec![change])];
        views.extend(matches!(parameter.kind, Kind::Choice(_)).then(|| View::Sweep(vec![axis])));
        for view in views {
            let setup = Setup::new(base.clone(), view).unwrap();
            let said = setup.unused();
            let about = format!("{} has no effect here: ", parameter.title);
            assert_eq!(said.is_empty(), used.contains(&true), "{said:?}");
            assert!(said.iter().all(|one| one.starts_with(&about)), "{said:?}");
            assert!(
                said.iter().all(|one| trial::fault_of(one).is_none()),
                "{said:?}"
            );
            without += said.len();
        }
        // Beside another parameter, which is used.
        let topic =
            json!({"topic": base.get("topic"), parameter.name: changed.get(parameter.name)});
        let both = Setup::new(
            base,
            View::Compare(vec![topic.as_object().unwrap().clone()]),
        );
        if let Ok(both) = both
            && !used.contains(&true)
            && parameter.name != "topic"
        {
            let [own, other] = both.names().try_into().unwrap();
            assert_eq!(other, format!("{own} (variant 2)"), "{}", parameter.name);
        }
    }
    assert!(without > 100, "{without} parameters without effect");
}

#[test]
fn a_comparison_from_a_link_notes_a_parameter_without_effect() {
    let whole = json!({"makespan": 1, "divisible": {"topic": "inaccuracy", "runs": 2, "horizon": 600}, "compare": [{"inaccuracy": 0}]});
    let report = outcome(&Setup::from_json(&whole).unwrap());
    expect!["Inaccuracy has no effect here: it is used only where “Show” is “A stream”, “A finite load”, “Propositions”, “Varying speeds”, “The target” or “Several streams”."].assert_eq(&report.notes[0]);
}

#[test]
fn the_best_variants_are_named_together() {
    let whole = json!({"makespan": 1, "bounds": {"topic": "preemption", "fewer": 0}, "compare": [{"fewer": 8}, {"fewer": 9}]});
    let report = outcome(&Setup::from_json(&whole).unwrap());
    assert!(
        report.headline.starts_with(
            "8 preemptions of the first schedule and 9 preemptions of the first schedule: "
        ),
        "{}",
        report.headline
    );
}

#[test]
fn the_schedule_of_a_sweep_is_named() {
    let shown = |view: Value| {
        let report = outcome(&setup(view));
        let note = report
            .notes
            .iter()
            .find(|note| note.starts_with("The schedule shows"));
        (note.unwrap().clone(), report.shown.unwrap())
    };
    let best = shown(json!({"sweep": [{"processors": [2, 4]}]}));
    assert_eq!(
        best,
        (
            "The schedule shows the best point: 4 processors.".into(),
            "4 processors".into()
        )
    );
    // Equal values are one point.
    let level = shown(json!({"sweep": [{"strategy": ["equal", "equal"]}]}));
    assert_eq!(
        level.0,
        "The schedule shows the only point: method “Equal”."
    );
}

#[test]
fn level_points_are_named_together() {
    let whole = json!({"makespan": 1, "bounds": {"topic": "preemption"}, "sweep": [{"fewer": [0, 8, 9, 8]}]});
    let report = outcome(&Setup::from_json(&whole).unwrap());
    assert_eq!(table(&report, "sweep").rows.len(), 3);
    let end = " with 8 and 9 preemptions of the first schedule";
    assert!(report.headline.ends_with(end), "{}", report.headline);
    let equal = json!({"runs": 2, "iterations": 20, "processors": 4, "strategy": "equal"});
    let whole = json!({"makespan": 1, "replication": equal, "sweep": [{"copies": [1, 2]}]});
    let report = outcome(&Setup::from_json(&whole).unwrap());
    let first = "The schedule shows the first of the best points: 1 copy of each job.";
    let mut notes = report.notes.iter();
    assert!(notes.any(|note| note == first), "{:?}", report.notes);
}

/// The values of a choice or a flag.
fn values_of(parameter: &Parameter) -> Vec<Value> {
    match parameter.kind {
        Kind::Flag => vec![true.into(), false.into()],
        _ => parameter.offered().map(|one| one.value.into()).collect(),
    }
}

/// Sweeps of two parameters, where one decides whether the other has an effect.
fn deciding() -> Vec<(Scenario, [Axis; 2])> {
    let mut all = Vec::new();
    for (base, parameter, value) in changes() {
        let known = base.parameters();
        let conditions = parameter.when.iter().chain(parameter.or);
        for decider in known.iter().filter(|one| {
            one.name != "topic" && conditions.clone().any(|when| when.parameter == one.name)
        }) {
            let with = |own: &Value| {
                let changes = Map::from_iter([(decider.name.to_owned(), own.clone())]);
                let one = base.changed(&changes).ok()?;
                Some(parameter.matters(&one.values()))
            };
            let values = values_of(decider);
            let find = |effect| values.iter().find(|own| with(own) == Some(effect));
            let (Some(off), Some(on)) = (find(false), find(true)) else {
                continue;
            };
            let axis = |name: &str, values: [&Value; 2]| Axis {
                parameter: name.to_owned(),
                values: values.map(Value::clone).to_vec(),
            };
            let own = base.get(parameter.name);
            let axes = [
                axis(decider.name, [off, on]),
                axis(parameter.name, [&own, &value]),
            ];
            all.push((base.clone(), axes));
        }
    }
    all
}

/// Checks a sweep whose second axis has no effect with the first value of the first axis.
fn without_idle_values(base: &Scenario, axes: &[Axis; 2], turned: bool) -> usize {
    let mut swept = axes.to_vec();
    if turned {
        swept.reverse();
    }
    let Ok(setup) = Setup::new(base.clone(), View::Sweep(swept.clone())) else {
        return 0;
    };
    let Ok(outcome) = run_setup(&setup, &mut crate::small::patience(Duration::from_secs(2))) else {
        return 0;
    };
    let report = outcome.report;
    let rows = &table(&report, "sweep").rows;
    let context = || format!("{swept:?} of {}: {}", base.to_json(), report.headline);
    // The first axis has three runs at most: one without the second parameter.
    assert!(rows.len() <= 3, "{}", context());
    let idle = usize::from(!turned);
    let lacking = rows
        .iter()
        .filter(|row| row[idle].text() == Cell::none().text())
        .count();
    let left_out = report.notes.iter().any(|note| note.starts_with("Left out"));
    assert!(lacking == 1 || left_out, "{lacking} {}", context());
    for chart in &report.charts {
        for series in &chart.series {
            if let Series::Bars { bars } = series {
                let labels: BTreeSet<_> = bars.iter().map(|bar| &bar.label).collect();
                assert_eq!(labels.len(), bars.len(), "{}", context());
            }
        }
    }
    1
}

#[test]
fn points_of_a_sweep_tell_only_values_that_have_an_effect() {
    let mut checked = 0;
    for (number, (base, axes)) in deciding().iter().enumerate() {
        // One run shows it as well as several.
        let base = base.with("runs", "1").unwrap_or_else(|_| base.clone());
        checked += without_idle_values(&base, axes, number % 2 == 0);
    }
    assert!(checked > 50, "{checked} sweeps");
}

#[test]
fn a_sweep_names_no_value_without_effect() {
    let whole = json!({"makespan": 1, "bounds": {"topic": "reallocation", "computers": 2}, "sweep": [{"alike": [true, false]}, {"processors": [2, 3]}]});
    let report = outcome(&Setup::from_json(&whole).unwrap());
    let rows = table(&report, "sweep").rows.iter();
    let rows: Vec<_> = rows
        .map(|row| format!("{} | {} | {}", row[0].text(), row[1].text(), row[3].text()))
        .collect();
    let Series::Bars { bars } = &report.charts[0].series[0] else {
        panic!("a choice is drawn as bars");
    };
    let bars: Vec<_> = bars
        .iter()
        .map(|bar| format!("{} {}", bar.label, bar.value))
        .collect();
    expect![[r#"
        Least bound H: 2.00 with as many processors as computers, and with “As many processors as computers” off and shared processors 2
        as many processors as computers | – | 2.00
        “As many processors as computers” off | 2 | 2.00
        “As many processors as computers” off | 3 | 3.00
        Bound H by as many processors as computers and shared processors
        As many processors as computers 2
        “As many processors as computers” off and shared processors 2 2
        “As many processors as computers” off and shared processors 3 3"#]].assert_eq(&format!(
        "{}\n{}\n{}\n{}",
        report.headline,
        rows.join("\n"),
        report.charts[0].title,
        bars.join("\n")
    ));
}

/// Pairs of scenarios; chance draws only one of the two.
fn half_drawn() -> Vec<(Scenario, Axis)> {
    let all = playground::laboratories().iter();
    let topics = all.flat_map(|about| crate::small::topics(about.name));
    let pairs = topics.flat_map(|base| {
        let parameters = base.parameters().into_iter();
        let other = move |one: Parameter| {
            let values = values_of(&one).into_iter();
            let drawn = base.chance();
            let mut others = values.filter_map(|value| {
                let change = Map::from_iter([(one.name.to_owned(), value.clone())]);
                let changed = base.changed(&change).ok()?;
                (changed.chance() != drawn).then_some(value)
            });
            let values = vec![base.get(one.name), others.next()?];
            let parameter = one.name.to_owned();
            Some((base.clone(), Axis { parameter, values }))
        };
        let others = parameters.filter(|one| one.name != "topic");
        others.filter_map(other).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// Checks that neither view takes one draw for many.
fn one_draw_is_told(base: &Scenario, axis: &Axis) -> usize {
    let [_, other] = axis.values.as_slice() else {
        return 0;
    };
    let change = Map::from_iter([(axis.parameter.clone(), other.clone())]);
    let back = Map::from_iter([(axis.parameter.clone(), axis.values[0].clone())]);
    let views = [
        (base.clone(), View::Compare(vec![change.clone()])),
        (base.changed(&change).unwrap(), View::Compare(vec![back])),
        (base.clone(), View::Sweep(vec![axis.clone()])),
    ];
    let mut checked = 0;
    for (base, view) in views {
        let Ok(setup) = Setup::new(base.clone(), view) else {
            continue;
        };
        let Ok(outcome) = run_setup(&setup, &mut crate::small::patience(Duration::from_secs(2)))
        else {
            continue;
        };
        let report = outcome.report;
        let said = format!("{} {}", report.headline, report.why);
        let without = ["compared", "No point", "cannot be compared"];
        if said.trim().is_empty() || without.iter().any(|words| said.contains(words)) {
            continue;
        }
        assert!(
            !said.contains("every seed") && !said.contains("seeds’"),
            "{said}"
        );
        assert!(!said.contains("are computed, not drawn"), "{said}");
        checked += 1;
    }
    checked
}

#[test]
fn one_draw_beside_a_computed_number_is_told_as_one() {
    let checked: usize = half_drawn()
        .iter()
        .map(|(base, axis)| {
            let base = base.with("runs", "1").unwrap_or_else(|_| base.clone());
            one_draw_is_told(&base, axis)
        })
        .sum();
    assert!(checked > 3, "{checked} views");
}

#[test]
fn loads_of_different_units_are_not_compared() {
    for topic in ["stream", "finite", "selection"] {
        let given = json!({"topic": topic, "inaccuracy": 0, "runs": 1});
        for view in [
            json!({"compare": [{"platform": "table3-four"}]}),
            json!({"sweep": [{"platform": ["table1", "table3-four"]}]}),
        ] {
            let mut whole = json!({"makespan": 1, "divisible": given});
            let view = view.as_object().unwrap().clone();
            whole.as_object_mut().unwrap().extend(view);
            let headline = outcome(&Setup::from_json(&whole).unwrap()).headline;
            let end = "answer different questions and are not compared";
            assert!(headline.ends_with(end), "{topic}: {headline}");
        }
    }
}

#[test]
fn the_seed_of_one_draw_is_told() {
    let told = |seed: u32, view: Value| {
        let mut whole = json!({"makespan": 1, "recovery": {"topic": "vectors", "computers": 14, "scheme": "golomb", "compared": "none", "seed": seed}});
        whole
            .as_object_mut()
            .unwrap()
            .extend(view.as_object().unwrap().clone());
        let report = outcome(&Setup::from_json(&whole).unwrap());
        format!("{}\n{}", report.headline, report.why)
    };
    let mut said = Vec::new();
    for seed in [1, 2, 3] {
        said.push(told(seed, json!({"compare": [{"fill": "random"}]})));
        said.push(told(
            seed,
            json!({"sweep": [{"fill": ["ascending", "random"]}]}),
        ));
    }
    expect![[r#"
        Ascending and Random have the same number of crashes with no load above the lower bound with this seed: 7
        One draw gives no interval: other seeds show whether this is more than chance.
        The number of crashes with no load above the lower bound is 7 at both points with this seed
        One draw gives no interval: other seeds show whether this is more than chance.
        Ascending: 16.7 % more crashes with no load above the lower bound than Random with this seed
        One draw gives no interval: other seeds show whether this is more than chance.
        Largest number of crashes with no load above the lower bound with this seed: 7 with order of the rest “ascending”
        Over 2 points the number of crashes with no load above the lower bound lies between 6 and 7. One draw gives no interval: other seeds show whether this is more than chance.
        Random: 14.3 % more crashes with no load above the lower bound than Ascending with this seed
        One draw gives no interval: other seeds show whether this is more than chance.
        Largest number of crashes with no load above the lower bound with this seed: 8 with order of the rest “random”
        Over 2 points the number of crashes with no load above the lower bound lies between 7 and 8. One draw gives no interval: other seeds show whether this is more than chance."#]].assert_eq(&said.join("\n"));
}

#[test]
fn a_refused_parameter_that_is_not_swept_is_named() {
    let given = json!({"runs": 2, "iterations": 20, "processors": 8, "copies": 4});
    assert_eq!(
        left_out("replication", &given, &json!([{"processors": [1, 4]}])),
        ["Left out: 1 processor; refused: 4 copies of each job; allowed with 1 processor: 1."]
    );
}

#[test]
fn progress_counts_all_variants_and_a_stop_is_heard() {
    let setup = setup(json!({"compare": [{"strategy": "equal"}, {"strategy": "dynamic"}]}));
    let mut told = Vec::new();
    let mut watch = |done, total| {
        told.push((done, total));
        ControlFlow::Continue(())
    };
    run_setup(&setup, &mut watch).unwrap();
    assert_eq!(told, (1..=18).map(|done| (done, 18)).collect::<Vec<_>>());
    let mut stop = |done, _| match done {
        8 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(matches!(
        run_setup(&setup, &mut stop),
        Err(Error::Cancelled(_))
    ));
}

#[test]
fn changes_are_read_as_people_type_them() {
    let base = scenario(json!({}));
    let variant = Setup::variant(&base, "strategy=dynamic rebalance-every=20").unwrap();
    assert_eq!(
        Value::from(variant),
        json!({"strategy": "dynamic", "rebalance_every": 20})
    );
    let axis = Setup::axis(&base, "noise=0..2/5").unwrap();
    assert_eq!(axis.values, [0.0, 0.5, 1.0, 1.5, 2.0].map(Value::from));
    let axis = Setup::axis(&base, "processors=2,4,8").unwrap();
    assert_eq!(axis.values, [2, 4, 8].map(Value::from));
    let complaints = [
        Setup::variant(&base, "dynamic").unwrap_err().to_string(),
        Setup::variant(&base, "processors=129")
            .unwrap_err()
            .to_string(),
        Setup::axis(&base, "processors").unwrap_err().to_string(),
        Setup::axis(&base, "noise=0,3").unwrap_err().to_string(),
        Setup::axis(&base, "processors=2..5")
            .unwrap_err()
            .to_string(),
        Setup::axis(&base, "noise=0..2/1").unwrap_err().to_string(),
        Setup::axis(&base, "strategy=equal,slow")
            .unwrap_err()
            .to_string(),
    ];
    expect![[r#"
        “dynamic” is not a change; allowed: name=value
        processors is 129; allowed: a whole number from 1 to 128
        “processors” is not a change; allowed: name=value
        noise is 3; allowed: a number from 0 to 2
        processors: 2..5 needs the number of values, 2 or more, such as 2..5/4
        noise: 0..2/1 needs the number of values, 2 or more, such as 0..2/4
        strategy is "slow"; allowed: equal, static, static-hindsight, dynamic, dynamic-hindsight, replicate, replicate-best, speculate, adaptive, own"#]]
    .assert_eq(&complaints.join("\n"));
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i32>().prop_map(Value::from),
        (0.0..3.0).prop_map(Value::from),
        "[a-z]{0,8}".prop_map(Value::from),
        Just(Value::Null),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_link_carries_what_is_compared(processors in proptest::collection::vec(1_u32..17, 1..4)) {
        let variants: Vec<_> = processors.iter().map(|p| json!({"processors": p})).collect();
        let setup = setup(json!({"compare": variants}));
        let there = Setup::from(link::decode(&link::encode(&setup).unwrap()).unwrap());
        prop_assert_eq!(there, setup);
    }

    #[test]
    fn a_link_carries_what_is_swept(noise in proptest::collection::vec(0.0..2.0_f64, 2..25), first in any::<bool>()) {
        let copies = json!({"copies": [1, 2]});
        let noise = json!({"noise": noise});
        let axes = if first && noise["noise"].as_array().unwrap().len() < 7 {
            json!([copies, noise])
        } else {
            json!([noise, copies])
        };
        let setup = setup(json!({"sweep": axes}));
        let there = Setup::from(link::decode(&link::encode(&setup).unwrap()).unwrap());
        prop_assert_eq!(there, setup);
    }

    #[test]
    fn whatever_is_asked_for_is_answered(name in "[a-z_]{1,12}|processors|copies|noise|traces", values in proptest::collection::vec(value(), 0..4)) {
        let changes: Vec<_> = values.iter().map(|value| json!({name.as_str(): value})).collect();
        for (key, view) in [("compare", json!(changes)), ("sweep", json!([{name.as_str(): values}]))] {
            let whole = json!({"makespan": 1, "replication": {"runs": 2, "iterations": 5}, key: view});
            if let Ok(setup) = Setup::from_json(&whole) {
                prop_assert_ne!(&setup.view, &View::One);
                prop_assert_eq!(Setup::from_json(&setup.to_json()).unwrap(), setup);
            }
        }
    }
}

#[test]
fn notes_on_charts_and_tables_of_one_report_stand_in_no_comparison() {
    for (base, change) in [
        (
            json!({"adaptation": {"topic": "landscape", "runs": 3}}),
            json!({"penalty": 0.4}),
        ),
        (
            json!({"adaptation": {"topic": "run", "runs": 2, "iterations": 1}}),
            json!({"iterations": 2}),
        ),
        (
            json!({"divisible": {"topic": "stream", "runs": 2, "horizon": 600}}),
            json!({"gamma": 1}),
        ),
    ] {
        let mut whole = base;
        whole["makespan"] = json!(1);
        whole["compare"] = json!([change]);
        let setup = Setup::from_json(&whole).unwrap();
        let alone = run(&setup.scenario, &mut Silent).unwrap().alone;
        assert!(!alone.is_empty(), "{whole}");
        let notes = outcome(&setup).notes.join("\n");
        for note in alone {
            assert!(!notes.contains(&note), "{note}");
        }
    }
}

#[test]
fn a_figure_is_called_a_topics_own_only_where_the_other_has_another_name() {
    for about in playground::laboratories() {
        let all = crate::small::topics(about.name);
        let Some((base, others)) = all.split_first() else {
            continue;
        };
        let first = |one: &Scenario| {
            let (_, samples) = crate::chance::outcome(one, &mut Silent).ok()?;
            Some(samples.first()?.name)
        };
        for other in others {
            let changes = Map::from_iter([("topic".to_owned(), other.get("topic"))]);
            let Ok(changed) = base.changed(&changes) else {
                continue;
            };
            let setup = Setup::new(base.clone(), View::Compare(vec![changes])).unwrap();
            let Ok(outcome) = run_setup(&setup, &mut Silent) else {
                continue;
            };
            let Report { headline, why, .. } = outcome.report;
            if headline.ends_with(" answer different questions and are not compared") {
                let same = first(base) == first(&changed);
                assert_eq!(why.is_empty(), same, "{headline}: {why}");
            }
        }
    }
}
