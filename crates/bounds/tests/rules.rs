//! Rules about texts: a run refuses every text that a rule refuses.

use bounds::Bounds;
use serde_json::json;

#[test]
fn rules_refuse_what_a_run_refuses() {
    let refused = [
        json!({"allocation": "3 2"}),
        json!({"allocation": "2 2 1 1 1 1 1"}),
        json!({"topic": "search", "search": "preemption", "search_machines": 2}),
        json!({"topic": "search", "search": "preemption", "search_fewer": 3}),
    ];
    let allowed = [json!({}), json!({"allocation": "3 2 2 2"})];
    trial::ruled::<Bounds>(&refused, &allowed);
}
