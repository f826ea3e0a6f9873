//! The entries hold together.

use std::collections::{BTreeMap, BTreeSet};

use figures::document::{self, Document};
use figures::printed::Printed;
use figures::search::Question;
use figures::{Verdict, kept};
use playground::printed::Sheet;

fn documents() -> &'static [Document] {
    figures::all().unwrap()
}

#[test]
fn the_five_documents_have_two_hundred_entries() {
    let counts: Vec<_> = documents()
        .iter()
        .map(|document| (document.key.as_str(), document.entries.len()))
        .collect();
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(counts.len(), 5);
    assert!(all >= 200, "{counts:?}");
    // The README has the same number.
    let told = format!("set {all} figures, tables and theorems of the documents");
    assert!(include_str!("../../../README.md").contains(&told), "{told}");
}

#[test]
fn no_two_entries_of_a_document_have_the_same_label() {
    for document in documents() {
        let mut labels = BTreeSet::new();
        for entry in &document.entries {
            assert!(
                labels.insert(&entry.label),
                "{}: {}",
                document.key,
                entry.label
            );
        }
    }
}

#[test]
fn an_entry_is_computed_or_says_why_not() {
    for document in documents() {
        for entry in &document.entries {
            let at = format!("{}, {}", document.key, entry.label);
            let computed =
                entry.printed().len() + entry.claims.len() + entry.rows.len() + entry.grids.len();
            assert_eq!(entry.missing.is_some(), computed == 0, "{at}");
            assert!(entry.missing.is_none() || entry.why.is_none(), "{at}");
            assert!(entry.preset.is_empty() || entry.sheet().is_some(), "{at}");
            assert!(entry.numbers.is_empty() || entry.why.is_some(), "{at}");
            for value in entry.printed() {
                assert!(
                    Printed::read(&value.printed).is_some(),
                    "{at}: {}",
                    value.printed
                );
            }
        }
    }
}

#[test]
fn texts_are_sentences_and_titles_are_not() {
    for document in documents() {
        for entry in &document.entries {
            let at = format!("{}, {}", document.key, entry.label);
            for sentence in [&entry.why, &entry.missing].into_iter().flatten() {
                assert!(sentence.ends_with('.'), "{at}: {sentence}");
            }
            assert!(
                !entry.title.ends_with('.') && !entry.title.is_empty(),
                "{at}"
            );
            assert!(!entry.place.is_empty(), "{at}");
        }
        for finding in &document.findings {
            assert!(
                finding.meant.ends_with('.'),
                "{}: {}",
                document.key,
                finding.place
            );
        }
    }
}

#[test]
fn every_printed_number_of_a_preset_is_of_an_entry() {
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for document in documents() {
        for entry in &document.entries {
            if let Some(preset) = entry.preset() {
                let names = entry.printed().into_iter().map(|value| value.what);
                used.entry(preset.name).or_default().extend(names);
            }
        }
    }
    for sheet in Sheet::all() {
        for printed in &sheet.numbers {
            let has = used
                .get(sheet.preset.as_str())
                .is_some_and(|names| names.contains(&printed.what));
            assert!(has, "{}: {}", sheet.preset, printed.what);
        }
    }
}

#[test]
fn every_preset_that_names_a_figure_or_table_is_of_an_entry() {
    let linked: BTreeSet<&str> = documents()
        .iter()
        .flat_map(|document| &document.entries)
        .flat_map(document::Entry::links)
        .filter_map(playground::link::preset)
        .map(|preset| preset.name)
        .collect();
    let missing: Vec<_> = document::presets_of_figures()
        .map(|preset| preset.name)
        .filter(|name| !linked.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_finding_is_shown_by_entries_that_exist() {
    for document in documents() {
        assert!(!document.findings.is_empty(), "{}", document.key);
        for finding in &document.findings {
            for label in &finding.shown {
                assert!(
                    document.entry(label).is_some(),
                    "{}: {}: {label}",
                    document.key,
                    finding.place
                );
            }
        }
    }
}

#[test]
fn each_entry_has_a_kept_result() {
    let entries: usize = documents()
        .iter()
        .map(|document| document.entries.len())
        .sum();
    let all = kept::all().unwrap();
    assert_eq!(all.len(), entries);
    for shown in &all {
        let parts = shown.entry.printed().len() + shown.entry.claims.len();
        let outcomes = shown.computed.outcomes.len();
        let has_rows = !shown.entry.rows.is_empty() || !shown.entry.grids.is_empty();
        assert!(
            outcomes == parts || (has_rows && outcomes > parts),
            "{}",
            shown.entry.label
        );
    }
}

#[test]
fn every_label_is_found_by_itself() {
    let all = kept::all().unwrap();
    for shown in &all {
        let question = Question {
            document: Some(shown.document.key.clone()),
            words: shown.entry.label.clone(),
            ..Question::default()
        };
        assert!(question.asks_for(shown), "{}", shown.entry.label);
    }
    let differing = Question {
        verdict: Some(Verdict::Differs),
        ..Question::default()
    };
    let found = all.iter().filter(|shown| differing.asks_for(shown)).count();
    assert!(found > 0 && found < all.len(), "{found}");
}
