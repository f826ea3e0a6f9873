//! The reports on the topics of the formulas, and their refusals.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use expect_test::{Expect, expect};
use replication::parameters::{Family, Model, Picture, Topic};
use replication::{Error, Parameters, run};
use report::chart::Series;
use report::table::Cell;
use report::{Report, Silent};
use trace::source::Source;

fn formulas(change: impl FnOnce(&mut Parameters)) -> Parameters {
    let mut parameters = Parameters {
        topic: Topic::Formulas,
        model: Model::OneOne,
        variation: 0.95,
        family: Family::Exponential,
        processors: 64,
        copies: 4,
        ..Parameters::default()
    };
    change(&mut parameters);
    parameters
}

fn report(parameters: &Parameters) -> Report {
    run(parameters, &mut Silent).unwrap()
}

fn check(expected: Expect, report: &Report) {
    let figures = report
        .figures
        .iter()
        .map(|figure| format!("{} {}\n", figure.name, figure.text()))
        .collect::<String>();
    expected.assert_eq(&format!("{}\n{}\n{figures}", report.headline, report.why));
}

fn refused(parameters: &Parameters) -> String {
    match run(parameters, &mut Silent) {
        Err(Error::Rejected(rejected)) => rejected.to_string(),
        Err(other) => panic!("{other}"),
        Ok(report) => panic!("{}", report.headline),
    }
}

#[test]
fn formulas_say_how_many_copies_are_best_and_what_is_exact() {
    check(
        expect![[r#"
            Model 1.1: on 64 processors with a variation of 0.95, 16 copies are best, 1.43 times as fast; exactly, 16 copies are, 1.64 times as fast
            Without copies an iteration waits for the longest of 64 runtimes, 3.85 times the mean. With 16 copies of each job a step takes 0.17 mean runtimes, waits included, but there are as many steps as copies.
            Best number of copies 16
            Speedup with them 1.43
            Speedup with 4 copies 1.26
            Iteration with 4 copies, in mean runtimes 3.05
            Speedup over one processor with 4 copies 21.0
        "#]],
        &report(&formulas(|_| {})),
    );
}

#[test]
fn formulas_say_where_copies_do_not_pay() {
    let quiet = formulas(|parameters| parameters.variation = 0.2);
    check(
        expect![[r#"
            Model 1.1: on 64 processors with a variation of 0.20, copies do not pay; exact times agree
            Without copies an iteration waits for the longest of 64 runtimes, 1.60 times the mean. With 2 copies of each job a step takes 1.15 mean runtimes, waits included, but there are as many steps as copies.
            Best number of copies 1
            Speedup with them 1.00
            Speedup with 4 copies 0.421
            Iteration with 4 copies, in mean runtimes 3.80
            Speedup over one processor with 4 copies 16.8
        "#]],
        &report(&quiet),
    );
}

#[test]
fn a_formula_out_of_its_depth_says_so_and_stops_at_five() {
    let deep = report(&formulas(|parameters| {
        parameters.model = Model::OneTwo;
        parameters.variation = 0.8;
    }));
    assert!(
        deep.notes
            .iter()
            .any(|note| note.contains("outside its valid range"))
    );
    let highest = deep
        .charts
        .first()
        .unwrap()
        .series
        .iter()
        .flat_map(|series| match series {
            Series::Line { points, .. } => points.clone(),
            _ => Vec::new(),
        });
    assert!(highest.map(|point| point.y).fold(0.0, f64::max) <= 5.0);
    let model = deep
        .tables
        .iter()
        .find(|table| table.key == "model")
        .unwrap();
    assert!(
        model
            .rows
            .iter()
            .flatten()
            .any(|cell| *cell == Cell::Text("> 5".into()))
    );
}

#[test]
fn the_picture_that_is_asked_for_comes_first() {
    for (picture, key) in [
        (Picture::Processors, "by_processors"),
        (Picture::Copies, "by_copies"),
        (Picture::OneProcessor, "over_one"),
        (Picture::Map, "map"),
        (Picture::BestCopies, "best_copies"),
        (Picture::BestByProcessors, "best_speedup"),
        (Picture::BestByVariation, "best_by_variation"),
    ] {
        let report = report(&formulas(|parameters| parameters.picture = picture));
        assert_eq!(report.charts.first().unwrap().key, key);
        assert_eq!(report.charts.len(), 7);
    }
}

/// The numbers of processors that the names of the lines for all numbers of copies end with, and those of the main ones.
fn processors_of(report: &Report, key: &str) -> [Vec<String>; 2] {
    let chart = report.charts.iter().find(|chart| chart.key == key).unwrap();
    let of = |main: bool| {
        let lines = chart.series.iter().filter(|line| !main || line.is_main());
        let names = lines.filter_map(Series::name);
        let ends = names.filter_map(|name| Some(name.rsplit_once("P = ")?.1.to_owned()));
        ends.collect()
    };
    [of(false), of(true)]
}

#[test]
fn charts_against_the_variation_highlight_the_processors_of_the_scenario() {
    for model in Model::ALL {
        for processors in [2_u32, 4, 16, 32, 128] {
            for doublings in [2, 5, 10] {
                let report = report(&formulas(|parameters| {
                    parameters.model = model;
                    parameters.processors = processors;
                    parameters.copies = 2;
                    parameters.doublings = doublings;
                }));
                for key in ["best_copies", "best_by_variation"] {
                    let [all, main] = processors_of(&report, key);
                    assert_eq!(main, [processors.to_string()], "{key}: {model:?}");
                    let most = report::number::fixed(f64::from(1_u32 << doublings.max(2)), 0);
                    assert!(key != "best_copies" || all.contains(&most), "{all:?}");
                }
            }
        }
    }
}

#[test]
fn formulas_of_a_hundred_doublings_are_numbers() {
    for model in Model::ALL {
        let report = report(&formulas(|parameters| {
            parameters.model = model;
            parameters.doublings = 100;
            parameters.variation = 1.0;
        }));
        // The gain of an unreliable time over one processor is left out.
        let charts = report.charts.iter().filter(|chart| chart.key != "over_one");
        for chart in charts {
            for series in &chart.series {
                if let Series::Line { points, .. } = series {
                    assert!(
                        points.iter().all(|point| !point.y.is_nan()),
                        "{}",
                        chart.key
                    );
                }
            }
        }
    }
}

#[test]
fn numbers_that_do_not_go_together_are_refused_by_name() {
    let mut text = String::new();
    for parameters in [
        formulas(|parameters| {
            parameters.model = Model::OneTwo;
            parameters.spread = 1.3;
        }),
        formulas(|parameters| {
            parameters.model = Model::TwoThreeTable;
            parameters.excess = 0.9;
        }),
        formulas(|parameters| parameters.family = Family::Uniform),
        formulas(|parameters| parameters.topic = Topic::Model),
        formulas(|parameters| {
            parameters.topic = Topic::Model;
            parameters.traces = Source::Population;
            parameters.iterations = 32;
        }),
        formulas(|parameters| {
            parameters.topic = Topic::Estimates;
            parameters.iterations = 1;
        }),
    ] {
        text += &refused(&parameters);
        text.push('\n');
    }
    expect![[r#"
        spread is 1.3; allowed: 0 to sqrt(2 - 2 α²), 1.2247 for α = 0.5
        excess is 0.9; allowed: 0.01 to sqrt(1 - β² / 2), 0.6699 for this model’s β of 1.0500
        variation is 0.95; allowed: 0 to 0.5774; beyond that, uniform runtimes would be below 0
        processors is 64; allowed: 1 to 16, the number of nodes in these traces
        iterations is 32; allowed: 64 or more, one for each copy of a job
        iterations is 1; allowed: 2 or more, because a single iteration has no variation
    "#]]
    .assert_eq(&text);
}

#[test]
fn runs_on_alike_nodes_say_which_model_is_nearest() {
    let parameters = formulas(|parameters| {
        parameters.topic = Topic::Model;
        parameters.model = Model::TwoThreeTable;
        parameters.variation = 0.57;
        parameters.traces = Source::Population;
        parameters.family = Family::Empirical;
        parameters.processors = 16;
        parameters.iterations = 400;
        parameters.runs = 20;
    });
    let report = report(&parameters);
    check(
        expect![[r#"
            Model 2.3b misses the speedups of up to 8 copies by 4.0 %, on average too low; no other model 2.x comes nearer
            Exact times for the traces’ own runtimes, independent, miss the same runs by 4.3 %, on average too high. Runtimes of a node depend on the one before (autocorrelation 0.39), which the exact times leave out; the rest of the error can come from differences between nodes, from nodes that are slow at the same time, and from chance. On 16 processors the runs are fastest with 2 copies; the model says no copies.
            Root mean square log error, R ≤ 8 0.0408
            Mean log error, R ≤ 8 −0.0080
            Worst log error 0.0735
            Speedup with 4 copies 0.799
            Best number of copies 2
        "#]],
        &report,
    );
    let errors = report
        .charts
        .iter()
        .find(|chart| chart.key == "errors")
        .unwrap();
    assert!(errors.series.iter().all(
        |series| matches!(series, Series::Heat { centre: Some(centre), .. } if *centre == 0.0)
    ));
}

#[test]
fn models_whose_numbers_do_not_go_together_are_compared_with_no_run() {
    let report = report(&formulas(|parameters| {
        parameters.topic = Topic::Model;
        parameters.model = Model::TwoOne;
        parameters.excess = 0.9;
        parameters.processors = 8;
        parameters.iterations = 100;
        parameters.runs = 3;
    }));
    let mut tables = report.tables.iter();
    let table = tables.find(|table| table.key == "models").unwrap();
    let names: Vec<String> = table.rows.iter().map(|row| row[0].text()).collect();
    assert_eq!(names, ["model 2.1", "exact"]);
    assert!(
        report
            .headline
            .ends_with("; no other model 2.x comes nearer"),
        "{}",
        report.headline
    );
    let left_out =
        "Models 2.2, 2.3a and 2.3b are left out: no runtimes have their β with an α of 0.9.";
    assert!(report.notes.iter().any(|note| note == left_out));
}

#[test]
fn a_rule_stands_only_beside_the_numbers_that_it_is_for() {
    let with = |model, excess, spread, dependence| {
        formulas(|parameters| {
            parameters.model = model;
            parameters.excess = excess;
            parameters.spread = spread;
            parameters.dependence = dependence;
            parameters.variation = 0.5;
        })
    };
    for (parameters, ruled) in [
        (with(Model::OneOne, 0.5, 0.95, 0.81), true),
        (with(Model::OneTwo, 0.5, 0.95, 0.81), false),
        // To the printed digits, β of minima is ½.
        (with(Model::OneTwo, 0.6, 1.01, 0.81), true),
        // With this α, no β of maxima makes that of minima ½.
        (with(Model::OneTwo, 0.95, 0.4, 0.81), false),
        (with(Model::TwoOne, 0.5, 0.95, 0.5), true),
        (with(Model::TwoOne, 0.5, 0.95, 0.81), false),
        (with(Model::TwoThreeTable, 0.5, 0.95, 0.5), false),
    ] {
        let report = report(&parameters);
        let told = format!("{:?} {}", parameters.model, parameters.excess);
        let mut tables = report.tables.iter();
        let table = tables.find(|table| table.key == "best").unwrap();
        for row in &table.rows {
            let none = row[3..5].iter().map(|cell| cell.text() == "no rule");
            assert_eq!(none.collect::<Vec<_>>(), [!ruled; 2], "{told}");
        }
        let mut charts = report.charts.iter();
        let chart = charts.find(|chart| chart.key == "best_copies").unwrap();
        let mut names = chart.series.iter().filter_map(Series::name);
        assert_eq!(names.any(|name| name.starts_with("rule ")), ruled, "{told}");
        let elsewhere = parameters.model != Model::TwoThreeTable && !ruled;
        let mut notes = report.notes.iter();
        let noted = notes.any(|note| note.starts_with("The document has a rule for model"));
        assert_eq!(noted, elsewhere, "{told}");
    }
}

#[test]
fn too_few_iterations_for_sums_of_steps_are_called_that() {
    for picture in [Picture::Processors, Picture::Dependence] {
        for (iterations, few) in [(2, true), (3, true), (40, false)] {
            let report = report(&formulas(|parameters| {
                parameters.topic = Topic::Estimates;
                parameters.traces = Source::Peaks;
                parameters.iterations = iterations;
                parameters.runs = 3;
                parameters.picture = picture;
            }));
            let headline = report.headline;
            let said = headline.contains("here are too few iterations for two sums of steps");
            assert_eq!(said, few, "{headline}");
            assert!(!headline.contains("do not vary"), "{headline}");
        }
    }
}

#[test]
fn estimates_stand_beside_the_printed_tables() {
    let parameters = formulas(|parameters| {
        parameters.topic = Topic::Estimates;
        parameters.traces = Source::Population;
        parameters.iterations = 400;
        parameters.runs = 10;
    });
    let report = report(&parameters);
    check(
        expect![[r#"
            The longer of two runtimes is 0.50 standard deviations above the mean and varies 1.08 times as much; sums of R steps vary as R to the power 0.74
            Exponential runtimes have α = 0.50 and β = 1.12, normal ones 0.56 and 0.83; here, the longer of two varies more than one. The standard deviation over draws is 0.07 for α and 0.09 for β. γ is 0.5 for independent steps and 1 for equal ones.
            α of two runtimes 0.50
            Spread of α over draws 0.0700
            β of two runtimes 1.08
            Spread of β over draws 0.0932
            γ, mean over R 0.743
        "#]],
        &report,
    );
    let keys: Vec<_> = report
        .tables
        .iter()
        .map(|table| table.key.as_str())
        .collect();
    assert_eq!(
        keys,
        [
            "excess",
            "spread",
            "dependence",
            "trends",
            "tests",
            "fits",
            "numbers"
        ]
    );
    // 28 pairs of r and p; the verdict on the null hypothesis follows from t.
    let tests = &report.tables.iter().find(|table| table.key == "tests");
    for row in &tests.unwrap().rows {
        let number = |column: usize| match &row[column] {
            Cell::Number(number) => *number,
            Cell::Figure(figure) => figure.value,
            cell => panic!("{cell:?}"),
        };
        let (mean, t, degrees, p) = (number(1), number(2), number(3), number(4));
        assert_eq!(degrees, 27.0);
        assert_eq!(mean > 0.0, t > 0.0);
        assert_eq!(p < 0.05, t.abs() > statistics::quantile(27), "{row:?}");
    }
    for table in &report.tables {
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.len() == table.columns.len()),
            "{}",
            table.key
        );
    }
}

#[test]
fn two_nodes_are_enough_for_an_estimate_and_one_is_not() {
    let few = |nodes: u32| {
        formulas(|parameters| {
            parameters.topic = Topic::Estimates;
            parameters.traces = Source::Peaks;
            parameters.synthetic_nodes = nodes;
            parameters.iterations = 100;
            parameters.runs = 3;
        })
    };
    assert_eq!(report(&few(2)).figures.len(), 5);
    assert!(refused(&few(1)).starts_with("traces is 1 node that varies"));
}
