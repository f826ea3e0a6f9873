//! The measured sets that travel with the crate.

use trace::Error;
use trace::measured::{all, load};

#[test]
fn every_measured_set_has_sixteen_nodes_of_equal_length_and_is_found_by_its_key() {
    let keys: Vec<&str> = all().iter().map(|measured| measured.key).collect();
    assert_eq!(keys, ["quiet", "shared", "bursts"]);
    for measured in all() {
        let set = load(measured.key).unwrap();
        assert_eq!((set.name(), set.nodes().len()), (measured.title, 16));
        assert!(
            set.nodes()
                .iter()
                .all(|node| node.runtimes.len() == set.jobs()),
            "{}",
            measured.key
        );
        assert!(!measured.note.is_empty());
    }
}

#[test]
fn a_measured_set_that_does_not_exist_is_refused_with_the_keys_that_do() {
    let error = load("loud").unwrap_err();
    assert_eq!(
        error,
        Error::NoMeasuredSet {
            key: "loud".to_owned()
        }
    );
    for measured in all() {
        assert!(error.to_string().contains(&format!("'{}'", measured.key)));
    }
}
