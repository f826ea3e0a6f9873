//! Dynamic balancing with every predictor.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::Method;
use replication::Parameters;
use replication::parameters::Strategy;
use replication::study::{self, Study};
use report::Silent;
use trace::source::Source;

fn totals(parameters: &Parameters) -> Vec<f64> {
    let (_, results) = Study::new(parameters).unwrap().run(&mut Silent).unwrap();
    results.of(study::Method::Dynamic).unwrap().totals.clone()
}

fn parameters(predictor: Method) -> Parameters {
    Parameters {
        traces: Source::Peaks,
        strategy: Strategy::Dynamic,
        predictor,
        iterations: 150,
        rebalance_every: 5,
        runs: 3,
        ..Parameters::default()
    }
}

#[test]
fn every_predictor_balances_in_its_own_way_and_gives_finite_times() {
    let mut seen: Vec<Vec<f64>> = Vec::new();
    for method in Method::all() {
        let totals = totals(&parameters(*method));
        assert!(
            totals.iter().all(|total| total.is_finite() && *total > 0.0),
            "{}: {totals:?}",
            method.name()
        );
        assert!(!seen.contains(&totals), "{}", method.name());
        seen.push(totals);
    }
}

#[test]
fn pessimism_and_the_window_change_what_balancing_does() {
    let median = parameters(Method::SlidingMedian);
    let others = [
        Parameters {
            forecast_window: 5,
            ..median.clone()
        },
        Parameters {
            quantile: Some(0.9),
            ..median.clone()
        },
    ];
    let expected = totals(&median);
    for other in others {
        assert_ne!(totals(&other), expected);
    }
}

/// The digest of the two series below.
const DIGEST: &str = "2e1f91c7d1f2d15e34c92e092152d2fdda75130faaad5eb18afc0e8d0e27f709";

#[test]
fn forecasts_far_below_every_runtime_still_give_finite_times() {
    // Every second job is a hundred times longer: the lowest errors point far below 0.
    let series: Vec<_> = (0..60)
        .map(|k| if k % 2 == 0 { 1.0 } else { 100.0 })
        .collect();
    let runtimes = serde_json::to_string(&series).unwrap();
    let own = format!(
        r#"{{"own": {{"name": "odd.csv", "digest": "{DIGEST}", "nodes": 2, "jobs": 60, "series": [
            {{"name": "a", "runtimes": {runtimes}}}, {{"name": "b", "runtimes": {runtimes}}}]}}}}"#
    );
    let totals = totals(&Parameters {
        traces: ::parameters::field::read(&serde_json::from_str(&own).unwrap()).unwrap(),
        processors: 2,
        copies: 1,
        iterations: 60,
        rebalance_every: 1,
        quantile: Some(0.01),
        ..parameters(Method::RunningMean)
    });
    assert!(totals.iter().all(|total| total.is_finite() && *total > 0.0));
}
