//! Every entry is computed anew: no number and no verdict changes unnoticed.

use expect_test::expect_file;
use figures::{Verdict, compute};

#[test]
fn every_entry_comes_to_what_it_came_to_before() {
    let kept = compute::all().unwrap_or_else(|error| panic!("{error}"));
    let entries = figures::all().unwrap().iter().flat_map(|document| {
        let entries = document.entries.iter();
        entries.map(move |entry| (document, entry))
    });
    let unexplained: Vec<String> = entries
        .filter_map(|(document, entry)| {
            let computed = &kept.documents[&document.key][&entry.label];
            let differs = computed.verdict == Verdict::Differs;
            (differs != computed.why.is_some())
                .then(|| format!("{}, {}: {computed:#?}", document.key, entry.label))
        })
        .collect();
    assert!(
        unexplained.is_empty(),
        "say why the two differ, and only where they do:\n{}",
        unexplained.join("\n")
    );
    expect_file!["../computed.json"].assert_eq(&kept.to_text().unwrap());
}
