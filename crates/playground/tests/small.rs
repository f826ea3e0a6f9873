//! Scenarios of every laboratory that take milliseconds.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::Scenario;

/// A laboratory's default, made small by what stands in its `tests/small.json`; as it is where there is none.
pub(crate) fn small(laboratory: &str) -> Scenario {
    let scenario = Scenario::of(laboratory).unwrap();
    let file = format!(
        "{}/../{laboratory}/tests/small.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        return scenario;
    };
    scenario
        .having(&serde_json::from_str(&text).unwrap())
        .unwrap()
}

/// The scenario with each choice of a parameter that it has.
pub(crate) fn choices(scenario: &Scenario, name: &str) -> Vec<Scenario> {
    let parameters = scenario.parameters();
    let parameter = parameters.iter().find(|one| one.name == name);
    let offered = parameter
        .into_iter()
        .flat_map(|parameter| parameter.offered());
    offered
        .map(|choice| scenario.with(name, choice.value).unwrap())
        .collect()
}

/// A laboratory's small default in each of its topics.
pub(crate) fn topics(laboratory: &str) -> Vec<Scenario> {
    choices(&small(laboratory), "topic")
}

/// Who cancels a run that takes longer: one that was drawn at random may take hours. Its progress never falls.
pub(crate) fn patience(limit: Duration) -> impl FnMut(u64, u64) -> ControlFlow<()> {
    let end = Instant::now() + limit;
    let mut rises = rises();
    move |done, total| {
        rises(done, total);
        match Instant::now() < end {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Who hears the progress of one run, and stops the test where it falls or is more than all. A total of 0 says that nobody
/// knows how far the run is.
pub(crate) fn rises() -> impl FnMut(u64, u64) {
    let mut reached = (0, 1);
    move |done, total| {
        assert!(done <= total, "{done} of {total}");
        let [now, before] =
            [(done, total), reached].map(|(done, of)| (u128::from(done), u128::from(of)));
        let falls = now.0 * before.1 < before.0 * now.1;
        assert!(
            total == 0 || !falls,
            "from {reached:?} to {done} of {total}"
        );
        if total > 0 {
            reached = (done, total);
        }
    }
}
