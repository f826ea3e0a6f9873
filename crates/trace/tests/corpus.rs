//! The reader's results for each file in `corpus/`: valid files as various programs write them, damaged ones, and
//! files that are no tables at all. `UPDATE_EXPECT=1 cargo test` rewrites the snapshot.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use trace::read::{Feed, Layout, Question, Reading, read};

#[test]
fn every_file_of_the_corpus_is_read_or_refused_as_the_snapshot_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();

    let mut snapshot = String::new();
    for file in files {
        writeln!(
            snapshot,
            "== {}",
            file.file_name().unwrap().to_string_lossy()
        )
        .unwrap();
        match read("corpus", &fs::read(&file).unwrap()) {
            Ok(reading) => describe(&mut snapshot, &reading),
            Err(error) => writeln!(snapshot, "refused: {error}").unwrap(),
        }
    }
    expect_file!["corpus.txt"].assert_eq(&snapshot);
}

fn describe(snapshot: &mut String, reading: &Reading) {
    let Reading {
        layout,
        header,
        unit,
        delimiter,
        decimal,
        encoding,
        gzip,
        rows,
        rejected,
        ..
    } = reading;
    let unit = unit.symbol();
    writeln!(
        snapshot,
        "{layout:?}, header {header}, {unit}, {delimiter:?} {decimal:?}, {encoding}, gzip {gzip}, {rejected} of {rows} rows dropped"
    )
    .unwrap();
    for node in reading.set.iter().flat_map(|set| set.nodes()) {
        let shown = node.runtimes.get(..12).filter(|_| node.runtimes.len() > 20);
        let more = node.runtimes.len() - shown.map_or(node.runtimes.len(), <[f64]>::len);
        let shown = shown.unwrap_or(&node.runtimes);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        writeln!(snapshot, "{:?}: {shown:?}{more}", node.name).unwrap();
    }
    for problem in &reading.problems {
        writeln!(snapshot, "! {problem}").unwrap();
    }
    let more = reading.problems_total - reading.problems.len();
    if more > 0 {
        writeln!(snapshot, "! and {more} more").unwrap();
    }
    for note in &reading.notes {
        writeln!(snapshot, "note: {note}").unwrap();
    }
    for Question {
        assumed, otherwise, ..
    } in &reading.questions
    {
        writeln!(snapshot, "question: {assumed} (otherwise {otherwise})").unwrap();
    }
    // The uses of the usual tables are all the same.
    let usual =
        matches!(layout, Layout::Wide | Layout::Long) && reading.feeds.iter().all(|feed| feed.can);
    for Feed { view, can, why } in reading.feeds.iter().filter(|_| !usual) {
        let can = if *can { "+" } else { "-" };
        writeln!(snapshot, "{can} {view}: {why}").unwrap();
    }
}
