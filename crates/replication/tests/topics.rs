//! Every topic with every strategy: whole reports, at the edges too, that can be stopped.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;

use parameters::Parameters as _;
use replication::parameters::{Strategy, Topic};
use replication::study::{Method, Study};
use replication::{Error, Parameters};
use report::chart::Series;
use report::table::Cell;
use report::{Report, Silent};

const STRATEGIES: [Strategy; 10] = [
    Strategy::Equal,
    Strategy::Static,
    Strategy::StaticHindsight,
    Strategy::Dynamic,
    Strategy::DynamicHindsight,
    Strategy::Replicate,
    Strategy::ReplicateBest,
    Strategy::Speculate,
    Strategy::Adaptive,
    Strategy::Own,
];

const TOPICS: [Topic; 4] = [
    Topic::Strategies,
    Topic::Processors,
    Topic::Intervals,
    Topic::Decision,
];

fn small(topic: Topic, strategy: Strategy) -> Parameters {
    Parameters {
        topic,
        strategy,
        processors: 4,
        iterations: 45,
        decide_every: 10,
        runs: 3,
        ..Parameters::default()
    }
}

fn whole(report: &Report) {
    let told = [&report.headline, &report.why];
    assert!(
        told.iter()
            .all(|text| !text.is_empty() && !text.contains("NaN")),
        "{told:?}"
    );
    assert!(
        !report.figures.is_empty() && !report.notes.is_empty(),
        "{}",
        report.headline
    );
    for table in &report.tables {
        let width = table.columns.len();
        assert!(
            table.rows.iter().all(|row| row.len() == width),
            "{}",
            table.key
        );
    }
    for chart in &report.charts {
        assert!(!chart.series.is_empty(), "{}", chart.key);
        assert!(
            chart.words().iter().all(|marks| !marks.is_empty()),
            "{}",
            chart.key
        );
        chart.numbers(&mut |number| assert!(!number.is_infinite(), "{}", chart.key));
    }
    assert!(
        report
            .schedule
            .as_ref()
            .is_some_and(|schedule| !schedule.is_empty())
    );
}

#[test]
fn every_topic_has_a_whole_report_for_every_strategy() {
    for topic in TOPICS {
        for strategy in STRATEGIES {
            whole(&replication::run(&small(topic, strategy), &mut Silent).unwrap());
        }
    }
}

#[test]
fn every_topic_has_a_whole_report_at_the_edges() {
    for topic in TOPICS {
        for strategy in STRATEGIES {
            // One processor; one iteration; no cold iterations; a block that is no shorter than the run.
            for (processors, iterations, cold_iterations, decide_every) in [
                (1, 45, 500, 10),
                (4, 1, 1, 100),
                (4, 45, 0, 500),
                (4, 20, 20, 20),
            ] {
                let parameters = Parameters {
                    processors,
                    iterations,
                    cold_iterations,
                    decide_every,
                    copies: 1,
                    runs: 1,
                    ..small(topic, strategy)
                };
                whole(&replication::run(&parameters, &mut Silent).unwrap());
            }
        }
    }
}

#[test]
fn the_best_number_of_copies_is_the_best_of_all_that_are_tried() {
    for topic in [Topic::Intervals, Topic::Decision] {
        let study = Study::new(&Parameters {
            topic,
            strategy: Strategy::ReplicateBest,
            copies: 4,
            iterations: 200,
            runs: 5,
            ..Parameters::default()
        });
        let study = study.unwrap();
        let tried = study.copies_tried();
        assert_eq!(tried, [1, 2, 4, 8]);
        let results = match topic {
            Topic::Intervals => study.intervals(&mut Silent).unwrap().1.results,
            _ => study.decide(&mut Silent).unwrap().1.results,
        };
        let time = |copies: u32| -> f64 {
            let measured = results.of(Method::Replicate(copies));
            measured.unwrap().totals.iter().sum()
        };
        let shown = results.shown.copies();
        assert!(matches!(results.shown, Method::Replicate(2..)), "{topic:?}");
        for copies in tried {
            assert!(time(shown) <= time(copies), "{topic:?}: {shown} {copies}");
        }
    }
}

#[test]
fn every_topic_stops_when_it_is_told_to() {
    for topic in TOPICS {
        let mut calls = 0;
        let mut stop = |_, _| {
            calls += 1;
            ControlFlow::Break(())
        };
        let stopped = replication::run(&small(topic, Strategy::Equal), &mut stop);
        assert!(matches!(stopped, Err(Error::Cancelled(_))), "{topic:?}");
        assert_eq!(calls, 1, "{topic:?}");
    }
}

#[test]
fn progress_never_goes_back_and_reaches_its_end() {
    for topic in TOPICS {
        let (mut last, mut all) = (0, 0);
        let mut watch = |done: u64, total: u64| {
            assert!(
                last < done && done <= total,
                "{topic:?}: {last} {done} {total}"
            );
            (last, all) = (done, total);
            ControlFlow::Continue(())
        };
        replication::run(&small(topic, Strategy::Equal), &mut watch).unwrap();
        assert_eq!(last, all, "{topic:?}");
    }
}

#[test]
fn what_a_choice_cannot_be_made_of_is_refused_in_words() {
    let refused = |parameters: Parameters| match replication::run(&parameters, &mut Silent) {
        Err(error) => error.to_string(),
        Ok(report) => report.headline,
    };
    let choice = small(Topic::Strategies, Strategy::Adaptive);
    let indivisible = refused(Parameters {
        copies: 3,
        ..choice.clone()
    });
    assert!(
        indivisible.contains("copies") && indivisible.contains("1, 2, 4"),
        "{indivisible}"
    );
    let crowded = refused(Parameters {
        processors: 16,
        copies: 16,
        ..choice.clone()
    });
    assert!(
        crowded.contains("decide_every") && crowded.contains("16 to 500"),
        "{crowded}"
    );
    let decision = refused(Parameters {
        topic: Topic::Decision,
        strategy: Strategy::Equal,
        copies: 3,
        ..choice
    });
    assert!(decision.contains("copies"), "{decision}");
}

/// The preset with this name, as it is written.
fn preset(name: &str) -> serde_json::Value {
    let presets = <replication::Replication as laboratory::Laboratory>::ABOUT.presets;
    let presets: Vec<serde_json::Value> = serde_json::from_str(presets).unwrap();
    let mut presets = presets.into_iter();
    presets.find(|preset| preset["name"] == name).unwrap()
}

/// The documents' printed numbers of presets, as they are written.
fn sheets() -> Vec<serde_json::Value> {
    let sheets = <replication::Replication as laboratory::Laboratory>::PRINTED;
    serde_json::from_str(sheets).unwrap()
}

fn scenario(preset: &serde_json::Value) -> Parameters {
    let values = Parameters::TABLE.check(&preset["values"]).unwrap();
    Parameters::from_values(&values)
}

/// A number of a report, by where a preset says that it stands.
fn computed(report: &Report, at: &serde_json::Value) -> f64 {
    if let Some(key) = at["figure"].as_str() {
        let mut figures = report.figures.iter();
        return figures.find(|figure| figure.key == key).unwrap().value;
    }
    let mut tables = report.tables.iter();
    let table = tables.find(|table| table.key == at["table"].as_str().unwrap());
    let mut rows = table.unwrap().rows.iter();
    let label = Cell::Text(at["row"].as_str().unwrap().into());
    let row = rows.find(|row| row.first() == Some(&label)).unwrap();
    match row.get(at["column"].as_u64().unwrap() as usize).unwrap() {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(text) => text.parse().unwrap(),
    }
}

#[test]
fn printed_numbers_that_follow_from_formulas_come_out_to_the_printed_digits() {
    let mut compared = 0;
    for sheet in sheets() {
        let agrees = |note: &str| note.contains("agree to the printed digits");
        if !sheet["note"].as_str().is_some_and(agrees) {
            continue;
        }
        let preset = preset(sheet["preset"].as_str().unwrap());
        let report = replication::run(&scenario(&preset), &mut Silent).unwrap();
        for printed in sheet["numbers"].as_array().unwrap() {
            let value = printed["value"].as_f64().unwrap();
            let digits = printed["value"].to_string();
            let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
            let own = computed(&report, printed);
            let half = 0.5 * libm::pow(10.0, -(decimals as f64));
            assert!(
                (own - value).abs() <= half,
                "{}: {own} {printed}",
                preset["name"]
            );
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn no_note_denies_the_digits_that_agree() {
    for name in ["set-again", "best-copies-one"] {
        let mut sheets = sheets().into_iter();
        let sheet = sheets.find(|sheet| sheet["preset"] == name).unwrap();
        let report = replication::run(&scenario(&preset(name)), &mut Silent).unwrap();
        let decimals = sheet["decimals"].as_i64().unwrap_or(0);
        let half = 0.5 * libm::pow(10.0, -decimals as f64);
        let numbers = sheet["numbers"].as_array().unwrap().iter();
        let mut agrees = numbers.map(|printed| {
            let value = printed["value"].as_f64().unwrap();
            (computed(&report, printed) - value).abs() <= half
        });
        assert!(agrees.any(|agrees| agrees), "{name}: none has the digits");
        let note = sheet["note"].as_str().unwrap();
        assert!(!note.contains("not in digits"), "{name}: {note}");
    }
}

#[test]
fn presets_of_formulas_say_what_their_tables_show() {
    let help = |name: &str| preset(name)["help"].as_str().unwrap().to_owned();
    let says = |name: &str, words: &str| assert!(help(name).contains(words), "{}", help(name));
    let run = |name: &str, variation: Option<f64>| {
        let mut parameters = scenario(&preset(name));
        parameters.variation = variation.unwrap_or(parameters.variation);
        replication::run(&parameters, &mut Silent).unwrap()
    };
    // A column of a table, row by row.
    let column = |report: &Report, key: &str, column: usize| -> Vec<f64> {
        let mut tables = report.tables.iter();
        let table = tables.find(|table| table.key == key).unwrap();
        let number = |row: &Vec<Cell>| match &row[column] {
            Cell::Number(number) => *number,
            Cell::Figure(figure) => figure.value,
            Cell::Text(_) => f64::NAN,
        };
        table.rows.iter().map(number).collect()
    };
    let most = |gains: Vec<f64>| gains.into_iter().fold(0.0, f64::max);

    says("best-speedup-variation", "up to 0.60 hardly a gain");
    let gain = |c| most(column(&run("best-speedup-variation", Some(c)), "best", 5));
    assert!(gain(0.60) < 1.1 && gain(0.65) > 1.1);

    says(
        "best-speedup-independent",
        "for c of 0.70 or more, copies gain more with every doubling",
    );
    let rises = |c| {
        let gains = column(&run("best-speedup-independent", Some(c)), "best", 5);
        gains.windows(2).all(|pair| pair[0] + 1e-3 < pair[1])
    };
    assert!([0.70, 0.90, 0.97, 1.0].into_iter().all(rises) && !rises(0.42));

    // Model 1.1 at the same variation is that of equal steps.
    says(
        "independent-steps",
        "with fewer copies than processors, copies gain more",
    );
    let (independent, equal) = (
        run("independent-steps", None),
        run("little-less-variation", None),
    );
    for p in 1..=7 {
        let [independent, equal] = [&independent, &equal].map(|report| column(report, "model", p));
        let both = independent.iter().zip(&equal).enumerate();
        for (r, (independent, equal)) in both.take(p + 1).skip(1) {
            let more = *independent > equal + 1e-3;
            assert_eq!(more, r < p, "R = 2^{r}, P = 2^{p}");
        }
    }

    says(
        "where-copies-pay",
        "on 64 processors it says 64 copies, exact times say 2",
    );
    let report = run("where-copies-pay", None);
    let best = |at| column(&report, "best", at)[5];
    assert_eq!((best(1), best(6)), (64.0, 2.0));
    let chart = &report.charts[0].title;
    assert!(
        chart.starts_with(
            preset("where-copies-pay")["title"]
                .as_str()
                .unwrap()
                .trim_end_matches('?')
        )
    );
    let lines = &report.charts[0].series;
    assert!(
        chart.contains("on 64 processors")
            && lines
                .iter()
                .filter_map(Series::name)
                .any(|name| name.ends_with("P = 128"))
            && help("where-copies-pay").contains("on 64 processors, and on 128 processors")
    );

    says(
        "model-errors",
        "misses the speedups of the runs by 57 %, exact times of independent draws by 2 %",
    );
    let errors = column(&run("model-errors", None), "models", 1);
    let percent = |error: f64| (100.0 * (libm::exp(error) - 1.0)).round();
    // Models 2.1, 2.2, 2.3a and 2.3b, and exact times.
    assert_eq!((percent(errors[3]), percent(errors[4])), (57.0, 2.0));
}

#[test]
fn the_overhead_that_table_4_2_implies_gives_its_plateau_and_that_of_the_text_does_not() {
    let with_overhead = |name: &str| {
        let mut sheets = sheets().into_iter();
        let sheet = sheets.find(|sheet| sheet["preset"] == name).unwrap();
        let parameters = Parameters {
            runs: 30,
            ..scenario(&preset(name))
        };
        let report = replication::run(&parameters, &mut Silent).unwrap();
        let printed = sheet["numbers"].as_array().unwrap().iter();
        let often = printed.filter(|printed| {
            let every: Option<u32> = printed["row"].as_str().unwrap().parse().ok();
            printed["column"] == 4 && every.is_some_and(|every| every <= 50)
        });
        let ratio = |printed: &serde_json::Value| {
            let own = computed(&report, printed);
            (own, own / printed["value"].as_f64().unwrap())
        };
        often.map(ratio).collect::<Vec<_>>()
    };
    let (text, implied) = (
        with_overhead("set-again"),
        with_overhead("set-again-implied"),
    );
    assert!(text.first().unwrap().0 < 1.0, "{text:?}");
    for (_, ratio) in implied {
        assert!((0.8..1.25).contains(&ratio), "{ratio}");
    }
}
