//! With any bytes, the reader does not panic, and its results hold together.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use trace::read::{KEPT_PROBLEMS, Reading, read};
use trace::synthetic::{Preset, preset};
use trace::{TraceSet, write};

/// Reads, and checks the invariants of every reading.
fn read_and_check(bytes: &[u8]) {
    let Ok(reading) = read("any bytes", bytes) else {
        return;
    };
    let Reading {
        set,
        rows,
        rejected,
        problems,
        problems_total,
        notes,
        feeds,
        ..
    } = reading;
    assert_eq!(feeds.len(), if set.is_some() { 4 } else { 0 });
    assert!(rows > 0 && rejected <= rows, "{rejected} of {rows} rows");
    assert_eq!(problems.len(), problems_total.min(KEPT_PROBLEMS));
    assert!(rejected <= problems_total);
    assert!(problems.is_sorted_by_key(|problem| (problem.line, problem.column)));
    let lines = 1 + bytes
        .iter()
        .filter(|byte| matches!(byte, b'\n' | b'\r'))
        .count() as u64;
    for problem in &problems {
        assert!(
            (1..=lines).contains(&problem.line) && problem.column >= 1,
            "{problem}"
        );
        assert!(
            problem.excerpt.chars().count() <= 41 && !problem.excerpt.contains(char::is_control)
        );
    }
    match set {
        Some(set) => {
            assert!(set.jobs() >= 1 && rejected < rows);
            assert!(TraceSet::new("again", set.nodes().to_vec()).is_ok());
        }
        None => assert!(problems_total > 0 || !notes.is_empty()),
    }
}

/// The files of the corpus that are small enough to be edited often.
fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let bytes = files.iter().map(|file| fs::read(file).unwrap());
    bytes.filter(|bytes| bytes.len() < 4000).collect()
}

/// One edit of a file.
#[derive(Debug, Clone)]
enum Edit {
    Replace(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, usize),
    Cut(prop::sample::Index),
    Repeat(prop::sample::Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<prop::sample::Index>;
    let telling = prop::sample::select(vec![
        "\"",
        "\n",
        "\r\n",
        "\r",
        ",",
        ";",
        "\t",
        ".",
        "-",
        "0",
        "1e999",
        "nan",
        "\u{feff}",
        "é",
        "\0",
        "\n\n",
        ",,",
        "sep=;\n",
        "\u{1F4C8}",
        " ",
        "-1 ",
        "; Queue: 1 a\n",
        "#",
        "101\n",
        "JobID SubmitTime WaitTime RunTime\n",
        "\u{a0}",
        "{",
        "}",
        "]",
        ":",
        "null",
        "\"ph\":\"E\",",
        "\"dur\":-1,",
        "\\",
    ]);
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (at(), telling).prop_map(|(at, text)| Edit::Insert(at, text.as_bytes().to_vec())),
        (at(), 1..20_usize).prop_map(|(at, count)| Edit::Remove(at, count)),
        at().prop_map(Edit::Cut),
        (at(), 1..40_usize).prop_map(|(at, count)| Edit::Repeat(at, count)),
    ]
}

impl Edit {
    fn apply(self, bytes: &mut Vec<u8>) {
        let range = |at: prop::sample::Index, count: usize| {
            let start = at.index(bytes.len() + 1);
            start..(start + count).min(bytes.len())
        };
        match self {
            Self::Replace(at, byte) => drop(bytes.splice(range(at, 1), [byte])),
            Self::Insert(at, text) => drop(bytes.splice(range(at, 0), text)),
            Self::Remove(at, count) => drop(bytes.drain(range(at, count))),
            Self::Cut(at) => bytes.truncate(at.index(bytes.len() + 1)),
            Self::Repeat(at, count) => bytes.extend_from_within(range(at, count)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read_and_check(&bytes);
    }

    #[test]
    fn arbitrary_cells_do_not_panic(text in "[0-9a-c.,;\t\"\r\n -]{0,200}") {
        read_and_check(text.as_bytes());
    }

    #[test]
    fn a_compressed_file_of_arbitrary_bytes_does_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_and_check(&[b"\x1F\x8B\x08\x00".to_vec(), bytes].concat());
    }

    #[test]
    fn an_edited_file_does_not_panic(long in any::<bool>(), utf16 in any::<bool>(), edits in prop::collection::vec(edit(), 1..8)) {
        let set = preset(Preset::Peaks, 3, 6, 1);
        let text = if long { write::long(&set) } else { write::wide(&set) };
        let mut bytes = if utf16 { text.encode_utf16().flat_map(u16::to_le_bytes).collect() } else { text.into_bytes() };
        edits.into_iter().for_each(|edit| edit.apply(&mut bytes));
        read_and_check(&bytes);
    }

    #[test]
    fn an_edited_file_of_the_corpus_does_not_panic(file in prop::sample::select(samples()), edits in prop::collection::vec(edit(), 1..8)) {
        let mut bytes = file;
        edits.into_iter().for_each(|edit| edit.apply(&mut bytes));
        read_and_check(&bytes);
    }

    #[test]
    fn arbitrary_lines_of_numbers_do_not_panic(
        lines in prop::collection::vec((prop::collection::vec("-1|[0-9]{1,4}|x|1e999|G1/site|0.5", 17..31), "[ \t]|  |,"), 1..20)
    ) {
        let text: String = lines.iter().map(|(fields, space)| fields.join(space) + "\n").collect();
        read_and_check(text.as_bytes());
    }

    #[test]
    fn arbitrary_events_do_not_panic(
        object in any::<bool>(),
        events in prop::collection::vec(
            ("X|B|E|M|i", "-?[0-9]{1,3}|null|\"4\"|1e400|\\{\\}|\\[1\\]", "[0-9.]{1,3}|-1|null|true", "[ab]|thread_name|\u{e9}\\\\n", 0..3_u8, ",|,\n|,\n| "), 0..20
        )
    ) {
        let text: String = events.iter().map(|(phase, time, duration, name, thread, comma)| format!(
            r#"{{"ph":"{phase}","ts":{time},"dur":{duration},"name":"{name}","tid":{thread},"args":{{"name":"t"}}}}{comma}"#
        )).collect();
        let text = if object { format!("{{\"traceEvents\":[{text}") } else { format!("[{text}]") };
        read_and_check(text.as_bytes());
    }

    #[test]
    fn arbitrary_percentages_do_not_panic(lines in prop::collection::vec("[0-9]{1,3}|#|-1||1[0-9]{3}", 1..60)) {
        read_and_check(lines.join("\n").as_bytes());
    }

    #[test]
    fn of_a_wide_file_exactly_the_rows_without_a_bad_cell_survive(
        rows in prop::collection::vec(prop::collection::vec(prop_oneof![4 => (1..1000_u32).prop_map(|n| n.to_string()), 1 => "x|0|-1|1e999"], 3), 1..12)
    ) {
        // A second row of words alone is a second header, which is refused.
        prop_assume!(rows.first().is_none_or(|row| row.iter().any(|cell| cell.parse::<f64>().is_ok())));
        // A column of words alone is text, not a node.
        prop_assume!((0..3).all(|column| rows.iter().any(|row| row[column].parse::<f64>().is_ok())));
        let text: String = rows.iter().map(|row| row.join(",") + "\n").collect();
        let reading = read("rows", format!("a,b,c\n{text}").as_bytes()).unwrap();

        let good: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| row.iter().filter_map(|cell| cell.parse().ok()).filter(|n: &f64| *n > 0.0 && n.is_finite()).collect())
            .filter(|row: &Vec<f64>| row.len() == 3)
            .collect();
        prop_assert_eq!((reading.rows, reading.rejected), (rows.len(), rows.len() - good.len()));
        let read: Vec<Vec<f64>> = reading.set.iter().flat_map(|set| set.nodes()).map(|node| node.runtimes.clone()).collect();
        let columns: Vec<Vec<f64>> = (0..3).map(|column| good.iter().map(|row| row[column]).collect()).collect();
        prop_assert_eq!(read, if good.is_empty() { vec![] } else { columns });
    }

    #[test]
    fn of_a_log_exactly_the_lines_that_are_no_jobs_are_named(
        lines in prop::collection::vec(prop_oneof![4 => (1..1000_u32).prop_map(Ok), 1 => "x|0|-1|-5|1e999| |".prop_map(Err)], 1..40)
    ) {
        // The first line is good, so that the reader recognises the file.
        let lines: Vec<_> = [Ok(1)].into_iter().chain(lines).collect();
        let text: String = lines.iter().map(|line| {
            let run = line.clone().map_or_else(|bad| bad, |run| run.to_string());
            format!("1 5 0 {run} 1 -1 -1 1 -1 -1 1 1 1 -1 1 1 -1 -1\n")
        }).collect();
        let reading = read("log", text.as_bytes()).unwrap();
        let bad: Vec<u64> = (1..).zip(&lines).filter(|(_, line)| line.is_err()).map(|(number, _)| number).collect();
        let named: Vec<u64> = reading.problems.iter().map(|problem| problem.line).collect();
        prop_assert_eq!((reading.rows, reading.rejected, reading.problems_total), (lines.len(), bad.len(), bad.len()));
        prop_assert_eq!(&named[..], &bad[..bad.len().min(KEPT_PROBLEMS)]);
        let good: Vec<f64> = lines.iter().flatten().map(|run| f64::from(*run) * 1e3).collect();
        let set = reading.set.unwrap();
        prop_assert_eq!(&set.nodes()[0].runtimes, &good);
    }

    #[test]
    fn of_trace_events_exactly_those_without_a_duration_are_named(
        durations in prop::collection::vec(prop_oneof![4 => (1..1000_u32).prop_map(Ok), 1 => "null|0|-1|\"x\"|true|\\[\\]".prop_map(Err)], 1..40),
        breaks in "\n{0,3}", indent in " {0,4}"
    ) {
        let durations: Vec<_> = [Ok(7)].into_iter().chain(durations).collect();
        let events: Vec<String> = durations.iter().map(|duration| {
            let duration = duration.clone().map_or_else(|bad| bad, |duration| duration.to_string());
            format!("{indent}{{\"ph\":\"X\",\"ts\":1,\"dur\":{duration}}}")
        }).collect();
        let text = format!("[{}]", events.join(&format!(",{breaks}")));
        let reading = read("events", text.as_bytes()).unwrap();
        // Where each event begins, found in the text itself.
        let mut places = Vec::new();
        for (byte, _) in text.match_indices('{') {
            let line = 1 + text[..byte].matches('\n').count();
            let column = 1 + byte - text[..byte].rfind('\n').map_or(0, |end| end + 1);
            places.push((line as u64, column as u64));
        }
        let bad: Vec<_> = places.into_iter().zip(&durations).filter(|(_, duration)| duration.is_err()).map(|(place, _)| place).collect();
        let named: Vec<_> = reading.problems.iter().map(|problem| (problem.line, problem.column)).collect();
        prop_assert_eq!((reading.rejected, reading.problems_total), (bad.len(), bad.len()));
        prop_assert_eq!(&named[..], &bad[..bad.len().min(KEPT_PROBLEMS)]);
    }

    #[test]
    fn of_utilisation_exactly_the_lines_that_are_none_are_named(bad in prop::collection::btree_map(2..=60_u64, "101|x|-1|5\\.5|1 2|1000", 0..4)) {
        // The first line decides the kind of the file, and of the others no more than one in twenty may be bad.
        let text: String = (1..=60).map(|line| bad.get(&line).cloned().unwrap_or_else(|| (line % 101).to_string()) + "\n").collect();
        let reading = read("utilisation", text.as_bytes()).unwrap();
        prop_assert_eq!(reading.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), bad.keys().copied().collect::<Vec<_>>());
        let lengths: Vec<_> = reading.set.iter().flat_map(|set| set.nodes()).map(|node| node.runtimes.len()).collect();
        prop_assert_eq!(lengths, [60 - bad.len()]);
    }
}
