//! Balancing under many predictors at once yields the same results as each study by itself.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::{Method, Settings, forecasts};
use replication::Parameters;
use replication::parameters::Strategy;
use replication::study::{self, Balanced, Balancing, Study};
use report::Silent;
use trace::source::Source;

fn parameters(predictor: Method) -> Parameters {
    Parameters {
        traces: Source::Ar01,
        strategy: Strategy::Dynamic,
        synthetic_nodes: 6,
        processors: 4,
        iterations: 95,
        rebalance_every: 10,
        runs: 5,
        predictor,
        ..Parameters::default()
    }
}

#[test]
fn each_predictor_balances_as_in_a_study_of_its_own() {
    let methods = [
        Method::LastValue,
        Method::RunningMean,
        Method::SlidingMedian,
        Method::TriggLeach,
    ];
    let own = parameters(methods[0]);
    let set = own.traces.load(6, 95, own.seed).unwrap();
    // In the unit of the traces: the study scales them itself.
    let kept = |method: Method| -> Vec<Vec<f64>> {
        let of = |runtimes: &[f64]| {
            let all = forecasts(&Settings::of(method), runtimes);
            all.into_iter().step_by(10).skip(1).collect()
        };
        set.nodes().iter().map(|node| of(&node.runtimes)).collect()
    };
    let columns: Vec<_> = methods.into_iter().map(kept).collect();
    let columns: Vec<_> = columns.iter().map(Vec::as_slice).collect();
    let Balanced {
        equal,
        totals,
        schedule,
        ..
    } = Balancing::default()
        .run(&own, set.clone(), &columns, 2, &mut Silent)
        .unwrap();
    for (method, totals) in methods.into_iter().zip(totals) {
        let (_, alone) = Study::new(&parameters(method))
            .unwrap()
            .run(&mut Silent)
            .unwrap();
        assert_eq!(equal, alone.of(study::Method::Equal).unwrap().totals);
        for (one, other) in totals
            .iter()
            .zip(&alone.of(study::Method::Dynamic).unwrap().totals)
        {
            // Scaling before or after predicting rounds differently.
            assert!(
                (one - other).abs() < 1e-9 * other,
                "{method:?}: {one} {other}"
            );
        }
        if method == Method::SlidingMedian {
            let (here, there) = (schedule.as_ref().unwrap(), alone.schedule);
            assert_eq!(here.len(), there.len());
            assert!((here.makespan() - there.makespan()).abs() < 1e-9 * there.makespan());
        }
    }
}
