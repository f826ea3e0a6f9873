//! The campaigns of Millot and Parrot 2016 as scenarios, and their required results. Results that contradict the
//! document's other data are not tested.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::parameters::{Topic, Variation, Varied, Whose, Workers};
use divisible::platform::Signs;
use divisible::{Parameters, run};
use report::chart::Series;
use report::table::{Cell, Table};
use report::{Chart, Report, Silent};

fn said(parameters: &Parameters) -> Report {
    run(parameters, &mut Silent).unwrap().0
}

/// 1,000 workers of Table 3 in 11 clusters.
fn thousand() -> Parameters {
    Parameters {
        platform: Workers::Table3,
        clusters: 11,
        target: 3.0,
        theta: Some(0.5),
        horizon: 2000.0,
        inaccuracy: 0.0,
        signs: Signs::Balanced,
        runs: 1,
        ..Parameters::default()
    }
}

/// Four workers of Table 3; the second varies.
fn four() -> Parameters {
    Parameters {
        platform: Workers::Table3Four,
        clusters: 1,
        variation: Variation::Often,
        varied: Varied::Compute,
        whose: Whose::One,
        varied_worker: 2,
        ..thousand()
    }
}

fn table<'a>(report: &'a Report, key: &str) -> &'a Table {
    report.tables.iter().find(|one| one.key == key).unwrap()
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Figure(figure) => figure.value,
        Cell::Text(_) => f64::NAN,
    }
}

fn column(table: &Table, name: &str) -> Vec<f64> {
    let place = table.columns.iter().position(|one| one == name).unwrap();
    table.rows.iter().map(|row| number(&row[place])).collect()
}

fn chart<'a>(report: &'a Report, key: &str) -> &'a Chart {
    report.charts.iter().find(|one| one.key == key).unwrap()
}

fn figure(report: &Report, key: &str) -> f64 {
    report
        .figures
        .iter()
        .find(|one| one.key == key)
        .unwrap()
        .value
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }
}

/// Section 3, figures 8 and 11.
#[test]
fn misjudged_speeds_cost_bs_what_figure_8_shows() {
    let report = said(&Parameters {
        topic: Topic::Inaccuracy,
        ..thousand()
    });
    let numbers = table(&report, "inaccuracies");
    near(
        &column(numbers, "In use, AS4DR"),
        &[0.9834, 0.9834, 0.9832, 0.9829, 0.9826, 0.9823],
        5e-4,
    );
    near(
        &column(numbers, "In use, BS"),
        &[0.9378, 0.8026, 0.7016, 0.6230, 0.5603, 0.5090],
        5e-4,
    );
    let ratios = column(numbers, "AS4DR over BS");
    near(
        &ratios,
        &[1.0487, 1.2252, 1.4014, 1.5776, 1.7537, 1.9298],
        1e-3,
    );
    let deviations = column(numbers, "Deviation of σ, BS over AS4DR");
    assert!(
        (deviations[5] - 24.98).abs() < 0.05 * 24.98,
        "{deviations:?}"
    );
    let sigma = column(numbers, "Mean σ, AS4DR");
    assert!(sigma.iter().all(|mean| (mean - 3000.0).abs() < 60.0));
}

/// Section 5, figures 20 and 21: directions and amounts.
#[test]
fn varying_speeds_cost_bs_more_than_as4dr_the_deeper_they_fall() {
    let report = said(&Parameters {
        topic: Topic::Dynamicity,
        variation: Variation::Mixed,
        varied: Varied::All,
        ..thousand()
    });
    let numbers = table(&report, "depths");
    let ratios = column(numbers, "AS4DR over BS");
    assert!(
        ratios.windows(2).take(8).all(|pair| pair[0] < pair[1]),
        "{ratios:?}"
    );
    assert!((1.2..=1.8).contains(&ratios[8]), "{ratios:?}");
    for (mean, bs) in column(numbers, "Mean σ, AS4DR")
        .iter()
        .zip(column(numbers, "Mean σ, BS"))
        .take(9)
    {
        assert!(
            (mean / 3000.0 - 1.0).abs() <= 0.03 && bs > *mean,
            "{mean} {bs}"
        );
    }
}

/// Section 4, tables 6, 9 and 10.
#[test]
fn the_contexts_of_one_worker_are_ordered_as_in_the_document() {
    let report = said(&Parameters {
        topic: Topic::Dynamicity,
        theta: Some(0.2),
        runs: 40,
        ..four()
    });
    let contexts = table(&report, "contexts");
    let idle: Vec<f64> = column(contexts, "Idle, computing reduced")
        .into_iter()
        .map(|share| 100.0 * share)
        .collect();
    let [f1, f2, f3, phi3, a1, a2, a3] = idle[..] else {
        panic!("{idle:?}")
    };
    assert!(
        f1 <= 0.002 && (0.001..=0.008).contains(&f2) && (0.020..=0.045).contains(&f3),
        "{idle:?}"
    );
    assert!(
        phi3 <= 0.004 && a1 == f1 && f1 < f2 && f2 < f3 && phi3 < f3,
        "{idle:?}"
    );
    assert!(
        (0.05..=0.2).contains(&a2) && (1.5..=12.0).contains(&a3),
        "{idle:?}"
    );
    for links in ["Idle, sending reduced", "Idle, returning reduced"] {
        assert!(column(contexts, links).iter().all(|share| *share == 0.0));
    }
}

/// Figure 26: identical workers, as many as fit into a round.
#[test]
fn the_best_target_of_full_rounds_is_that_of_the_formula() {
    let of = |latency: f64| {
        said(&Parameters {
            topic: Topic::Target,
            platform: Workers::Drawn,
            workers: 1,
            speed: 10.0,
            latency,
            send_bandwidth: 1e9,
            send_latency: 0.0149,
            return_bandwidth: 1e9,
            return_latency: 0.0149,
            computing_spread: 0.0,
            communicating_spread: 0.0,
            filled: true,
            clusters: 1,
            target_least: Some(1.0),
            target_most: Some(50.0),
            ..thousand()
        })
    };
    let report = of(0.1);
    // Targets 1, 1.5, 2, 3, 5, 8, 10, 15, 20, 30, 50 s.
    let used = column(table(&report, "targets"), "In use, AS4DR");
    near(
        &[used[0], used[3], used[6], used[9], used[10]],
        &[0.799808, 0.932622, 0.977546, 0.985909, 0.983613],
        // The expected numbers hold for one worker for each 0.03 s; 0.0298 s allow a few more.
        2e-4,
    );
    assert_eq!(figure(&report, "target"), 30_000.0);
    assert!((figure(&report, "optimum") - 28_284.27).abs() < 0.01);
    let report = of(0.01);
    assert_eq!(figure(&report, "target"), 10_000.0);
    assert!((figure(&report, "optimum") - 8_944.27).abs() < 0.01);
}

/// Figure 27: the deeper speeds fall, the shorter the best rounds.
#[test]
fn the_best_target_is_shorter_where_speeds_vary_more() {
    let best = |depth| {
        let report = said(&Parameters {
            topic: Topic::Target,
            platform: Workers::Drawn,
            workers: 40,
            speed: 10.0,
            latency: 0.01,
            send_bandwidth: 1e8,
            send_latency: 0.005,
            return_bandwidth: 1e8,
            return_latency: 0.005,
            computing_spread: 0.0,
            communicating_spread: 0.0,
            clusters: 1,
            variation: Variation::Mixed,
            varied: Varied::All,
            depth,
            target_least: Some(1.0),
            target_most: Some(50.0),
            ..thousand()
        });
        figure(&report, "target") / 1000.0
    };
    assert_eq!(best(0.0), 50.0);
    assert!(best(0.6) <= 2.0);
    assert!(best(0.9) <= 2.0);
}

#[test]
fn a_worker_starves_in_the_simulation_above_its_window_and_not_within() {
    let report = said(&Parameters {
        topic: Topic::Target,
        platform: Workers::Table1,
        clusters: 1,
        inaccuracy: 0.0,
        horizon: 1800.0,
        runs: 1,
        ..Parameters::default()
    });
    let Series::Heat { rows, .. } = &chart(&report, "starvation").series[0] else {
        panic!()
    };
    let highs = column(table(&report, "targets"), "Largest θ");
    let mut seen = [false; 2];
    for row in rows {
        let theta: f64 = row.label.parse().unwrap();
        for (shade, high) in row.values.iter().zip(&highs) {
            // Close to the edge a round may last a little longer without the map showing it.
            if (theta - high).abs() > 0.005 {
                assert_eq!(
                    shade.0 > 1e-9,
                    theta > *high,
                    "θ {theta}, window to {high}: {}",
                    shade.0
                );
                seen[usize::from(theta > *high)] = true;
            }
        }
    }
    assert_eq!(seen, [true, true]);
}

/// Figure 24 by its formula, and beside it the simulation.
#[test]
fn streams_of_table_3_yield_what_the_formula_of_figure_24_says() {
    let report = said(&Parameters {
        topic: Topic::Selection,
        streams: 11,
        ..thousand()
    });
    let streams = table(&report, "streams");
    near(
        &column(streams, "Throughput by formula (bytes/s)"),
        &[
            98340.0, 196680.0, 208302.0, 217560.0, 226800.0, 228206.604, 229195.980, 229357.872,
            229456.806, 229555.200, 229565.133,
        ],
        1e-3,
    );
    let workers = column(streams, "Workers");
    assert_eq!(workers[0], 99.0);
    assert_eq!(workers[10], 1000.0);
    let simulated = column(streams, "Throughput, simulated (bytes/s)");
    for (simulated, formula) in simulated
        .iter()
        .zip(column(streams, "Throughput by formula (bytes/s)"))
    {
        assert!(
            (0.998..=1.0).contains(&(simulated / formula)),
            "{simulated} {formula}"
        );
    }
    let schedule = report.schedule.unwrap();
    assert_eq!(schedule.lanes().len(), 11);
    assert_eq!(
        schedule
            .spans()
            .filter(|span| span.job.number().is_some())
            .count(),
        1000
    );
}

#[test]
fn a_ring_that_meets_all_hypotheses_shows_all_that_is_foretold() {
    let report = said(&Parameters {
        topic: Topic::Propositions,
        estimate_factor: 2.0,
        inaccuracy: 0.0,
        theta: Some(0.5),
        ..Parameters::default()
    });
    assert_eq!(report.claims.len(), 5);
    for claim in &report.claims {
        assert!(claim.holds(), "{claim:?}");
        assert_eq!(claim.met, Some(true), "{claim:?}");
    }
    assert!((figure(&report, "least") - 22_697.4).abs() < 0.1);
}
