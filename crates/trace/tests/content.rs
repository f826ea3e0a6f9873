//! Sets as bytes.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use expect_test::expect;
use proptest::prelude::*;
use trace::{Error, Node, TraceSet};

fn set(series: Vec<(String, Vec<f64>)>) -> Option<TraceSet> {
    let node = |(host, (name, runtimes))| Node {
        name,
        position: None,
        host,
        runtimes,
    };
    TraceSet::new("mine", series.into_iter().enumerate().map(node).collect()).ok()
}

fn small() -> TraceSet {
    set(vec![
        ("ä".into(), vec![1.0, 2.5]),
        ("b".into(), vec![f64::MIN_POSITIVE]),
    ])
    .unwrap()
}

#[test]
fn the_content_is_what_its_description_says() {
    let mut expected = 2u64.to_le_bytes().to_vec();
    expected.extend([2, 0, 0, 0, 0, 0, 0, 0, 0xc3, 0xa4]);
    expected.extend(2u64.to_le_bytes());
    expected.extend(1.0f64.to_le_bytes());
    expected.extend(2.5f64.to_le_bytes());
    expected.extend([1, 0, 0, 0, 0, 0, 0, 0, b'b']);
    expected.extend(1u64.to_le_bytes());
    expected.extend(f64::MIN_POSITIVE.to_le_bytes());
    assert_eq!(small().content(), expected);
    assert_eq!(small().content_length(), expected.len());
}

#[test]
fn the_digest_is_that_of_the_content_as_any_program_computes_it() {
    // hashlib.sha256 of the bytes above.
    expect!["eaefe8a97fe6e29d220cdaefd4858b7cd06a44e175318b88b226d7cb7ee0bb54"]
        .assert_eq(&small().digest());
    assert_eq!(small().named("another").digest(), small().digest());
}

#[test]
fn content_that_ends_early_or_late_is_refused_with_its_place() {
    let content = small().content();
    for length in 0..content.len() {
        let read = TraceSet::from_content("cut", &content[..length]);
        assert!(matches!(read, Err(Error::Content { .. })), "{length}");
    }
    let longer = [content.as_slice(), b"!"].concat();
    expect!["the kept traces are damaged: at byte 67, there is more than a set"].assert_eq(
        &TraceSet::from_content("long", &longer)
            .unwrap_err()
            .to_string(),
    );
}

#[test]
fn numbers_that_promise_more_than_there_is_allocate_nothing() {
    for place in [0, 8, 18] {
        let mut content = small().content();
        content[place..place + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        let read = TraceSet::from_content("huge", &content);
        assert!(matches!(read, Err(Error::Content { at, .. }) if at == place));
    }
}

#[test]
fn values_that_no_set_has_are_refused() {
    let mut content = small().content();
    content[26..34].copy_from_slice(&f64::NAN.to_le_bytes());
    let read = TraceSet::from_content("bad", &content);
    assert!(matches!(read, Err(Error::Value { job: 1, .. })));
    for ms in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        let content = [small().content().as_slice(), &ms.to_le_bytes()].concat();
        let read = TraceSet::from_content("bad", &content);
        assert!(matches!(read, Err(Error::Content { at: 67, .. })), "{ms}");
    }
}

#[test]
fn names_that_no_set_has_are_refused() {
    for name in [" a", "a\n", "\u{202e}a"] {
        let series = [(name, [1.0].as_slice())];
        let content = trace::content::write(series.into_iter(), None);
        let read = TraceSet::from_content("bad", &content);
        assert!(
            matches!(read, Err(Error::Content { at: 16, .. })),
            "{name:?}"
        );
    }
}

proptest! {
    #[test]
    fn every_set_comes_back_bit_for_bit(
        series in prop::collection::vec((".{1,9}", prop::collection::vec(1e-300..1e300f64, 1..20)), 1..5),
    ) {
        if let Some(set) = set(series) {
            prop_assert_eq!(TraceSet::from_content("mine", &set.content()), Ok(set));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = TraceSet::from_content("any", &bytes);
    }
}

#[test]
fn the_time_of_a_message_is_kept_and_changes_no_digest() {
    let set = trace::synthetic::preset(trace::synthetic::Preset::Peaks, 4, 200, 2006);
    let timed = set.clone().with_message(0.25);
    let again = TraceSet::from_content(timed.name(), &timed.content()).unwrap();
    assert_eq!(
        (again.message(), again.digest()),
        (Some(0.25), set.digest())
    );
    assert_eq!(timed.content().len(), timed.content_length());
    assert_eq!(set.content().len() + 8, timed.content_length());
}
