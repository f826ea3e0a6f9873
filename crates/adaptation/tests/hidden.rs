//! A parameter without an effect changes nothing, and every topic has a preset.

use crate::common::run;
use adaptation::Adaptation;
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
        Kind::Number {
            minimum, maximum, ..
        } => {
            let value = value.as_f64()?;
            let (low, high) = (minimum + (value - minimum) / 2.0, (value + maximum) / 2.0);
            if low == value { high } else { low }.into()
        }
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

/// A short scenario of each topic and strategy, in which much happens.
fn short() -> Vec<Value> {
    let table = Adaptation::ABOUT.table;
    let strategies = table.find("strategy").unwrap().choices();
    let events = "0 link cluster=1 bandwidth=100000\n30 crash nodes=3\n40 load cluster=0 factor=3";
    let mut all: Vec<Value> = strategies
        .iter()
        .map(|strategy| {
            json!({
                "strategy": strategy.value, "iterations": 3, "period": 20.0, "interval": 1.0, "warmup": 3,
                "clusters": "nodes,active\n4,3\n4,4\n4,0\n", "disturbances": events
            })
        })
        .collect();
    all.push(json!({"topic": "metrics"}));
    let nodes = "nodes,active\n3,2\n3,0\n";
    all.push(json!({"topic": "tournament", "iterations": 2, "phases": 1, "clusters": nodes, "disturbances": "9 load cluster=0 factor=3"}));
    all.push(json!({"topic": "grid", "iterations": 1, "phases": 1, "depth": 2}));
    for (climbed, ideal, best, outline) in [
        ("client", "points", "constant", "peak"),
        ("client", "decay", "nodes", "peak"),
        ("client", "wave", "wave", "saturating"),
        ("up", "points", "constant", "peak"),
        ("down", "points", "constant", "peak"),
    ] {
        let values = json!({"topic": "landscape", "climbed": climbed, "ideal": ideal, "best": best, "outline": outline, "intervals": 200});
        all.push(values);
    }
    all.push(json!({"strategy": "climbing", "iterations": 2, "climbs": false, "replaces": false, "watches": false}));
    all.push(json!({"iterations": 2, "learn_bandwidth": false}));
    all
}

/// A report in full, without its schedules but for their digest.
fn told(report: &report::Report) -> (String, String) {
    let short = report::Report {
        schedule: None,
        ..report.clone()
    };
    (serde_json::to_string(&short).unwrap(), report.fingerprint())
}

#[test]
fn hidden_parameters_change_nothing() {
    let table = Adaptation::ABOUT.table;
    for values in short() {
        let values = table.check(&values).unwrap();
        let before = run(&Value::Object(values.clone())).unwrap();
        for parameter in table.parameters.iter().filter(|one| !one.matters(&values)) {
            let mut changed = values.clone();
            let Some(other) = other(&parameter.kind, &values[parameter.name]) else {
                continue;
            };
            changed.insert(parameter.name.into(), other);
            let after = run(&Value::Object(changed))
                .unwrap_or_else(|message| panic!("{} is refused: {message}", parameter.name));
            // What is no number is not equal to itself.
            assert_eq!(told(&after), told(&before), "{}", parameter.name);
        }
    }
}

#[test]
fn every_topic_has_a_preset_and_keys_with_an_effect() {
    let table = Adaptation::ABOUT.table;
    let presets: Vec<Value> = serde_json::from_str(Adaptation::ABOUT.presets).unwrap();
    let topics = table.find("topic").unwrap().choices();
    for topic in topics {
        let own = presets.iter().filter(|preset| {
            let named = preset["values"]["topic"].as_str().unwrap_or("run");
            named == topic.value
        });
        assert!(own.count() > 0, "{} has no preset", topic.value);
        let values = table.check(&json!({"topic": topic.value})).unwrap();
        for key in (Adaptation::ABOUT.face.keys)(&values) {
            assert!(table.find(key.text()).unwrap().matters(&values), "{key}");
        }
        let [_, sweep] = (Adaptation::ABOUT.face.suggestion)(&values);
        for value in sweep.values {
            let mut values = values.clone();
            values.insert(sweep.parameter.clone(), value);
            run(&Value::Object(values)).unwrap();
        }
    }
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Adaptation::ABOUT.table;
    for values in [
        json!({"least": 0.6}),
        json!({"most": 0.2}),
        json!({"depth": 12}),
        json!({"branching": 16, "depth": 6}),
        json!({"topic": "metrics", "remove": 5}),
        json!({"topic": "metrics", "least": 0.6}),
        json!({"first_wait": 60, "longest_wait": 0.05}),
    ] {
        let checked = table.check(&values).unwrap();
        let face = Adaptation::ABOUT.face;
        let rules = (face.ruled)().into_iter();
        let refused = rules
            .filter(|rule| (face.refuses)(&checked, rule.text()).is_some())
            .count();
        assert!(refused > 0 && run(&values).is_err(), "{values}");
    }
    for values in [
        json!({"iterations": 2}),
        json!({"iterations": 2, "strategy": "climbing", "least": 0.6}),
        json!({"topic": "metrics", "depth": 15}),
    ] {
        let checked = table.check(&values).unwrap();
        let face = Adaptation::ABOUT.face;
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
