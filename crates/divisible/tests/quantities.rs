//! The pure formulas by name, as the command and the page evaluate them.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use divisible::quantities::FORMULAS;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Examples {
    quantities: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    parameters: Value,
    /// None where the quantity is undefined.
    expected: Option<f64>,
}

fn examples() -> Vec<Example> {
    let read: Examples = serde_json::from_str(include_str!("quantities.json")).unwrap();
    read.quantities
}

#[test]
fn quantities_reproduce_the_worked_examples() {
    for Example {
        name,
        parameters,
        expected,
    } in examples()
    {
        let formula = FORMULAS.iter().find(|one| one.name == name).unwrap();
        let value = formula.evaluate(&parameters).unwrap();
        let ok = expected.map_or(value.is_nan(), |expected| {
            (value - expected).abs() <= 6e-6 * expected.abs()
        });
        assert!(ok, "{name} {parameters}: {value} instead of {expected:?}");
    }
}

#[test]
fn every_quantity_has_an_example() {
    for formula in FORMULAS {
        let name = formula.name;
        assert!(
            examples().iter().any(|example| example.name == name),
            "{name}"
        );
    }
}

#[test]
fn a_parameter_out_of_range_is_refused_with_its_place() {
    let name = "divisible.limit_chunk";
    let formula = FORMULAS.iter().find(|one| one.name == name).unwrap();
    let refused = formula
        .evaluate(&json!({"speed": 1, "latency": 0.1, "target": 0}))
        .unwrap_err();
    let words = refused.to_string();
    assert!(words.contains("target"), "{words}");
}
