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
        json!({"topic": "gap", "optimum": "published", "most_listed": 22}),
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
        json!({"topic": "gap", "optimum": "published", "most_listed": 21}),
        json!({"topic": "vectors", "processes": 2, "other": "rendezvous"}),
    ];
    trial::ruled::<Recovery>(&refused, &allowed);
}

#[test]
fn virtual_nodes_are_asked_for_exactly_where_a_number_of_them_changes_a_load() {
    let table = Recovery::ABOUT.table;
    let parameter = table.find("virtual_nodes").unwrap();
    for topic in ["crash", "vectors", "faults"] {
        for scheme in ["golomb", "consistent", "rendezvous"] {
            for compared in ["all", "thesis", "systems", "none"] {
                let values = |nodes: u32| {
                    json!({
                        "topic": topic, "computers": 9, "scheme": scheme, "compared": compared, "virtual_nodes": nodes, "runs": 2
                    })
                };
                let prints = [1, 2, 3, 16].map(|nodes| {
                    let report = trial::run::<Recovery>(&values(nodes)).unwrap();
                    report.fingerprint()
                });
                let matters = parameter.matters(&table.check(&values(1)).unwrap());
                let changes = prints.windows(2).any(|pair| pair[0] != pair[1]);
                assert_eq!(matters, changes, "{topic}, {scheme}, {compared}");
            }
        }
    }
}
