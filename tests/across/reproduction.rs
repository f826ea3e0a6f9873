//! The same scenario gives the same numbers: on every machine, in every version.

use std::fmt::Write;

use expect_test::expect_file;
use playground::{Scenario, link, presets, run};
use report::Silent;

/// What the browser runs too, to compare.
const LINKS: &str = include_str!("../links.txt");

#[test]
fn every_preset_and_every_kept_link_gives_the_numbers_that_it_always_gave() {
    let mut table = String::new();
    let presets = presets::all()
        .iter()
        .map(|preset| format!("#p={}", preset.name));
    for link in presets.chain(LINKS.lines().map(str::to_owned)) {
        let report = run(&scenario(&link), &mut Silent).unwrap();
        writeln!(table, "{} {link}", report.fingerprint()).unwrap();
    }
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
