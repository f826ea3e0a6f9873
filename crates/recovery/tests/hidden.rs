//! A parameter without an effect changes nothing, and every topic has a preset.

use crate::common::run;
use laboratory::Laboratory;
use parameters::Kind;
use recovery::Recovery;
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
    let table = Recovery::ABOUT.table;
    let presets: Vec<Value> = serde_json::from_str(Recovery::ABOUT.presets).unwrap();
    // A preset of each topic and each way to choose crashes.
    let quick = [
        "recovery",
        "recovery-worst",
        "recovery-figure",
        "recovery-script",
        "recovery-wrapped",
        "recovery-six",
        "recovery-availability",
        "recovery-search",
        "recovery-search-ruler",
        "recovery-search-sequence",
    ];
    let cheap = |preset: &&Value| quick.contains(&preset["name"].as_str().unwrap());
    assert_eq!(presets.iter().filter(cheap).count(), quick.len());
    for preset in presets.iter().filter(cheap) {
        let values = table.check(&preset["values"]).unwrap();
        // As text: a value that is not a number equals itself there.
        let told = |report| serde_json::to_string(&report).unwrap();
        let before = told(run(&Value::Object(values.clone())).unwrap());
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
            let same = told(after) == before;
            assert!(same, "{}: {}", preset["name"], parameter.name);
        }
    }
}

#[test]
fn every_topic_has_a_preset_and_keys_with_an_effect() {
    let table = Recovery::ABOUT.table;
    let presets: Vec<Value> = serde_json::from_str(Recovery::ABOUT.presets).unwrap();
    let topics = table.find("topic").unwrap().choices();
    for topic in topics {
        let own = presets.iter().filter(|preset| {
            let named = preset["values"]["topic"].as_str().unwrap_or("crash");
            named == topic.value
        });
        assert!(own.count() > 0, "{} has no preset", topic.value);
        let values = table
            .check(&json!({"topic": topic.value, "runs": 5}))
            .unwrap();
        for key in (Recovery::ABOUT.face.keys)(&values) {
            let parameter = table.find(key.text()).unwrap_or_else(|| panic!("{key}"));
            assert!(parameter.matters(&values), "{key}");
        }
        let [_, sweep] = (Recovery::ABOUT.face.suggestion)(&values);
        for value in sweep.values {
            let mut values = values.clone();
            values.insert(sweep.parameter.clone(), value);
            run(&Value::Object(values)).unwrap();
        }
    }
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Recovery::ABOUT.table;
    for values in [
        json!({"crashed": "3, 12"}),
        json!({"computers": 3, "crashed": "0 1 2"}),
        json!({"set": "worst", "crashes": 12}),
        json!({"set": "one-by-one", "computers": 4}),
        json!({"computers": 3, "crashed": "0", "processes": 4}),
        json!({"processes": 2, "other": "rendezvous"}),
        json!({"topic": "faults", "processes": 2, "scheme": "own-lists"}),
    ] {
        let checked = table.check(&values).unwrap();
        let face = Recovery::ABOUT.face;
        let rules = (face.ruled)().into_iter();
        let refused = rules
            .filter(|rule| (face.refuses)(&checked, rule.text()).is_some())
            .count();
        assert!(refused > 0 && run(&values).is_err(), "{values}");
    }
    for values in [
        json!({}),
        json!({"crashed": "11; 3 3"}),
        json!({"processes": 2}),
        json!({"topic": "vectors", "processes": 2, "other": "rendezvous"}),
    ] {
        let checked = table.check(&values).unwrap();
        let face = Recovery::ABOUT.face;
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
