//! Rules about texts: what they refuse, a run refuses.

use crate::run;
use laboratory::Laboratory;
use parameters::Values;
use recovery::Recovery;
use serde_json::json;

/// Whether a rule refuses a value.
fn refused(values: &Values) -> bool {
    let face = Recovery::ABOUT.face;
    let mut ruled = (face.ruled)().into_iter();
    ruled.any(|name| (face.refuses)(values, name.text()).is_some())
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Recovery::ABOUT.table;
    for values in [
        json!({"crashed": "3, 12"}),
        json!({"computers": 3, "crashed": "0 1 2"}),
        json!({"set": "worst", "crashes": 12}),
        json!({"set": "one-by-one", "computers": 4}),
        json!({"computers": 3, "crashed": "0", "processes": 4}),
        json!({"processes": 2, "other": "rendezvous"}),
        json!({"topic": "faults", "processes": 2, "scheme": "own-lists"}),
    ] {
        let checked = table.check(&values).unwrap();
        assert!(refused(&checked) && run(&values).is_err(), "{values}");
    }
    for values in [
        json!({}),
        json!({"crashed": "11; 3 3"}),
        json!({"processes": 2}),
        json!({"topic": "vectors", "processes": 2, "other": "rendezvous"}),
    ] {
        let checked = table.check(&values).unwrap();
        assert!(!refused(&checked), "{values}");
        run(&values).unwrap();
    }
}
