//! Own strategies: each rewritten built-in rule adds and removes the same nodes as before, and faults are told.

use adaptation::parameters::Strategy as Chosen;
use adaptation::{Adaptation, Parameters};
use laboratory::{Error, Laboratory as _};
use report::{Report, Silent};

const COORDINATOR: &str = include_str!("../strategies/coordinator.rhai");
const WATCHING: &str = include_str!("../strategies/watching.rhai");
const MARGINAL: &str = include_str!("../strategies/marginal.rhai");

/// Disturbances of the clusters: none, a load, a slow link, both, crashes.
const DISTURBANCES: [&str; 5] = [
    "",
    "200 load cluster=2 factor=25",
    "0 link cluster=2 bandwidth=100000",
    "0 link cluster=2 bandwidth=100000\n0 load cluster=1 factor=5",
    "500 crash cluster=1\n500 crash cluster=2\n700 add cluster=3 nodes=4 speed=2",
];

/// Eight iterations of the usual program.
fn disturbed(disturbances: &str) -> Parameters {
    Parameters {
        disturbances: disturbances.into(),
        iterations: 8,
        ..Parameters::default()
    }
}

fn own(code: &str, of: Parameters) -> Parameters {
    Parameters {
        strategy: Chosen::Own,
        code: code.into(),
        ..of
    }
}

fn ran(parameters: &Parameters) -> Result<Report, Error> {
    let mut cache = Default::default();
    Adaptation::run(parameters, &mut cache, &mut Silent).map(|(report, _)| report)
}

/// The results of a run: its figures, its schedule, and its decisions with their times.
fn figures(report: &Report) -> (Vec<u64>, Vec<[String; 2]>) {
    let schedule = report.schedule.as_ref().unwrap();
    let spans = schedule
        .spans()
        .flat_map(|span| [span.start.to_bits(), span.end.to_bits()]);
    let figures = report.figures.iter().map(|figure| figure.value.to_bits());
    let logs = report.tables.iter().filter(|table| table.key == "log");
    let rows = logs.flat_map(|log| log.rows.iter().map(|row| [row[0].text(), row[4].text()]));
    (spans.chain(figures).collect(), rows.collect())
}

#[test]
fn rewritten_rules_add_and_remove_what_the_built_in_ones_do_to_the_bit() {
    for disturbances in DISTURBANCES {
        for (built_in, code) in [
            (Chosen::Coordinator, COORDINATOR),
            (Chosen::Watching, WATCHING),
            (Chosen::Marginal, MARGINAL),
        ] {
            let known = Parameters {
                strategy: built_in,
                ..disturbed(disturbances)
            };
            let mine = figures(&ran(&own(code, known.clone())).unwrap());
            let theirs = figures(&ran(&known).unwrap());
            assert!(
                mine == theirs,
                "{disturbances}\n{code}\n{:#?}\n{:#?}",
                mine.1,
                theirs.1
            );
        }
    }
}

#[test]
fn the_rewritten_coordinator_follows_the_parameters_that_it_is_handed() {
    let known = Parameters {
        least: 0.45,
        most: 0.6,
        cluster_limit: 0.9,
        speed_weight: 3.0,
        period: 60.0,
        allocation: 40.0,
        runs: 2,
        seed: 7,
        ..disturbed("0 link cluster=2 bandwidth=100000\n100 load nodes=13-16 factor=9")
    };
    let mine = figures(&ran(&own(COORDINATOR, known.clone())).unwrap());
    let theirs = figures(&ran(&known).unwrap());
    let removed = |rows: &[[String; 2]]| {
        rows.iter()
            .filter(|row| row[1].starts_with("removes"))
            .count()
    };
    assert!(removed(&theirs.1) > 1, "{:#?}", theirs.1);
    assert!(mine == theirs, "{:#?}\n{:#?}", mine.1, theirs.1);
}

/// The fault that stopped a run, with its report.
fn stopped(code: &str, of: Parameters) -> (String, Report) {
    trial::stopped(ran(&own(code, of)))
}

#[test]
fn a_wrong_answer_is_told_with_line_and_values_and_leaves_the_schedule_up_to_there() {
    for (answer, why) in [
        (
            "4",
            "adapt answered a number, 4; a map such as #{ add: 4 } is needed, or nothing",
        ),
        (
            "[3]",
            "adapt answered a list, [3]; a map such as #{ add: 4 } is needed, or nothing",
        ),
        (
            "#{ ad: 4 }",
            "adapt answered “ad”; add, remove and remove_cluster are allowed",
        ),
        (
            "#{ add: 25 }",
            "add is 25; at most 24 can be added: so many nodes are free",
        ),
        (
            "#{ add: 2000000000 }",
            "add is 2000000000; at most 24 can be added: so many nodes are free",
        ),
        (
            "#{ add: 5000000000 }",
            "add is 5000000000; at most 24 can be added: so many nodes are free",
        ),
        (
            "#{ add: -1 }",
            "add is -1; a whole number of nodes from 0 on is needed, or a list of them",
        ),
        (
            "#{ add: 0.0 / 0.0 }",
            "add is NaN; a whole number of nodes from 0 on is needed, or a list of them",
        ),
        (
            "#{ add: \"all\" }",
            "add is “all”; a whole number of nodes from 0 on is needed, or a list of them",
        ),
        (
            "#{ add: [36, 5] }",
            "add names node 5, which takes part already",
        ),
        ("#{ add: [36, 70] }", "add names node 70, which is not free"),
        ("#{ add: [36, 36] }", "add names node 36 twice"),
        (
            "#{ add: [36, 36.5] }",
            "entry 2 of add is 36.5; a node is a whole number from 0 on",
        ),
        (
            "#{ remove: 36 }",
            "remove is 36; at most 35 can be removed: the master stays, and nodes that have not measured their speed have no rank",
        ),
        (
            "#{ remove: 2.5 }",
            "remove is 2.5; a whole number of nodes from 0 on is needed, or a list of them",
        ),
        (
            "#{ remove: [0] }",
            "remove names node 0, the master, which cannot leave",
        ),
        (
            "#{ remove: [40] }",
            "remove names node 40, which does not take part",
        ),
        ("#{ remove: [7, 7] }", "remove names node 7 twice"),
        (
            "#{ remove: [1e300] }",
            "remove names node 1e300, which does not take part",
        ),
        (
            "#{ add: [5000000000] }",
            "add names node 5000000000, which is not free",
        ),
        (
            "#{ remove_cluster: 5000000000 }",
            "remove_cluster is 5000000000, a cluster of which no node takes part",
        ),
        (
            "#{ remove: 24, remove_cluster: 1 }",
            "remove is 24; beside cluster 1, at most 23 can be removed: the master stays, and nodes that have not measured their speed have no rank",
        ),
        (
            "#{ remove_cluster: 0 }",
            "remove_cluster is 0, the cluster of the master, which cannot leave",
        ),
        (
            "#{ remove_cluster: 3 }",
            "remove_cluster is 3, a cluster of which no node takes part",
        ),
        (
            "#{ remove_cluster: () }",
            "remove_cluster is nothing; a cluster is a whole number from 0 on",
        ),
        (
            "#{ remove_cluster: 1, remove: [12] }",
            "remove names node 12, which leaves with cluster 1",
        ),
    ] {
        let code = format!(
            "// Wrong later.\nfn adapt(reports) {{\n  if reports.period == 2 {{ return {answer}; }}\n}}"
        );
        let (told, report) = stopped(&code, disturbed(""));
        let expected = format!("code: line 2: {why}; it was asked at the end of period 2, at ");
        assert!(told.starts_with(&expected), "{told}\n{expected}");
        assert_eq!(report.headline, "Line 2 of your strategy stopped the run");
        let asked = report.asked.last().unwrap();
        assert_eq!((asked.number, asked.about.as_str()), (2, "period 2"));
        let schedule = report.schedule.unwrap();
        assert!(schedule.len() > 500, "{}", schedule.len());
        assert!((schedule.makespan() - asked.at.unwrap()).abs() < 1e-9);
        assert!((360.0..370.0).contains(&schedule.makespan()));
    }
}

#[test]
fn the_last_node_stays() {
    let alone = Parameters {
        clusters: "nodes,active\n1,1\n".into(),
        iterations: 1,
        ..disturbed("")
    };
    let (told, _) = stopped("fn adapt(reports) { #{ remove: [0] } }", alone);
    assert!(
        told.contains("remove names node 0, the last node: the program needs one"),
        "{told}"
    );
}

#[test]
fn what_fails_in_a_later_run_leaves_the_schedule_of_that_run() {
    // By chance, in one of ten runs.
    let code = "fn adapt(reports) {\n    if random() < 0.08 { throw `period ${reports.period}`; }\n    this.wae = reports.wae;\n}";
    let several = Parameters {
        runs: 10,
        iterations: 4,
        ..disturbed("")
    };
    let (told, report) = stopped(code, several.clone());
    let (again, other) = stopped(code, several);
    assert_eq!((&told, report.fingerprint()), (&again, other.fingerprint()));
    let asked = report.asked.last().unwrap();
    assert!(told.starts_with("code: line 2: period "), "{told}");
    assert_eq!(
        asked.answered,
        told.trim_start_matches("code: ").split(';').next().unwrap()
    );
    let schedule = report.schedule.unwrap();
    assert!((schedule.makespan() - asked.at.unwrap()).abs() < 1e-9);
    // The strategy of the first run does not fail.
    let first = own(
        code,
        Parameters {
            iterations: 4,
            ..disturbed("")
        },
    );
    assert!(ran(&first).is_ok());
}

#[test]
fn a_strategy_that_cannot_be_read_is_refused_with_its_line() {
    let unread = ran(&own("fn adapt() { 1 }", disturbed(""))).unwrap_err();
    assert!(matches!(unread, Error::Rejected(_)));
    assert_eq!(
        unread.to_string(),
        "code: line 1: adapt takes 0 values here; it is asked as fn adapt(reports)"
    );
}

#[test]
fn what_was_asked_is_listed_and_what_was_printed_stands_beside_its_decision() {
    let code = "fn adapt(reports) {\n    let slow = reports.clusters[-1];\n    if slow.inter > reports.limit && !slow.master {\n        print(`cluster ${slow.number} waits`);\n        return #{ remove_cluster: slow.number };\n    }\n    print(\"all is well\");\n}";
    let parameters = own(code, disturbed("0 link cluster=2 bandwidth=100000"));
    let report = ran(&parameters).unwrap();
    let first = &report.asked[0];
    assert_eq!((first.number, first.about.as_str()), (1, "period 1"));
    let handed = |name: &str| {
        let mut all = first.handed.iter();
        all.find(|one| one.name == name).unwrap().value.clone()
    };
    assert_eq!(handed("reports.active"), "36");
    let nodes = handed("reports.nodes");
    assert!(
        nodes.starts_with("[#{number: ") && nodes.ends_with("}, …] (36)"),
        "{nodes}"
    );
    let digits = |number: &str| number.bytes().filter(u8::is_ascii_digit).count();
    assert!(
        nodes.split([' ', ',', '}']).all(|word| digits(word) <= 7),
        "{nodes}"
    );
    assert!(handed("reports.clusters").starts_with("[#{number: 0, master: true, nodes: 12, "));
    assert_eq!(first.answered, "#{remove_cluster: 2}");
    assert_eq!(first.printed, ["cluster 2 waits"]);
    let plain = |text: &str| text.replace('\u{a0}', " ");
    assert!(
        plain(&report.why)
            .contains("the strategy removes 12 nodes of cluster 2: “cluster 2 waits”."),
        "{}",
        report.why
    );
    let worlds = report.worlds.unwrap();
    assert_eq!(
        [&worlds.without, &worlds.with],
        ["Without adaptation", "With your own strategy"]
    );
    let mut texts = worlds.reasons.iter().map(|reason| plain(&reason.text));
    assert!(texts.any(|text| text.contains("removes 12 nodes of cluster 2: “cluster 2 waits”.")));
    let log = report
        .tables
        .iter()
        .find(|table| table.key == "log")
        .unwrap();
    let rows: Vec<[String; 2]> = log
        .rows
        .iter()
        .map(|row| [plain(&row[4].text()), row[5].text()])
        .collect();
    assert_eq!(
        rows[0],
        ["removes 12 nodes of cluster 2", "“cluster 2 waits”"]
    );
    assert_eq!(rows[1], ["no change", "“all is well”"]);
}

#[test]
fn numbers_of_nodes_stand_for_the_first_free_and_the_worst() {
    let counts =
        "fn adapt(reports) {\n    if reports.period == 1 { return #{ add: 3, remove: 2 }; }\n}";
    let lists = "fn adapt(reports) {\n    if reports.period > 1 { return; }\n    let remove = [];\n    for node in reports.nodes {\n        if remove.len < 2 && !node.master { remove.push(node.number); }\n    }\n    let add = [];\n    for candidate in reports.free {\n        if add.len < 3 { add.push(candidate.number); }\n    }\n    #{ add: add, remove: remove }\n}";
    let [one, other] =
        [counts, lists].map(|code| figures(&ran(&own(code, disturbed(""))).unwrap()));
    assert_eq!(one, other);
    assert!(
        one.1[0][1].contains("adds node 36, node 37 and node 38"),
        "{:?}",
        one.1
    );
}

#[test]
fn a_node_that_was_removed_is_told_so_while_it_is_free() {
    let code = "fn adapt(reports) {\n    if reports.period == 1 { return #{ remove: [5], remove_cluster: 2 }; }\n    let gone = [];\n    for candidate in reports.free {\n        if candidate.removed { gone.push(candidate.number); }\n    }\n    print(gone.len);\n    if reports.period == 2 { return #{ add: [5] }; }\n}";
    let report = ran(&own(code, disturbed(""))).unwrap();
    let printed: Vec<&str> = report
        .asked
        .iter()
        .skip(1)
        .take(2)
        .map(|one| one.printed[0].as_str())
        .collect();
    // Node 5 and the twelve of the cluster; then node 5 takes part again.
    assert_eq!(printed, ["13", "12"]);
}

#[test]
fn presets_and_the_guide_have_strategies_that_run() {
    let presets: serde_json::Value = serde_json::from_str(include_str!("../presets.json")).unwrap();
    let codes = presets.as_array().unwrap().iter();
    let codes: Vec<_> = codes
        .filter_map(|preset| preset["values"]["code"].as_str())
        .collect();
    assert_eq!(codes.len(), 2);
    assert_eq!(codes[0], COORDINATOR);
    let guide = include_str!("../../../docs/strategies.md");
    let blocks = guide.split("```rhai\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("```").next());
    let mut own_ones: Vec<&str> = blocks.filter(|block| block.contains("fn adapt(")).collect();
    assert_eq!(own_ones.len(), 1);
    let usual = Parameters::default().code;
    own_ones.push(&usual);
    own_ones.push(codes[1]);
    for code in own_ones {
        for disturbances in DISTURBANCES {
            ran(&own(code, disturbed(disturbances)))
                .unwrap_or_else(|error| panic!("{code}{error}"));
        }
    }
}
