//! The texts of reports, as snapshots: one for each way a study can come out.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use forecast::Method;
use replication::Parameters;
use replication::parameters::{Replication, Scope, Strategy, Topic};
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
        Two copies of each job are 1.24 times as fast as one
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (30 % of its iterations). Copies cut it to 14 %; 39 % goes to copies that are killed and 9.3 % to synchronising. Rebalancing every 10 iterations would show no clear difference from equal shares.
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
        With equal shares, 31 % of the processors’ time is spent waiting for the slowest node, most often node 15 in the run shown (45 % of its iterations). Copies cut it to 3.9 %; 69 % goes to copies that are killed and 5.3 % to synchronising. Rebalancing every 10 iterations would take 1.10 times as long as equal shares.
        Speedup over equal shares: 0.478 ± 0.011
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
        Rebalancing every 10 iterations is 1.12 times as fast as equal shares
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (48 % of its iterations). Shares that follow the predicted speeds cut it to 26 %; 18 % goes to setting shares anew and 12 % to synchronising. Two copies of each job would show no clear difference from one.
        Speedup over equal shares: 1.12 ± 0.04
        Iteration time: 15.1 s ± 0.4 s
        Waiting: 26.0 % was 44 %
        Rescheduling: 17.7 %
        Best number of copies: 2 of 1, 2, 4, 8; no clear difference from 1
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
        They wait for the slowest node, most often node 7 in the run shown (30 % of its iterations); synchronising takes 7.5 %. Rebalancing after every iteration would take 1.71 times as long as equal shares, and two copies of each job would be 1.24 times as fast as one.
        Speedup over equal shares: 1.00
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
        Speedup over equal shares: 1.00
        Iteration time: 80 s ± 7 s
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
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (30 % of its iterations). Rebalancing every 10 iterations would show no clear difference from equal shares, and two copies of each job would be 1.24 times as fast as one.
        Speedup over equal shares: 1.00
        Iteration time: 23.9 s ± 1.2 s
        Waiting: 51.8 % was 52 %
        Work thrown away: 0 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn shares_set_once() {
    let parameters = |cold_iterations| Parameters {
        strategy: Strategy::Static,
        traces: Source::Shared,
        cold_iterations,
        ..Parameters::default()
    };
    expect![[r#"
        Setting the shares once is 1.08 times as fast as equal shares
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (48 % of its iterations). Shares that follow the first speeds cut it to 40 %; 0.82 % goes to setting shares anew and 12 % to synchronising. Rebalancing every 10 iterations would be 1.12 times as fast as equal shares, and two copies of each job would show no clear difference from one.
        Speedup over equal shares: 1.08 ± 0.05
        Iteration time: 15.6 s ± 0.5 s
        Waiting: 40.5 % was 44 %
        Rescheduling: 0.816 %
        Best number of copies: 2 of 1, 2, 4, 8; no clear difference from 1
    "#]].assert_eq(&told(parameters(20)));
    expect![[r#"
        Without rebalancing, shares stay equal
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (48 % of its iterations). Rebalancing every 10 iterations would be 1.12 times as fast as equal shares, and two copies of each job would show no clear difference from one.
        Speedup over equal shares: 1.00
        Iteration time: 16.9 s ± 0.9 s
        Waiting: 43.6 % was 44 %
        Rescheduling: 0 %
        Best number of copies: 2 of 1, 2, 4, 8; no clear difference from 1
    "#]].assert_eq(&told(parameters(0)));
}

#[test]
fn what_hindsight_would_give() {
    let of = |strategy| Parameters {
        strategy,
        traces: Source::Shared,
        ..Parameters::default()
    };
    expect![[r#"
        Setting the shares once, with knowledge of the whole run, would be 1.32 times as fast as equal shares
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (48 % of its iterations). Shares that follow the mean speeds cut it to 31 %; 1.00 % goes to setting shares anew and 14 % to synchronising. Rebalancing every 10 iterations would be 1.12 times as fast as equal shares, and two copies of each job would show no clear difference from one.
        Speedup over equal shares: 1.32 ± 0.05
        Iteration time: 12.7 s ± 0.3 s
        Waiting: 30.7 % was 44 %
        Rescheduling: 1.000 %
        Best number of copies: 2 of 1, 2, 4, 8; no clear difference from 1
    "#]].assert_eq(&told(of(Strategy::StaticHindsight)));
    expect![[r#"
        Rebalancing with perfect forecasts would be 1.57 times as fast as equal shares
        With equal shares, 44 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (48 % of its iterations). Shares that follow every speed at once cut it to 0 %; 25 % goes to setting shares anew and 17 % to synchronising. Rebalancing every 10 iterations would be 1.12 times as fast as equal shares, and two copies of each job would show no clear difference from one.
        Speedup over equal shares: 1.57 ± 0.06
        Iteration time: 10.75 s ± 0.24 s
        Waiting: 0 % was 44 %
        Rescheduling: 24.9 %
        Best number of copies: 2 of 1, 2, 4, 8; no clear difference from 1
    "#]].assert_eq(&told(of(Strategy::DynamicHindsight)));
}

#[test]
fn the_best_number_of_copies() {
    let parameters = Parameters {
        strategy: Strategy::ReplicateBest,
        ..Parameters::default()
    };
    expect![[r#"
        Two copies of each job are 1.24 times as fast as one
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (30 % of its iterations). Copies cut it to 14 %; 39 % goes to copies that are killed and 9.3 % to synchronising. Rebalancing every 10 iterations would show no clear difference from equal shares.
        Speedup over equal shares: 1.24 ± 0.06
        Iteration time: 19.3 s ± 0.6 s
        Waiting: 14.2 % was 52 %
        Work thrown away: 39.0 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn help_for_late_jobs() {
    let parameters = Parameters {
        strategy: Strategy::Speculate,
        copies: 4,
        ..Parameters::default()
    };
    expect![[r#"
        Copying late jobs is 1.45 times as fast as equal shares
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (30 % of its iterations). Help for late jobs cuts it to 31 %; 7.2 % goes to copies that are killed and 11 % to synchronising. Rebalancing every 10 iterations would show no clear difference from equal shares, and two copies of each job would be 1.24 times as fast as one.
        Speedup over equal shares: 1.45 ± 0.05
        Iteration time: 16.4 s ± 0.3 s
        Waiting: 31.3 % was 52 %
        Work thrown away: 7.24 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

#[test]
fn a_choice_after_every_block() {
    let parameters = Parameters {
        strategy: Strategy::Adaptive,
        decide_every: 20,
        ..Parameters::default()
    };
    expect![[r#"
        Choosing between balancing and two copies every 20 iterations is 1.06 times as fast as equal shares
        With equal shares, 52 % of the processors’ time is spent waiting for the slowest node, most often node 7 in the run shown (30 % of its iterations). The choice cuts it to 33 %; 13 % goes to copies that are killed, 11 % to setting shares anew and 7.5 % to synchronising. Rebalancing every 10 iterations would show no clear difference from equal shares, and two copies of each job would be 1.24 times as fast as one.
        Speedup over equal shares: 1.06 ± 0.04
        Iteration time: 22.6 s ± 1.0 s
        Waiting: 33.1 % was 52 %
        Work thrown away: 12.6 %
        Rescheduling: 10.6 %
        Best number of copies: 2 of 1, 2, 4, 8
    "#]].assert_eq(&told(parameters));
}

fn about(topic: Topic) -> Parameters {
    Parameters {
        topic,
        traces: Source::SetTwo,
        trace_mean: None,
        processors: 4,
        decide_every: 20,
        strategy: Strategy::Adaptive,
        ..Parameters::default()
    }
}

#[test]
fn numbers_of_processors() {
    expect![[r#"
        The adaptive choice is not as good as the better of balancing and two copies on 4 processors; it is fastest on 4 processors
        Copies beat dynamic balancing on 2 and 4 processors. On 4 processors, another number of copies is clearly faster than the adaptive choice.
        Highest speedup: 2.3 ± 0.8 on 4 processors
        Fastest on: 4 14.7 s an iteration
        Best number of copies: 4 on 4 processors
        Gain of the second processor: 2.18 above 2 is more than a processor’s worth
    "#]].assert_eq(&told(about(Topic::Processors)));
}

#[test]
fn rebalancing_intervals() {
    expect![[r#"
        Rebalancing every 20 iterations is 2.46 times as fast as equal shares, with no clear difference from 2 other intervals
        Without overhead, the speedup is 4.13 with shares set after every iteration and 1.58 with shares set every 100 iterations: old shares fit worse. With overhead, the first is 0.72. Setting shares only once, after the first iteration, is 3.14 times as fast as equal shares, with no clear difference from one other number. Hindsight would give 3.64 with shares set once and 3.47 with shares set in every iteration.
        Best dynamic balancing: 2.5 ± 0.7 every 20 iterations
        Best static balancing: 3.1 ± 1.1 set after the first iteration
        Dynamic in hindsight: 3.5 ± 1.3
        Static in hindsight: 3.6 ± 1.4
    "#]].assert_eq(&told(about(Topic::Intervals)));
}

#[test]
fn balance_or_replicate() {
    expect![[r#"
        Y gives no rule here: balancing shows no clear difference from copies, and wins in 70 % of the blocks
        The lines of least squares in Y: with balancing an iteration takes 1.67 Y + 5.72 s (R² 0.44), with copies an iteration takes 1.51 Y + 14.1 s (R² 0.05). Balancing wins in 65 % of the third of the blocks with the lowest Y and in 72 % of that with the highest. Over equal shares, choosing block by block has a speedup of 2.39, balancing alone 2.45, copies alone 2.09.
        Y*: 54.4 s gives no rule
        Slope of balancing: 1.67 + 5.72 s, R² 0.44
        Slope of copies: 1.51 + 14.1 s, R² 0.05
        Speedup of choosing: 2.4 ± 0.9 better of both alone 2.45
        At best, in hindsight: 3.7 ± 1.7
    "#]].assert_eq(&told(about(Topic::Decision)));
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
        2 runs of 20 iterations on 16 of the 16 nodes, one for each processor, of “Measured: bursts”; every strategy meets the same nodes and the same times. The schedule shows the first run.
        The traces are scaled so that the whole load takes 72.5 s on one processor, on average.
        Causal replication: every processor keeps its own clock, and a copy that finishes before the message arrives goes on at once.
        A star stands for hindsight, which no program has. Perfect forecasts (D*) are a lower bound of the computing time of all that set shares.
        Balancing predicts runtimes by dynamic exponential smoothing (DES), and follows what 90 % of the runtimes should stay below; it never expects less than the shortest runtime so far.
        Only neighbours in the chain exchange data at the end of an iteration.
        Every run uses all nodes: the intervals say nothing about other nodes.
        3 copies are left out: they do not divide 16 processors.
        The speedup is the mean of the runs’ own ratios with its 95 % interval by Student’s t; the ratio of the mean run times is the thesis’ definition."#]].assert_eq(&report.notes.join("\n"));
}
