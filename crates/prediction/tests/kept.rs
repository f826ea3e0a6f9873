//! The data kept from one run to the next change no bit of it.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;

use forecast::Method;
use laboratory::Laboratory as _;
use parameters::Parameters as _;
use prediction::parameters::Topic;
use prediction::{Cache, Parameters, Prediction};
use proptest::prelude::*;
use report::{Observer, Silent};
use trace::source::Source;

fn base() -> Parameters {
    Parameters {
        traces: Source::Ar01,
        values: 130,
        synthetic_nodes: 5,
        entrants: 4,
        lags: 20,
        processors: 3,
        runs: 3,
        ..Parameters::default()
    }
}

/// One move of a control.
fn moved() -> impl Strategy<Value = (&'static str, serde_json::Value)> {
    let methods: Vec<_> = Method::all().iter().map(|one| one.key().into()).collect();
    let of = |name: &'static str, values: Vec<serde_json::Value>| {
        prop::sample::select(values).prop_map(move |value| (name, value))
    };
    let of_numbers =
        |name, values: &[f64]| of(name, values.iter().map(|one| (*one).into()).collect());
    let of_counts =
        |name, values: &[u32]| of(name, values.iter().map(|one| (*one).into()).collect());
    prop_oneof![
        4 => of("predictor", methods.clone()),
        4 => of("rival", methods),
        4 => of("quantile", vec![().into(), 0.5.into(), 0.9.into()]),
        2 => of_counts("series", &[1, 2, 5]),
        2 => of_numbers("smoothing", &[0.1, 0.5]),
        1 => of_counts("rebalance_every", &[1, 10, 40]),
        1 => of_counts("processors", &[2, 3]),
        1 => of_counts("runs", &[1, 3, 4]),
        1 => of_counts("entrants", &[1, 2, 4, 5]),
        1 => of_counts("values", &[60, 130]),
        1 => of_counts("forecast_window", &[5, 31]),
        1 => of_counts("refit", &[5, 20]),
        1 => of_numbers("adaptation", &[0.2, 0.6]),
        1 => of_numbers("damping", &[0.2, 0.9]),
        1 => of_counts("memory", &[10, 500]),
        1 => of_counts("seed", &[1, 2006]),
        1 => of_counts("synthetic_nodes", &[5, 6]),
        1 => of("traces", vec!["ar01".into(), "six".into(), "peaks".into()]),
        1 => of("topic", vec!["forecasts".into(), "series".into(), "set".into(), "likeness".into()]),
    ]
}

fn told(parameters: &Parameters, cache: &mut Cache) -> String {
    format!(
        "{:?}",
        Prediction::run(parameters, cache, &mut Silent).unwrap()
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_run_after_others_comes_to_the_bits_of_one_alone(moves in prop::collection::vec(moved(), 8)) {
        let mut cache = Cache::default();
        let mut values = base().to_values();
        for (name, value) in moves {
            values.insert(name.into(), value);
            let parameters = Parameters::from_values(&values);
            let warm = told(&parameters, &mut cache);
            prop_assert!(warm == told(&parameters, &mut Cache::default()), "after {name} of {parameters:?}");
        }
    }
}

#[test]
fn what_a_cancelled_run_left_does_no_harm() {
    let parameters = Parameters {
        topic: Topic::Forecasts,
        ..base()
    };
    let alone = told(&parameters, &mut Cache::default());
    // Within the tournament, and within the runs of the program.
    for steps in [3, 73] {
        let mut cache = Cache::default();
        let mut step = 0;
        let mut stop = |_: u64, _: u64| {
            step += 1;
            match step == steps {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        assert!(Prediction::run(&parameters, &mut cache, &mut stop).is_err());
        assert!(told(&parameters, &mut cache) == alone);
    }
}

#[test]
fn a_run_like_the_last_one_has_nothing_to_forecast_or_simulate() {
    let mut cache = Cache::default();
    let mut balanced = 0;
    let mut count = |_: u64, total: u64| {
        // The second of two passes has three runs.
        balanced += u64::from(total == 2 * 3);
        ControlFlow::Continue(())
    };
    let observer: &mut dyn Observer = &mut count;
    for predictor in [Method::LastValue, Method::RunningMean] {
        let parameters = Parameters {
            predictor: predictor.into(),
            ..base()
        };
        Prediction::run(&parameters, &mut cache, observer).unwrap();
    }
    assert_eq!(balanced, 3);
}
