//! The pure formulas by name, as the command and the page evaluate them.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use prediction::quantities::FORMULAS;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Example {
    name: String,
    parameters: Value,
    /// None where the formula is undefined.
    expected: Option<f64>,
}

fn examples() -> Vec<Example> {
    serde_json::from_str(include_str!("quantities.json")).unwrap()
}

#[test]
fn formulas_reproduce_the_worked_examples() {
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
fn every_formula_has_an_example() {
    for formula in FORMULAS {
        let name = formula.name;
        assert!(
            examples().iter().any(|example| example.name == name),
            "{name}"
        );
    }
}
