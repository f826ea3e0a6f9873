//! Rules about texts: what they refuse, a run refuses.

use crate::run;
use adaptation::Adaptation;
use laboratory::Laboratory;
use parameters::Values;
use serde_json::json;

/// Whether a rule refuses a value.
fn refused(values: &Values) -> bool {
    let face = Adaptation::ABOUT.face;
    let mut ruled = (face.ruled)().into_iter();
    ruled.any(|name| (face.refuses)(values, name.text()).is_some())
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Adaptation::ABOUT.table;
    for values in [
        json!({"least": 0.6}),
        json!({"most": 0.2}),
        json!({"depth": 12}),
        json!({"branching": 16, "depth": 6}),
        json!({"topic": "metrics", "remove": 5}),
        json!({"topic": "metrics", "least": 0.6}),
        json!({"first_wait": 60, "longest_wait": 0.05}),
    ] {
        let checked = table.check(&values).unwrap();
        assert!(refused(&checked) && run(&values).is_err(), "{values}");
    }
    for values in [
        json!({"iterations": 2}),
        json!({"iterations": 2, "strategy": "climbing", "least": 0.6}),
        json!({"topic": "metrics", "depth": 15}),
    ] {
        let checked = table.check(&values).unwrap();
        assert!(!refused(&checked), "{values}");
        run(&values).unwrap();
    }
}
