//! Reports held against slow, obvious computations of the same.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "helpers of a test may stop it"
)]

use forecast::{Method, Settings, forecasts};
use laboratory::Laboratory as _;
use prediction::parameters::Topic;
use prediction::{Outcome, Parameters, Prediction, run};
use proptest::prelude::*;
use report::chart::Series;
use report::table::Cell;
use report::{Chart, Silent};
use trace::source::{Own, Source};
use trace::{Node, TraceSet};

fn outcome(parameters: &Parameters) -> Outcome {
    run(parameters, &mut Silent).unwrap()
}

fn own(series: &[Vec<f64>]) -> Source {
    let node = |(host, runtimes): (usize, &Vec<f64>)| Node {
        name: format!("n{host}"),
        position: None,
        host,
        runtimes: runtimes.clone(),
    };
    let nodes = series.iter().enumerate().map(node).collect();
    Source::Own(Own::of(&TraceSet::new("own", nodes).unwrap(), usize::MAX))
}

fn small(topic: Topic, traces: Source) -> Parameters {
    Parameters {
        topic,
        traces,
        values: 120,
        synthetic_nodes: 4,
        entrants: 4,
        lags: 20,
        ..Parameters::default()
    }
}

fn chart<'a>(outcome: &'a Outcome, key: &str) -> &'a Chart {
    let charts = &outcome.report.charts;
    charts.iter().find(|chart| chart.key == key).unwrap()
}

fn line(chart: &Chart, wanted: &str) -> Vec<(f64, f64)> {
    let mut lines = chart.series.iter().filter_map(|series| match series {
        Series::Line { name, points, .. } if name == wanted => Some(points),
        _ => None,
    });
    let points = lines.next().unwrap();
    points.iter().map(|point| (point.x, point.y)).collect()
}

/// RMSE over the mean, from the definition.
fn relative(method: Method, series: &[f64]) -> f64 {
    let forecasts = forecasts(&Settings::of(method), series);
    let squares: f64 = (1..series.len())
        .map(|t| (series[t] - forecasts[t]).powi(2))
        .sum();
    let mean = series.iter().sum::<f64>() / series.len() as f64;
    (squares / (series.len() - 1) as f64).sqrt() / mean
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_each_series_comes_to_is_its_error_over_its_mean(
        series in prop::collection::vec(prop::collection::vec(0.5..500.0, 20..80), 1..4),
        method in prop::sample::select(vec![Method::LastValue, Method::RunningMean, Method::WeatherService, Method::DynamicSmoothing]),
    ) {
        let parameters = Parameters {
            predictor: method.into(),
            rival: Method::LastValue.into(),
            ..small(Topic::Set, own(&series))
        };
        let outcome = outcome(&parameters);
        let errors = outcome.samples.iter().find(|one| one.key == "relative_error").unwrap();
        for (value, series) in errors.values.iter().zip(&series) {
            let expected = relative(method, series);
            prop_assert!((value - expected).abs() <= 1e-9 * expected);
        }
    }

    #[test]
    fn scaling_all_runtimes_changes_no_rank_and_no_relative_error(
        series in prop::collection::vec(prop::collection::vec(0.5..500.0, 30..60), 2..4),
        factor in 0.01..100.0,
    ) {
        let scaled: Vec<Vec<f64>> = series.iter().map(|one| one.iter().map(|value| value * factor).collect()).collect();
        let [before, after] = [own(&series), own(&scaled)].map(|traces| {
            let parameters = Parameters { predictor: Method::TriggLeach.into(), ..small(Topic::Forecasts, traces) };
            outcome(&parameters).samples
        });
        for (before, after) in before[0].values.iter().zip(&after[0].values) {
            prop_assert!((before - after).abs() <= 1e-6 * before.abs());
        }
    }
}

#[test]
fn the_tournament_has_every_predictor_once_from_the_smallest_error_upwards() {
    let outcome = outcome(&small(Topic::Forecasts, Source::Switches));
    let rows = &outcome.report.tables[0].rows;
    let mut names: Vec<_> = rows.iter().map(|row| row[0].text()).collect();
    let errors: Vec<f64> = rows
        .iter()
        .map(|row| match &row[1] {
            Cell::Figure(figure) => figure.value,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(errors.is_sorted(), "{errors:?}");
    names.sort();
    let mut expected: Vec<_> = Method::all()
        .iter()
        .map(|method| method.name().to_owned())
        .collect();
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn ranks_are_those_of_sorting_each_series() {
    let outcome = outcome(&small(Topic::Forecasts, Source::Ar02));
    let entries = &outcome.tournament.entries;
    let series = outcome.tournament.series.len();
    for (place, entry) in entries.iter().enumerate() {
        let mut ranks = 0.0;
        for at in 0..series {
            let mut order: Vec<usize> = (0..entries.len()).collect();
            order.sort_by(|a, b| entries[*a].relative[at].total_cmp(&entries[*b].relative[at]));
            ranks += order.iter().position(|other| *other == place).unwrap() as f64 + 1.0;
        }
        let mean = ranks / series as f64;
        assert!((outcome.tournament.rank(entry) - mean).abs() < 1e-9);
    }
}

#[test]
fn the_window_shows_the_values_and_forecasts_that_it_names() {
    let parameters = Parameters {
        first: 31,
        shown: 25,
        series: 2,
        ..small(Topic::Forecasts, Source::Ar01)
    };
    let set = Source::Ar01.load(4, 120, parameters.seed).unwrap();
    let series = &set.nodes()[1].runtimes;
    let method = parameters.predictor.method().unwrap();
    let forecasts = forecasts(&parameters.settings(method), series);
    let outcome = outcome(&parameters);
    let shown = |values: &[f64]| -> Vec<(f64, f64)> {
        (30..55)
            .map(|place| ((place + 1) as f64, values[place]))
            .collect()
    };
    let course = chart(&outcome, "course");
    assert_eq!(line(course, "measured"), shown(series));
    assert_eq!(line(course, "DES"), shown(&forecasts));
}

#[test]
fn the_title_of_a_window_names_its_jobs_unless_it_has_all() {
    for topic in [Topic::Series, Topic::Forecasts, Topic::Likeness] {
        for (first, shown) in [(1, 120), (1, 5000), (1, 40), (31, 25), (100, 300)] {
            let parameters = Parameters {
                first,
                shown,
                ..small(topic, Source::Ar01)
            };
            let outcome = outcome(&parameters);
            let course = chart(&outcome, "course");
            let Series::Line { points, .. } = &course.series[0] else {
                panic!("{:?}", course.series[0]);
            };
            let (from, to) = (points[0].x, points.last().unwrap().x);
            let named = format!(" (jobs {from} to {to} of 120)");
            let all = points.len() == 120;
            assert_eq!(course.title.ends_with(&named), !all, "{}", course.title);
            assert_eq!(course.title.contains("jobs "), !all, "{}", course.title);
        }
    }
}

#[test]
fn kept_forecasts_are_those_after_every_tenth_iteration() {
    let parameters = small(Topic::Forecasts, Source::Ar01);
    let set = Source::Ar01.load(4, 120, parameters.seed).unwrap();
    let outcome = outcome(&parameters);
    let entry = outcome.tournament.entry(Method::LastValue).unwrap();
    for (kept, node) in entry.kept.iter().zip(set.nodes()) {
        let expected: Vec<f64> = (1..12).map(|times| node.runtimes[10 * times - 1]).collect();
        assert_eq!(*kept, expected);
    }
}

#[test]
fn the_autocorrelation_is_drawn_from_its_definition() {
    let parameters = small(Topic::Series, Source::Au02);
    let set = Source::Au02.load(4, 120, parameters.seed).unwrap();
    let values = &set.nodes()[0].runtimes;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let gamma = |lag: usize| -> f64 {
        (lag..values.len())
            .map(|t| (values[t] - mean) * (values[t - lag] - mean))
            .sum()
    };
    let outcome = outcome(&parameters);
    let drawn = line(chart(&outcome, "autocorrelation"), "autocorrelation");
    assert_eq!(drawn.len(), 20);
    for (lag, rho) in drawn {
        assert!((rho - gamma(lag as usize) / gamma(0)).abs() < 1e-12);
    }
}

#[test]
fn a_node_that_was_made_like_another_is_offered_as_traces() {
    let described = outcome(&small(Topic::Series, Source::Peaks));
    assert_eq!(described.report.offers[0].title, "Make a synthetic twin");
    let outcome = outcome(&small(Topic::Likeness, Source::Peaks));
    let offer = &outcome.report.offers[0];
    assert_eq!(offer.title, "Use this node");
    let made: Source = parameters::field::read(&offer.changes["traces"]).unwrap();
    let Source::Synthetic(parameters) = made else {
        panic!("{made:?}")
    };
    let set = Source::Peaks.load(4, 120, 2006).unwrap();
    let mean = set.nodes()[0].runtimes.iter().sum::<f64>() / 120.0;
    assert!((parameters.mean - mean).abs() < 1e-6 * mean);
}

fn refused(parameters: &Parameters) -> String {
    run(parameters, &mut Silent).unwrap_err().to_string()
}

#[test]
fn what_does_not_go_with_the_traces_is_refused_with_what_would() {
    let parameters = small(Topic::Series, Source::Shared);
    let series = Parameters {
        series: 17,
        ..parameters.clone()
    };
    assert_eq!(
        refused(&series),
        "series is 17; allowed: 1 to 16, the number of series in these traces"
    );
    let first = Parameters {
        first: 121,
        ..parameters.clone()
    };
    assert_eq!(
        refused(&first),
        "first is 121; allowed for the first value shown: 1 to 120, the number of values used of this series"
    );
    // The rules tell of the values only where these are too few.
    let said = |first, values| -> Vec<String> {
        let parameters = Parameters {
            first,
            values,
            ..parameters.clone()
        };
        let rules = Prediction::RULES.iter();
        rules.filter_map(|one| (one.refuses)(&parameters)).collect()
    };
    assert_eq!(said(1000, 1800), [""; 0]);
    assert_eq!(
        said(1200, 1800),
        ["is more than the 1000 values of a series"]
    );
    assert_eq!(
        said(900, 800),
        [
            "is more than the 800 values of a series",
            "is less than 900, the first value shown"
        ]
    );
    let short = Parameters {
        traces: own(&[vec![1.0, 2.0]]),
        ..parameters
    };
    assert_eq!(
        refused(&short),
        "traces: series “n0” has 2\u{a0}values; at least 3 are needed, so that there are errors to compare"
    );
    let part = Parameters {
        fit_window: Some(3.5),
        ..small(Topic::Forecasts, Source::Shared)
    };
    assert_eq!(
        refused(&part),
        "fit_window is 3.5; allowed: a whole number of values"
    );
}

#[test]
fn constant_runtimes_are_described_and_predicted_without_a_number_that_is_none() {
    for topic in [Topic::Forecasts, Topic::Series, Topic::Set, Topic::Likeness] {
        let outcome = outcome(&small(topic, own(&[vec![5.0; 60], vec![5.0; 60]])));
        let headline = &outcome.report.headline;
        assert!(
            !headline.contains("NaN") && !headline.contains("inf"),
            "{headline}"
        );
        assert!(
            !outcome.report.why.contains("NaN"),
            "{}",
            outcome.report.why
        );
    }
}

#[test]
fn a_tournament_stops_when_asked() {
    let mut until_three = |done: u64, _: u64| match done {
        3 => std::ops::ControlFlow::Break(()),
        _ => std::ops::ControlFlow::Continue(()),
    };
    let error = run(&small(Topic::Forecasts, Source::Ar01), &mut until_three).unwrap_err();
    assert!(matches!(error, prediction::Error::Cancelled(_)));
}
