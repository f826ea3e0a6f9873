//! The formulas against worked examples.

use adaptation::Adaptation;
use laboratory::Laboratory;
use serde_json::{Value, json};

fn evaluate(name: &str, parameters: &Value) -> f64 {
    let mut formulas = Adaptation::FORMULAS.iter();
    let formula = formulas
        .find(|formula| formula.name == name)
        .unwrap_or_else(|| panic!("no formula {name}"));
    formula.evaluate(parameters).unwrap()
}

#[test]
fn formulas_repeat_the_worked_examples() {
    let examples: Vec<Value> = serde_json::from_str(include_str!("data/examples.json")).unwrap();
    for example in &examples {
        let name = example["formula"].as_str().unwrap();
        let computed = evaluate(name, &example["of"]);
        let Some(expected) = example["value"].as_f64() else {
            assert!(!computed.is_finite(), "{name}: {computed}");
            continue;
        };
        assert!(
            (computed - expected).abs() <= 1e-5 * expected.abs().max(1e-3),
            "{name} of {}: {computed} for {expected}",
            example["of"]
        );
    }
    for formula in Adaptation::FORMULAS {
        let told = examples
            .iter()
            .any(|example| example["formula"] == formula.name);
        assert!(told, "{} has no worked example", formula.name);
    }
}

#[test]
fn no_node_computes_longer_than_it_is_there() {
    let mut formulas = Adaptation::FORMULAS.iter();
    let efficiency = formulas.find(|formula| formula.name == "adaptation.efficiency");
    let told = efficiency
        .unwrap()
        .evaluate(&json!({"computing": 10, "total": 5}));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("at most 5 s"), "{told}");
}

#[test]
fn splits_and_merges_can_be_without_work() {
    let tree = json!({
        "branching": 2, "depth": 1, "leaf": 3, "jitter": 0, "serial": 4, "seed": 1, "split": 0, "merge": 0,
    });
    assert_eq!(evaluate("adaptation.work", &tree), 10.0);
    assert_eq!(evaluate("adaptation.span", &tree), 7.0);
}

#[test]
fn a_formula_refuses_lists_of_different_lengths() {
    let mut formulas = Adaptation::FORMULAS.iter();
    let wae = formulas.find(|formula| formula.name == "adaptation.wae");
    let told = wae
        .unwrap()
        .evaluate(&json!({"speeds": [1, 2], "overheads": [0.5]}))
        .unwrap_err()
        .to_string();
    assert!(told.contains("as many as speeds"), "{told}");
}
