//! The way through the coordinator's rule, recomputed from the nodes' reports.

use std::collections::BTreeMap;

use adaptation::model::Outcome;
use adaptation::model::strategy::{Change, Decision};
use adaptation::parameters::Strategy as Chosen;
use proptest::prelude::*;
use report::chart::{Edge, Place, Series};
use serde_json::{Value, json};
use trial::random;

use crate::run;
use crate::sentences::outcomes;

/// Scenarios whose master is node 0: it neither crashes nor leaves.
fn scenario() -> impl Strategy<Value = Value> {
    let event = (0_u32..60, 0_u32..3, 0_u32..4).prop_map(|(at, cluster, kind)| match kind {
        0 => format!("{at} load cluster={cluster} factor=12"),
        1 => format!("{at} link cluster={cluster} bandwidth=20000"),
        2 => format!("{at} join nodes={}", 4 * cluster + 3),
        _ => format!("{at} add cluster={cluster} nodes=2 speed=3"),
    });
    (
        prop::collection::vec(event, 0..3),
        (1_u32..5, 0_u32..5, 0_u32..5),
        (0.0_f64..0.7, 0.02_f64..0.3, 0.0_f64..0.6),
        (any::<bool>(), any::<bool>(), any::<bool>()),
        0_u64..1000,
    )
        .prop_map(
            |(events, (a, b, c), (least, apart, limit), (always, migrates, blacklist), seed)| {
                json!({
                    "strategy": "coordinator",
                    "disturbances": events.join("\n"),
                    "clusters": format!("nodes,active\n4,{a}\n4,{b}\n4,{c}\n"),
                    "iterations": 3, "phases": 2, "serial": 4.0, "depth": 3, "period": 30.0,
                    "least": least, "most": least + apart, "cluster_limit": limit,
                    "cluster_rule": if always { "always" } else { "below" },
                    "migrates": migrates, "blacklist": blacklist, "seed": seed,
                })
            },
        )
}

/// The decision with most changes since the first event that changes something, or else in the run, or else the last one.
fn at_hand<'o>(outcome: &'o Outcome, values: &Value) -> Option<&'o Decision> {
    let lines = (0..).zip(values["disturbances"].as_str().unwrap().lines());
    let acting = lines.filter(|(place, _)| !outcome.idle.contains(place));
    let times = acting.map(|(_, line)| line.split(' ').next().unwrap().parse::<f64>().unwrap());
    let inside = times.filter(|time| *time < outcome.runtime);
    let first = inside.fold(f64::INFINITY, f64::min);
    for from in [first, 0.0] {
        let mut best: Option<&Decision> = None;
        for decision in &outcome.decisions {
            let most = best.map_or(0, |best| best.actions.len());
            if decision.time >= from && decision.actions.len() > most {
                best = Some(decision);
            }
        }
        if best.is_some() {
            return best;
        }
    }
    outcome.decisions.last()
}

/// The names of the places on the way and the answers at them, from the shares of a period alone.
fn slow(decision: &Decision, values: &Value) -> Vec<(&'static str, Option<bool>)> {
    let found = decision.assessment.as_ref().unwrap();
    let number = |name: &str| values[name].as_f64().unwrap();
    let mut wae = 0.0;
    let mut clusters: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (member, overhead) in found.members.iter().zip(&found.overheads) {
        wae += member.relative_speed * (1.0 - overhead);
        clusters
            .entry(member.cluster)
            .or_default()
            .push(member.inter_cluster);
    }
    wae /= found.members.len() as f64;
    let mean = |all: &Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
    let cut = clusters.len() > 1
        && clusters
            .iter()
            .any(|(cluster, all)| *cluster != 0 && mean(all) > number("cluster_limit"));
    let (above, below) = (wae > number("most"), wae < number("least"));
    let mut way = vec![("reports", None), ("WAE above ", Some(above))];
    if above {
        way.push(("add nodes", None));
        return way;
    }
    let always = values["cluster_rule"] == "always";
    if !always {
        way.push(("WAE below ", Some(below)));
        if !below {
            if values["migrates"] == true {
                let swaps = !decision.actions.is_empty();
                way.push(("faster nodes?", Some(swaps)));
                way.push((if swaps { "swap nodes" } else { "no change" }, None));
            } else {
                way.push(("no change", None));
            }
            return way;
        }
    }
    way.push(("cluster above ", Some(cut)));
    if cut {
        way.push(("remove cluster", None));
        return way;
    }
    if always {
        way.push(("WAE below ", Some(below)));
        if !below {
            way.push(("no change", None));
            return way;
        }
    }
    way.push(("rank by badness", None));
    way.push(("remove nodes", None));
    way
}

/// The per cent after some words.
fn after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap();
    rest.split('\u{a0}').next().unwrap().parse().unwrap()
}

/// Checks the text at each place.
fn said_of(
    places: &[Place],
    decision: &Decision,
    way: &[(&str, Option<bool>)],
) -> Result<(), TestCaseError> {
    let found = decision.assessment.as_ref().unwrap();
    let place = |name: &str| places.iter().find(|place| place.label.starts_with(name));
    let on = |name: &str| way.iter().any(|one| one.0 == name);
    let detail = |name: &str| place(name).unwrap().detail.clone();
    let told = detail("reports");
    prop_assert!(
        told.starts_with(&format!(
            "{} of {}\u{a0}node",
            found.members.len(),
            decision.figures.active
        )),
        "{}",
        told
    );
    if let Some((_, speeds)) = told.split_once("speeds from ") {
        let (slowest, fastest) = speeds.split_once(" to ").unwrap();
        let speed = |text: &str| text.parse::<f64>().unwrap();
        prop_assert!(speed(slowest) < speed(fastest), "{}", told);
    }
    let wae: f64 = found
        .members
        .iter()
        .zip(&found.overheads)
        .map(|(member, overhead)| member.relative_speed * (1.0 - overhead))
        .sum::<f64>()
        / found.members.len() as f64;
    for name in ["WAE above ", "WAE below "]
        .into_iter()
        .filter(|name| on(name))
    {
        let told = after(&detail(name), "it is ");
        prop_assert!((told - 100.0 * wae).abs() < 0.051, "{} for {}", told, wae);
        // The number reads like the threshold only where both are equal.
        let threshold = after(&place(name).unwrap().label, name);
        prop_assert!((told - threshold).abs() > 0.0 || (100.0 * wae - threshold).abs() < 1e-6);
    }
    if on("cluster above ") {
        let most = found.ranking.clusters.iter().map(|row| row.inter_cluster);
        let most = most.fold(0.0, f64::max);
        let told = after(&detail("cluster above "), "inter-cluster overhead: ");
        prop_assert!((told - 100.0 * most).abs() < 0.051, "{} for {}", told, most);
    }
    if on("rank by badness") {
        let all = &found.ranking.nodes;
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(0.0, f64::max);
        let told = detail("rank by badness");
        let (least, most) = (report::number::short(least), report::number::short(most));
        let range = match least == most {
            true => format!("is {most}"),
            false => format!("is {least} to {most}"),
        };
        prop_assert!(told.ends_with(&range), "{} for {}", told, range);
        prop_assert!(
            told.contains(&format!("cluster {};", found.ranking.worst.unwrap())),
            "{}",
            told
        );
    }
    let count = |change| {
        let actions = decision.actions.iter();
        actions.filter(|one| one.change == change).count() as f64
    };
    let (added, removed) = (count(Change::Add), count(Change::Remove));
    for (name, changed) in [
        ("add nodes", added),
        ("remove cluster", removed),
        ("remove nodes", removed),
        ("swap nodes", added + removed),
    ] {
        if on(name) {
            prop_assert_eq!(place(name).unwrap().value, changed, "{}", name);
        }
    }
    if on("add nodes") {
        let told = detail("add nodes");
        let none = told.contains("wished, but ");
        prop_assert_eq!(none, decision.actions.is_empty(), "{}", told);
        prop_assert_eq!(
            told.ends_with("no node is free"),
            none && decision.figures.free == 0,
            "{}",
            told
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(random(60))]

    #[test]
    fn the_way_of_a_decision_through_the_rule_follows_from_the_reports(values in scenario()) {
        let report = run(&values).unwrap();
        let outcome = &outcomes(&values, Chosen::Coordinator)[0];
        let chart = report.charts.iter().find(|chart| chart.key == "diagram");
        let Some(decision) = at_hand(outcome, &values) else {
            prop_assert!(chart.is_none());
            return Ok(());
        };
        let chart = chart.unwrap();
        let at = report::words::seconds(decision.time);
        prop_assert!(chart.title.contains(&format!("decision at {at} take")), "{} {}", chart.title, at);
        let [Series::Graph { places, edges, .. }] = chart.series.as_slice() else { panic!("{chart:?}") };
        // From the reports on, arrow by arrow.
        let taken: Vec<&Edge> = edges.iter().filter(|edge| edge.kind == 0).collect();
        let mut here = places.iter().position(|place| place.label == "reports").unwrap() as u32;
        let mut drawn = Vec::new();
        loop {
            let label = &places[here as usize].label;
            let mut on: Vec<_> = taken.iter().filter(|edge| edge.from == here).collect();
            let next = on.pop();
            prop_assert!(on.is_empty(), "two ways from {}", label);
            drawn.push((label.clone(), next.map_or("", |edge| edge.label.as_str())));
            let Some(next) = next else { break };
            here = next.to;
        }
        prop_assert_eq!(taken.len() + 1, drawn.len());
        prop_assert_eq!(places.iter().filter(|place| place.kind == 0).count(), drawn.len());
        let way = slow(decision, &values);
        prop_assert_eq!(way.len(), drawn.len(), "{:?} {:?}", way, drawn);
        for ((name, answer), (label, said)) in way.iter().zip(&drawn) {
            let answer = answer.map_or("", |yes| if yes { "yes" } else { "no" });
            let (told, number) = said.split_once(": ").unwrap_or((*said, ""));
            prop_assert!(label.starts_with(name) && told == answer, "{:?} {:?}", way, drawn);
            let number = number.trim_end_matches("\u{a0}%").parse::<f64>();
            prop_assert_eq!(number.is_ok(), label.starts_with("WAE") || (label.starts_with("cluster") && told == "yes"), "{}", said);
            if let Ok(number) = number {
                let found = decision.assessment.as_ref().unwrap();
                let most = found.ranking.clusters.iter().filter(|row| row.cluster != 0);
                let most = most.map(|row| row.inter_cluster).fold(0.0, f64::max);
                let expected = if label.starts_with("WAE") { found.wae } else { most };
                prop_assert!((number - 100.0 * expected).abs() < 0.051, "{} for {}", number, expected);
            }
        }
        said_of(places, decision, &way)?;
    }
}

#[test]
fn the_slow_link_of_the_paper_leads_to_the_removal_of_its_cluster() {
    let report = run(&json!({})).unwrap();
    let mut charts = report.charts.iter();
    let chart = charts.find(|chart| chart.key == "diagram").unwrap();
    let words = chart.words().concat();
    assert!(
        words.iter().any(|one| one.starts_with(
            "remove cluster: nodes that change 12, 12\u{a0}nodes of cluster 2 (on the way)"
        )),
        "{words:?}"
    );
    // Strategies with other rules have no such diagram.
    for strategy in ["climbing", "marginal", "best-seen", "watching", "none"] {
        let report = run(&json!({"strategy": strategy, "iterations": 2})).unwrap();
        assert!(report.charts.iter().all(|chart| chart.key != "diagram"));
    }
}
