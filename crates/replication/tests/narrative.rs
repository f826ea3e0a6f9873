//! What reports say in words, as snapshots: one for each way a study can come out.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use forecast::Method;
use replication::Parameters;
use replication::parameters::{Replication, Scope, Strategy};
use report::Silent;
use trace::source::Source;

fn told(parameters: Parameters) -> String {
    let small = Parameters {
        runs: 20,
        iterations: 200,
        ..parameters
    };
    let report = replication::run(&small, &mut Silent).unwrap();
    let figures: Vec<_> = report
        .figures
        .iter()
        .map(|figure| {
            let parts = [
                Some(figure.text()),
                figure.uncertainty_text(),
                figure.beside.clone(),
            ];
            format!(
                "{}: {}",
                figure.name,
                parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    format!(
        "{}\n{}\n{}\n",
        report.headline,
        report.why,
        figures.join("\n")
    )
}

#[test]
fn copies_that_pay() {
    expect![[r#"
        Two copies of each job finish 1.24 times sooner than one
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, in the run shown mostly for node 7. Copies cut that to 14 % and throw 39 % of the time away; rebalancing every 10 iterations would give a speedup of 1.02.
        Speedup over equal shares: 1.24 ± 0.06
        Iteration time: 19.3 s ± 0.6 s
        Waiting: 14.2 % was 52 %
        Work thrown away: 39.0 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(Parameters::default()));
}

#[test]
fn copies_that_do_not_pay() {
    let parameters = Parameters {
        traces: Source::Quiet,
        copies: 4,
        ..Parameters::default()
    };
    expect![[r#"
        Four copies of each job take 2.09 times as long as one
        With equal shares, 31 % of the processors’ time is spent waiting for the slowest node, in the run shown mostly for node 15. Copies cut that to 4 % and throw 69 % of the time away; rebalancing every 10 iterations would give a speedup of 0.91.
        Speedup over equal shares: 0.478 ± 0.010
        Iteration time: 34.1 s ± 0.5 s
        Waiting: 3.94 % was 31 %
        Work thrown away: 68.8 %
        Best number of copies: 1 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn rebalancing() {
    let parameters = Parameters {
        traces: Source::Shared,
        strategy: Strategy::Dynamic,
        ..Parameters::default()
    };
    expect![[r#"
        Rebalancing every 10 iterations finishes 1.12 times sooner than equal shares
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, in the run shown mostly for node 7. Shares that follow the predicted speeds cut that to 26 %, and setting them anew takes 18 %.
        Speedup over equal shares: 1.12 ± 0.03
        Iteration time: 15.1 s ± 0.4 s
        Waiting: 26.0 % was 44 %
        Rescheduling: 17.7 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn equal_shares() {
    let parameters = Parameters {
        strategy: Strategy::Equal,
        rebalance_every: 1,
        ..Parameters::default()
    };
    expect![[r#"
        With equal shares, 52 % of the processors’ time is spent waiting
        They wait for the slowest node, in the run shown mostly for node 7. Rebalancing after every iteration would give a speedup of 0.58, and two copies of each job one of 1.24.
        Speedup over equal shares: 1.00 ± 0.00
        Iteration time: 23.9 s ± 1.2 s
        Waiting: 51.8 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn one_processor_and_one_copy() {
    let parameters = Parameters {
        processors: 1,
        copies: 1,
        ..Parameters::default()
    };
    expect![[r#"
        One processor waits for nobody
        Without a second processor there is nothing to balance, to replicate or to synchronise.
        Speedup over equal shares: 1.00 ± 0.00
        Iteration time: 80 s ± 6 s
        Waiting: 0 % was 0 %
        Work thrown away: 0 %
        Best number of copies: 1 of 1
    "#]]
    .assert_eq(&told(parameters));
    let parameters = Parameters {
        copies: 1,
        ..Parameters::default()
    };
    expect![[r#"
        One copy of each job is the same as equal shares
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, in the run shown mostly for node 7. Rebalancing every 10 iterations would give a speedup of 1.02.
        Speedup over equal shares: 1.00 ± 0.00
        Iteration time: 23.9 s ± 1.2 s
        Waiting: 51.8 % was 52 %
        Work thrown away: 0 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn notes_tell_the_modes_and_what_was_left_out() {
    let parameters = Parameters {
        strategy: Strategy::Dynamic,
        replication: Replication::Causal,
        synchronisation: Scope::Neighbours,
        predictor: Method::DynamicSmoothing,
        quantile: Some(0.9),
        processors: 16,
        copies: 3,
        runs: 2,
        iterations: 20,
        ..Parameters::default()
    };
    let report = replication::run(&parameters, &mut Silent).unwrap();
    expect![[r#"
        2 runs of 20 iterations on 16 of the 16 nodes of “Measured: bursts”; every strategy meets the same nodes and the same times. The schedule shows the first run.
        The traces are scaled so that the whole load takes 72.5 s on one processor, on average.
        Causal replication: every processor keeps its own clock, and a copy that finishes before the message arrives goes on at once.
        Balancing predicts runtimes by DES, and follows what 90 % of the runtimes should stay below; it never expects less than the shortest runtime so far.
        Only neighbours in the chain exchange data at the end of an iteration.
        Every run uses all nodes, so the runs differ in rescheduling times alone and the intervals say nothing about other nodes.
        3 copies are left out: they do not divide 16 processors.
        The speedup is the mean of the runs' own ratios with 1.96 standard errors; the ratio of the mean run times is the thesis' definition."#]].assert_eq(&report.notes.join("\n"));
}
