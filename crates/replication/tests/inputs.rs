//! Parameters that no run can have are refused, and the message names the field and the allowed values.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use laboratory::Laboratory as _;
use proptest::prelude::*;
use replication::homogeneous::alike;
use replication::parameters::{Replication as Mode, Strategy, Topic};
use replication::study::Study;
use replication::{Parameters, Replication};
use report::Silent;
use serde_json::json;
use statistics::{coefficient_of_variation, mean};
use trace::source::{Own, Source};
use trace::{Node, TraceSet};
use trial::cases;

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
        replication in prop::sample::select(vec![Mode::Thesis, Mode::Causal, Mode::Dependent]),
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
            replication,
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn a_file_leads_to_a_run_that_is_allowed_in_every_topic(
        nodes in 2_usize..12, jobs in 2_usize..12, first_shown in 1_u32..20,
        copies in prop::sample::select(vec![1_u32, 2, 4, 8]),
        message in prop::sample::select(vec![None, Some(0.5), Some(900.0), Some(7_000.0)]),
        topic in prop::sample::select(vec![
            Topic::Strategies, Topic::Processors, Topic::Intervals, Topic::Decision, Topic::Formulas, Topic::Model, Topic::Estimates,
        ]),
    ) {
        let node = |host: usize| Node {
            name: format!("n{host}"),
            position: None,
            host,
            runtimes: (0..jobs).map(|job| 1.0 + ((2 * host + 3 * job) % 5) as f64).collect(),
        };
        let set = TraceSet::new("few", (0..nodes).map(node).collect()).unwrap();
        let mut fitted = Parameters {
            topic,
            traces: Source::Own(Own::of(&set, usize::MAX)),
            copies,
            first_shown,
            doublings: 3,
            runs: 2,
            ..Parameters::default()
        };
        let before = fitted.clone();
        let set = match message {
            Some(message) => set.with_message(message),
            None => set,
        };
        Replication::fit(&mut fitted, &set);
        let ran = replication::run(&fitted, &mut Silent);
        prop_assert!(ran.is_ok(), "{:?}: {:?}", ran.err(), fitted);
        prop_assert!(fitted.send_time <= 5_000.0 && fitted.rescheduling_time <= 100_000.0);
        if topic == Topic::Formulas {
            prop_assert_eq!((fitted.processors, fitted.copies), (before.processors, copies));
        }
    }
}

#[test]
fn rules_refuse_what_runs_refuse_and_nothing_else() {
    let refused = [
        json!({"topic": "model", "iterations": 7, "runs": 1}),
        json!({"topic": "estimates", "iterations": 1, "runs": 1}),
        json!({"topic": "estimates", "traces": "peaks", "synthetic_nodes": 1, "iterations": 50, "runs": 1}),
        json!({"topic": "formulas", "family": "uniform", "variation": 0.58}),
        json!({"copies": 8, "iterations": 4, "runs": 1}),
        json!({"strategy": "adaptive", "processors": 16, "copies": 16, "decide_every": 10, "iterations": 40, "runs": 1}),
        json!({"node_factors": "3:2 3:1", "iterations": 20, "runs": 1}),
    ];
    let allowed = [
        json!({"topic": "model", "iterations": 8, "runs": 1}),
        json!({"topic": "estimates", "iterations": 2, "runs": 1}),
        json!({"topic": "estimates", "traces": "peaks", "synthetic_nodes": 2, "iterations": 50, "runs": 1}),
        json!({"topic": "formulas", "family": "uniform", "variation": 0.57}),
        json!({"topic": "formulas", "family": "exponential", "variation": 1.0}),
        // All steps of an iteration meet the same job of a node.
        json!({"replication": "dependent", "copies": 8, "iterations": 4, "runs": 1}),
        json!({"replication": "dependent", "strategy": "adaptive", "processors": 16, "copies": 16, "decide_every": 10, "iterations": 40, "runs": 1}),
        json!({"node_factors": "3:2 1:1", "iterations": 20, "runs": 1}),
    ];
    trial::ruled::<Replication>(&refused, &allowed);
    let few = Parameters {
        replication: Mode::Dependent,
        copies: 8,
        iterations: 4,
        ..Parameters::default()
    };
    assert_eq!(Study::new(&few).unwrap().copies_tried(), [1, 2, 4, 8]);
}

#[test]
fn a_refused_factor_of_a_node_is_named_with_what_is_allowed() {
    let told = |text: &str| {
        let values = json!({"node_factors": text});
        let values = Replication::ABOUT.table.check(&values).unwrap();
        (Replication::ABOUT.face.refuses)(&values, "node_factors").unwrap()
    };
    assert_eq!(
        ["3:2 3:1", "3:5000"].map(told),
        [
            "has the part “3:1”; allowed: one factor for each node; node 3 has two",
            "has the part “3:5000”; allowed: the number of a node, from 1, and a factor from 0.001 to 1000, such as 3:2.5",
        ]
    );
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
