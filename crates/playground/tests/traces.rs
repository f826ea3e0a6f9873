//! Traces of one's own in links and files.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::sync::Arc;

use playground::traces::LONGEST_LINK;
use playground::{Scenario, Setup, link, presets, run};
use report::Silent;
use trace::random::Random;
use trace::{Node, TraceSet};

/// Runtimes that do not compress well.
fn set(jobs: usize) -> TraceSet {
    let mut random = Random::stream(7, &[]);
    let node = |host: usize, random: &mut Random| Node {
        name: format!("mine {host}"),
        position: None,
        host,
        runtimes: (0..jobs)
            .map(|_| 10.0 + random.below(100_000) as f64 / 1e3)
            .collect(),
    };
    let nodes = (0..4).map(|host| node(host, &mut random)).collect();
    TraceSet::new("mine.csv", nodes).unwrap()
}

fn with(jobs: usize) -> Scenario {
    presets::first().scenario().with_traces(&set(jobs)).0
}

#[test]
fn traces_travel_in_links_of_up_to_eight_kilobytes_and_in_no_longer_one() {
    let carries = |jobs: &usize| with(*jobs).carried().is_some();
    let jobs: Vec<usize> = (0..2_000).collect();
    let most = jobs.partition_point(|jobs| *jobs == 0 || carries(jobs)) - 1;

    let longest = link::encode(with(most)).unwrap().len();
    assert!(
        longest <= LONGEST_LINK && longest > LONGEST_LINK - 40,
        "{longest}"
    );
    assert!(link::encode(with(most + 1)).unwrap().len() < 400);
}

#[test]
fn what_is_too_much_for_a_link_is_all_in_the_file() {
    let light = with(25_000);
    assert!(light.missing_file().is_some());
    let setup = Setup::from(light.supplied(&set(25_000)));
    let text = setup.to_json().to_string();
    let opened = Setup::from_text(&text).unwrap();
    assert_eq!(opened, setup);
    assert_eq!(opened.scenario.carried().unwrap().load(), Ok(set(25_000)));
    assert_eq!(opened.scenario.lightened(), light);
}

#[test]
fn a_link_with_more_in_it_than_is_written_today_still_opens() {
    let heavy = with(900).supplied(&set(900));
    let link = link::encode(&heavy).unwrap();
    assert!(link.len() > LONGEST_LINK);
    assert_eq!(link::decode(&link).unwrap().scenario, heavy);
}

#[test]
fn a_large_file_runs_the_same_from_memory_as_from_its_scenario() {
    let set = Arc::new(set(25_000));
    let light = with(25_000).having(&[("iterations".into(), 50.into())].into_iter().collect());
    let light = light.unwrap();
    // The values stay out of the scenario.
    let held = light.with_at_hand(set.clone());
    assert_eq!(held, light);
    let report = |scenario: &Scenario| run(scenario, &mut Silent).unwrap().fingerprint();
    assert_eq!(report(&held), report(&light.supplied(&set)));
    // The values of a small file travel in the scenario.
    let small = Arc::new(self::set(20));
    let light = with(20).lightened();
    assert!(light.with_at_hand(small).carried().is_some());
}

#[test]
fn a_file_replaces_scaled_traces_as_it_was_measured_and_keeps_a_scaling_that_was_asked_for() {
    let scale = "trace_mean";
    let first = presets::find("peaks-replicate").unwrap().scenario();
    assert!(first.get(scale).is_number());
    let (measured, changes) = first.with_traces(&set(2_000));
    assert!(measured.get(scale).is_null());
    assert!(
        changes
            .last()
            .unwrap()
            .ends_with("the runtimes of this file stay as they were measured")
    );
    let (again, changes) = measured.with_traces(&set(2_001));
    assert!(again.get(scale).is_null() && changes.is_empty());
    let asked = measured.with(scale, "5000").unwrap();
    let (kept, _) = asked.with_traces(&set(2_001));
    assert_eq!(kept.get(scale), 5_000.0);
}
