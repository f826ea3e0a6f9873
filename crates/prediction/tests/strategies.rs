//! Strategies of one's own: each built-in rule that was rewritten predicts as before, and errors of wrong ones are told.

use forecast::Method;
use prediction::parameters::Topic;
use prediction::tournament::Tournament;
use prediction::{Error, Parameters, Predictor, run};
use report::Silent;
use trace::source::Source;

/// The rules that were rewritten.
const TWINS: [(Method, &str); 8] = [
    (
        Method::LastValue,
        include_str!("../strategies/last-value.rhai"),
    ),
    (
        Method::RunningMean,
        include_str!("../strategies/running-mean.rhai"),
    ),
    (
        Method::SlidingMean,
        include_str!("../strategies/sliding-mean.rhai"),
    ),
    (
        Method::SlidingMedian,
        include_str!("../strategies/sliding-median.rhai"),
    ),
    (
        Method::ExponentialSmoothing,
        include_str!("../strategies/exponential-smoothing.rhai"),
    ),
    (
        Method::TriggLeach,
        include_str!("../strategies/trigg-leach.rhai"),
    ),
    (
        Method::DampedTrend,
        include_str!("../strategies/damped-trend.rhai"),
    ),
    (
        Method::Autoregression,
        include_str!("../strategies/autoregression.rhai"),
    ),
];

fn small(traces: Source, code: &str) -> Parameters {
    Parameters {
        traces,
        code: code.into(),
        predictor: Predictor::Own,
        values: 150,
        synthetic_nodes: 3,
        entrants: 3,
        processors: 2,
        order: 1,
        runs: 2,
        ..Parameters::default()
    }
}

fn told(code: &str) -> String {
    let ran = run(&small(Source::Ar01, code), &mut Silent);
    ran.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn rewritten_rules_predict_what_the_built_in_ones_do_to_the_bit() {
    for traces in [Source::Switches, Source::Ar02] {
        for (method, code) in TWINS {
            let outcome = run(&small(traces.clone(), code), &mut Silent).unwrap();
            let tournament = &outcome.tournament;
            assert_eq!(tournament.entries.len(), Method::all().len() + 1);
            let [own, known] =
                [Predictor::Own, method.into()].map(|one| tournament.entry(one).unwrap());
            let own = prediction::tournament::Entry {
                method: known.method,
                ..own.clone()
            };
            assert_eq!(own, *known, "{method:?}");
        }
    }
}

#[test]
fn a_pessimistic_own_forecast_is_shifted_as_others_are() {
    let parameters = Parameters {
        quantile: Some(0.9),
        ..small(Source::Ar01, TWINS[2].1)
    };
    let outcome = run(&parameters, &mut Silent).unwrap();
    let [own, known] = [Predictor::Own, Method::SlidingMean.into()]
        .map(|one| outcome.tournament.entry(one).unwrap().rmse.clone());
    assert_eq!(own, known);
}

#[test]
fn an_own_strategy_can_be_the_rival_and_is_asked_in_no_topic_without_predictions() {
    let rival = Parameters {
        predictor: Method::LastValue.into(),
        rival: Predictor::Own,
        ..small(Source::Ar01, TWINS[1].1)
    };
    for topic in [Topic::Forecasts, Topic::Set] {
        let outcome = run(
            &Parameters {
                topic,
                ..rival.clone()
            },
            &mut Silent,
        )
        .unwrap();
        assert!(outcome.tournament.entry(Predictor::Own).is_some());
    }
    for topic in [Topic::Series, Topic::Likeness] {
        let wrong = Parameters {
            topic,
            code: "nonsense".into(),
            ..rival.clone()
        };
        let outcome = run(&wrong, &mut Silent).unwrap();
        assert_eq!(outcome.tournament, Tournament::default());
    }
}

#[test]
fn a_wrong_strategy_stops_at_its_first_wrong_answer_and_says_what_it_was_handed() {
    assert_eq!(
        told(""),
        "code: line 1: there is no function fn predict(values)"
    );
    let wrong = told("fn predict(values) {\n  values.first(2)[1]\n}");
    let told_of = wrong.strip_prefix(
        "code: line 2: there is no item 1 in a list of 1: the first is 0, the last 0 or -1; it was asked for value 2 of ",
    );
    assert!(told_of.is_some_and(|rest| rest.ends_with(" ms")), "{wrong}");
    let text = told("// A text.\nfn predict(values) { \"soon\" }");
    assert!(text.starts_with("code: line 2: predict answered a text, “soon”; a number in ms is needed; it was asked for value 2"), "{text}");
    let none = told("fn predict(values) { (values[-1] - values[-1]) / 0.0 }");
    assert!(
        none.starts_with("code: line 1: predict answered NaN, which is no runtime"),
        "{none}"
    );
}

/// The report of a run that the strategy stops; an empty one of any other.
fn stopped(parameters: &Parameters) -> report::Report {
    match run(parameters, &mut Silent) {
        Err(Error::Own(laboratory::Error::Stopped(report))) => *report,
        _ => report::Report::default(),
    }
}

#[test]
fn the_questions_up_to_a_fault_are_told_and_the_one_that_failed_is_the_last() {
    let code = "fn predict(values) {\n  print(values.len);\n  if values.len == 7 { return \"soon\"; }\n  values[-1]\n}";
    let report = stopped(&small(Source::Ar01, code));
    assert_eq!(report.headline, "Line 1 of your strategy stopped the run");
    assert_eq!(report.asked.len(), 7);
    let last = report.asked.last().unwrap();
    assert_eq!((last.number, last.answered.as_str()), (7, "“soon”"));
    assert_eq!(last.printed, ["7"]);
    // Of a series that is not shown, the report tells only the question that failed.
    let of_two = |code: &str| Parameters {
        series: 2,
        ..small(Source::Ar01, code)
    };
    let shown = of_two(code).load().unwrap().nodes()[1].runtimes[0];
    let elsewhere = code.replace("== 7", &format!("== 7 && values[0] != {shown}"));
    let report = stopped(&of_two(&elsewhere));
    let numbers: Vec<u32> = report.asked.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [7]);
}

#[test]
fn the_place_of_a_fault_is_data() {
    let wrong = small(
        Source::Ar01,
        "fn predict(values) {\n  values.first(2)[1]\n}",
    );
    let report = stopped(&wrong);
    let rejected = report.stopped.unwrap();
    let spots: Vec<_> = rejected.problems.iter().map(|one| one.spot).collect();
    let place = parameters::Spot {
        line: 2,
        column: 18,
    };
    assert_eq!(spots, [Some(place)]);
}

/// A number as the questions tell it.
fn six_digits(number: &f64) -> String {
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(*number);
    rounded.to_string()
}

#[test]
fn a_report_lists_what_was_asked_about_the_series_that_is_shown_and_its_fingerprint_leaves_it_out()
{
    let code = "fn predict(values) {\n  print(`${values.len} so far`);\n  values[-1]\n}";
    let parameters = Parameters {
        series: 2,
        ..small(Source::Ar01, code)
    };
    let report = run(&parameters, &mut Silent).unwrap().report;
    assert_eq!(report.asked.len(), 149);
    let seventh = &report.asked[6];
    assert_eq!(
        (seventh.number, seventh.about.as_str()),
        (7, "value 8 of ar01-2")
    );
    let values: Vec<f64> = parameters.load().unwrap().nodes()[1].runtimes.clone();
    let newest: Vec<String> = values[2..7].iter().map(six_digits).collect();
    let handed = [(
        "values".to_owned(),
        format!("[…, {}] (7)", newest.join(", ")),
    )];
    let listed = seventh
        .handed
        .iter()
        .map(|one| (one.name.clone(), one.value.clone()));
    assert_eq!(listed.collect::<Vec<_>>(), handed);
    assert_eq!(seventh.answered, six_digits(&values[6]));
    assert_eq!(seventh.printed, ["7 so far"]);
    let fingerprint = report.fingerprint();
    let without = report::Report {
        asked: Vec::new(),
        ..report
    };
    assert_eq!(fingerprint, without.fingerprint());
}

#[test]
fn a_run_with_an_own_strategy_can_be_stopped_while_it_is_asked() {
    let mut calls = 0;
    let mut stop = |_: u64, _: u64| {
        calls += 1;
        match calls > 5 {
            true => std::ops::ControlFlow::Break(()),
            false => std::ops::ControlFlow::Continue(()),
        }
    };
    let stopped = run(&small(Source::Ar01, TWINS[0].1), &mut stop);
    assert!(matches!(stopped, Err(Error::Cancelled(_))));
}

#[test]
fn presets_have_the_files_of_their_rules() {
    let presets: serde_json::Value = serde_json::from_str(include_str!("../presets.json")).unwrap();
    let codes = presets.as_array().unwrap().iter();
    let codes: Vec<_> = codes
        .filter_map(|preset| preset["values"]["code"].as_str())
        .collect();
    assert_eq!(codes.len(), 4);
    for code in codes {
        assert!(TWINS.iter().any(|(_, twin)| *twin == code), "{code}");
    }
}

#[test]
fn examples_of_the_guide_predict() {
    let guide = include_str!("../../../docs/strategies.md");
    let blocks = guide.split("```rhai\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let blocks: Vec<_> = blocks
        .filter(|block| block.contains("fn predict("))
        .collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        run(&small(Source::Switches, block), &mut Silent)
            .unwrap_or_else(|error| panic!("{block}{error}"));
    }
    for (most, limit) in [
        (language::limits::OPERATIONS as usize, "50,000 operations"),
        (
            strategy::Budget::default().each as usize,
            "2,000 operations",
        ),
        (strategy::Budget::default().once as usize, "100,000 more"),
        (language::limits::LEVELS, "20 calls"),
        (language::limits::VARIABLES, "64 variables"),
        (language::limits::LIST, "500 items"),
        (language::limits::MAP, "200 entries"),
        (language::limits::CHARACTERS, "2,000 bytes"),
    ] {
        let number = limit.split(' ').next().unwrap().replace(',', "");
        assert_eq!(number, most.to_string());
        assert!(guide.replace('\n', " ").contains(limit), "{limit}");
    }
}
