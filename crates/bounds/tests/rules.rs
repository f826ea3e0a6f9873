//! Rules about texts: what they refuse, a run refuses.

use crate::run;
use bounds::Bounds;
use laboratory::Laboratory;
use parameters::Values;
use serde_json::json;

/// Whether a rule refuses a value.
fn refused(values: &Values) -> bool {
    let face = Bounds::ABOUT.face;
    let mut ruled = (face.ruled)().into_iter();
    ruled.any(|name| (face.refuses)(values, name.text()).is_some())
}

#[test]
fn rules_refuse_what_a_run_refuses() {
    let table = Bounds::ABOUT.table;
    for values in [
        json!({"allocation": "3 2"}),
        json!({"allocation": "2 2 1 1 1 1 1"}),
        json!({"topic": "search", "search": "preemption", "search_machines": 2}),
        json!({"topic": "search", "search": "preemption", "search_fewer": 3}),
    ] {
        let checked = table.check(&values).unwrap();
        assert!(refused(&checked) && run(&values).is_err(), "{values}");
    }
    for values in [json!({}), json!({"allocation": "3 2 2 2"})] {
        let checked = table.check(&values).unwrap();
        assert!(!refused(&checked), "{values}");
        run(&values).unwrap();
    }
}
