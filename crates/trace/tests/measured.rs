//! The measured sets that travel with the crate.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use trace::Error;
use trace::measured::{all, give, load};
use trace::read::read;

/// Each set travels packed; `UPDATE_EXPECT=1` packs the tables anew.
#[test]
fn what_travels_is_the_measured_table_to_the_bit() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for measured in all() {
        let table = fs::read(data.join(measured.key).with_extension("csv")).unwrap();
        let set = read(measured.title, &table).unwrap().set.unwrap();
        let mut packed = Vec::new();
        for node in set.nodes() {
            for shift in [16, 8, 0] {
                let byte = |ms: &f64| ((ms * 1_000.0).round() as u32 >> shift) as u8;
                packed.extend(node.runtimes.iter().map(byte));
            }
        }
        let file = data.join(measured.key).with_extension("bin");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&file, &packed).unwrap();
        }
        assert!(fs::read(&file).unwrap() == packed, "{}", measured.key);
        let loaded = load(measured.key).unwrap();
        assert_eq!(loaded.digest(), set.digest(), "{}", measured.key);
        assert_eq!(loaded, set, "{}", measured.key);
    }
}

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

fn packed(key: &str) -> Vec<u8> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    fs::read(data.join(key).with_extension("bin")).unwrap()
}

/// The program takes the sets as WebAssembly does; the browser's tests check the effect.
#[test]
fn a_program_can_be_given_each_set_and_nothing_else_in_its_place() {
    for measured in all() {
        let key = measured.key;
        give(key, packed(key)).unwrap();
        give(key, packed(key)).unwrap();
        let refused = Err(Error::NotMeasured { key });
        for other in all().iter().filter(|other| other.key != key) {
            assert_eq!(give(key, packed(other.key)), refused);
        }
        let mut longer = packed(key);
        longer.extend([0; 48]);
        assert_eq!(give(key, longer), refused);
    }
    let error = give("loud", Vec::new()).unwrap_err();
    assert!(matches!(error, Error::NoMeasuredSet { .. }), "{error}");
}

proptest! {
    #[test]
    fn bytes_that_are_no_set_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        prop_assert_eq!(give("quiet", bytes), Err(Error::NotMeasured { key: "quiet" }));
    }

    #[test]
    fn a_set_with_one_other_byte_is_refused(at in 0_usize..48_000, by in 1_u8..) {
        let mut bytes = packed("bursts");
        bytes[at] ^= by;
        prop_assert_eq!(give("bursts", bytes), Err(Error::NotMeasured { key: "bursts" }));
    }
}
