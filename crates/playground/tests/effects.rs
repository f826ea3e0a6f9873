//! A parameter that a form hides has no effect.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::collections::BTreeSet;

use parameters::{Kind, Parameter};
use playground::{Scenario, laboratories, run};
use report::Silent;
use serde_json::Value;

use crate::small::{choices, topics};

/// Values of a parameter other than its own, as a person types them.
fn others(parameter: &Parameter, own: &Value) -> Vec<String> {
    let values: Vec<Value> = match &parameter.kind {
        Kind::Integer { minimum, maximum } => {
            let own = own.as_u64().unwrap();
            let around = [own + 1, own.saturating_sub(1), own * 2];
            around
                .map(|value| value.clamp(*minimum, *maximum).into())
                .to_vec()
        }
        Kind::Number {
            minimum, maximum, ..
        } => {
            let own = own.as_f64().unwrap_or(1.0);
            // Some numbers count things.
            let kind = |value: f64| match own.fract() == 0.0 && own >= 3.0 {
                true => value.round(),
                false => value,
            };
            [own * 0.6 + 0.01, own * 1.7 + 0.01]
                .map(|value| kind(value).clamp(*minimum, *maximum).into())
                .to_vec()
        }
        Kind::Choice(_) => parameter
            .offered()
            .map(|choice| choice.value.into())
            .collect(),
        Kind::Flag => vec![true.into(), false.into()],
        Kind::List { .. } | Kind::Text { .. } => Vec::new(),
    };
    let others = values.into_iter().filter(|value| value != own);
    others
        .map(|value| value.as_str().map_or(value.to_string(), str::to_owned))
        .collect()
}

/// Another value of a hidden parameter; `?` for texts, as no text suits every reader of texts.
fn another(parameter: &Parameter, own: &Value) -> Option<String> {
    match parameter.kind {
        Kind::Text { .. } => Some("?".to_owned()),
        _ => others(parameter, own).into_iter().next(),
    }
}

/// A report in full, with the digest of its schedules in their place.
fn told(scenario: &Scenario) -> (String, String) {
    let report = run(scenario, &mut Silent).unwrap();
    let fingerprint = report.fingerprint();
    let report = report::Report {
        schedule: None,
        ..report
    };
    // As text: a value that is not a number equals itself there.
    (serde_json::to_string(&report).unwrap(), fingerprint)
}

#[test]
fn what_the_form_hides_has_no_effect() {
    let mut effects = BTreeSet::new();
    for about in laboratories() {
        let mut tried = BTreeSet::new();
        for topic in topics(about.name) {
            // One run shows an effect as well as two.
            let topic = topic.with("runs", "1").unwrap_or(topic);
            let values = topic.values();
            let parameters = topic.parameters();
            let conditions = parameters
                .iter()
                .flat_map(|one| one.when.iter().chain(one.or));
            let mut deciding: BTreeSet<_> = conditions.map(|when| when.parameter).collect();
            deciding.retain(|name| {
                let mut own = parameters.iter().filter(|one| one.name == *name);
                own.any(|one| one.matters(&values))
            });
            let choices = deciding.into_iter().flat_map(|name| choices(&topic, name));
            let scenarios = choices.filter(|one| one.get("topic") == topic.get("topic"));
            for scenario in scenarios.chain([topic.clone()]) {
                let values = scenario.values();
                let hidden = scenario.parameters();
                let hidden = hidden.iter().filter(|one| {
                    let reasons = one.when.iter().chain(one.or);
                    let reasons = reasons.map(|when| scenario.get(when.parameter).to_string());
                    let reasons: Vec<_> =
                        reasons.chain([scenario.get("topic").to_string()]).collect();
                    // A parameter that was hidden for the same reason was tried.
                    !one.matters(&values) && tried.insert((one.name, reasons))
                });
                let changes: Vec<_> = hidden
                    .filter_map(|one| Some((one.name, another(one, &scenario.get(one.name))?)))
                    .collect();
                if changes.is_empty() {
                    continue;
                }
                let before = told(&scenario);
                for (name, text) in changes {
                    if told(&scenario.with(name, &text).unwrap()) != before {
                        effects.insert(format!("{name} of {} {}", about.name, scenario.to_json()));
                    }
                }
            }
        }
    }
    assert!(effects.is_empty(), "{effects:#?}");
}

/// Other texts of parameters that are texts or sources.
const TEXTS: [(&str, &[&str]); 7] = [
    (
        "code",
        &["fn chunk(worker, last) { min(worker.first, worker.remaining) }"],
    ),
    ("node_factors", &["1:4, 2:4, 3:4"]),
    ("guesses", &["900 1100"]),
    ("time_limit", &["0.01"]),
    (
        "table",
        &["F,f,BD,bD,BR,bR\n3,0.2,50,0.1,50,0.1\n2,0.1,60,0.2,60,0.2\n"],
    ),
    ("steps", &["5:0.25, 250:0.75"]),
    ("traces", &["switches", "bursts"]),
];

/// Further settings under which a parameter of divisible loads has a visible effect: fewer series than the workers that
/// follow them, equal workers for plans that suppose them.
const ELSE: [(&str, &[(&str, &str)]); 4] = [
    ("workers_shown", &[("workers_shown", "2")]),
    ("synthetic_nodes", &[("synthetic_nodes", "2")]),
    ("delay", &[("delay", "20")]),
    (
        "installments",
        &[
            ("platform", "drawn"),
            ("computing_spread", "0"),
            ("communicating_spread", "0"),
            ("inaccuracy", "0"),
        ],
    ),
];

/// The scenario in which a parameter can have an effect.
fn scenario_in_which(scenario: &Scenario, parameter: &Parameter) -> Scenario {
    let mut scenario = scenario.clone();
    // Conditions may depend on each other: a spacing of one's own needs a single port.
    for _ in 0..2 {
        for when in parameter
            .when
            .iter()
            .filter(|when| when.parameter != "topic")
        {
            let values = scenario.values();
            let own = values.get(when.parameter);
            if own.is_none_or(|own| !when.is.values().contains(own)) {
                let value = when.is.values().swap_remove(0);
                let text = value.as_str().map_or(value.to_string(), str::to_owned);
                scenario = scenario.with(when.parameter, &text).unwrap();
            }
        }
    }
    let others = ELSE.iter().filter(|(name, _)| *name == parameter.name);
    for (name, text) in others.flat_map(|(_, others)| others.iter()) {
        scenario = scenario.with(name, text).unwrap();
    }
    if parameter.name == "time_limit" {
        for (name, text) in [
            ("platform", "own"),
            ("table", &crowded()),
            ("target", "4.5"),
            ("streams", "11"),
        ] {
            scenario = scenario.with(name, text).unwrap();
        }
    }
    scenario
}

/// A table of workers of whom few fit into a round, so that the best selection is not found at once.
fn crowded() -> String {
    let mut state = 4_u64;
    let mut draw = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let mut table = "F,f,BD,bD,BR,bR\n".to_owned();
    for _ in 0..60 {
        let (speed, latency, back) = (1.0 + 9.0 * draw(), 0.02 * draw(), 0.4 + 1.1 * draw());
        table += &format!("{speed:.3},{latency:.4},10000,0.05,10000,{back:.3}\n");
    }
    table
}

#[test]
fn what_the_form_of_divisible_loads_shows_has_an_effect() {
    let own = Scenario::of("divisible").unwrap().get("platform");
    let mut idle = Vec::new();
    for topic in topics("divisible") {
        // Long enough for speeds to be reduced.
        let topic = topic.with("horizon", "1200").unwrap();
        let topic = topic.with("platform", own.as_str().unwrap()).unwrap();
        for parameter in topic.parameters() {
            let scenario = scenario_in_which(&topic, &parameter);
            if !parameter.matters(&scenario.values()) {
                continue;
            }
            let all = |report: &report::Report| serde_json::to_string(report).unwrap();
            let first = all(&run(&scenario, &mut Silent).unwrap());
            let mut texts = others(&parameter, &scenario.get(parameter.name));
            for (_, more) in TEXTS.iter().filter(|(name, _)| *name == parameter.name) {
                texts.extend(more.iter().map(|text| (*text).to_owned()));
            }
            let effect = texts.iter().any(|text| {
                let changed = scenario.with(parameter.name, text).unwrap();
                run(&changed, &mut Silent).map_or(true, |report| all(&report) != first)
            });
            if !effect {
                idle.push(format!("{} of {}", parameter.name, scenario.get("topic")));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:#?}");
}
