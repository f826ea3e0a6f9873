//! The charts over time of nodes and of the client, compared with a slow reading of the run.

use adaptation::model::Outcome;
use adaptation::model::record::Activity;
use adaptation::model::record::picture::Picture;
use adaptation::model::strategy::{Change, Decision, Why};
use adaptation::model::study;
use adaptation::parameters::Strategy as Chosen;
use adaptation::setting::{Setting, strategy};
use proptest::prelude::*;
use report::chart::Series;
use report::{Chart, Report};
use serde_json::{Value, json};
use trial::random;

use crate::sentences::disturbance;
use crate::{run, typed};

/// A moment within an interval, at which no event of a test is.
const WITHIN: f64 = 0.37;

/// The first run with its picture.
fn drawn(values: &Value, chosen: Chosen) -> (Outcome, Picture) {
    let parameters = typed(values).unwrap();
    let setting = Setting::of(&parameters).unwrap();
    let mut own = strategy(chosen, &parameters).unwrap();
    let most = 250_000;
    study::drawn(&setting.seeded(0), own.as_mut(), most, &mut report::Silent).unwrap()
}

fn chart<'r>(report: &'r Report, key: &str) -> Option<&'r Chart> {
    report.charts.iter().find(|chart| chart.key == key)
}

/// The series of a chart with a value at a place on the axis, and that value.
fn says(chart: &Chart, x: f64) -> Vec<(String, f64)> {
    let mut said = Vec::new();
    for series in &chart.series {
        let Series::Line { name, points, .. } = series else {
            continue;
        };
        for pair in points.windows(2) {
            if pair[0].y.is_finite() && pair[0].x < x && x < pair[1].x {
                said.push((name.clone(), pair[0].y));
            }
        }
    }
    said
}

/// The state of a node at a time, read from all events of the run.
fn slow(
    (outcome, picture): (&Outcome, &Picture),
    (node, time): (u32, f64),
    bars: bool,
) -> Option<&'static str> {
    let own = |one: &&adaptation::model::record::Segment| one.node == node;
    let here = |one: &adaptation::model::record::Segment| one.from < time && time < one.to;
    let segments: Vec<_> = picture.segments.iter().filter(own).collect();
    let now = segments.iter().find(|one| here(one))?.activity;
    if now == Activity::Crashed {
        return Some("crashed");
    }
    if now != Activity::Away {
        // Since it last came, has a decision known it?
        let gone = |one: &&&adaptation::model::record::Segment| {
            matches!(one.activity, Activity::Away | Activity::Crashed) && one.to <= time
        };
        let joined = segments.iter().filter(gone).map(|one| one.to);
        let joined = joined.fold(0.0, f64::max);
        let knows = |decision: &&Decision| {
            let found = decision.assessment.as_ref().unwrap();
            joined < decision.time
                && decision.time < time
                && found.members.iter().any(|one| one.node == node)
        };
        return Some(match outcome.decisions.iter().any(|one| knows(&one)) {
            true => "counts",
            false => "takes part, does not count yet",
        });
    }
    let cluster = |node: u32| outcome.nodes[node as usize].cluster;
    let before = outcome.decisions.iter().filter(|one| one.time < time);
    let mut removed = before
        .flat_map(|one| &one.actions)
        .filter(|one| one.change == Change::Remove);
    let barred = removed.any(|action| match action.why {
        Why::ClusterOverhead { .. } => cluster(action.node) == cluster(node),
        _ => action.node == node,
    });
    (bars && barred).then_some("removed, may not come back")
}

proptest! {
    #![proptest_config(random(40))]

    #[test]
    fn the_timeline_of_nodes_follows_from_the_run(
        events in prop::collection::vec(disturbance(), 0..4),
        (strategy, blacklist) in (prop::sample::select(vec!["coordinator", "marginal", "watching"]), any::<bool>()),
        (a, b, c) in (1_u32..4, 0_u32..5, 0_u32..5),
        (seed, serial) in (0_u64..1000, 0.0_f64..8.0),
        places in prop::collection::vec((0_u32..18, 0.0_f64..1.0), 40),
    ) {
        let values = json!({
            "strategy": strategy, "disturbances": events.join("\n"), "blacklist": blacklist, "seed": seed, "serial": serial,
            "iterations": 4, "phases": 2, "depth": 3, "period": 20.0, "clusters": format!("nodes,active\n4,{a}\n4,{b}\n4,{c}\n"),
        });
        let chosen = match strategy { "coordinator" => Chosen::Coordinator, "marginal" => Chosen::Marginal, _ => Chosen::Watching };
        let (outcome, picture) = drawn(&values, chosen);
        let report = run(&values).unwrap();
        let Some(chart) = chart(&report, "timeline") else {
            prop_assert!(outcome.decisions.is_empty());
            return Ok(());
        };
        let bars = match chosen { Chosen::Coordinator => blacklist, Chosen::Marginal => true, _ => false };
        for (node, share) in places {
            let time = share * outcome.runtime;
            let took_part = outcome.nodes.get(node as usize).is_some_and(|one| one.took_part > 0.0);
            let here: Vec<String> = says(chart, 1000.0 * time).into_iter().filter(|one| one.1 == f64::from(node)).map(|one| one.0).collect();
            let expected = took_part.then(|| slow((&outcome, &picture), (node, time), bars)).flatten();
            let expected: Vec<&str> = expected.into_iter().collect();
            prop_assert_eq!(&here, &expected, "node {} at {} of {}", node, time, outcome.runtime);
        }
    }

    #[test]
    fn blocks_and_grace_periods_of_a_run_follow_from_its_decisions(
        events in prop::collection::vec(disturbance(), 0..3),
        (warmup, grace, block) in (0_u64..6, 0_u64..6, 1_u64..6),
        seed in 0_u64..1000,
    ) {
        let values = json!({
            "strategy": "climbing", "disturbances": events.join("\n"), "seed": seed, "iterations": 4, "phases": 2, "depth": 3,
            "interval": 3.0, "warmup": warmup, "grace": grace, "block": block, "clusters": "nodes,active\n4,3\n4,2\n4,0\n",
        });
        let (outcome, _) = drawn(&values, Chosen::Climbing);
        let report = run(&values).unwrap();
        let last = (outcome.runtime / 3.0) as u64;
        let nodes = |time: f64| outcome.active.iter().take_while(|one| one.0 <= time).last().unwrap().1;
        follows(chart(&report, "blocks"), (&outcome.decisions, last), (warmup, grace, block), 3000.0, |tick| f64::from(nodes(3.0 * (tick as f64 - WITHIN))))?;
    }

    #[test]
    fn blocks_and_grace_periods_on_a_landscape_follow_from_its_decisions(
        (warmup, grace, block) in (0_u64..20, 0_u64..8, 1_u64..8),
        (start, ideal, seed) in (1_u32..60, 5_u32..60, 0_u64..1000),
        fails in any::<bool>(),
    ) {
        let values = json!({
            "topic": "landscape", "intervals": 300, "pool": 80, "start": start, "ideal_points": format!("0:{ideal}"), "seed": seed,
            "warmup": warmup, "grace": grace, "block": block, "happenings": if fails { "90 fail nodes=1" } else { "" },
        });
        let parameters = typed(&values).unwrap();
        let setting = adaptation::landscape::setting(&parameters).unwrap();
        let mut client = adaptation::model::strategy::client::Client::new(adaptation::landscape::client(&parameters)).unwrap();
        let outcome = adaptation::model::landscape::run(&setting, &mut client, &mut report::Silent).unwrap();
        let report = run(&values).unwrap();
        follows(chart(&report, "blocks"), (&outcome.decisions, 300), (warmup, grace, block), 1.0, |tick| outcome.steps[tick as usize - 1].nodes as f64)?;
    }
}

/// Checks that each interval is drawn with the client's activity in it, at the number of nodes that take part, by counting on from interval
/// to interval.
fn follows(
    chart: Option<&Chart>,
    (decisions, last): (&[Decision], u64),
    (warmup, grace, block): (u64, u64, u64),
    length: f64,
    nodes: impl Fn(u64) -> f64,
) -> Result<(), TestCaseError> {
    let Some(chart) = chart else {
        prop_assert_eq!(last, 0);
        return Ok(());
    };
    // Where much happens, the first intervals alone are drawn, as the title says.
    let shown = match chart.title.split_once("The first ") {
        Some((_, rest)) => rest.split(' ').next().unwrap().parse().unwrap(),
        None => last,
    };
    let (mut wait, mut measured) = (warmup, 0);
    for tick in 1..=shown {
        let expected = if wait > 0 {
            wait -= 1;
            "warm-up or grace period: not measured"
        } else {
            measured += 1;
            "block: measured"
        };
        let decided = decisions.iter().find(|one| one.tick == tick);
        prop_assert!(measured < block || decided.is_some(), "{}", tick);
        if let Some(decision) = decided {
            // The watchdog alone does not wait for a block.
            let silent = |why: &Why| matches!(why, Why::Silent { .. });
            let early = decision.actions.iter().any(|one| silent(&one.why));
            prop_assert!(measured == block || early, "{:?}", decision);
            measured = 0;
            wait = if decision.actions.is_empty() {
                0
            } else {
                grace
            };
        }
        let said = says(chart, (tick as f64 - WITHIN) * length);
        prop_assert_eq!(said, vec![(expected.to_owned(), nodes(tick))], "{}", tick);
    }
    let Some(Series::Scatter { points, .. }) = chart.series.last() else {
        panic!("{:?}", chart.series)
    };
    let changes = decisions
        .iter()
        .filter(|one| !one.actions.is_empty() && one.tick <= shown);
    let ticks: Vec<f64> = changes.map(|one| one.tick as f64 * length).collect();
    prop_assert_eq!(points.len(), ticks.len());
    for (point, tick) in points.iter().zip(ticks) {
        prop_assert!((point.x - tick).abs() < 1e-6);
    }
    Ok(())
}
