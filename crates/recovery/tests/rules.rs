//! Rules about texts: a run refuses the inputs that they refuse.

use laboratory::Laboratory;
use recovery::Recovery;
use serde_json::{Value, json};

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

/// The predicate of a field whose value does not fit the others.
fn refusal(values: &Value, field: &str) -> Option<String> {
    let checked = Recovery::ABOUT.table.check(values).unwrap();
    (Recovery::ABOUT.face.refuses)(&checked, field)
}

#[test]
fn a_field_is_refused_for_its_own_value() {
    for (n, scheme, of_computers, of_scheme) in [
        (
            30,
            "published",
            "does not fit the published list",
            "needs 4 to 21 computers; there are 30",
        ),
        (
            29,
            "recomputed",
            "does not fit the recomputed list",
            "needs 2 to 28 computers; there are 29",
        ),
        (
            11,
            "wrapped",
            "does not fit the wrapped Golomb scheme",
            "has no ruler for 11 computers",
        ),
        (
            8,
            "own",
            "does not fit your own list",
            "is for 12\u{a0}computers; there are 8",
        ),
        (
            8,
            "own-lists",
            "does not fit the scheme of your own lists",
            "are for 12\u{a0}computers; there are 8",
        ),
    ] {
        for field in ["scheme", "other"] {
            let values = json!({"computers": n, "crashed": "0", field: scheme});
            let told = ["computers", field].map(|field| refusal(&values, field).unwrap());
            assert_eq!(told, [of_computers, of_scheme]);
        }
    }
    // No other number of computers gives room for a second process.
    for scheme in ["consistent", "rendezvous", "own-lists"] {
        let values = json!({"scheme": scheme, "processes": 2});
        assert_eq!(refusal(&values, "computers"), None);
        assert_eq!(
            refusal(&values, "scheme").unwrap(),
            "can have only 1 process per computer; there are 2"
        );
        assert_eq!(
            refusal(&values, "processes").unwrap(),
            "must be 1 where each process has a list of its own"
        );
    }
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
