//! Scenarios of every laboratory that take milliseconds.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::Scenario;

/// A laboratory's default, made small by its `tests/small.json`; unchanged where there is no such file.
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

/// The scenario with each choice of one of its parameters.
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

/// An observer that cancels a longer run: a run that was drawn at random may take hours.
pub(crate) fn patience(limit: Duration) -> impl FnMut(u64, u64) -> ControlFlow<()> {
    let end = Instant::now() + limit;
    move |_, _| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}
