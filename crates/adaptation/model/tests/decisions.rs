//! Decisions of strategies in surveys that are made by hand: blacklists, the order of removal, and ties.

use adaptation_model::metrics::overhead::Times;
use adaptation_model::strategy::best_seen::{self, BestSeen};
use adaptation_model::strategy::client::{self, Client};
use adaptation_model::strategy::coordinator::{self, Coordinator};
use adaptation_model::strategy::marginal::{self, Marginal};
use adaptation_model::strategy::{
    Candidate, Change, Decision, Member, Report, Still, Strategy, Survey, Traffic, Why,
};
use trace::random::Random;

/// A node that reported: number, cluster, speed, overhead, and the part of it with other clusters.
fn member(node: u32, cluster: u32, speed: f64, overhead: f64, inter: f64) -> Member {
    let times = Times {
        idle: 100.0 * (overhead - inter),
        inter: 100.0 * inter,
        busy: 100.0 * (1.0 - overhead),
        ..Times::default()
    };
    let report = Report {
        period: 100.0,
        times,
        speed: Some(speed),
        leaves: 0.0,
    };
    Member {
        node,
        cluster,
        report: Some(report),
    }
}

fn candidate(node: u32, cluster: u32, speed: f64) -> Candidate {
    Candidate {
        node,
        cluster,
        speed,
        bandwidth: 1e6,
    }
}

fn asked(strategy: &mut dyn Strategy, members: &[Member], free: &[Candidate]) -> Decision {
    asked_at(strategy, 180.0, members, free)
}

fn asked_at(
    strategy: &mut dyn Strategy,
    time: f64,
    members: &[Member],
    free: &[Candidate],
) -> Decision {
    let traffic = [Traffic {
        bytes: 1e6,
        seconds: 10.0,
    }; 4];
    let survey = Survey {
        time,
        tick: 1,
        master: Some(0),
        members,
        free,
        traffic: &traffic,
        new_hardware: false,
    };
    strategy.decide(&survey, &mut Random::new(1)).unwrap()
}

/// The nodes that a decision adds, or removes, in its order.
fn nodes(decision: &Decision, change: Change) -> Vec<u32> {
    let actions = decision.actions.iter();
    let chosen = actions.filter(|action| action.change == change);
    chosen.map(|action| action.node).collect()
}

#[test]
fn growth_by_productivity_takes_no_node_back_that_was_too_bad() {
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    let first: Vec<Member> = (0..3).map(|node| member(node, 0, 1.0, 0.3, 0.0)).collect();
    let with_bad = [first.clone(), vec![member(3, 0, 0.02, 0.3, 0.0)]].concat();
    let decision = asked(&mut strategy, &with_bad, &[]);
    assert_eq!(nodes(&decision, Change::Remove), [3]);
    assert!(
        matches!(decision.actions[0].why, Why::TooBad { badness, limit } if badness > limit && limit == 30.0)
    );
    // Three nodes: two more are wished; node 3 stays away, although its cluster is welcome.
    let free = [
        candidate(3, 0, 0.02),
        candidate(4, 0, 1.0),
        candidate(5, 0, 1.0),
    ];
    let decision = asked(&mut strategy, &first, &free);
    assert_eq!(nodes(&decision, Change::Add), [4, 5]);
    assert_eq!((decision.figures.free, decision.figures.active), (3, 3));
}

#[test]
fn growth_by_productivity_takes_no_node_of_a_removed_cluster() {
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    let good: Vec<Member> = (0..3).map(|node| member(node, 0, 1.0, 0.3, 0.0)).collect();
    let slow_link = [good.clone(), vec![member(7, 1, 1.0, 0.6, 0.4)]].concat();
    let decision = asked(&mut strategy, &slow_link, &[]);
    assert_eq!(nodes(&decision, Change::Remove), [7]);
    // Node 8 was never removed, but its cluster was.
    let free = [candidate(8, 1, 1.0), candidate(9, 2, 1.0)];
    assert_eq!(nodes(&asked(&mut strategy, &good, &free), Change::Add), [9]);
}

#[test]
fn growth_by_productivity_removes_at_most_half_the_worst_first_and_never_the_master() {
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    let members = [
        member(0, 0, 0.001, 0.1, 0.0),
        member(1, 0, 1.0, 0.1, 0.0),
        member(2, 0, 0.03, 0.1, 0.0),
        member(3, 0, 0.02, 0.1, 0.0),
        member(4, 0, 0.03, 0.1, 0.0),
    ];
    // Of equals, the larger number leaves; node 2 is as bad, but two are half of five.
    let decision = asked(&mut strategy, &members, &[]);
    assert_eq!(nodes(&decision, Change::Remove), [3, 4]);
    // At the limit itself a node stays: 20 and 10 of the only, worst cluster.
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    let members = [member(0, 0, 1.0, 0.1, 0.0), member(1, 0, 0.05, 0.1, 0.0)];
    assert_eq!(
        nodes(&asked(&mut strategy, &members, &[]), Change::Remove),
        [0_u32; 0]
    );
}

#[test]
fn growth_by_productivity_waits_until_all_nodes_reported() {
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    let mut members = vec![member(0, 0, 1.0, 0.1, 0.0), member(1, 0, 1.0, 0.1, 0.0)];
    members[1].report = None;
    let free = [candidate(2, 0, 1.0)];
    assert_eq!(asked(&mut strategy, &members, &free).actions, []);
    members[1] = member(1, 0, 1.0, 0.1, 0.0);
    assert_eq!(
        nodes(&asked(&mut strategy, &members, &free), Change::Add),
        [2]
    );
}

#[test]
fn growth_by_productivity_waits_for_the_nodes_that_it_requested() {
    let mut strategy = Marginal::new(marginal::Settings {
        allocation: 120.0,
        ..marginal::Settings::default()
    })
    .unwrap();
    let mut members = vec![member(0, 0, 1.0, 0.1, 0.0), member(1, 0, 1.0, 0.1, 0.0)];
    let free = [candidate(2, 0, 1.0)];
    let decision = asked_at(&mut strategy, 60.0, &members, &free);
    assert_eq!(nodes(&decision, Change::Add), [2]);
    assert_eq!(decision.figures.still, None);
    for time in [120.0, 179.0] {
        let decision = asked_at(&mut strategy, time, &members, &[]);
        assert_eq!(decision.actions, []);
        assert_eq!(decision.figures.still, Some(Still::Coming));
    }
    // It came, and brings a ninth of a node before.
    members.push(member(2, 0, 1.0, 0.9, 0.0));
    let decision = asked_at(&mut strategy, 180.0, &members, &[]);
    assert_eq!(decision.figures.still, Some(Still::Unpaid));
    // Where none is free, none is awaited.
    let mut strategy = Marginal::new(marginal::Settings::default()).unwrap();
    for still in [Still::NoneFree, Still::NoMore, Still::Rests] {
        let decision = asked(&mut strategy, &members, &[]);
        assert_eq!(decision.figures.still, Some(still));
    }
}

#[test]
fn the_best_set_counts_as_kept_only_while_all_its_nodes_take_part() {
    let set = |numbers: &[u32], overhead: f64| -> Vec<Member> {
        let numbers = numbers.iter();
        let all = numbers.map(|node| member(*node, 0, 1.0, overhead, 0.0));
        all.collect()
    };
    for (members, free, still) in [
        (set(&[0, 1, 2], 0.6), vec![], Some(Still::Best)),
        (set(&[0, 1], 0.6), vec![], Some(Still::Missing)),
        // A node of another set is free, too.
        (
            set(&[0, 1], 0.6),
            vec![candidate(5, 0, 1.0)],
            Some(Still::Missing),
        ),
        (set(&[0, 1], 0.6), vec![candidate(2, 0, 1.0)], None),
    ] {
        let mut strategy = BestSeen::new(best_seen::Settings {
            patience: 1,
            ..best_seen::Settings::default()
        })
        .unwrap();
        // The WAE is between its thresholds.
        asked(&mut strategy, &set(&[0, 1, 2], 0.55), &[]);
        let decision = asked(&mut strategy, &members, &free);
        assert_eq!(decision.figures.still, still);
        assert_eq!(decision.actions.is_empty(), still.is_some());
    }
}

#[test]
fn the_client_counts_the_free_nodes() {
    let mut strategy = Client::new(client::Settings {
        warmup: 0,
        ..client::Settings::default()
    })
    .unwrap();
    let members = [member(0, 0, 1.0, 0.1, 0.0)];
    let free = [candidate(1, 0, 1.0), candidate(2, 0, 1.0)];
    let survey = |tick| Survey {
        time: 1.0,
        tick,
        master: Some(0),
        members: &members,
        free: &free,
        traffic: &[],
        new_hardware: false,
    };
    let mut random = Random::new(1);
    let decision = (1..=5).find_map(|tick| strategy.decide(&survey(tick), &mut random));
    let decision = decision.unwrap();
    assert_eq!((decision.figures.free, decision.added()), (2, 1));
}

#[test]
fn a_cluster_leaves_only_above_the_limit_and_of_equals_the_last() {
    let at = |overhead: f64| {
        let mut strategy = Coordinator::new(coordinator::Settings::default()).unwrap();
        let members = [
            member(0, 0, 1.0, 0.9, 0.5),
            member(1, 1, 1.0, 0.9, overhead),
            member(2, 2, 1.0, 0.9, overhead),
        ];
        nodes(&asked(&mut strategy, &members, &[]), Change::Remove)
    };
    // The master's cluster is worse, and stays; at the limit itself single nodes leave: one of three.
    assert_eq!(at(0.26), [2]);
    let mut strategy = Coordinator::new(coordinator::Settings::default()).unwrap();
    let members = [
        member(0, 0, 1.0, 0.9, 0.0),
        member(1, 1, 1.0, 0.9, 0.25),
        member(2, 1, 1.0, 0.9, 0.25),
    ];
    assert_eq!(
        nodes(&asked(&mut strategy, &members, &[]), Change::Remove),
        [2]
    );
    // A single cluster never leaves whole.
    let mut strategy = Coordinator::new(coordinator::Settings::default()).unwrap();
    let members = [
        member(0, 1, 1.0, 0.9, 0.5),
        member(1, 1, 1.0, 0.9, 0.5),
        member(2, 1, 1.0, 0.9, 0.5),
    ];
    let decision = asked(&mut strategy, &members, &[]);
    assert_eq!(nodes(&decision, Change::Remove), [2]);
    assert!(matches!(decision.actions[0].why, Why::Bad { .. }));
}

#[test]
fn migration_gives_the_place_of_the_slowest_to_the_fastest_and_keeps_the_master() {
    let settings = coordinator::Settings {
        swap: Some(1.5),
        ..coordinator::Settings::default()
    };
    let mut strategy = Coordinator::new(settings).unwrap();
    // WAE between the thresholds.
    let members = [
        member(0, 0, 0.5, 0.5, 0.0),
        member(1, 0, 1.0, 0.5, 0.0),
        member(2, 0, 0.8, 0.5, 0.0),
        member(3, 0, 0.8, 0.5, 0.0),
    ];
    let free = [
        candidate(8, 1, 1.2),
        candidate(9, 1, 2.0),
        candidate(10, 1, 2.0),
    ];
    let decision = asked(&mut strategy, &members, &free);
    // The fastest first, of equals the smaller number; the slowest first, of equals the larger. 1.2 is not 1.5 times 1.0.
    assert_eq!(nodes(&decision, Change::Add), [9, 10]);
    assert_eq!(nodes(&decision, Change::Remove), [3, 2]);
    // Nodes whose substitutes are on their way leave once: the next ones are found by the same rule.
    let free = [candidate(8, 1, 1.2), candidate(11, 1, 2.0)];
    let decision = asked(&mut strategy, &members, &free);
    assert_eq!(nodes(&decision, Change::Remove), [1]);
    assert_eq!(asked(&mut strategy, &members, &free).actions, []);
    // A node that is back can leave again.
    let mut strategy = Coordinator::new(coordinator::Settings {
        blacklist: false,
        ..settings
    })
    .unwrap();
    let fast = [candidate(9, 1, 2.0)];
    assert_eq!(
        nodes(&asked(&mut strategy, &members[..2], &fast), Change::Remove),
        [1]
    );
    assert_eq!(asked(&mut strategy, &members[..2], &fast).actions, []);
    asked(&mut strategy, &members[2..], &fast);
    assert_eq!(
        nodes(&asked(&mut strategy, &members[..2], &fast), Change::Remove),
        [1]
    );
    // Exactly the ratio is not more than it.
    let mut strategy = Coordinator::new(settings).unwrap();
    let free = [candidate(8, 1, 1.2)];
    assert_eq!(asked(&mut strategy, &members, &free).actions, []);
}
