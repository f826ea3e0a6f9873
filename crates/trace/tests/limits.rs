//! The nodes that a set refuses, and the limits of a file with the messages that state them.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use trace::read::{Layout, MAX_COLUMNS, MAX_LINE, MAX_TEXT, read};
use trace::set::{MAX_NAME, MAX_NODES, MAX_VALUES};
use trace::{Error, Node, TraceSet};

fn node(name: &str, runtimes: &[f64]) -> Node {
    Node {
        name: name.to_owned(),
        position: None,
        host: 0,
        runtimes: runtimes.to_vec(),
    }
}

fn refusal(nodes: Vec<Node>) -> String {
    TraceSet::new("test", nodes).unwrap_err().to_string()
}

#[test]
fn a_set_needs_nodes_with_jobs_and_names_of_their_own() {
    assert_eq!(
        refusal(vec![]),
        "there is no node: a set of traces needs at least one series of runtimes"
    );
    assert_eq!(
        refusal(vec![node("a", &[])]),
        "node 'a' has no runtime: each node needs at least one"
    );
    assert_eq!(
        refusal(vec![node("a", &[1.0]), node(" a", &[1.0])]),
        "two nodes are called 'a': each node needs a name of its own"
    );
    for name in ["", "  ", "two\nlines", "nul\0", &"x".repeat(MAX_NAME + 1)] {
        assert!(
            matches!(
                TraceSet::new("test", vec![node(name, &[1.0])]),
                Err(Error::Name { number: 1, .. })
            ),
            "{name:?}"
        );
    }
    assert!(TraceSet::new("test", vec![node(&"ü".repeat(MAX_NAME), &[1.0])]).is_ok());
}

#[test]
fn a_runtime_is_finite_and_above_zero() {
    for value in [0.0, -0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert_eq!(
            refusal(vec![node("a", &[1.0]), node("b", &[1.0, value])]),
            format!(
                "node 'b', job 2: the runtime is {value}, but must be a finite number above 0 ms"
            )
        );
    }
    assert!(
        TraceSet::new(
            "test",
            vec![node("a", &[f64::MIN_POSITIVE, 5e-324, f64::MAX])]
        )
        .is_ok()
    );
}

#[test]
fn a_set_has_no_more_nodes_and_values_than_the_limits() {
    let nodes = |count: usize| {
        (0..count)
            .map(|number| node(&number.to_string(), &[1.0]))
            .collect()
    };
    assert!(TraceSet::new("test", nodes(MAX_NODES)).is_ok());
    assert_eq!(
        refusal(nodes(MAX_NODES + 1)),
        "4097 nodes or more are too many: a set of traces has at most 4096"
    );
    assert_eq!(
        refusal(vec![node("a", &vec![1.0; MAX_VALUES]), node("b", &[1.0])]),
        "25000001 runtimes or more are too many: a set of traces has at most 25000000"
    );
}

#[test]
fn the_digest_depends_on_names_runtimes_and_order_only() {
    let set = |name: &str, nodes: Vec<Node>| TraceSet::new(name, nodes).unwrap().digest();
    let digest = set("one", vec![node("a", &[1.0, 2.0]), node("b", &[3.0])]);
    let elsewhere = Node {
        position: Some([0.5, 0.5]),
        host: 7,
        ..node("a", &[1.0, 2.0])
    };
    assert_eq!(digest, set("two", vec![elsewhere, node("b", &[3.0])]));
    assert_eq!(digest.len(), 64);
    for other in [
        vec![node("b", &[3.0]), node("a", &[1.0, 2.0])],
        vec![node("a", &[1.0]), node("b", &[2.0, 3.0])],
        vec![node("a", &[1.0, 2.0]), node("c", &[3.0])],
        vec![
            node("a", &[1.0, 2.000_000_000_000_000_4]),
            node("b", &[3.0]),
        ],
    ] {
        assert_ne!(digest, set("one", other));
    }
}

#[test]
fn a_set_serves_as_many_iterations_as_its_shortest_series() {
    let set = TraceSet::new("test", vec![node("a", &[1.0, 2.0, 3.0]), node("b", &[6.0])]).unwrap();
    assert_eq!((set.jobs(), set.mean()), (1, 3.0));
}

#[test]
fn a_file_larger_than_the_limit_is_refused() {
    let error = read("large", &vec![b'1'; MAX_TEXT + 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "400000001 bytes of text or more are too many: at most 400000000 are read, after decompression as well"
    );
}

#[test]
fn a_small_file_that_inflates_past_the_limit_is_refused() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block = vec![b'1'; 1 << 20];
    for _ in 0..400 {
        encoder.write_all(&block).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 3_000_000);
    assert_eq!(
        read("bomb", &bomb),
        Err(Error::TextTooLarge {
            found: MAX_TEXT + 1
        })
    );
}

#[test]
fn a_file_with_too_many_nodes_is_refused_in_either_layout() {
    let names: Vec<String> = (0..=MAX_NODES).map(|number| format!("n{number}")).collect();
    let wide = format!("{}\n{}1\n", names.join(","), "1,".repeat(MAX_NODES));
    assert_eq!(
        read("wide", wide.as_bytes()),
        Err(Error::TooManyNodes {
            found: MAX_NODES + 1
        })
    );
    let long: String = names.iter().map(|name| format!("{name},1,1\n")).collect();
    assert_eq!(
        read("long", format!("node,job,ms\n{long}").as_bytes()),
        Err(Error::TooManyNodes {
            found: MAX_NODES + 1
        })
    );
}

#[test]
fn a_file_with_too_many_values_is_refused_in_either_layout() {
    let row = format!("{}1\n", "1,".repeat(999));
    let wide = row.repeat(MAX_VALUES / 1000 + 1);
    assert!(
        matches!(read("wide", wide.as_bytes()), Err(Error::TooManyValues { found }) if found > MAX_VALUES)
    );
    let long = format!("node,ms\n{}", "a,1\n".repeat(MAX_VALUES + 1));
    assert_eq!(
        read("long", long.as_bytes()),
        Err(Error::TooManyValues {
            found: MAX_VALUES + 1
        })
    );
}

#[test]
fn ten_million_rows_are_read_in_every_layout_of_lines() {
    const ROWS: usize = 10_000_000;
    // Names and numbers as short as they can be, so that the test is about rows.
    let files = [
        ("a,b\n", "7,8\n", Layout::Wide, 2 * ROWS),
        ("node,ms\n", "a,7\n", Layout::Long, ROWS),
        ("#\n", "42\n", Layout::PlanetLab, ROWS),
    ];
    for (head, row, layout, values) in files {
        let reading = read("rows", (head.to_owned() + &row.repeat(ROWS)).as_bytes()).unwrap();
        assert_eq!(
            (reading.layout, reading.rows, reading.problems_total),
            (layout, ROWS, 0)
        );
        let nodes = reading.set.unwrap();
        let nodes = nodes.nodes().iter();
        assert_eq!(nodes.map(|node| node.runtimes.len()).sum::<usize>(), values);
    }
}

#[test]
fn a_million_jobs_of_a_log_and_a_million_events_are_read() {
    const MANY: usize = 1_000_000;
    let log = "1 0 0 9 1 -1 -1 1 -1 -1 1 1 1 -1 1 1 -1 -1\n".repeat(MANY);
    let events = "{\"ph\":\"X\",\"name\":\"a\",\"ts\":0,\"dur\":9},".repeat(MANY);
    for text in [log, format!("[{events}")] {
        let reading = read("many", text.as_bytes()).unwrap();
        assert_eq!((reading.rows, reading.rejected), (MANY, 0));
        assert_eq!(reading.set.unwrap().jobs(), MANY);
    }
}

#[test]
fn a_runtime_that_no_sum_could_hold_is_refused_with_its_place() {
    for runtime in ["5e-324", "9e-10", "1.1e15", "1e308", "inf", "NaN"] {
        let reading = read("far", format!("a,b\n2.5,3\n2.5,{runtime}\n").as_bytes()).unwrap();
        assert_eq!(
            reading.problems[0].to_string(),
            format!(
                "line 3, column 2: found '{runtime}', expected a runtime from 1e-9 to 1e15 ms; the row is dropped for every node"
            )
        );
    }
    let reading = read("near", b"a,b\n1e-9,1e15\n").unwrap();
    assert_eq!(reading.problems_total, 0);
}

#[test]
fn a_table_of_one_endless_line_is_refused_with_the_line_and_its_columns() {
    for delimiter in [",", ";", "\t"] {
        let line = format!("1.5{delimiter}").repeat(MAX_LINE / 3);
        let refusal = Err(Error::TooManyColumns {
            line: 1,
            found: MAX_COLUMNS + 1,
        });
        assert_eq!(read("line", line.as_bytes()), refusal);
        assert_eq!(read("line", line.replace('.', ",").as_bytes()), refusal);
    }
    let below = format!("a,b\n1,2\n{}", "3,".repeat(1_000_000));
    assert_eq!(
        read("line", below.as_bytes()).unwrap_err().to_string(),
        "line 3 has 4098 columns or more: a table has at most 4097, one for each of 4096 nodes and one that numbers the \
         jobs; give each job a line of its own"
    );
    let digits = format!("a,b\n1,{}", "1".repeat(MAX_LINE + 1));
    assert!(matches!(
        read("digits", digits.as_bytes()),
        Err(Error::LineTooLong { line: 2, .. })
    ));
}
