//! The certificates of searches, checked by a crate without searches.

use std::path::Path;

use certificate::{Certificate, Counter, Proven};
use recovery::model::search::known;
use recovery::model::tables::{FRONTIER, OPTIMAL};
use serde_json::Value;

use crate::searches::{Pauses, list, ruler, sequence, watched};

/// The proof in a search's certificate, and the headline of its report.
fn proven(values: &Value) -> (Proven, String) {
    let mut pauses = Pauses {
        left: u32::MAX,
        ..Pauses::default()
    };
    let report = watched(values, &mut pauses).unwrap();
    let certificate = Certificate::read(&pauses.certificate.unwrap()).unwrap();
    let mut counter = Counter::default();
    let proven = certificate.check(&mut counter).unwrap();
    // The report names the work of the check.
    let tried = counter.tried();
    let said = report.notes.last().unwrap();
    let beside = report.figures[0].beside.as_ref().unwrap();
    let verified = said.starts_with("Verified by an independent check");
    assert_eq!(beside.ends_with(", verified"), verified, "{beside}: {said}");
    assert!(verified || tried > 1 << 19, "{said}");
    if tried > 1 && tried < 1_000 {
        let words =
            format!("Verified by an independent check, which tried {tried}\u{a0}beginnings");
        assert!(said.starts_with(&words), "{said}");
    }
    (proven, report.headline)
}

#[test]
fn the_certificate_of_each_search_proves_its_headline() {
    for marks in 3..=10 {
        let (proven, headline) = proven(&ruler(marks));
        assert_eq!(proven.to_string(), headline);
    }
    for computers in 3..=45 {
        let (proven, headline) = proven(&sequence(computers));
        assert_eq!(proven.to_string(), headline.replace('\u{a0}', " "));
    }
    for computers in 3..=19 {
        let (proven, _) = proven(&list(computers));
        assert_eq!(proven, Proven::List { computers });
    }
}

#[test]
fn the_certificates_of_the_optimal_lists_beyond_the_published_ones_are_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/certificates");
    for computers in 22..=37 {
        let row = match FRONTIER.iter().find(|one| one.computers == computers) {
            Some(proven) => proven.list,
            None => OPTIMAL[computers - 2],
        };
        let entries = row.iter().map(|entry| usize::from(*entry)).collect();
        let right = Certificate::list(entries, known::loads(computers).unwrap());
        let path = folder.join(format!("list-{computers}.json"));
        if std::env::var("UPDATE_EXPECT").is_ok() {
            std::fs::write(&path, right.text()).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(kept, right.text(), "{computers}");
        if computers == 22 {
            let proven = right.check(&mut Counter::default()).unwrap();
            assert_eq!(proven, Proven::List { computers });
        }
    }
}
