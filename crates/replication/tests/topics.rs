//! Every topic with every strategy: whole reports, at the edges too, that can be stopped.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;

use parameters::Parameters as _;
use replication::parameters::{Strategy, Topic};
use replication::{Error, Parameters};
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

/// What documents print of presets, as it is written.
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
