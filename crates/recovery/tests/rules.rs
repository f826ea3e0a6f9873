//! Rules about texts: what they refuse, a run refuses.

use recovery::Recovery;
use serde_json::json;

#[test]
fn rules_refuse_what_a_run_refuses() {
    let refused = [
        json!({"crashed": "3, 12"}),
        json!({"computers": 3, "crashed": "0 1 2"}),
        json!({"set": "worst", "crashes": 12}),
        json!({"set": "one-by-one", "computers": 4}),
        json!({"computers": 3, "crashed": "0", "processes": 4}),
        json!({"processes": 2, "other": "rendezvous"}),
        json!({"topic": "faults", "processes": 2, "scheme": "own-lists"}),
    ];
    let allowed = [
        json!({}),
        json!({"crashed": "11; 3 3"}),
        json!({"processes": 2}),
        json!({"topic": "vectors", "processes": 2, "other": "rendezvous"}),
    ];
    trial::ruled::<Recovery>(&refused, &allowed);
}
