//! Bad input gets a message with its place; odd but valid input gets a note.

use crate::{run, typed};
use serde_json::{Value, json};
use trial::figure;

fn refused(values: &Value) -> String {
    run(values).expect_err("should be refused")
}

#[test]
fn bad_clusters_are_refused_with_their_line() {
    let clusters = |text: &str| refused(&json!({"clusters": text}));
    assert!(clusters("").contains("no rows"));
    assert!(clusters("nodes,active\n4,0\n").contains("at least 1 must be active"));
    assert!(clusters("nodes,active\n0,0\n").contains("at least 1 must be active"));
    assert!(clusters("nodes,active\n4,5\n").contains("line 2"));
    assert!(clusters("nodes,active\n4.5,4\n").contains("whole number"));
    assert!(clusters("nodes,speed\n4,0\n").contains("line 2, column 2"));
    assert!(clusters("nodes,speed\n4,-1\n").contains("more than 0"));
    assert!(clusters("nodes,speed\n4,inf\n").contains("finite"));
    assert!(clusters("nodes,speed\n4,NaN\n").contains("finite"));
    assert!(clusters("nodes,uplink\n4,0\n").contains("line 2, column 2"));
    assert!(clusters("nodes,uplink\n4,inf\n").contains("finite"));
    assert!(clusters("nodes,downlink\n4,nan\n").contains("finite"));
    assert!(clusters("nodes,latency\n4,-1\n").contains("at least 0"));
    assert!(clusters("nodes,colour\n4,red\n").contains("colour"));
    assert!(clusters("nodes\n20000\n").contains("10000"));
    let many = format!("nodes\n{}", "1\n".repeat(101));
    assert!(clusters(&many).contains("100"));
}

#[test]
fn names_are_told_apart_and_cells_may_be_quoted() {
    use adaptation::platform::Platform;

    let names = |text: &str| Platform::read(text).unwrap().names;
    assert_eq!(
        names("name,nodes,active\n\"A, B\",4,4\n\"the \"\"new\"\" one\",4,4\n"),
        ["A, B", "the \"new\" one"]
    );
    assert_eq!(
        names("name,nodes\nA,4\nA,4\n,4\n"),
        ["A (cluster 0)", "A (cluster 1)", "cluster 2"]
    );
    assert_eq!(
        names("name,nodes\ncluster 1,4\n,4\n"),
        ["cluster 1 (cluster 0)", "cluster 1"]
    );
    let report = run(&json!({
        "topic": "metrics", "remove": 0, "nodes": "name,speed\n\"a, b\",5\na,5\na,5\n"
    }));
    let report = report.unwrap();
    let nodes = report.tables.iter().find(|table| table.key == "nodes");
    let first = |row: &Vec<report::table::Cell>| row[0].text();
    let names: Vec<String> = nodes.unwrap().rows.iter().map(first).collect();
    assert_eq!(names, ["a, b", "a (node 2)", "a (node 3)"]);
}

#[test]
fn extremes_are_refused_where_they_stand_with_what_is_allowed() {
    let huge = run(&json!({"clusters": "nodes,speed\n4,1e308\n"})).unwrap_err();
    assert!(
        huge.ends_with("the speed is 1e308; it must be from 0.000001 to 1000000"),
        "{huge}"
    );
    let told = refused(&json!({"first_wait": 60, "longest_wait": 0.05}));
    assert!(
        told.contains("longest_wait") && told.contains("at least 0.06 s"),
        "{told}"
    );
    let told = refused(&json!({"disturbances": "10 add cluster=1 nodes=9999"}));
    assert!(
        told.contains("disturbances") && told.contains("line 1") && told.contains("10000"),
        "{told}"
    );
    let told = refused(&json!({"clusters": "nodes\n1e9\n"}));
    assert!(told.contains("from 0 to 999999999"), "{told}");
    let told = refused(&json!({"topic": "metrics", "nodes": "speed\n1\n1e308\n"}));
    assert!(
        told.contains("line 3") && told.contains("at most 1000000000"),
        "{told}"
    );
    let told = refused(&json!({"topic": "landscape", "qualities": "1,,2"}));
    assert!(told.contains("number 2 is \"\""), "{told}");
    let told = refused(&json!({"topic": "landscape", "ideal_points": "0:10,,5:3"}));
    assert!(told.contains("point 2 is \"\""), "{told}");
}

#[test]
fn bad_events_are_refused_with_line_and_word() {
    let events = |text: &str| refused(&json!({"disturbances": text}));
    assert!(events("200 load cluster=2 factor=0.5").contains("line 1"));
    assert!(events("\n200 lode cluster=2 factor=2").contains("line 2"));
    assert!(events("0 link cluster=1 bandwidth=0").contains("bandwidth"));
    assert!(events("0 link cluster=1 bandwidth=inf").contains("bandwidth"));
    assert!(events("0 link cluster=9 bandwidth=1000").contains("there is no cluster 9"));
    assert!(events("0 crash nodes=4-99").contains("there is no node"));
    // Comments and blank lines count.
    for event in [
        "10 load cluster=7 factor=2",
        "10 crash nodes=999",
        "10 link cluster=9 bandwidth=1000",
        "10 load cluster=0 factor=0",
    ] {
        let told = events(&format!("# a comment\n\n{event}"));
        assert!(
            told.contains("disturbances") && told.contains("line 3"),
            "{told}"
        );
    }
    let alone = |text: &str| refused(&json!({"clusters": "nodes\n1\n", "disturbances": text}));
    assert!(alone("0 crash nodes=4").contains("no node 4; the only node is 0"));
    assert!(alone("0 crash cluster=2").contains("no cluster 2; the only cluster is 0"));
    assert!(events("-1 crash cluster=1").contains("line 1"));
    assert!(events("x crash cluster=1").contains("line 1"));
    assert!(events("5 crash").contains("line 1"));
    assert!(events("5 crash cluster=1 nodes=3").contains("line 1"));
    assert!(events("5 add cluster=7 nodes=3").contains("there is no cluster 7"));
    // One more than the last is a new cluster.
    run(&json!({"iterations": 1, "disturbances": "5 add cluster=5 nodes=3"})).unwrap();
}

#[test]
fn a_new_cluster_is_the_next_in_time_whatever_the_order_of_the_lines() {
    let of = |lines: [&str; 2]| {
        let refused = run(&json!({"iterations": 1, "disturbances": lines.join("\n")})).err();
        refused.unwrap_or_default()
    };
    let [early, late] = ["100 add cluster=5 nodes=2", "500 add cluster=6 nodes=2"];
    for lines in [[early, late], [late, early]] {
        assert_eq!(of(lines), "");
    }
    let [late, early] = ["500 add cluster=5 nodes=2", "100 add cluster=6 nodes=2"];
    for (lines, line) in [([early, late], "line 1"), ([late, early], "line 2")] {
        let told = of(lines);
        assert!(
            told.contains(line) && told.contains("there is no cluster 6; the clusters are 0 to 5"),
            "{told}"
        );
    }
    // At the same time, they come in the order of the lines.
    let [five, six] = ["100 add cluster=5 nodes=2", "100 add cluster=6 nodes=2"];
    assert_eq!(of([five, six]), "");
    assert!(of([six, five]).contains("line 1: there is no cluster 6"));
}

#[test]
fn other_values_are_refused_where_they_make_no_sense() {
    assert!(refused(&json!({"least": 0.5, "most": 0.5})).contains("least"));
    assert!(refused(&json!({"depth": 13})).contains("20\u{202f}000\u{202f}000"));
    assert!(typed(&json!({"period": 0.0})).is_err());
    assert!(typed(&json!({"leaf": 0.0})).is_err());
    assert!(typed(&json!({"iterations": 0})).is_err());
    let nodes = |text: &str| refused(&json!({"topic": "metrics", "nodes": text}));
    assert!(nodes("").contains("no rows"));
    assert!(nodes("speed,overhead\n1,1.5\n").contains("line 2, column 2"));
    assert!(nodes("speed\n-1\n").contains("line 2"));
    assert!(refused(&json!({"topic": "metrics", "remove": 5})).contains("no node 5"));
    assert!(refused(&json!({"topic": "metrics", "add": "speed\nx\n"})).contains("add"));
}

#[test]
fn runs_without_an_end_are_simulated_to_their_honest_end() {
    let all = "50 crash cluster=0\n50 crash cluster=1\n50 crash cluster=2";
    for strategy in ["none", "coordinator", "marginal", "best-seen"] {
        let report = run(&json!({"disturbances": all, "strategy": strategy})).unwrap();
        assert!(
            report.headline.contains("never ends"),
            "{}",
            report.headline
        );
        assert!(
            report.headline.contains("no node is left"),
            "{}",
            report.headline
        );
        assert!(report.worlds.is_none());
        assert!(report.notes.join(" ").contains("no node is left"));
        assert!(report.schedule.is_some());
    }
    // Where the master crashes, another node takes its place.
    let report = run(&json!({"iterations": 4, "disturbances": "50 crash cluster=0"})).unwrap();
    assert!(figure(&report, "runtime").is_finite());
}

#[test]
fn a_stop_ends_a_run() {
    use adaptation::{Adaptation, Parameters};
    use laboratory::Laboratory;
    use parameters::Parameters as _;
    use std::ops::ControlFlow;

    for strategy in ["none", "coordinator", "climbing"] {
        let checked = Adaptation::ABOUT
            .table
            .check(&json!({"strategy": strategy}))
            .unwrap();
        let mut looks = 0;
        let mut stop = |done: u64, total: u64| {
            assert!(done <= total);
            looks += 1;
            match looks {
                ..3 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let parameters = Parameters::from_values(&checked);
        let ended = Adaptation::run(&parameters, &mut Default::default(), &mut stop);
        assert!(
            matches!(ended, Err(laboratory::Error::Cancelled(_))),
            "{strategy} does not stop"
        );
    }
}
