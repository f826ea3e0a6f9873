//! The published results of the Grid paper as inequalities, with seeds 1 to 10 (section 5.2), and the sanity of work
//! stealing, sensitivity and the thesis's strategies on the discrete-event engine (sections 5.3, 5.4 and 5.6).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use adaptation_model::metrics::overhead::Base;
use adaptation_model::platform::{Cluster, Links};
use adaptation_model::record::Off;
use adaptation_model::scenario::grid::Grid;
use adaptation_model::scenario::{Orphans, Policy, Stealing};
use adaptation_model::strategy::client::{self, Client};
use adaptation_model::strategy::coordinator::{Coordinator, Settings};
use adaptation_model::strategy::{Change, Decision, Strategy, Unadapted};
use adaptation_model::{Application, Disturbance, Event, Nodes, Outcome, Scenario, engine};

const SEEDS: std::ops::RangeInclusive<u64> = 1..=10;

fn run(scenario: &Scenario, strategy: &mut dyn Strategy) -> Outcome {
    engine::run(scenario, strategy, &mut Off, &mut report::Silent).unwrap()
}

fn unadapted(scenario: &Scenario) -> Outcome {
    run(scenario, &mut Unadapted)
}

fn coordinated(scenario: &Scenario, settings: Settings) -> Outcome {
    run(scenario, &mut Coordinator::new(settings).unwrap())
}

fn adapted(scenario: &Scenario) -> Outcome {
    coordinated(scenario, Settings::default())
}

fn monitored(scenario: &Scenario) -> Outcome {
    coordinated(
        scenario,
        Settings {
            acts: false,
            ..Settings::default()
        },
    )
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of all values, and what is printed of them: mean [least..most].
fn told(name: &str, values: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = mean(values.iter().copied());
    println!("{name}: {mean:.4} [{least:.4}..{most:.4}]");
    mean
}

fn all_iterations(outcome: &Outcome) -> f64 {
    outcome.mean_iteration(1, outcome.iterations.len())
}

fn last_iterations(outcome: &Outcome, count: usize) -> f64 {
    let all = outcome.iterations.len();
    outcome.mean_iteration(all - count + 1, all)
}

/// Ten runs without adaptation and ten with, by seed; simulated once for all tests.
fn both(grid: Grid) -> &'static [(Outcome, Outcome)] {
    static RUNS: [OnceLock<Vec<(Outcome, Outcome)>>; 8] = [const { OnceLock::new() }; 8];
    let place = Grid::ALL.iter().position(|other| *other == grid).unwrap();
    RUNS[place].get_or_init(|| {
        SEEDS
            .map(|seed| {
                let scenario = grid.scenario(seed);
                (unadapted(&scenario), adapted(&scenario))
            })
            .collect()
    })
}

fn reductions(runs: &[(Outcome, Outcome)]) -> Vec<f64> {
    runs.iter()
        .map(|(without, with)| 1.0 - with.runtime / without.runtime)
        .collect()
}

fn finals(runs: &[(Outcome, Outcome)]) -> Vec<f64> {
    runs.iter()
        .map(|(_, with)| with.final_active() as f64)
        .collect()
}

fn within(values: &[f64], least: f64, most: f64) -> usize {
    values
        .iter()
        .filter(|value| (least..=most).contains(value))
        .count()
}

/// The mean iteration of scenario 0 without adaptation.
fn base() -> f64 {
    let runs = both(Grid::Undisturbed);
    mean(runs.iter().map(|(without, _)| all_iterations(without)))
}

fn at_tick(outcome: &Outcome, tick: u64) -> &Decision {
    outcome
        .decisions
        .iter()
        .find(|decision| decision.tick == tick)
        .unwrap()
}

/// The nodes that the coordinator removed.
fn removed(outcome: &Outcome) -> Vec<u32> {
    outcome
        .decisions
        .iter()
        .flat_map(|decision| &decision.actions)
        .filter(|action| action.change == Change::Remove)
        .map(|action| action.node)
        .collect()
}

#[test]
fn scenario_0_the_overhead_of_monitoring_is_as_published() {
    let (mut often, mut seldom, mut iterations, mut sizes) = (vec![], vec![], vec![], vec![]);
    for (seed, (without, with)) in SEEDS.zip(both(Grid::Undisturbed)) {
        let overhead = |scenario| monitored(&scenario).runtime / without.runtime - 1.0;
        often.push(overhead(Grid::Undisturbed.scenario(seed)));
        seldom.push(overhead(Grid::Undisturbed.every_ten_minutes(seed)));
        iterations.push(all_iterations(without));
        sizes.push(with.final_active() as f64);
    }
    let ratios: Vec<f64> = often.iter().zip(&seldom).map(|(a, b)| b / a).collect();
    told("G0a", &often);
    told("G0b", &seldom);
    told("G0b'", &ratios);
    told("G0c", &sizes);
    told("G0d", &iterations);
    assert_eq!(within(&often, 0.05, 0.25), 10);
    assert_eq!(within(&seldom, 0.02, 0.10), 10);
    assert_eq!(within(&ratios, 0.0, 0.6), 10);
    assert_eq!(within(&sizes, 32.0, 40.0), 10);
    assert_eq!(within(&iterations, 90.0, 110.0), 10);
}

#[test]
fn scenario_1_expansion_pays_most_where_fewest_nodes_start() {
    let mut by_seed: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (grid, least, factor) in [
        (Grid::Expand8, 0.35, 2.2),
        (Grid::Expand16, 0.15, 1.3),
        (Grid::Expand24, -0.03, 1.0),
    ] {
        let runs = both(grid);
        let reductions = reductions(runs);
        let factors: Vec<f64> = runs
            .iter()
            .map(|(without, with)| all_iterations(without) / last_iterations(with, 5))
            .collect();
        let finals = finals(runs);
        told(&format!("{} reduction", grid.name()), &reductions);
        told(&format!("{} factor", grid.name()), &factors);
        told(&format!("{} nodes", grid.name()), &finals);
        assert_eq!(within(&reductions, least, 1.0), 10);
        assert_eq!(within(&factors, factor, 100.0), 10);
        assert_eq!(within(&finals, 34.0, 42.0), 10);
        for (seed, reduction) in reductions.into_iter().enumerate() {
            by_seed.entry(seed).or_default().push(reduction);
        }
    }
    for ordered in by_seed.values() {
        assert!(ordered[0] > ordered[1] && ordered[1] > ordered[2]);
    }
}

#[test]
fn scenario_2_overloaded_nodes_are_removed_and_others_added() {
    let runs = both(Grid::OverloadedCpus);
    let growth: Vec<f64> = runs
        .iter()
        .map(|(without, _)| without.mean_iteration(4, 15) / without.mean_iteration(1, 1))
        .collect();
    let loaded: Vec<f64> = runs
        .iter()
        .map(|(_, with)| {
            removed(with)
                .iter()
                .filter(|node| (24..36).contains(*node))
                .count() as f64
        })
        .collect();
    let (finals, reductions) = (finals(runs), reductions(runs));
    told("G2a", &growth);
    told("G2b", &loaded);
    told("G2c", &finals);
    told("G2d", &reductions);
    assert_eq!(within(&growth, 2.0, 3.3), 10);
    assert_eq!(within(&loaded, 11.0, 12.0), 10);
    // One of the ten seeds stalls with a straggler.
    assert!(within(&finals, 30.0, 42.0) >= 9);
    assert_eq!(within(&reductions, 0.14, 1.0), 10);
}

#[test]
fn scenario_3_the_cut_off_cluster_is_removed_at_once() {
    let base = base();
    let runs = both(Grid::OverloadedLink);
    let (mut overheads, mut next, mut growth, mut spread, mut tails) =
        (vec![], vec![], vec![], vec![], vec![]);
    for (without, with) in runs {
        let first = &with.decisions[0];
        assert_eq!((first.tick, first.removed()), (1, 12));
        assert!(
            first
                .actions
                .iter()
                .all(|action| (24..36).contains(&action.node))
        );
        overheads.push(first.figures.inter_cluster.unwrap().1);
        next.push(at_tick(with, 2).figures.wae.unwrap());
        growth.push(all_iterations(without) / base);
        let least = without
            .iterations
            .iter()
            .copied()
            .fold(f64::INFINITY, f64::min);
        let most = without.iterations.iter().copied().fold(0.0, f64::max);
        spread.push(most / least);
        tails.push(last_iterations(with, 5) / base);
    }
    let (finals, reductions) = (finals(runs), reductions(runs));
    told("G3a", &overheads);
    told("G3b", &next);
    told("G3c", &growth);
    told("G3c max/min", &spread);
    told("G3d", &finals);
    told("G3d tail", &tails);
    told("G3e", &reductions);
    assert_eq!(within(&overheads, 0.25, 1.0), 10);
    assert_eq!(within(&next, 0.5, 1.0), 10);
    assert_eq!(within(&growth, 2.0, 100.0), 10);
    assert_eq!(within(&spread, 1.5, 100.0), 10);
    assert_eq!(within(&finals, 33.0, 42.0), 10);
    assert_eq!(within(&tails, 0.0, 1.3), 10);
    assert_eq!(within(&reductions, 0.5, 1.0), 10);
}

#[test]
fn scenario_4_the_rest_stays_inside_the_band() {
    let runs = both(Grid::LinkAndCpus);
    let (mut waes, mut light, mut iterations) = (vec![], vec![], vec![]);
    for (_, with) in runs {
        assert_eq!(with.decisions[0].removed(), 12);
        waes.push(mean(
            (2..=6).map(|tick| at_tick(with, tick).figures.wae.unwrap()),
        ));
        assert_eq!(with.decisions.iter().map(Decision::added).sum::<usize>(), 0);
        light.push((removed(with).len() - 12) as f64);
        iterations.push(with.mean_iteration(3, 15));
    }
    let reductions = reductions(runs);
    told("G4b", &waes);
    told("G4c", &light);
    told("G4d", &iterations);
    told("G4e", &reductions);
    assert_eq!(within(&waes, 0.3, 0.5), 10);
    assert_eq!(within(&light, 0.0, 4.0), 10);
    assert_eq!(within(&iterations, 180.0, 260.0), 10);
    assert_eq!(within(&reductions, 0.2, 1.0), 10);
}

#[test]
fn scenario_5_a_crash_is_compensated() {
    let base = base();
    let runs = both(Grid::Crash);
    let growth: Vec<f64> = runs
        .iter()
        .map(|(without, _)| without.mean_iteration(7, 15) / without.mean_iteration(1, 1))
        .collect();
    let tails: Vec<f64> = runs
        .iter()
        .map(|(_, with)| last_iterations(with, 3) / base)
        .collect();
    let (finals, reductions) = (finals(runs), reductions(runs));
    told("G5a", &growth);
    told("G5b", &finals);
    told("G5b tail", &tails);
    told("G5c", &reductions);
    assert_eq!(within(&growth, 1.8, 2.2), 10);
    assert_eq!(within(&finals, 33.0, 40.0), 10);
    assert_eq!(within(&tails, 0.0, 1.3), 10);
    assert_eq!(within(&reductions, 0.13, 1.0), 10);
}

#[test]
fn among_the_disturbed_scenarios_the_cut_off_link_gains_most() {
    let link = reductions(both(Grid::OverloadedLink));
    for other in [Grid::OverloadedCpus, Grid::LinkAndCpus, Grid::Crash] {
        for (link, other) in link.iter().zip(reductions(both(other))) {
            assert!(*link > other);
        }
    }
}

/// Runtimes of section 5.3, seed 1, in whole seconds.
#[test]
fn variations_of_our_own_choices_repeat() {
    let settings = Settings::default();
    let cpus = Grid::OverloadedCpus;
    let link = Grid::OverloadedLink;
    let rows: [(&str, Grid, Settings, f64); 12] = [
        (
            "kappa_add 1",
            cpus,
            Settings {
                adding: 1.0,
                ..settings
            },
            2022.0,
        ),
        (
            "kappa_add 1",
            link,
            Settings {
                adding: 1.0,
                ..settings
            },
            1966.0,
        ),
        (
            "kappa_rem 0.5",
            cpus,
            Settings {
                removing: 0.5,
                ..settings
            },
            2414.0,
        ),
        (
            "kappa_rem 1",
            cpus,
            Settings {
                removing: 1.0,
                ..settings
            },
            2059.0,
        ),
        (
            "base period",
            cpus,
            Settings {
                base: Base::Period,
                ..settings
            },
            3091.0,
        ),
        (
            "cluster rule always",
            link,
            Settings {
                cluster_rule: adaptation_model::strategy::coordinator::ClusterRule::Always,
                ..settings
            },
            1963.0,
        ),
        (
            "no blacklist, no learned bandwidth",
            link,
            Settings {
                blacklist: false,
                learn_bandwidth: false,
                ..settings
            },
            2872.0,
        ),
        (
            "no blacklist",
            link,
            Settings {
                blacklist: false,
                ..settings
            },
            1963.0,
        ),
        (
            "no blacklist",
            cpus,
            Settings {
                blacklist: false,
                ..settings
            },
            3127.0,
        ),
        ("defaults", cpus, settings, 2055.0),
        ("defaults", link, settings, 1963.0),
        ("defaults", Grid::LinkAndCpus, settings, 3568.0),
    ];
    for (name, grid, settings, expected) in rows {
        let found = coordinated(&grid.scenario(1), settings).runtime;
        assert_eq!(found.round(), expected, "{name}, scenario {}", grid.name());
    }
    let discard = |grid: Grid| {
        adapted(&Scenario {
            orphans: Orphans::Discard,
            ..grid.scenario(1)
        })
        .runtime
        .round()
    };
    assert_eq!((discard(cpus), discard(link)), (1997.0, 1928.0));
    let random = Scenario {
        stealing: Stealing {
            policy: Policy::Random,
            ..Stealing::default()
        },
        ..link.scenario(1)
    };
    assert_eq!(unadapted(&random).runtime.round(), 6693.0);
    assert_eq!(adapted(&random).runtime.round(), 2025.0);
    let with = |grid: Grid, change: &dyn Fn(&mut Application)| {
        let mut scenario = grid.scenario(1);
        change(&mut scenario.application);
        scenario
    };
    let regular = with(cpus, &|application| application.jitter = 0.0);
    assert_eq!(unadapted(&regular).runtime.round(), 3160.0);
    assert_eq!(adapted(&regular).runtime.round(), 3215.0);
    for (factor, without, with) in [(10.0, 2764.0, 2795.0), (50.0, 7489.0, 1854.0)] {
        let mut scenario = cpus.scenario(1);
        scenario.events[0].disturbance = Disturbance::Load {
            nodes: Nodes::Cluster(2),
            factor,
        };
        assert_eq!(unadapted(&scenario).runtime.round(), without);
        assert_eq!(adapted(&scenario).runtime.round(), with);
    }
    for (bandwidth, without, with) in [
        (5e4, 9104.0, 1966.0),
        (2e5, 2975.0, 1930.0),
        (4e5, 2019.0, 2134.0),
    ] {
        let mut scenario = link.scenario(1);
        scenario.events[0].disturbance = Disturbance::Bandwidth {
            cluster: 2,
            bandwidth,
        };
        assert_eq!(unadapted(&scenario).runtime.round(), without);
        assert_eq!(adapted(&scenario).runtime.round(), with);
    }
}

#[test]
fn migration_shortens_scenario_4() {
    let settings = Settings {
        swap: Some(1.5),
        ..Settings::default()
    };
    let mut means = [0.0; 3];
    for seed in 1..=3 {
        let scenario = Grid::LinkAndCpus.scenario(seed);
        means[0] += unadapted(&scenario).runtime / 3.0;
        means[1] += adapted(&scenario).runtime / 3.0;
        means[2] += coordinated(&scenario, settings).runtime / 3.0;
    }
    println!("scenario 4: none, adapted, with migration {means:?}");
    assert_eq!(means.map(f64::round), [5067.0, 3558.0, 1971.0]);
}

#[test]
fn cluster_aware_stealing_hides_latency() {
    // Section 5.4: one-way latency between clusters, runtime and efficiency of CRS and RWS.
    let rows = [
        (5e-3, [6.6173, 0.9708, 6.8293, 0.9406]),
        (50e-3, [7.0312, 0.9137, 8.3566, 0.7688]),
        (100e-3, [7.3669, 0.8726, 9.9067, 0.6484]),
        (200e-3, [8.2952, 0.7748, 12.9872, 0.4957]),
    ];
    let mut gap = 0.0;
    for (latency, expected) in rows {
        let mut found = [0.0; 4];
        for seed in 1..=3 {
            for (place, policy) in [(0, Policy::ClusterAware), (2, Policy::Random)] {
                let cluster = Cluster {
                    links: Links {
                        latency: latency / 2.0,
                        ..Links::default()
                    },
                    ..Cluster::alike(8, 8)
                };
                let outcome = unadapted(&Scenario {
                    clusters: vec![cluster; 4],
                    application: Application {
                        iterations: 1,
                        phases: 1,
                        serial: 0.0,
                        branching: 2,
                        depth: 12,
                        leaf: 0.05,
                        jitter: 0.5,
                        split: 1e-4,
                        merge: 1e-4,
                        base_bytes: 200.0,
                        input_bytes: 100.0,
                        output_bytes: 100.0,
                    },
                    stealing: Stealing {
                        policy,
                        first_wait: 1e-3,
                        longest_wait: 0.05,
                    },
                    seed,
                    ..Scenario::default()
                });
                found[place] += outcome.runtime / 3.0;
                found[place + 1] += outcome.efficiency() / 3.0;
            }
        }
        println!("latency {latency}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 5.1e-5,
                "{found} is not {expected}"
            );
        }
        assert!(found[1] - found[3] > gap);
        gap = found[1] - found[3];
    }
}

#[test]
fn reused_orphans_save_work_after_a_crash() {
    // Section 5.4: means of five seeds.
    let rows = [
        (Orphans::Reuse, 43.437, 105.0),
        (Orphans::Discard, 46.682, 186.0),
    ];
    for (orphans, runtime, redone) in rows {
        let (mut found, mut again) = (0.0, 0.0);
        for seed in 1..=5 {
            let outcome = unadapted(&Scenario {
                clusters: vec![Cluster::alike(12, 12); 3],
                application: Application {
                    iterations: 1,
                    phases: 1,
                    serial: 0.0,
                    branching: 4,
                    depth: 5,
                    leaf: 1.0,
                    ..Application::default()
                },
                events: vec![Event {
                    time: 15.0,
                    disturbance: Disturbance::Crash {
                        nodes: Nodes::Cluster(2),
                    },
                }],
                orphans,
                seed,
                ..Scenario::default()
            });
            found += outcome.runtime / 5.0;
            again += outcome.redone as f64 / 5.0;
        }
        println!("{orphans:?}: {found:.3} s, {again} leaves again");
        assert!((found - runtime).abs() < 5.1e-4, "{found}");
        assert_eq!(again.round(), redone);
    }
}

#[test]
fn the_thesis_s_strategies_shorten_every_disturbed_scenario_by_thirty_per_cent() {
    // Section 5.6: means of three seeds, s.
    let rows = [
        (Grid::Expand8, 4112.0, 1954.0, 2674.0),
        (Grid::Undisturbed, 1520.0, 1444.0, 1453.0),
        (Grid::OverloadedCpus, 4085.0, 2274.0, 2012.0),
        (Grid::OverloadedLink, 5043.0, 2678.0, 2746.0),
        (Grid::Crash, 2539.0, 1596.0, 1609.0),
    ];
    let defaults = client::Settings {
        interval: 10.0,
        ..client::Settings::default()
    };
    let mut lenient = defaults;
    if let (Some(outliers), Some(climbing)) = (&mut lenient.outliers, &mut lenient.climbing) {
        outliers.deviation = 0.6;
        climbing.tolerance = 1.1;
    }
    for (grid, none, with, other) in rows {
        let runtime = |settings: Option<client::Settings>| {
            mean((1..=3).map(|seed| {
                let scenario = grid.scenario(seed);
                match settings {
                    None => unadapted(&scenario).runtime,
                    Some(settings) => run(&scenario, &mut Client::new(settings).unwrap()).runtime,
                }
            }))
        };
        let found = [
            runtime(None),
            runtime(Some(defaults)),
            runtime(Some(lenient)),
        ];
        println!(
            "{}: none {:.1}, defaults {:.1}, lenient {:.1}; specified {none}, {with}, {other}",
            grid.name(),
            found[0],
            found[1],
            found[2]
        );
        assert_eq!(found.map(f64::round), [none, with, other], "{grid:?}");
        if grid != Grid::Undisturbed {
            assert!(1.0 - found[1] / found[0] >= 0.3);
        }
    }
}
