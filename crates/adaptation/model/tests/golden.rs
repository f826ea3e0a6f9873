//! The golden runs of the reference program, bit for bit.

use std::collections::BTreeMap;

use adaptation_model::engine;
use adaptation_model::outcome::Outcome;
use adaptation_model::platform::{Cluster, Links};
use adaptation_model::record::{Activity, Off, Record};
use adaptation_model::scenario::grid::Grid;
use adaptation_model::scenario::{Orphans, Policy, Stealing};
use adaptation_model::strategy::coordinator::{Coordinator, Settings};
use adaptation_model::strategy::{Strategy, Unadapted};
use adaptation_model::{Application, Disturbance, Event, Nodes, Scenario};
use serde::Deserialize;

use crate::common::Recording;

#[derive(Deserialize)]
struct Golden {
    #[serde(rename = "CRS")]
    crs: Whole,
    #[serde(rename = "RWS")]
    rws: Whole,
    crash_reuse: Crash,
    crash_discard: Crash,
    big_none_0: Big,
    big_adapt_0: Big,
    big_none_2: Big,
}

#[derive(Deserialize)]
struct Whole {
    runtime: f64,
    tot: Vec<[f64; 5]>,
    stat: Stat,
    segs: BTreeMap<u32, Vec<(u8, f64, f64)>>,
}

#[derive(Deserialize)]
struct Crash {
    runtime: f64,
    stat: Stat,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Stat {
    steal_req: u64,
    steal_ok: u64,
    wan_req: u64,
    wan_ok: u64,
    wan_bytes: f64,
    lan_bytes: f64,
    leaves: u64,
    redone: u64,
    events: u64,
    orphans_reused: u64,
}

#[derive(Deserialize)]
struct Big {
    runtime: f64,
    events: u64,
    leaves: u64,
    steal_ok: u64,
    wan_ok: u64,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("data/golden.json")).unwrap()
}

fn tiny(policy: Policy) -> Scenario {
    let cluster = Cluster {
        links: Links {
            latency: 5e-3,
            up: 1e6,
            down: 1e6,
            ..Links::default()
        },
        ..Cluster::alike(2, 2)
    };
    Scenario {
        clusters: vec![cluster; 2],
        application: Application {
            iterations: 1,
            phases: 1,
            serial: 1.0,
            branching: 2,
            depth: 3,
            leaf: 1.0,
            jitter: 0.5,
            split: 0.01,
            merge: 0.02,
            base_bytes: 1000.0,
            input_bytes: 1e5,
            output_bytes: 1e5,
            ..Application::default()
        },
        stealing: Stealing {
            policy,
            first_wait: 0.05,
            longest_wait: 0.5,
        },
        ..Scenario::default()
    }
}

fn run(scenario: &Scenario, strategy: &mut dyn Strategy, recorder: &mut impl Record) -> Outcome {
    engine::run(scenario, strategy, recorder, &mut report::Silent).unwrap()
}

fn stat(outcome: &Outcome) -> Stat {
    Stat {
        steal_req: outcome.local.requests,
        steal_ok: outcome.local.steals,
        wan_req: outcome.remote.requests,
        wan_ok: outcome.remote.steals,
        wan_bytes: outcome.remote.bytes,
        lan_bytes: outcome.local.bytes,
        leaves: outcome.leaves,
        redone: outcome.redone,
        events: outcome.events,
        orphans_reused: outcome.orphans_reused,
    }
}

/// The segments of a node by code, with equal neighbours merged.
fn segments(recording: &Recording, node: u32) -> Vec<(u8, f64, f64)> {
    let mut merged: Vec<(u8, f64, f64)> = Vec::new();
    for segment in recording
        .segments
        .iter()
        .filter(|segment| segment.node == node)
    {
        let code = match segment.activity {
            Activity::Away | Activity::Crashed => 0,
            Activity::Idle => 1,
            Activity::Busy | Activity::Recompute => 2,
            Activity::Intra => 3,
            Activity::Inter => 4,
            Activity::Bench => 5,
        };
        match merged.last_mut() {
            Some(last) if last.0 == code && last.2 == segment.from => last.2 = segment.to,
            _ => merged.push((code, segment.from, segment.to)),
        }
    }
    merged
}

#[test]
fn the_tiny_runs_repeat_to_the_last_bit_and_segment() {
    let golden = golden();
    for (policy, expected) in [
        (Policy::ClusterAware, golden.crs),
        (Policy::Random, golden.rws),
    ] {
        let scenario = tiny(policy);
        let mut recording = Recording::default();
        let outcome = run(&scenario, &mut Unadapted, &mut recording);
        assert_eq!(outcome.runtime, expected.runtime);
        assert_eq!(stat(&outcome), expected.stat);
        for (node, tot) in outcome.nodes.iter().zip(&expected.tot) {
            let times = node.times;
            assert_eq!(
                [
                    times.idle,
                    times.busy,
                    times.intra,
                    times.inter,
                    times.bench
                ],
                *tot
            );
        }
        for (node, expected) in &expected.segs {
            assert_eq!(segments(&recording, *node), *expected, "node {node}");
        }
        assert_eq!(run(&scenario, &mut Unadapted, &mut Off), outcome);
    }
}

#[test]
fn the_tiny_runs_with_a_crash_repeat() {
    let golden = golden();
    for (orphans, expected) in [
        (Orphans::Reuse, golden.crash_reuse),
        (Orphans::Discard, golden.crash_discard),
    ] {
        let scenario = Scenario {
            orphans,
            detection: 0.5,
            events: vec![Event {
                time: 2.5,
                disturbance: Disturbance::Crash {
                    nodes: Nodes::Cluster(1),
                },
            }],
            ..tiny(Policy::ClusterAware)
        };
        let outcome = run(&scenario, &mut Unadapted, &mut Off);
        assert_eq!(outcome.runtime, expected.runtime);
        assert_eq!(stat(&outcome), expected.stat);
    }
}

#[test]
fn the_runs_of_two_iterations_repeat() {
    let golden = golden();
    let short = |grid: Grid| Scenario {
        application: Application {
            iterations: 2,
            ..Application::default()
        },
        ..grid.scenario(1)
    };
    let disturbed = Scenario {
        events: vec![
            Event {
                time: 50.0,
                disturbance: Disturbance::Crash {
                    nodes: Nodes::Cluster(2),
                },
            },
            Event {
                time: 60.0,
                disturbance: Disturbance::Load {
                    nodes: Nodes::Cluster(1),
                    factor: 10.0,
                },
            },
        ],
        ..short(Grid::Undisturbed)
    };
    let mut coordinator = Coordinator::new(Settings::default()).unwrap();
    let cases: [(Scenario, &mut dyn Strategy, Big); 3] = [
        (short(Grid::Undisturbed), &mut Unadapted, golden.big_none_0),
        (short(Grid::Expand8), &mut coordinator, golden.big_adapt_0),
        (disturbed, &mut Unadapted, golden.big_none_2),
    ];
    for (scenario, strategy, expected) in cases {
        let outcome = run(&scenario, strategy, &mut Off);
        assert_eq!(outcome.runtime, expected.runtime);
        assert_eq!(outcome.events, expected.events);
        assert_eq!(outcome.leaves, expected.leaves);
        assert_eq!(outcome.local.steals, expected.steal_ok);
        assert_eq!(outcome.remote.steals, expected.wan_ok);
    }
}

/// A row of E13: scenario, mode, runtime to 9 decimals, events, steals in the own and in other clusters.
type Row = (Grid, Mode, f64, u64, u64, u64);

#[derive(Clone, Copy, Debug)]
enum Mode {
    Unadapted,
    Monitored,
    Adapted,
}

const ROWS: [Row; 13] = [
    (
        Grid::Undisturbed,
        Mode::Unadapted,
        1520.393090790,
        467_274,
        7166,
        5131,
    ),
    (
        Grid::Undisturbed,
        Mode::Monitored,
        1788.130031188,
        527_037,
        7167,
        5107,
    ),
    (
        Grid::Undisturbed,
        Mode::Adapted,
        1755.353417296,
        529_752,
        7140,
        5299,
    ),
    (
        Grid::Expand8,
        Mode::Unadapted,
        4119.619710518,
        81_901,
        2397,
        0,
    ),
    (
        Grid::Expand8,
        Mode::Adapted,
        1875.021763012,
        458_114,
        6587,
        4802,
    ),
    (
        Grid::OverloadedCpus,
        Mode::Unadapted,
        4123.756277321,
        1_144_488,
        6873,
        4762,
    ),
    (
        Grid::OverloadedCpus,
        Mode::Adapted,
        2055.077104229,
        540_149,
        6705,
        4928,
    ),
    (
        Grid::OverloadedLink,
        Mode::Unadapted,
        5245.215712009,
        1_765_796,
        8130,
        4582,
    ),
    (
        Grid::OverloadedLink,
        Mode::Adapted,
        1962.600036959,
        548_184,
        6907,
        5014,
    ),
    (
        Grid::LinkAndCpus,
        Mode::Unadapted,
        5042.310994268,
        1_507_692,
        8001,
        4604,
    ),
    (
        Grid::LinkAndCpus,
        Mode::Adapted,
        3568.102571177,
        479_978,
        5455,
        3710,
    ),
    (
        Grid::Crash,
        Mode::Unadapted,
        2546.564355253,
        235_163,
        5099,
        1785,
    ),
    (
        Grid::Crash,
        Mode::Adapted,
        1835.322860822,
        472_160,
        6794,
        5001,
    ),
];

fn in_mode(grid: Grid, mode: Mode) -> Outcome {
    let mut coordinator = Coordinator::new(Settings {
        acts: !matches!(mode, Mode::Monitored),
        ..Settings::default()
    })
    .unwrap();
    let strategy: &mut dyn Strategy = match mode {
        Mode::Unadapted => &mut Unadapted,
        _ => &mut coordinator,
    };
    run(&grid.scenario(1), strategy, &mut Off)
}

#[test]
fn the_scenarios_of_the_grid_paper_repeat_in_runtime_events_and_steals() {
    for (grid, mode, runtime, events, local, remote) in ROWS {
        let outcome = in_mode(grid, mode);
        let found = (
            format!("{:.9}", outcome.runtime),
            outcome.events,
            outcome.local.steals,
            outcome.remote.steals,
        );
        let expected = (format!("{runtime:.9}"), events, local, remote);
        assert_eq!(found, expected, "{grid:?} {mode:?}");
    }
}

#[test]
fn the_decision_logs_repeat() {
    // E13: time, nodes added, nodes removed, WAE to 4 digits where it is known.
    type Log<'a> = &'a [(f64, usize, usize, Option<f64>)];
    let logs: [(Grid, Log<'_>); 4] = [
        (
            Grid::OverloadedCpus,
            &[
                (366.0, 0, 3, Some(0.2736)),
                (546.0, 0, 11, Some(0.1679)),
                (726.0, 11, 0, Some(0.6183)),
                (906.0, 2, 0, Some(0.5086)),
            ],
        ),
        (
            Grid::OverloadedLink,
            &[
                (186.0, 0, 12, Some(0.1480)),
                (366.0, 5, 0, Some(0.5497)),
                (726.0, 7, 0, Some(0.5558)),
                (1266.0, 2, 0, Some(0.5094)),
            ],
        ),
        (
            Grid::LinkAndCpus,
            &[(186.0, 0, 12, Some(0.1515)), (3066.0, 0, 3, Some(0.2605))],
        ),
        (
            Grid::Crash,
            &[
                (366.0, 1, 0, Some(0.5001)),
                (546.0, 2, 0, Some(0.5357)),
                (726.0, 14, 0, Some(0.7258)),
                (906.0, 6, 0, None),
                (1086.0, 1, 0, None),
            ],
        ),
    ];
    for (grid, expected) in logs {
        let outcome = in_mode(grid, Mode::Adapted);
        let acted: Vec<_> = outcome
            .decisions
            .iter()
            .filter(|decision| !decision.actions.is_empty())
            .collect();
        assert_eq!(acted.len(), expected.len(), "{grid:?}");
        for (decision, (time, added, removed, wae)) in acted.into_iter().zip(expected) {
            assert_eq!(decision.time, *time);
            assert_eq!((decision.added(), decision.removed()), (*added, *removed));
            if let Some(wae) = wae {
                assert!((decision.figures.wae.unwrap() - wae).abs() <= 5.001e-5);
            }
        }
    }
}
