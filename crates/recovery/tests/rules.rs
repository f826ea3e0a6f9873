//! Rules about texts: a run refuses the inputs that they refuse.

use laboratory::Laboratory;
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
    // The run names words that are no computers; no rule counts them.
    let ruled = [
        json!({"scheme": "own", "list": "1 2 3"}),
        json!({"scheme": "own", "list": "<1, 2, 3>"}),
    ];
    trial::ruled::<Recovery>(&ruled, &[]);
    let words = json!({"scheme": "own", "list": "<img src=x onerror=alert(1)>"});
    let checked = Recovery::ABOUT.table.check(&words).unwrap();
    assert_eq!((Recovery::ABOUT.face.refuses)(&checked, "scheme"), None);
    let told = trial::run::<Recovery>(&words).unwrap_err();
    assert!(told.contains("entry 1 of the list is \"img\""), "{told}");
    let allowed = [
        json!({}),
        json!({"crashed": "11; 3 3"}),
        json!({"processes": 2}),
        json!({"topic": "vectors", "processes": 2, "other": "rendezvous"}),
    ];
    trial::ruled::<Recovery>(&refused, &allowed);
}
