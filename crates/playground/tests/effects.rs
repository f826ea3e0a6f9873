//! A parameter that a form hides has no effect.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use playground::{Scenario, run};
use report::Silent;
use report::parameters::{Kind, Parameter};
use serde_json::Value;

/// Small, so that each of some hundred runs takes milliseconds.
const SMALL: [(&str, &[(&str, &str)]); 3] = [
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

fn small(laboratory: &str, changes: &[(&str, &str)]) -> Scenario {
    let scenario = Scenario::of(laboratory).unwrap();
    changes.iter().fold(scenario, |scenario, (name, text)| {
        scenario.with(name, text).unwrap()
    })
}

/// Other values of a parameter than its own, as they are typed.
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
            [own * 0.6 + 0.01, own * 1.7 + 0.01]
                .map(|value| value.clamp(*minimum, *maximum).into())
                .to_vec()
        }
        Kind::Choice { choices } => {
            let choices = choices.iter();
            choices.map(|choice| choice.value.clone().into()).collect()
        }
        Kind::Flag => vec![true.into(), false.into()],
        Kind::List | Kind::Text { .. } => Vec::new(),
    };
    let others = values.into_iter().filter(|value| value != own);
    others
        .map(|value| value.as_str().map_or(value.to_string(), str::to_owned))
        .collect()
}

/// The scenario with each choice of a parameter.
fn scenarios(scenario: &Scenario, name: &str) -> Vec<Scenario> {
    let parameters = scenario.parameters();
    let parameter = parameters.iter().find(|one| one.name == name).unwrap();
    let Kind::Choice { choices } = &parameter.kind else {
        return Vec::new();
    };
    let choices = choices.iter();
    choices
        .map(|choice| scenario.with(name, &choice.value).unwrap())
        .collect()
}

#[test]
fn what_the_form_hides_has_no_effect() {
    for (laboratory, changes) in SMALL {
        let base = small(laboratory, changes);
        let mut all = scenarios(&base, "topic");
        for name in ["strategy", "scheduler", "platform", "variation"] {
            if base.parameters().iter().any(|one| one.name == name) {
                all.extend(scenarios(&base, name));
            }
        }
        for scenario in all {
            let values = scenario.values();
            let first = run(&scenario, &mut Silent).unwrap();
            for parameter in scenario.parameters() {
                if parameter.matters(&values) {
                    continue;
                }
                for text in others(&parameter, &scenario.get(&parameter.name)) {
                    let changed = scenario.with(&parameter.name, &text).unwrap();
                    let report = run(&changed, &mut Silent).unwrap();
                    assert_eq!(
                        report.fingerprint(),
                        first.fingerprint(),
                        "{} = {text} of {} has an effect on {}",
                        parameter.name,
                        scenario.to_json(),
                        report.headline,
                    );
                }
            }
        }
    }
}
