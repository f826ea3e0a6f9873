//! Parameters that no run can have are refused, and the message names the field and the allowed values.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use laboratory::Laboratory as _;
use proptest::prelude::*;
use replication::homogeneous::alike;
use replication::parameters::Strategy;
use replication::study::Study;
use replication::{Parameters, Replication};
use statistics::{coefficient_of_variation, mean};
use trace::source::{Own, Source};
use trace::{Node, TraceSet};

fn refused(parameters: Parameters) -> String {
    Study::new(&parameters).unwrap_err().to_string()
}

#[test]
fn parameters_that_do_not_go_together_are_refused_by_name() {
    let base = || Parameters {
        iterations: 100,
        ..Parameters::default()
    };
    let with = |strategy, copies| Parameters {
        strategy,
        copies,
        ..base()
    };
    let all = [
        refused(with(Strategy::Replicate, 3)),
        refused(with(Strategy::Replicate, 16)),
        refused(with(Strategy::Speculate, 5)),
        refused(with(Strategy::Adaptive, 3)),
        refused(Parameters {
            processors: 17,
            ..base()
        }),
        refused(Parameters {
            iterations: 1_001,
            ..base()
        }),
        refused(Parameters {
            traces: Source::Ar01,
            synthetic_nodes: 1,
            processors: 2,
            ..base()
        }),
        refused(Parameters {
            first_shown: 101,
            ..base()
        }),
    ];
    expect![[r#"
        copies is 3; allowed with 8 processors: 1, 2, 4, 8
        copies is 16; allowed with 8 processors: 1, 2, 4, 8
        copies is 5; allowed with 8 processors: 1, 2, 4, 8
        copies is 3; allowed with 8 processors: 1, 2, 4, 8
        processors is 17; allowed: 1 to 16, the number of nodes in these traces
        iterations is 1001; allowed: 1 to 1000, the number of jobs in these traces
        processors is 2; allowed: 1, because these traces have a single node
        first_shown is 101; allowed: 1 to 100, the number of iterations"#]]
    .assert_eq(&all.join("\n"));
    // Where the number of copies does not matter, any will do.
    for strategy in [Strategy::Equal, Strategy::Dynamic, Strategy::ReplicateBest] {
        assert!(Study::new(&with(strategy, 3)).is_ok(), "{strategy:?}");
    }
}

proptest! {
    /// A file that is dropped in lowers the copies only where a run would be refused because of them.
    #[test]
    fn copies_are_lowered_only_where_a_run_needs_it(
        nodes in 1_usize..9, jobs in 1_usize..9, copies in 1_u32..9,
        strategy in prop::sample::select(vec![Strategy::Replicate, Strategy::Speculate, Strategy::Adaptive]),
    ) {
        let node = |host: usize| Node {
            name: format!("n{host}"),
            position: None,
            host,
            runtimes: vec![1.0 + host as f64; jobs],
        };
        let set = TraceSet::new("few", (0..nodes).map(node).collect()).unwrap();
        let mut fitted = Parameters {
            traces: Source::Own(Own::of(&set, usize::MAX)),
            strategy,
            copies,
            decide_every: 10,
            ..Parameters::default()
        };
        let before = fitted.clone();
        Replication::fit(&mut fitted, &set);
        prop_assert!(Study::new(&fitted).is_ok());
        let kept = Parameters { copies: before.copies, ..fitted.clone() };
        prop_assert_eq!(fitted.copies != copies, Study::new(&kept).is_err(), "{:?}", fitted);
    }
}

#[test]
fn runtimes_that_are_none_are_refused_wherever_they_come_from() {
    let own = |runtimes: &str| {
        format!(
            r#"{{"own": {{"name": "mine.csv", "digest": "{}", "nodes": 1, "jobs": 3, "series": [{{"name": "a", "runtimes": {runtimes}}}]}}}}"#,
            "0".repeat(64)
        )
    };
    let read = |text: &str| -> Result<Source, _> {
        parameters::field::read(&serde_json::from_str(text).unwrap())
    };
    let loaded = |runtimes: &str| {
        refused(Parameters {
            traces: read(&own(runtimes)).unwrap(),
            processors: 1,
            copies: 1,
            iterations: 3,
            ..Parameters::default()
        })
    };
    let all = [loaded("[1.0, 0.0, 2.0]"), loaded("[1.0, 2.0, -3.5]")];
    expect![[r#"
        node 'a', job 2: the runtime is 0 ms; allowed: 1e-9 to 1e15 ms
        node 'a', job 3: the runtime is -3.5 ms; allowed: 1e-9 to 1e15 ms"#]]
    .assert_eq(&all.join("\n"));
    assert!(read(&own("[1.0, \"NaN\", 2.0]")).is_err());
    assert!(read(&own("[1.0, null, 2.0]")).is_err());
}

#[test]
fn nodes_made_alike_have_one_mean_and_one_variation() {
    let set = Source::SetOne.load(0, 500, 0).unwrap();
    let nodes = || -> Vec<Vec<f64>> {
        set.nodes()
            .iter()
            .map(|node| node.runtimes.clone())
            .collect()
    };
    for variation in [0.0, 0.1, 0.57, 0.8] {
        let mut rescaled = nodes();
        let clipped = alike(&mut rescaled, 250.0, variation).clipped;
        assert!((0.0..0.1).contains(&clipped), "{variation}: {clipped}");
        assert!(variation > 0.1 || clipped == 0.0);
        for runtimes in &rescaled {
            assert!(runtimes.iter().all(|runtime| *runtime >= 0.25));
            if clipped == 0.0 {
                assert!((mean(runtimes) - 250.0).abs() < 1e-9);
                assert!((coefficient_of_variation(runtimes) - variation).abs() < 1e-9);
            }
        }
    }
    let study = |homogeneous| {
        let parameters = Parameters {
            traces: Source::SetTwo,
            homogeneous,
            iterations: 500,
            ..Parameters::default()
        };
        Study::new(&parameters).unwrap().alike()
    };
    assert_eq!(study(false), None);
    assert!(study(true).unwrap().clipped > 0.0);
}
