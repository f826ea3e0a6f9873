//! The reader against predictors: the hidden values, and the errors of all.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::{Predict as _, Predictor};
use laboratory::Laboratory as _;
use prediction::guesses::{MOST, RIVALS, parse};
use prediction::{Parameters, Prediction, run};
use proptest::prelude::*;
use report::chart::{Point, Series};
use report::{Chart, Report, Silent};
use statistics::mae;
use trace::set::LONGEST;

use super::sentences::own;

fn about(series: &[f64], guesses: &str) -> Parameters {
    Parameters {
        traces: own(&[series.to_vec()]),
        entrants: 1,
        guesses: guesses.to_owned(),
        ..Parameters::default()
    }
}

fn told(series: &[f64], guesses: &str) -> Report {
    run(&about(series, guesses), &mut Silent).unwrap().report
}

fn chart<'r>(report: &'r Report, key: &str) -> &'r Chart {
    report.charts.iter().find(|chart| chart.key == key).unwrap()
}

fn points<'c>(chart: &'c Chart, name: &str) -> &'c [Point] {
    let found = chart.series.iter().find(|one| one.name() == Some(name));
    match found {
        Some(Series::Line { points, .. } | Series::Scatter { points, .. }) => points,
        _ => &[],
    }
}

/// A series whose changes last.
fn wandering(length: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-1.0..1.0_f64, length).prop_map(|noise| {
        let mut level = 1_000.0;
        let value = |noise: &f64| {
            level = 0.8 * level + 200.0 + 90.0 * noise;
            level
        };
        noise.iter().map(value).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(trial::cases(12)) })]

    #[test]
    fn each_forecast_shows_the_next_value_and_all_are_judged_on_the_same_ones(
        series in wandering(300),
        stops in prop::collection::vec(0_usize..40, 1..6),
    ) {
        let mut guesses = String::new();
        for (number, stop) in stops.iter().enumerate() {
            let report = told(&series, &guesses);
            let before = chart(&report, "guess");
            let grip = &before.grips[0];
            let job = 121 + number;
            // The report does not tell the value that it asks for.
            prop_assert_eq!(grip.x, job as f64);
            prop_assert_eq!(points(before, "measured").last().unwrap().x, (job - 1) as f64);
            prop_assert!(!before.series.iter().any(|one| points(before, one.name().unwrap()).iter().any(|point| point.x >= job as f64)));
            let stop = stop % grip.stops.len();
            guesses = grip.text(stop).unwrap();
            let report = told(&series, &guesses);
            let after = chart(&report, "guess");
            let given = points(after, "you").last().unwrap();
            prop_assert_eq!((given.x, given.y), (job as f64, grip.stops[stop]));
            prop_assert_eq!(points(after, "measured").last().unwrap().y, series[job - 1]);
        }
        let given: Vec<f64> = guesses.split(' ').map(|one| one.parse().unwrap()).collect();
        let asked = &series[120..120 + given.len()];
        let report = told(&series, &guesses);
        let Series::Bars { bars } = &chart(&report, "score").series[0] else { unreachable!() };
        let mut slow = vec![mae(asked, &given)];
        let sum: f64 = asked.iter().zip(&given).map(|(value, one)| (value - one).abs()).sum();
        prop_assert!((slow[0] - sum / given.len() as f64).abs() < 1e-9 * sum);
        for method in RIVALS {
            let mut predictor = Predictor::new(&Parameters::default().settings(method));
            let mut errors = Vec::new();
            for (place, value) in series[..120 + given.len()].iter().enumerate() {
                if place >= 120 {
                    errors.push((value - predictor.forecast().unwrap()).abs());
                }
                predictor.observe(*value);
            }
            slow.push(errors.iter().sum::<f64>() / errors.len() as f64);
        }
        for (bar, slow) in bars.iter().zip(&slow) {
            prop_assert!((bar.value - slow).abs() < 1e-9 * slow, "{} {slow}", bar.value);
        }
        // The headline tells the numbers of the picture.
        for bar in bars {
            let time = report::number::with_unit(bar.value, report::figure::Unit::Milliseconds, None);
            prop_assert!(report.headline.contains(&time), "{} {time}", report.headline);
        }
    }
}

#[test]
fn forecasts_end_with_the_values_and_begin_again_by_an_offer() {
    let series: Vec<f64> = (0..60).map(|job| f64::from(100 + job * job % 13)).collect();
    let all = vec!["105"; MOST].join(" ");
    let report = told(&series, &all);
    let ended = chart(&report, "guess");
    assert!(ended.grips.is_empty());
    assert_eq!(points(ended, "you").len(), 30);
    assert_eq!(report.offers.len(), 1);
    assert_eq!(report.offers[0].changes["guesses"], "");
    assert!(told(&series, "").offers.is_empty());
}

#[test]
fn what_is_no_runtime_is_refused_with_its_place() {
    let series = vec![1.0, 2.0, 3.0, 2.0, 1.0];
    for wrong in ["950 abc", "-1", "NaN", "inf", "1e16"] {
        let parameters = about(&series, wrong);
        let refused = run(&parameters, &mut Silent).unwrap_err();
        let part = wrong.split(' ').next_back().unwrap();
        let told = refused.to_string();
        assert!(told.contains("guesses") && told.contains(part), "{told}");
        let rules = Prediction::RULES.iter();
        let said: Vec<String> = rules.filter_map(|one| (one.refuses)(&parameters)).collect();
        // Both name the runtimes that a trace may have.
        for told in [&told, &said.join("")] {
            assert!(told.contains("from 0 to 1e15 ms"), "{told}");
        }
    }
    assert_eq!(parse("0 1e13 1e15"), Ok(vec![0.0, 1e13, LONGEST]));
}
