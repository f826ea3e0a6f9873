//! The reader gives written sets back exactly, for all names and values, in every encoding of the text.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::io::Write as _;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use trace::read::{Layout, Reading, read};
use trace::{Node, TraceSet, write};

/// A set as a file can carry it: no positions, a host for each node.
fn set_of(named: Vec<(String, Vec<f64>)>) -> Option<TraceSet> {
    let nodes = named.into_iter().enumerate();
    let nodes = nodes.map(|(host, (name, runtimes))| Node {
        name,
        position: None,
        host,
        runtimes,
    });
    TraceSet::new("round trip", nodes.collect()).ok()
}

fn runtime() -> impl Strategy<Value = f64> {
    prop_oneof![
        0.001..100_000.0,
        (1_u32..100_000).prop_map(f64::from),
        // Of all sizes that are read.
        (1.0..10.0_f64, -9..15_i32)
            .prop_map(|(digits, exponent)| { format!("{digits}e{exponent}").parse().unwrap() })
    ]
}

/// Names of all kinds, among them names that mean something to the reader.
fn name() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        "node",
        "job",
        "runtime",
        "time (s)",
        "ms",
        "#",
        "1",
        "2,5",
        "1;5",
        "a;b",
        "a,b",
        "a (s)",
        "a (ms)",
        "(s)",
        "a [min]",
        "\"",
        "\"a\"",
        "a\";\"b",
        "sep=;",
        "nan",
        "-",
        "Zürich",
        "台北",
        "\u{feff}x",
        "PK",
        "node 1",
    ]);
    prop_oneof![
        special.prop_map(str::to_owned),
        "\\PC{1,12}",
        "[a-z0-9;,\"() ]{1,8}"
    ]
}

fn any_set() -> impl Strategy<Value = TraceSet> {
    let node = (name(), prop::collection::vec(runtime(), 1..8));
    prop::collection::vec(node, 1..6).prop_filter_map("names are valid and different", set_of)
}

fn read_back(bytes: &[u8]) -> Reading {
    let reading = read("round trip", bytes).unwrap();
    assert_eq!(reading.problems, [], "{}", String::from_utf8_lossy(bytes));
    assert_eq!(reading.problems_total, 0);
    reading
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_wide_file_is_read_back_exactly(set in any_set()) {
        let reading = read_back(write::wide(&set).as_bytes());
        prop_assert_eq!(reading.layout, Layout::Wide);
        prop_assert_eq!(reading.set, Some(set));
    }

    #[test]
    fn a_long_file_is_read_back_exactly(set in any_set()) {
        let reading = read_back(write::long(&set).as_bytes());
        prop_assert_eq!(reading.layout, Layout::Long);
        prop_assert_eq!(reading.set, Some(set));
    }

    #[test]
    fn delimiter_decimal_mark_line_ends_encoding_and_compression_do_not_change_the_set(
        values in prop::collection::vec(prop::collection::vec(0.01..1e6, 1..6), 1..5),
        long in any::<bool>(),
        delimiter in prop::sample::select(vec![',', ';', '\t']),
        decimal_comma in any::<bool>(),
        line_end in prop::sample::select(vec!["\n", "\r\n"]),
        encoding in 0..5,
        gzip in any::<bool>(),
    ) {
        let named = values.into_iter().enumerate().map(|(node, values)| (format!("Köln {node}"), values));
        let set = set_of(named.collect()).unwrap();
        let mut text = if long { write::long(&set) } else { write::wide(&set) };
        text = text.replace(',', &delimiter.to_string()).replace('\n', line_end);
        if decimal_comma && delimiter != ',' {
            text = text.replace('.', ",");
        }
        let mut bytes = encoded(&text, encoding);
        if gzip {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&bytes).unwrap();
            bytes = encoder.finish().unwrap();
        }
        let reading = read_back(&bytes);
        prop_assert_eq!(reading.gzip, gzip);
        prop_assert_eq!(reading.set.map(|set| set.digest()), Some(set.digest()));
    }
}

fn encoded(text: &str, encoding: i32) -> Vec<u8> {
    let plain = |encoding: &'static Encoding| encoding.encode(text).0.into_owned();
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    match encoding {
        0 => plain(UTF_8),
        1 => [b"\xEF\xBB\xBF".to_vec(), plain(UTF_8)].concat(),
        2 => plain(WINDOWS_1252),
        3 => utf16(u16::to_be_bytes),
        _ => [b"\xFF\xFE".to_vec(), utf16(u16::to_le_bytes)].concat(),
    }
}

#[test]
fn the_time_of_a_message_stands_above_a_table_and_moves_no_line() {
    let text = "# message time (ms): 0.0125\njob,a,b\n1,12,13\n2,oops,14\n3,11,15\n";
    let reading = trace::read::read("two nodes", text.as_bytes()).unwrap();
    assert_eq!(reading.problems[0].line, 4);
    let set = reading.set.unwrap();
    assert_eq!((set.message(), set.jobs()), (Some(0.0125), 2));
    let again = trace::read::read("two nodes", trace::write::wide(&set).as_bytes()).unwrap();
    assert_eq!(again.set.as_ref(), Some(&set));
    // It changes no content: a file is the same with and without it.
    let rest = text.split_once('\n').unwrap().1;
    let without = trace::read::read("two nodes", rest.as_bytes())
        .unwrap()
        .set
        .unwrap();
    assert_eq!((without.message(), without.digest()), (None, set.digest()));
}
