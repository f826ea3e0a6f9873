//! Programs whose parallelism changes, and irregular ones.

use adaptation::model::study;
use adaptation::parameters::Strategy as Chosen;
use adaptation::setting::{Setting, strategy};
use report::Report;
use report::chart::Series;
use serde_json::{Value, json};
use trial::figure;

use crate::{run, typed};

/// The values of a preset, and its help.
fn preset(name: &str) -> (Value, String) {
    let all: Vec<Value> = serde_json::from_str(include_str!("../presets.json")).unwrap();
    let found = all.into_iter().find(|one| one["name"] == name).unwrap();
    (
        found["values"].clone(),
        found["help"].as_str().unwrap().to_owned(),
    )
}

/// The number of nodes that take part over time, with adaptation.
fn nodes(report: &Report) -> Vec<f64> {
    let chart = report.charts.iter().find(|chart| chart.key == "nodes");
    let Some(Series::Line { points, .. }) = chart.unwrap().series.last() else {
        panic!("{chart:?}")
    };
    points.iter().map(|point| point.y).collect()
}

/// The changes in the table of decisions.
fn decisions(report: &Report) -> Vec<String> {
    let rows = trial::table(report, "log").rows.iter();
    rows.map(|row| row[4].text()).collect()
}

#[test]
fn presets_of_runs_keep_what_their_help_says() {
    let saved = |name: &str| {
        let (values, help) = preset(name);
        (figure(&run(&values).unwrap(), "reduction"), help)
    };
    let ((often, _), (seldom, help)) = (saved("monitoring"), saved("ten-minutes"));
    assert!(help.contains("about a third as much"), "{help}");
    assert!((0.25..0.42).contains(&(seldom / often)), "{seldom} {often}");

    let again = |name: &str| {
        let (values, help) = preset(name);
        let report = run(&values).unwrap();
        let found = report
            .figures
            .iter()
            .find(|one| one.key == "redone")
            .unwrap();
        (found.value, found.beside.clone().unwrap(), help)
    };
    let (none, without, help) = again("discarded");
    let (reused, before, _) = again("crash");
    assert!(help.contains("160 leaves are computed again instead of 129; with it none, as before"));
    assert_eq!((none, reused), (0.0, 0.0));
    assert_eq!([without, before], ["without: 160", "without: 129"]);

    let (values, help) = preset("climbing-loaded");
    assert!(help.contains("replace nodes that are much slower than the median"));
    let first = decisions(&run(&values).unwrap());
    let replaced = first.iter().find(|text| text.contains("removes")).unwrap();
    assert!(
        replaced.contains("removes 12\u{a0}nodes of cluster 2"),
        "{replaced}"
    );
}

#[test]
fn the_coordinator_follows_parallelism_unless_removed_nodes_may_not_come_back() {
    let (mut values, help) = preset("changing-parallelism");
    let followed = nodes(&run(&values).unwrap());
    let least = followed.iter().copied().fold(f64::INFINITY, f64::min);
    let (first, last) = (followed[0], followed[followed.len() - 1]);
    values["blacklist"] = json!(true);
    let barred = nodes(&run(&values).unwrap());
    let stay = barred[barred.len() - 1];
    assert!(barred.windows(2).all(|pair| pair[1] <= pair[0]));
    let told = format!(
        "from {first} nodes down to {least}, and up to {last}. With the paper’s blacklist, {stay} stay."
    );
    assert!(help.ends_with(&told), "{help} {told}");
}

#[test]
fn in_irregular_trees_nodes_wait_for_the_largest_leaves() {
    let (values, help) = preset("irregular-trees");
    let report = run(&values).unwrap();
    let told = format!(
        "keeps {} of {} nodes.",
        figure(&report, "nodes"),
        nodes(&report)[0]
    );
    assert!(help.ends_with(&told), "{help} {told}");
    // While the longest chain of a tree is computed, most nodes wait.
    let parameters = typed(&values).unwrap();
    let setting = Setting::of(&parameters).unwrap();
    let mut own = strategy(Chosen::None, &parameters).unwrap();
    let alone = study::plain(&setting.scenario, own.as_mut(), &mut report::Silent).unwrap();
    let busy: f64 = alone.nodes.iter().map(|node| node.times.busy).sum();
    let took: f64 = alone.nodes.iter().map(|node| node.took_part).sum();
    assert!(busy < 0.5 * took, "{busy} of {took}");
    let application = &setting.scenario.application;
    let (k, seed) = (application.branching, setting.scenario.seed);
    let tree = application.irregular(seed, 0).unwrap();
    let mut children: Vec<u64> = (0..100).map(|path| tree.children(path)).collect();
    children.sort_unstable();
    let told = format!(
        "Jobs have {} to {} children",
        children[0],
        children[children.len() - 1]
    );
    assert!(help.starts_with(&told) && k == 4, "{help} {told}");
}
