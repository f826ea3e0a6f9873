//! A parameter without an effect changes nothing, and every topic has a preset.

use crate::common::run;
use bounds::Bounds;
use laboratory::Laboratory;
use parameters::Kind;
use serde_json::{Value, json};

/// Another value that the parameter can have.
fn other(kind: &Kind, value: &Value) -> Option<Value> {
    Some(match kind {
        Kind::Integer { minimum, maximum } => {
            let value = value.as_u64()?;
            let next = if value < *maximum {
                value + 1
            } else {
                *minimum
            };
            next.into()
        }
        Kind::Number { maximum, .. } => (value.as_f64()? / 2.0 + maximum / 4.0).into(),
        Kind::Choice(choices) => {
            let mut others = choices.iter().map(|choice| choice.value);
            others.find(|name| Some(*name) != value.as_str())?.into()
        }
        Kind::Flag => (!value.as_bool()?).into(),
        // No text can be read by all that read texts.
        Kind::Text { .. } => "?".into(),
        Kind::List { .. } => return None,
    })
}

#[test]
fn hidden_parameters_change_nothing() {
    let table = Bounds::ABOUT.table;
    let presets: Vec<Value> = serde_json::from_str(Bounds::ABOUT.presets).unwrap();
    let cheap = |preset: &&Value| preset["values"]["size"].is_null();
    for preset in presets.iter().filter(cheap) {
        let values = table.check(&preset["values"]).unwrap();
        let before = run(&Value::Object(values.clone())).unwrap();
        for parameter in table.parameters.iter().filter(|one| !one.matters(&values)) {
            let mut changed = values.clone();
            let Some(other) = other(&parameter.kind, &values[parameter.name]) else {
                continue;
            };
            changed.insert(parameter.name.into(), other);
            let after = run(&Value::Object(changed)).unwrap_or_else(|message| {
                panic!(
                    "{}: {} is refused: {message}",
                    preset["name"], parameter.name
                )
            });
            assert_eq!(after, before, "{}: {}", preset["name"], parameter.name);
        }
    }
}

#[test]
fn every_topic_has_a_preset_and_keys_with_an_effect() {
    let table = Bounds::ABOUT.table;
    let presets: Vec<Value> = serde_json::from_str(Bounds::ABOUT.presets).unwrap();
    let topics = table.find("topic").unwrap().choices();
    for topic in topics {
        let own = presets.iter().filter(|preset| {
            let named = preset["values"]["topic"].as_str().unwrap_or("reallocation");
            named == topic.value
        });
        assert!(own.count() > 0, "{} has no preset", topic.value);
        let values = table.check(&json!({"topic": topic.value})).unwrap();
        for key in (Bounds::ABOUT.face.keys)(&values) {
            assert!(table.find(key.text()).is_some(), "{key}");
        }
        let [_, sweep] = (Bounds::ABOUT.face.suggestion)(&values);
        for value in sweep.values {
            let mut values = values.clone();
            values.insert(sweep.parameter.clone(), value);
            run(&Value::Object(values)).unwrap();
        }
    }
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Bounds::ABOUT.table;
    for values in [
        json!({"allocation": "3 2"}),
        json!({"allocation": "2 2 1 1 1 1 1"}),
        json!({"topic": "search", "search": "preemption", "search_machines": 2}),
        json!({"topic": "search", "search": "preemption", "search_fewer": 3}),
    ] {
        let checked = table.check(&values).unwrap();
        let face = Bounds::ABOUT.face;
        let rules = (face.ruled)().into_iter();
        let refused = rules
            .filter(|rule| (face.refuses)(&checked, rule.text()).is_some())
            .count();
        assert!(refused > 0 && run(&values).is_err(), "{values}");
    }
    for values in [json!({}), json!({"allocation": "3 2 2 2"})] {
        let checked = table.check(&values).unwrap();
        let face = Bounds::ABOUT.face;
        let rules = (face.ruled)().into_iter();
        assert_eq!(
            rules
                .filter(|rule| (face.refuses)(&checked, rule.text()).is_some())
                .count(),
            0
        );
        run(&values).unwrap();
    }
}
