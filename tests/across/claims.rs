//! What the documents claim, as inequalities that the reference sets must satisfy.

use playground::{Scenario, run};
use replication::Parameters;
use report::Silent;
use report::table::Cell;
use trace::source::Source;

/// Ratios of means, by the strategy's name; 60 runs of 2 000 iterations with 10 between rebalancing.
fn speedups(traces: Source, processors: u32, problem_size: f64) -> Vec<(String, f64)> {
    let parameters = Parameters {
        traces,
        processors,
        problem_size,
        trace_mean: None,
        iterations: 2_000,
        runs: 60,
        ..Parameters::default()
    };
    let report = run(&Scenario::Replication(parameters), &mut Silent).unwrap();
    let row = |row: &Vec<Cell>| match &row[..] {
        [Cell::Text(name), _, Cell::Number(speedup), ..] => (name.clone(), *speedup),
        other => panic!("{other:?}"),
    };
    report.tables[0].rows.iter().map(row).collect()
}

fn balanced(speedups: &[(String, f64)]) -> f64 {
    speedups
        .iter()
        .find(|(name, _)| name.contains("DLB"))
        .unwrap()
        .1
}

fn best_replicated(speedups: &[(String, f64)]) -> f64 {
    speedups
        .iter()
        .filter(|(name, _)| name.contains("JR"))
        .map(|(_, speedup)| *speedup)
        .fold(0.0, f64::max)
}

#[test]
fn balancing_beats_equal_shares_on_both_sets() {
    // Dobber 2006, section 4.3 (CCR 0.01).
    for traces in [Source::SetOne, Source::SetTwo] {
        for processors in [2, 4, 8, 16, 32] {
            let speedup = balanced(&speedups(traces.clone(), processors, 2.5));
            assert!(speedup > 1.0, "{traces:?} {processors}: {speedup}");
        }
    }
}

#[test]
fn on_set_one_and_four_processors_balancing_about_doubles_the_speed() {
    // Dobber 2006, section 6.1: about 1.8; independent program on the same sets: 2.07.
    let speedup = balanced(&speedups(Source::SetOne, 4, 2.5));
    assert!((1.6..2.4).contains(&speedup), "{speedup}");
}

#[test]
fn on_set_one_balancing_beats_the_best_replication() {
    // Dobber 2006, section 6.1.
    for processors in [2, 4, 8, 16, 32] {
        let speedups = speedups(Source::SetOne, processors, 2.5);
        assert!(
            balanced(&speedups) >= best_replicated(&speedups),
            "{processors}: {speedups:?}"
        );
    }
}

#[test]
fn on_set_two_replication_wins_on_two_processors_and_balancing_on_many() {
    // Dobber 2006, section 6.1.
    let few = speedups(Source::SetTwo, 2, 2.5);
    assert!(best_replicated(&few) > balanced(&few), "{few:?}");
    for processors in [8, 32] {
        let many = speedups(Source::SetTwo, processors, 2.5);
        assert!(best_replicated(&many) < balanced(&many), "{many:?}");
    }
}

#[test]
fn replication_gains_more_on_set_two_than_on_set_one_where_it_stays_below_two() {
    // Dobber 2006, section 5.6.
    let best = |traces: Source| {
        let of = |processors| best_replicated(&speedups(traces.clone(), processors, 2.5));
        [2, 4, 8, 16].map(of).into_iter().fold(0.0, f64::max)
    };
    let (one, two) = (best(Source::SetOne), best(Source::SetTwo));
    assert!(one < 2.0 && 2.0 < two, "{one} {two}");
}

#[test]
fn replication_never_pays_on_four_processors_where_communication_is_half_of_computation() {
    // Dobber 2006, section 5.6 (CCR 0.50, t = 0.05 s).
    for traces in [Source::SetOne, Source::SetTwo] {
        let speedup = best_replicated(&speedups(traces.clone(), 4, 0.05));
        assert!(speedup <= 1.0, "{traces:?}: {speedup}");
    }
}
