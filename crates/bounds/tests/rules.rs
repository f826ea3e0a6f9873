//! Rules between parameters: a run refuses all that a rule refuses.

use bounds::Bounds;
use laboratory::Laboratory as _;
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

#[test]
fn a_search_refuses_numbers_of_preemptions_in_the_words_of_their_rule() {
    let mut refused = 0;
    for m in 2..=6 {
        for (i, j) in (0..=4).flat_map(|i| (1..=5).map(move |j| (i, j))) {
            let values = json!({
                "topic": "search", "search": "preemption", "tries": 1,
                "search_machines": m, "search_fewer": i, "search_more": j
            });
            let checked = Bounds::ABOUT.table.check(&values).unwrap();
            let reason = (Bounds::ABOUT.face.refuses)(&checked, "search_more");
            assert_eq!(reason.is_none(), i < j && j < m, "{values}");
            refused += u32::from(reason.is_some());
            let told = reason.map(|reason| format!("search_more is {j}; {reason}"));
            assert_eq!(trial::run::<Bounds>(&values).err(), told);
        }
    }
    assert_eq!(refused, 90);
}

#[test]
fn rules_about_an_allocation_count_its_processes_and_computers() {
    let reason = |parameter: &str| {
        let values = json!({"processes": 3, "computers": 2, "allocation": "2 2 1"});
        let checked = Bounds::ABOUT.table.check(&values).unwrap();
        (Bounds::ABOUT.face.refuses)(&checked, parameter).unwrap()
    };
    let told = ["allocation", "processes", "computers"].map(reason);
    assert_eq!(
        told,
        [
            "places 5\u{a0}processes instead of 3",
            "differs from the 5\u{a0}processes of the allocation",
            "is less than the 3\u{a0}computers of the allocation"
        ]
    );
}
