//! The formulas against the printed values of the thesis.

use laboratory::Laboratory;
use recovery::Recovery;
use serde_json::{Value, json};

fn value(name: &str, parameters: &Value) -> f64 {
    let formula = Recovery::FORMULAS.iter().find(|one| one.name == name);
    let formula = formula.unwrap_or_else(|| panic!("no formula {name}"));
    formula.evaluate(parameters).unwrap()
}

#[test]
fn formulas_are_those_of_the_thesis() {
    for (name, parameters, expected) in [
        ("recovery.bv", json!({"crashes": 14}), 5.0),
        ("recovery.bv", json!({"crashes": 15}), 6.0),
        ("recovery.mv", json!({"computers": 20, "crashes": 18}), 10.0),
        ("recovery.mv", json!({"computers": 12, "crashes": 9}), 4.0),
        ("recovery.bv_p", json!({"processes": 2, "crashes": 20}), 5.0),
        (
            "recovery.bv_p",
            json!({"processes": 4, "crashes": 15}),
            3.25,
        ),
        (
            "recovery.mv_p",
            json!({"computers": 12, "processes": 2, "crashes": 9}),
            4.0,
        ),
        ("recovery.absolute", json!({"computers": 100}), 13.0),
        ("recovery.guarantee_log", json!({"computers": 100}), 6.0),
        ("recovery.guarantee_greedy", json!({"computers": 100}), 10.0),
        (
            "recovery.guarantee_golomb",
            json!({"computers": 1000}),
            34.0,
        ),
        ("recovery.guarantee_modulo", json!({"computers": 76}), 11.0),
        (
            "recovery.guarantee_trapezium",
            json!({"computers": 128}),
            21.0,
        ),
        ("recovery.order", json!({"crashes": 9}), 4.0),
        (
            "recovery.load",
            json!({"list": [1, 2, 3, 4, 5, 6, 7], "crashed": [0, 1, 2, 3, 4]}),
            6.0,
        ),
        (
            "recovery.worst_load",
            json!({"list": [2, 4, 1, 3, 5], "crashes": 4}),
            4.0,
        ),
        (
            "recovery.disjoint_routes",
            json!({"list": [1, 6, 3, 10, 2, 4, 5, 7, 8, 9]}),
            4.0,
        ),
        (
            "recovery.availability",
            json!({"between_failures": 99, "to_repair": 1}),
            0.99,
        ),
        (
            "recovery.class",
            json!({"between_failures": 99, "to_repair": 1}),
            2.0,
        ),
        (
            "recovery.downtime",
            json!({"between_failures": 99, "to_repair": 1}),
            87.6,
        ),
        (
            "recovery.reliability",
            json!({"between_failures": 99, "to_repair": 1}),
            100.0,
        ),
    ] {
        let found = value(name, &parameters);
        assert!(
            (found - expected).abs() < 1e-9,
            "{name}: {found}, not {expected}"
        );
    }
}

#[test]
fn formulas_are_undefined_where_they_have_no_value() {
    for (name, parameters) in [
        ("recovery.mv", json!({"computers": 5, "crashes": 5})),
        ("recovery.guarantee_modulo", json!({"computers": 107})),
        ("recovery.load", json!({"list": [1, 1], "crashed": [0]})),
        (
            "recovery.load",
            json!({"list": [1, 2], "crashed": [0, 1, 2]}),
        ),
        ("recovery.certificate", json!({"list": [2]})),
    ] {
        assert!(value(name, &parameters).is_nan(), "{name}");
    }
}
