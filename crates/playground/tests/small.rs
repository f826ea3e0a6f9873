//! Scenarios of every laboratory that take milliseconds.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playground::Scenario;

/// What makes the runs of a laboratory small.
pub(crate) const SMALL: [(&str, &[(&str, &str)]); 6] = [
    ("bounds", &[]),
    ("recovery", &[("runs", "2"), ("paper", "vi")]),
    (
        "adaptation",
        &[("runs", "2"), ("iterations", "1"), ("depth", "2")],
    ),
    (
        "replication",
        &[
            ("runs", "2"),
            ("iterations", "30"),
            ("processors", "4"),
            ("shown", "30"),
            ("cold_iterations", "10"),
            ("decide_every", "10"),
        ],
    ),
    (
        "divisible",
        &[
            ("horizon", "400"),
            ("runs", "2"),
            ("shown", "3"),
            ("workers", "3"),
            ("platform", "drawn"),
        ],
    ),
    (
        "prediction",
        &[
            ("traces", "peaks"),
            ("values", "160"),
            ("entrants", "4"),
            ("processors", "3"),
            ("synthetic_nodes", "4"),
            ("shown", "30"),
            ("runs", "2"),
            ("lags", "20"),
            ("least", "40"),
        ],
    ),
];

/// A laboratory's default, made small.
pub(crate) fn small(laboratory: &str) -> Scenario {
    let scenario = Scenario::of(laboratory).unwrap();
    let changes = SMALL.iter().find(|(name, _)| *name == laboratory);
    changes
        .iter()
        .flat_map(|(_, changes)| changes.iter())
        .fold(scenario, |scenario, (name, text)| {
            scenario.with(name, text).unwrap()
        })
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

/// Who cancels a run that takes longer: one that was drawn at random may take hours.
pub(crate) fn patience(limit: Duration) -> impl FnMut(u64, u64) -> ControlFlow<()> {
    let end = Instant::now() + limit;
    move |_, _| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}
