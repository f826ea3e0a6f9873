//! Rules refuse the same values as a run.

use adaptation::Adaptation;
use serde_json::json;

#[test]
fn rules_refuse_what_a_run_refuses() {
    let refused = [
        json!({"least": 0.6}),
        json!({"most": 0.2}),
        json!({"strategy": "watching", "least": 0.6}),
        json!({"strategy": "best-seen", "least": 0.6}),
        json!({"depth": 12}),
        json!({"branching": 16, "depth": 6}),
        json!({"topic": "metrics", "remove": 5}),
        json!({"topic": "metrics", "least": 0.6}),
        json!({"first_wait": 60, "longest_wait": 0.05}),
    ];
    let allowed = [
        json!({"iterations": 2}),
        json!({"iterations": 2, "strategy": "climbing", "least": 0.6}),
        json!({"iterations": 2, "strategy": "own", "least": 0.6}),
        json!({"topic": "metrics", "depth": 15}),
    ];
    trial::ruled::<Adaptation>(&refused, &allowed);
}
