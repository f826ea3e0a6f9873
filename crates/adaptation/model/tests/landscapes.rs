//! Runs on landscapes: golden runs and the published behaviour.

use adaptation_model::landscape::evaluation::Experiment;
use adaptation_model::landscape::{
    Course, Disturbance, Event, Landscape, Outcome, Setting, Shape, run,
};
use adaptation_model::strategy::client::{Client, Settings};
use adaptation_model::strategy::hill_climbing::{self, Reference};
use adaptation_model::strategy::watchdog::Watchdog;
use adaptation_model::strategy::{Change, Unadapted, outliers};
use proptest::prelude::*;

fn with(setting: &Setting, settings: Settings) -> Outcome {
    run(
        setting,
        &mut Client::new(settings).unwrap(),
        &mut report::Silent,
    )
    .unwrap()
}

fn experiment(experiment: Experiment, seed: u64) -> Outcome {
    with(&experiment.setting(seed), experiment.strategies())
}

/// Ten of sixteen nodes on g(x) = x.
fn proportional(disturbance: Disturbance) -> Setting {
    Setting {
        landscape: Landscape {
            ideal: Course::Constant(16.0),
            most: Course::Constant(1600.0),
            shape: Shape::Peak {
                exponent: 1.0,
                penalty: 0.2,
                floor: 0.05,
            },
        },
        pool: 16,
        start: 10,
        intervals: 60,
        qualities: Vec::new(),
        noise: 0.0,
        join_lag: 1,
        events: vec![Event {
            time: 28,
            disturbance,
        }],
        seed: 1,
    }
}

fn changed(outcome: &Outcome, change: Change) -> Vec<(u64, Vec<u32>)> {
    outcome
        .decisions
        .iter()
        .map(|decision| {
            let nodes = decision
                .actions
                .iter()
                .filter(|action| action.change == change)
                .map(|action| action.node)
                .collect::<Vec<_>>();
            (decision.tick, nodes)
        })
        .filter(|(_, nodes)| !nodes.is_empty())
        .collect()
}

/// The nodes that take part after an interval, in the order in which they came.
fn listed(outcome: &Outcome, start: u32, interval: u64) -> Vec<u32> {
    let mut nodes: Vec<u32> = (0..start).collect();
    for decision in &outcome.decisions {
        if decision.tick > interval {
            break;
        }
        for action in &decision.actions {
            match action.change {
                Change::Add => nodes.push(action.node),
                Change::Remove => nodes.retain(|node| *node != action.node),
            }
        }
    }
    nodes
}

fn totals(outcome: &Outcome, from: u64, to: u64) -> Vec<f64> {
    outcome
        .between(from, to)
        .iter()
        .map(|step| (step.productivity * 1e4).round() / 1e4)
        .collect()
}

#[test]
fn the_golden_climbs_repeat() {
    let up = experiment(Experiment::FewAtStart, 1);
    assert!((up.sum() - 5_340_479.68).abs() < 0.0051, "{}", up.sum());
    assert!((up.ideal() - 6_000_000.0).abs() < 1e-3);
    let sizes: Vec<usize> = (1..=6)
        .map(|hundred| up.between(hundred * 100, hundred * 100)[0].nodes)
        .collect();
    assert_eq!(sizes, [27, 17, 17, 16, 16, 16]);

    let down = experiment(Experiment::ManyAtStart, 1);
    assert!((down.sum() - 5_354_338.6).abs() < 0.051, "{}", down.sum());
    let removals: Vec<(u64, usize)> = changed(&down, Change::Remove)
        .iter()
        .take(15)
        .map(|(tick, _)| (*tick, down.between(tick + 1, tick + 1)[0].nodes))
        .collect();
    let sizes = [61, 59, 55, 48, 39, 31, 26, 23, 22, 21, 20, 19, 18, 17, 16];
    let expected: Vec<(u64, usize)> = (0..)
        .zip(sizes)
        .map(|(place, size)| (45 + place * 10, size))
        .collect();
    assert_eq!(removals, expected);
}

#[test]
fn the_golden_replacements_repeat() {
    let slow = with(
        &proportional(Disturbance::Load {
            nodes: 1,
            factor: 1.0 / 0.7,
        }),
        Settings {
            outliers: Some(outliers::Settings::default()),
            ..Settings::none()
        },
    );
    assert!(totals(&slow, 1, 28).iter().all(|total| *total == 1000.0));
    assert!(totals(&slow, 29, 35).iter().all(|total| *total == 970.0));
    assert_eq!(
        totals(&slow, 36, 39),
        [859.0909, 954.5455, 954.5455, 1000.0]
    );
    assert_eq!(changed(&slow, Change::Add), [(35, vec![13])]);
    assert_eq!(changed(&slow, Change::Remove), [(35, vec![0])]);

    let silent = with(
        &proportional(Disturbance::Fail {
            nodes: 3,
            intervals: None,
        }),
        Settings {
            toleration: Some(Watchdog::TOLERATION),
            ..Settings::none()
        },
    );
    assert!(totals(&silent, 29, 39).iter().all(|total| *total == 700.0));
    assert_eq!(
        totals(&silent, 40, 43),
        [619.2308, 884.6154, 884.6154, 1000.0]
    );
    assert_eq!(changed(&silent, Change::Add), [(39, vec![10, 15, 11])]);
    assert_eq!(changed(&silent, Change::Remove), [(39, vec![7, 8, 9])]);
}

#[test]
fn from_one_node_the_climb_passes_the_ideal_within_six_adaptations() {
    for seed in 1..=5 {
        let outcome = experiment(Experiment::FewAtStart, seed);
        let adds = changed(&outcome, Change::Add);
        let sixth = adds[5].0;
        assert!(outcome.between(sixth + 1, sixth + 1)[0].nodes > 17);
        let end = outcome.between(301, 600);
        let deviation = end
            .iter()
            .map(|step| (step.nodes as f64 - 17.0).abs())
            .sum::<f64>()
            / end.len() as f64;
        assert!(deviation <= 3.0, "seed {seed}: {deviation}");
    }
    // The adds of the noise-free climb, E9.
    let quiet = with(
        &Setting {
            noise: 0.0,
            ..Experiment::FewAtStart.setting(1)
        },
        Experiment::FewAtStart.strategies(),
    );
    let ticks: Vec<u64> = changed(&quiet, Change::Add)
        .iter()
        .map(|(tick, _)| *tick)
        .take(6)
        .collect();
    assert_eq!(ticks, [20, 30, 40, 50, 60, 70]);
    assert_eq!(changed(&quiet, Change::Remove)[0].0, 85);
}

#[test]
fn from_sixty_nodes_the_climb_crosses_the_ideal_between_150_and_220() {
    for seed in 1..=5 {
        let outcome = experiment(Experiment::ManyAtStart, seed);
        let crossed = outcome.steps.iter().find(|step| step.nodes < 17).unwrap();
        assert!((150..=220).contains(&crossed.interval), "{crossed:?}");
    }
}

#[test]
fn without_change_adaptation_costs_at_most_three_per_cent_and_the_literal_rule_more() {
    let literal = Settings {
        climbing: Some(hill_climbing::Settings {
            reference: Reference::Last,
            ..hill_climbing::Settings::default()
        }),
        ..Experiment::Constant.strategies()
    };
    let loss = |outcome: &Outcome| 1.0 - outcome.sum() / outcome.ideal();
    let (mut best, mut last) = (0.0, 0.0);
    for seed in 1..=5 {
        let setting = Experiment::Constant.setting(seed);
        let kept = loss(&with(&setting, Experiment::Constant.strategies()));
        assert!(kept <= 0.03, "seed {seed}: {kept}");
        best += kept / 5.0;
        last += loss(&with(&setting, literal)) / 5.0;
    }
    println!("R5: loss {best:.4}, with the literal rule {last:.4}");
    assert!(best < last);
    let fluctuating = (1..=5)
        .map(|seed| loss(&experiment(Experiment::Fluctuating, seed)))
        .sum::<f64>()
        / 5.0;
    println!("R6: loss {fluctuating:.4}");
}

#[test]
fn on_changing_landscapes_adaptation_is_at_least_as_good_as_a_constant_number() {
    let mut gains = Vec::new();
    for (of, initial) in [
        (Experiment::Growing, None),
        (Experiment::Shrinking, Some(100)),
        (Experiment::Decaying, Some(100)),
        (Experiment::Periodic, None),
    ] {
        let setting = of.setting(1);
        let best = setting
            .landscape
            .best_constant(setting.pool, setting.intervals);
        let constant = initial.map_or(best.1, |nodes| {
            setting.landscape.constant(nodes, setting.intervals)
        });
        let gain = (1..=5)
            .map(|seed| experiment(of, seed).sum() / constant - 1.0)
            .sum::<f64>()
            / 5.0;
        println!("{}: gain {gain:.4}, best constant {}", of.name(), best.0);
        assert!(gain >= 0.0, "{of:?}: {gain}");
        gains.push(gain);
    }
    assert!(gains[2] > 3.0);
    assert!(gains[0] < gains[2] && gains[1] < gains[2] && gains[3] < gains[2]);
}

#[test]
fn slow_nodes_are_replaced_at_35_and_not_at_30() {
    for (of, count) in [(Experiment::OneOutlier, 1), (Experiment::ThreeOutliers, 3)] {
        for seed in 1..=5 {
            let outcome = experiment(of, seed);
            let removed = changed(&outcome, Change::Remove);
            assert_eq!(removed[0].0, 35);
            assert_eq!(removed[0].1.len(), count);
            let (before, after) = (outcome.mean(21, 28), outcome.mean(46, 60));
            assert!(after / before >= 0.99, "{}", after / before);
        }
    }
}

#[test]
fn silent_nodes_are_replaced_at_39_or_come_back() {
    for seed in 1..=5 {
        let outcome = experiment(Experiment::SilentForEver, seed);
        let removed = changed(&outcome, Change::Remove);
        assert_eq!(
            (removed.len(), removed[0].0, removed[0].1.len()),
            (1, 39, 3)
        );
        let brief = experiment(Experiment::SilentBriefly, seed);
        assert!(changed(&brief, Change::Remove).is_empty());
    }
}

#[test]
fn all_strategies_together_replace_loaded_nodes_by_610_and_silent_ones_at_1511() {
    for seed in 1..=5 {
        let outcome = experiment(Experiment::Everything, seed);
        let removed = changed(&outcome, Change::Remove);
        let loaded = listed(&outcome, 5, 600)[..3].to_vec();
        let gone: Vec<u32> = removed
            .iter()
            .filter(|(tick, _)| (601..=610).contains(tick))
            .flat_map(|(_, nodes)| nodes.clone())
            .collect();
        assert!(
            loaded.iter().all(|node| gone.contains(node)),
            "seed {seed}: {loaded:?} of {gone:?}"
        );
        let silent = removed.iter().find(|(tick, _)| *tick == 1511);
        assert_eq!(silent.map(|(_, nodes)| nodes.len()), Some(3), "seed {seed}");
        let ratio = outcome.sum() / outcome.ideal();
        println!("R15, seed {seed}: {ratio:.4} of ideal");
        assert!(ratio >= 0.9, "seed {seed}: {ratio}");
    }
}

fn setting() -> impl Strategy<Value = Setting> {
    let disturbance = prop_oneof![
        (1..5_usize, 1.0..5.0).prop_map(|(nodes, factor)| Disturbance::Load { nodes, factor }),
        (1..5_usize, prop::option::of(1..30_u64))
            .prop_map(|(nodes, intervals)| Disturbance::Fail { nodes, intervals }),
    ];
    let event =
        (0..200_u64, disturbance).prop_map(|(time, disturbance)| Event { time, disturbance });
    (
        (1.0..40.0, 1.0..40.0, 100.0..1e4),
        (1..40_usize, 1..40_usize),
        prop::collection::vec(event, 0..6),
        0.0..0.1,
        any::<u64>(),
    )
        .prop_map(
            |((from, to, most), (pool, start), events, noise, seed)| Setting {
                landscape: Landscape {
                    ideal: Course::Linear(vec![(0.0, from), (200.0, to)]),
                    most: Course::Constant(most),
                    shape: Shape::default(),
                },
                pool,
                start: start.min(pool),
                intervals: 200,
                qualities: Vec::new(),
                noise,
                join_lag: 1,
                events,
                seed,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_run_on_a_landscape_beats_the_ideal_and_each_repeats(setting in setting()) {
        let outcome = with(&setting, Settings::default());
        prop_assert_eq!(outcome.steps.len(), 200);
        for step in &outcome.steps {
            prop_assert!(step.nodes <= setting.pool);
            prop_assert!(step.productivity <= step.most * (1.0 + 1e-9));
        }
        prop_assert_eq!(with(&setting, Settings::default()), outcome);
    }

    #[test]
    fn without_events_a_constant_number_of_nodes_is_as_productive_as_the_landscape_says(setting in setting()) {
        let mut setting = setting;
        setting.events.clear();
        let outcome = run(&setting, &mut Unadapted, &mut report::Silent).unwrap();
        let constant = setting.landscape.constant(setting.start, setting.intervals);
        prop_assert!((outcome.sum() / constant - 1.0).abs() < 1e-9);
        let best = setting.landscape.best_constant(setting.pool, setting.intervals);
        prop_assert!(best.1 >= constant);
        let sum = |nodes: usize| setting.landscape.constant(nodes, setting.intervals);
        let level = (1..=setting.pool).filter(|nodes| sum(*nodes) >= best.1 * (1.0 - 1e-9));
        let level: Vec<usize> = level.collect();
        prop_assert_eq!((level[0], level.len() > 1), (best.0, best.2));
    }
}

#[test]
fn of_constant_numbers_that_rounding_tells_apart_the_smallest_is_the_best() {
    let landscape = Landscape {
        ideal: Course::Constant(10.0),
        most: Course::Constant(1000.0),
        shape: Shape::Saturating { scale: 1.0 },
    };
    // From 21 nodes on, less than a thousand-millionth is missing.
    assert!(landscape.constant(21, 10) < landscape.constant(30, 10));
    let (nodes, sum, level) = landscape.best_constant(60, 10);
    assert_eq!((nodes, sum, level), (21, 10_000.0, true));
    assert_eq!(landscape.best_constant(5, 10).0, 5);
    assert!(!landscape.best_constant(5, 10).2);
}

#[test]
fn bad_landscapes_are_refused() {
    type Spoil = fn(&mut Setting);
    let cases: [(Spoil, &[&str]); 5] = [
        (
            |setting| setting.start = 0,
            &["nodes at the start is 0", "from 1 to 200"],
        ),
        (|setting| setting.start = 201, &["is 201", "from 1 to 200"]),
        (|setting| setting.intervals = 0, &["intervals is 0"]),
        (
            |setting| setting.landscape.ideal = Course::Constant(f64::NAN),
            &["interval 1", "ideal number of nodes", "NaN"],
        ),
        (
            |setting| setting.landscape.shape = Shape::Saturating { scale: 0.0 },
            &["scale is 0"],
        ),
    ];
    for (spoil, words) in cases {
        let mut setting = Experiment::FewAtStart.setting(1);
        spoil(&mut setting);
        let told = run(&setting, &mut Unadapted, &mut report::Silent)
            .unwrap_err()
            .to_string();
        for word in words {
            assert!(told.contains(word), "{told:?} lacks {word:?}");
        }
    }
}
