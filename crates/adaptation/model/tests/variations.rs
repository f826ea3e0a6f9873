//! Sensitivity to our own choices, the sanity of work stealing, migration, and the thesis's strategies on the
//! discrete-event engine.

use adaptation_model::metrics::overhead::Base;
use adaptation_model::platform::{Cluster, Links};
use adaptation_model::scenario::grid::Grid;
use adaptation_model::scenario::{Orphans, Policy, Stealing};
use adaptation_model::strategy::client::{self, Client};
use adaptation_model::strategy::coordinator::{ClusterRule, Settings};
use adaptation_model::{Application, Disturbance, Event, Nodes, Scenario};

use crate::common::{adapted, coordinated, mean, run, unadapted};

/// Runtimes with one choice changed, seed 1, in whole seconds.
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
                cluster_rule: ClusterRule::Always,
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
        assert_eq!(found.round(), expected, "{name}, {grid:?}");
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
    // One-way latency between clusters, runtime and efficiency of CRS and RWS.
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
                        ..Application::default()
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
                let busy = outcome.nodes.iter().map(|node| node.times.busy);
                let whole = outcome.nodes.len() as f64 * outcome.runtime;
                found[place + 1] += busy.sum::<f64>() / whole / 3.0;
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
    // Means of five seeds.
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
    // Means of three seeds, s.
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
            "{grid:?}: none {:.1}, defaults {:.1}, lenient {:.1}; specified {none}, {with}, {other}",
            found[0], found[1], found[2]
        );
        assert_eq!(found.map(f64::round), [none, with, other], "{grid:?}");
        if grid != Grid::Undisturbed {
            assert!(1.0 - found[1] / found[0] >= 0.3);
        }
    }
}

#[test]
fn a_link_that_is_set_before_its_cluster_is_installed_is_the_link_of_the_cluster() {
    let at = |time: f64, disturbance: Disturbance| Event { time, disturbance };
    let link = |time: f64| {
        let (cluster, bandwidth) = (2, 1e5);
        at(time, Disturbance::Bandwidth { cluster, bandwidth })
    };
    let new = |cluster: u32| {
        let speeds = vec![1.0; 4];
        at(5.0, Disturbance::Hardware { cluster, speeds })
    };
    let nodes = Nodes::Cluster(2);
    let come = [new(1), new(2), at(6.0, Disturbance::Join { nodes })];
    let iterations = |links: &[Event]| {
        let scenario = Scenario {
            clusters: vec![Cluster::alike(2, 2)],
            application: Application {
                iterations: 2,
                ..Application::default()
            },
            events: [links, &come[..]].concat(),
            ..Scenario::default()
        };
        let outcome = unadapted(&scenario);
        assert!(outcome.idle.is_empty());
        outcome.iterations
    };
    let (early, late, usual) = (
        iterations(&[link(0.0)]),
        iterations(&[link(5.5)]),
        iterations(&[]),
    );
    assert_eq!(early, late);
    assert!(mean(early) > mean(usual));
}
