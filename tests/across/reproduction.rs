//! The same scenario gives the same numbers: on every machine, in every version.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use expect_test::expect_file;
use playground::{Scenario, link, presets, run};
use report::Silent;

/// What the browser runs too, to compare.
const LINKS: &str = include_str!("../links.txt");

#[test]
fn every_preset_and_every_kept_link_gives_the_numbers_that_it_always_gave() {
    let presets = presets::all()
        .iter()
        .map(|preset| format!("#p={}", preset.name));
    let links: Vec<String> = presets.chain(LINKS.lines().map(str::to_owned)).collect();
    let next = AtomicUsize::new(0);
    let lane = || {
        let mut rows = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(link) = links.get(at)
        {
            let report = run(&scenario(link), &mut Silent).unwrap();
            rows.push((at, format!("{} {link}\n", report.fingerprint())));
        }
        rows
    };
    let lanes = thread::available_parallelism().map_or(1, NonZero::get);
    let mut rows: Vec<(usize, String)> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        lanes
            .into_iter()
            .flat_map(|lane| lane.join().unwrap())
            .collect()
    });
    rows.sort();
    let table: String = rows.into_iter().map(|(_, row)| row).collect();
    expect_file!["../fingerprints.txt"].assert_eq(&table);
}

#[test]
fn the_kept_links_reach_every_strategy_mode_scope_and_predictor() {
    let shorts: String = LINKS
        .lines()
        .map(|link| scenario(link).to_short_json().to_string())
        .collect();
    for name in [
        "equal",
        "dynamic",
        "causal",
        "dependent",
        "neighbours",
        "last-value",
        "own",
        "set-two",
        "null",
    ] {
        assert!(
            shorts.contains(&format!("\"{name}\"")) || shorts.contains(&format!(":{name}")),
            "{name}"
        );
    }
}

fn scenario(link: &str) -> Scenario {
    link::decode(link).unwrap().scenario
}
