//! Parameters of formulas that do not go together are refused: place, value and allowed values.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use expect_test::expect;
use replication::quantities::FORMULAS;
use serde_json::{Value, json};

fn refused(name: &str, parameters: &Value) -> String {
    let formula = FORMULAS.iter().find(|one| one.name == name).unwrap();
    formula.evaluate(parameters).unwrap_err().to_string()
}

#[test]
fn parameters_that_do_not_go_together_are_refused_all_at_once() {
    let model = |parameters: Value| refused("replication.iteration_time", &parameters);
    let exact = |parameters: Value| refused("replication.exact_iteration_time", &parameters);
    let all = [
        model(json!({"r": 3, "p": 2, "variation": 0.5})),
        model(json!({"r": 3, "p": 2, "variation": 0.5, "excess": 0.95})),
        model(
            json!({"model": "2.2", "r": 3, "p": 2, "variation": 0.5, "excess": 0.9, "spread": 1.3}),
        ),
        refused("replication.shortest_deviation", &json!({"spread": 1.3})),
        exact(json!({"family": "empirical", "variation": 0.5, "r": 3, "p": 2})),
        exact(json!({"family": "uniform", "variation": 0.75, "r": 0, "p": 2})),
        refused(
            "replication.speedup",
            &json!({"equal": [3, 4], "strategy": [2, 3, 4]}),
        ),
        refused(
            "replication.fixed_overhead",
            &json!({"every": [1, 2, 3], "without": [1, 2], "with": [1, 2, 3, 4]}),
        ),
    ];
    expect![[r#"
        r is 3; allowed: 0 to p, 2
        r is 3; allowed: 0 to p, 2; excess is 0.95; allowed: 0.01 to sqrt(1 - β² / 2), 0.6698880503487131
        r is 3; allowed: 0 to p, 2; spread is 1.3; allowed: 0 to sqrt(2 - 2 α²), 0.6164414002968975
        spread is 1.3; allowed: 0 to sqrt(2 - 2 α²), 1.224744871391589
        family is "empirical"; allowed: exponential, weibull, lognormal, pareto, uniform; r is 3; allowed: 0 to p, 2
        variation is 0.75; allowed: 0 to 0.577350269189625 for this family
        strategy: has 3 numbers; allowed: as many as equal, 2
        without: has 2 numbers; allowed: as many as every, 3; with: has 4 numbers; allowed: as many as every, 3"#]]
    .assert_eq(&all.join("\n"));
}
