//! Files of one's own: their messages, their identity, and values at the edge of what can be told apart.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::Method;
use laboratory::Laboratory as _;
use prediction::parameters::Topic;
use prediction::{Parameters, Prediction, Predictor, guesses, run};
use proptest::prelude::*;
use report::words::milliseconds;
use report::{Report, Sample, Silent};
use trace::source::Source;
use trace::synthetic::{Distribution, Memoryless};
use trace::{Node, TraceSet};

use super::sentences::own;

/// A report with the program that the forecasts balance.
fn balanced(parameters: &Parameters) -> Report {
    let mut cache = Default::default();
    let (report, _) = Prediction::run(parameters, &mut cache, &mut Silent).unwrap();
    report
}

fn note<'r>(report: &'r Report, part: &str) -> &'r str {
    let mut notes = report.notes.iter();
    notes.find(|note| note.contains(part)).unwrap()
}

fn noise(length: usize, seed: usize) -> Vec<f64> {
    let value = |job: usize| ((job * 7919 + job * job * 104_729 + seed * 31) % 1009) as f64;
    (0..length).map(|job| 1_000.0 + value(job)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(trial::cases(12)) })]

    #[test]
    fn a_rescheduling_takes_two_messages_for_each_processor(
        processors in 2_u32..9, message in 0.01..300.0_f64, every in 1_u32..9,
    ) {
        let parameters = Parameters {
            traces: own(&(0..8).map(|seed| noise(20, seed)).collect::<Vec<_>>()),
            message_time: Some(message),
            processors,
            rebalance_every: every,
            runs: 1,
            ..Parameters::default()
        };
        let report = balanced(&parameters);
        let both = [message, 2.0 * f64::from(processors) * message].map(milliseconds);
        let said = format!("Sending takes {} and a rescheduling {} on average", both[0], both[1]);
        prop_assert!(note(&report, "Sending takes").contains(&said), "{said}: {:?}", report.notes);
    }

    #[test]
    fn a_file_with_a_time_of_a_message_gives_it_or_the_most_that_is_allowed(message in 0.01..5_000.0_f64) {
        let node = |name: &str| Node { name: name.to_owned(), position: None, host: 0, runtimes: noise(30, 1) };
        let set = TraceSet::new("two", vec![node("a"), node("b")]).unwrap().with_message(message);
        let mut parameters = Parameters::default();
        let said = Prediction::fit(&mut parameters, &set).join(" ");
        let taken = parameters.message_time.unwrap();
        prop_assert_eq!(taken, message.min(300.0));
        prop_assert!(said.contains(&milliseconds(taken)) && said.contains(&milliseconds(message)), "{}", said);
        prop_assert_eq!(said.contains("the most that is allowed"), taken < message, "{}", said);
    }

    #[test]
    fn samples_are_of_the_same_series_only_where_all_values_are_equal(
        variations in prop::array::uniform2(prop::sample::select(vec![0.1, 0.2, 0.3])),
        normal in prop::array::uniform2(any::<bool>()),
        values in prop::array::uniform2(prop::sample::select(vec![40_u32, 60])),
        topic in prop::sample::select(vec![Topic::Series, Topic::Set, Topic::Likeness]),
    ) {
        let made = |at: usize| Parameters {
            topic,
            traces: Source::Memoryless(Memoryless {
                distribution: if normal[at] { Distribution::Normal } else { Distribution::Uniform },
                variation: variations[at],
                ..Memoryless::default()
            }),
            values: values[at],
            synthetic_nodes: 2,
            ..Parameters::default()
        };
        let both = [0, 1].map(made);
        let runtimes = both.each_ref().map(|one| one.load().unwrap().nodes()[0].runtimes.clone());
        let things = both.each_ref().map(|one| run(one, &mut Silent).unwrap().samples[0].things.clone());
        let name = |thing: &String| thing.split('#').next().unwrap().to_owned();
        prop_assert_eq!(things[0] == things[1], runtimes[0] == runtimes[1]);
        prop_assert_eq!(things[0].iter().map(name).collect::<Vec<_>>(), things[1].iter().map(name).collect::<Vec<_>>());
    }
}

#[test]
fn a_sweep_over_lags_has_the_hurst_parameters_of_the_set() {
    let mean = |lags: u32| {
        let parameters = Parameters {
            topic: Topic::Set,
            traces: Source::Six,
            lags,
            ..Parameters::default()
        };
        let outcome = run(&parameters, &mut Silent).unwrap();
        let sample: Option<&Sample> = outcome.samples.iter().find(|one| one.key == "hurst");
        let values = &sample.unwrap().values;
        let figure = outcome.report.figures.iter().find(|one| one.key == "hurst");
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((figure.unwrap().value - mean).abs() < 1e-12);
        mean
    };
    assert!((mean(3) - mean(200)).abs() > 0.01);
}

#[test]
fn a_program_that_ends_before_its_first_balancing_tells_why() {
    let about = |traces: Source, values: u32| Parameters {
        traces,
        values,
        entrants: 2,
        rebalance_every: 50,
        runs: 1,
        ..Parameters::default()
    };
    let used = balanced(&about(Source::Shared, 40));
    assert!(
        note(&used, "nothing is balanced")
            .contains("40\u{a0}iterations, one for each of the values used of a series")
    );
    let short = balanced(&about(own(&[noise(30, 1), noise(80, 2)]), 400));
    assert!(
        note(&short, "nothing is balanced")
            .contains("30\u{a0}iterations, one for each value of the shortest series")
    );
}

#[test]
fn one_series_that_is_predicted_exactly_makes_nobody_best_of_all() {
    let alternating: Vec<f64> = (0..80).map(|job| f64::from(1 + job % 2)).collect();
    let set = (1..6).map(|seed| noise(80, seed));
    let traces = own(&std::iter::once(alternating).chain(set).collect::<Vec<_>>());
    let code = "fn predict(v) { if v.len < 2 { return 3-v[-1]; } if v[-1]+v[-2]==3 { return v[-2]; } v[-1]*0.3+v.mean()*0.7 }";
    let parameters = Parameters {
        traces,
        predictor: Predictor::Own,
        rival: Method::RunningMean.into(),
        code: code.into(),
        runs: 1,
        ..Parameters::default()
    };
    let outcome = run(&parameters, &mut Silent).unwrap();
    let entry = |one| outcome.tournament.entry(one).unwrap();
    let (own, mean) = (entry(Predictor::Own), entry(Method::RunningMean.into()));
    assert!(
        own.relative[0] == 0.0 && (1..6).all(|place| mean.relative[place] < own.relative[place])
    );
    let headline = &outcome.report.headline;
    assert!(
        headline.contains("with no clear difference from"),
        "{headline}"
    );
    assert_eq!(outcome.report.winner.unwrap().ahead, None);
}

#[test]
fn values_that_differ_by_rounding_are_not_called_equal() {
    let traces = own(&[vec![1e15, 999_999_999_999_999.0, 1e15, 1e15]]);
    for topic in [Topic::Forecasts, Topic::Series] {
        let parameters = Parameters {
            topic,
            traces: traces.clone(),
            runs: 1,
            ..Parameters::default()
        };
        let report = run(&parameters, &mut Silent).unwrap().report;
        assert!(
            report.headline.ends_with("equal to twelve digits"),
            "{}",
            report.headline
        );
        let error = report.figures.iter().find(|one| one.key == "rmse");
        assert!(error.is_none_or(|error| error.value == 0.0));
    }
}

#[test]
fn every_runtime_that_a_trace_may_have_can_be_forecast() {
    assert_eq!(guesses::parse("0 1e13 1e15").unwrap(), [0.0, 1e13, 1e15]);
    for (text, place) in [("1 2 1e16", 3), ("-1 2", 1), ("5 x 3", 2)] {
        let refused = guesses::parse(text).unwrap_err().to_string();
        assert!(refused.contains("runtimes from 0 to 1e15 ms"), "{refused}");
        assert!(
            refused.ends_with(&format!("(this is number {place})")),
            "{refused}"
        );
    }
}

#[test]
fn all_series_together_have_no_first_value_to_lower() {
    let set = own(&[vec![5.0, 6.0, 7.5]]).load(1, 3, 1).unwrap();
    for topic in [Topic::Set, Topic::Series] {
        let mut parameters = Parameters {
            topic,
            series: 2,
            first: 4,
            ..Parameters::default()
        };
        let said = Prediction::fit(&mut parameters, &set);
        assert_eq!(
            said.len(),
            if topic == Topic::Set { 0 } else { 2 },
            "{said:?}"
        );
    }
}

#[test]
fn gains_without_numbers_make_no_table() {
    let series = [vec![5.0; 60], vec![6.0; 60], vec![7.0; 60], noise(60, 1)];
    let parameters = Parameters {
        topic: Topic::Set,
        traces: own(&series),
        ..Parameters::default()
    };
    let report = run(&parameters, &mut Silent).unwrap().report;
    assert!(report.tables.iter().all(|table| table.key != "gains"));
}

#[test]
fn a_huge_error_is_written_as_a_power_of_ten() {
    let parameters = Parameters {
        traces: own(&[noise(60, 1), noise(60, 2)]),
        predictor: Predictor::Own,
        code: "fn predict(v) { -1e15 }".into(),
        runs: 1,
        ..Parameters::default()
    };
    let headline = run(&parameters, &mut Silent).unwrap().report.headline;
    assert!(headline.contains("·10^13\u{a0}%"), "{headline}");
}
