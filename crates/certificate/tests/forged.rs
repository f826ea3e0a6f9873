//! Certificates that somebody rewrote: every accepted statement is true.

use std::cell::Cell;
use std::ops::ControlFlow;

use certificate::{Certificate, Counter, LARGEST, Proven, Refused};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::definitions::{differences, different, loads, most_marks, orders, shortest};

/// Certificates that are right.
const RIGHT: [&str; 6] = [
    r#"{"certificate":1,"optimal":{"rulers":[[1],[1,2],[1,3,2],[1,3,5,2],[1,3,6,2,5]]}}"#,
    r#"{"certificate":1,"optimal":{"rulers":[[1],[1,2],[1,3,2]]}}"#,
    r#"{"certificate":1,"optimal":{"sequence":{"computers":11,"marks":[1,6,3,10]}}}"#,
    r#"{"certificate":1,"optimal":{"sequence":{"computers":15,"marks":[1,3,7,12]}}}"#,
    r#"{"certificate":1,"optimal":{"list":{"list":[1,3,5,2,6,4],"loads":[2,2,3,3,4,7]}}}"#,
    r#"{"certificate":1,"optimal":{"list":{"list":[1,3,5,4,2],"loads":[2,2,3,3,6]}}}"#,
];

/// The most beginnings that a forged certificate may cost a test.
const MOST: u64 = 3_000_000;

fn check(text: &str) -> Result<Proven, Refused> {
    let mut stop = |tried: u64, _: f64| match tried < MOST {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    Certificate::read(text)?.check(&mut Counter::watched(&mut stop))
}

/// Whether a proven statement is true, by enumeration.
fn holds(proven: Proven) -> bool {
    match proven {
        Proven::Ruler { marks, length } => {
            // The rulers with more marks than can be enumerated in a test, by Paper III.
            let known = [1, 3, 6, 11, 17, 25, 34, 44, 55];
            known.get(marks - 2) == Some(&length)
        }
        Proven::Sequence { computers, marks } => computers <= 20 && most_marks(computers) == marks,
        Proven::List { computers } => computers <= 8,
    }
}

#[test]
#[cfg_attr(miri, ignore = "a check may take millions of steps")]
fn the_right_certificates_are_accepted_and_the_known_lengths_are_those_of_enumeration() {
    for text in RIGHT {
        let proven = check(text).unwrap();
        assert!(holds(proven), "{text}");
        let certificate = Certificate::read(text).unwrap();
        assert_eq!(certificate.text(), format!("{text}\n"));
        assert!(Certificate::is_one(text) && !Certificate::is_one(&text[1..]));
    }
    for (all, length) in shortest(5).iter().zip([1, 3, 6, 11, 17]) {
        assert_eq!(all[0].iter().sum::<usize>(), length);
    }
}

#[test]
#[cfg_attr(miri, ignore = "it reads a megabyte")]
fn what_is_no_certificate_or_too_large_is_refused() {
    let form = |text: &str| matches!(Certificate::read(text), Err(Refused::Form(_)));
    assert!(form("") && form("{}") && form(r#"{"certificate":1}"#));
    assert!(form(
        r#"{"certificate":1,"optimal":{"sequence":{"computers":11,"marks":[1],"more":1}}}"#
    ));
    assert!(form(&format!("{}{}", RIGHT[0], " ".repeat(LARGEST))));
    assert!(form(r#"{"certificate":1,"optimal":{"rulers":[[-1]]}}"#));
    let version = RIGHT[0].replace("\"certificate\":1", "\"certificate\":2");
    assert_eq!(
        Certificate::read(&version),
        Err(Refused::Version { found: 2 })
    );
    let of = |certificate: Certificate| certificate.check(&mut Counter::default()).unwrap_err();
    assert!(matches!(
        of(Certificate::ruler(vec![])),
        Refused::Size { .. }
    ));
    assert_eq!(
        of(Certificate::ruler(vec![vec![]])),
        Refused::Steps { place: 1, found: 0 }
    );
    assert_eq!(
        of(Certificate::ruler(vec![vec![0]])),
        Refused::NoStep { marks: 2 }
    );
    assert_eq!(
        of(Certificate::ruler(vec![vec![128]])),
        Refused::Long { marks: 2 }
    );
    assert_eq!(
        of(Certificate::ruler(vec![vec![1], vec![2, usize::MAX]])),
        Refused::Long { marks: 3 }
    );
    assert_eq!(
        of(Certificate::ruler(vec![vec![1], vec![2, 2]])),
        Refused::NoRuler {
            marks: 3,
            distance: 2
        }
    );
    assert!(matches!(
        of(Certificate::sequence(64, vec![1])),
        Refused::Size { found: 64, .. }
    ));
    assert!(matches!(
        of(Certificate::sequence(1, vec![])),
        Refused::Size { found: 1, .. }
    ));
    assert_eq!(
        of(Certificate::sequence(11, vec![1, 11])),
        Refused::NoMark {
            place: 2,
            mark: 11,
            most: 10
        }
    );
    assert_eq!(
        of(Certificate::sequence(11, vec![1, 6, 0])),
        Refused::NoMark {
            place: 3,
            mark: 0,
            most: 10
        }
    );
    assert_eq!(
        of(Certificate::sequence(11, vec![1, 2])).to_string(),
        "mark number 2 is 2: its difference to 1 is 1, as that of 1 to 0; all must differ"
    );
    assert!(matches!(
        of(Certificate::list(vec![], vec![])),
        Refused::Size { found: 1, .. }
    ));
    assert!(matches!(
        of(Certificate::list((1..=40).collect(), vec![2; 40])),
        Refused::Size { found: 41, .. }
    ));
    assert_eq!(
        of(Certificate::list(vec![1, 1, 2], vec![2, 2, 4])),
        Refused::NoList { most: 3 }
    );
    assert_eq!(
        of(Certificate::list(vec![1, 3, 2], vec![2, 2])),
        Refused::NoLoads {
            found: 2,
            entries: 3
        }
    );
    let said = Refused::Loads {
        crashes: 2,
        load: 2,
        said: 3,
    };
    assert_eq!(of(Certificate::list(vec![1, 3, 2], vec![2, 3, 4])), said);
}

#[test]
#[cfg_attr(miri, ignore = "it takes many steps")]
fn a_check_tells_how_far_it_is_and_stops_when_asked() {
    let rulers = [
        vec![1],
        vec![1, 2],
        vec![1, 3, 2],
        vec![1, 3, 5, 2],
        vec![1, 3, 6, 2, 5],
        vec![1, 3, 6, 8, 5, 2],
        vec![1, 3, 5, 6, 7, 10, 2],
        vec![1, 4, 7, 13, 2, 8, 6, 3],
        vec![1, 5, 4, 13, 3, 8, 7, 12, 2],
    ];
    let told = Cell::new((0, 0.0));
    let asked = Cell::new(0);
    let mut watch = |tried: u64, share: f64| {
        let before = told.replace((tried, share));
        assert!(before.0 < tried && before.1 <= share && share <= 1.0);
        asked.set(asked.get() + 1);
        ControlFlow::Continue(())
    };
    let mut counter = Counter::watched(&mut watch);
    let certificate = Certificate::ruler(rulers.to_vec());
    assert_eq!(
        certificate.check(&mut counter),
        Ok(Proven::Ruler {
            marks: 10,
            length: 55
        })
    );
    assert!(counter.tried() > 300_000);
    assert!(asked.get() > 3 && told.get().1 > 0.1);
    let mut stop = |_: u64, _: f64| ControlFlow::Break(());
    let stopped = certificate.check(&mut Counter::watched(&mut stop));
    assert_eq!(stopped, Err(Refused::Stopped));
}

/// Where the numbers of a text stand.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (at, byte) in text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
    {
        let _ = byte;
        match all.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => all.push((at, at + 1)),
        }
    }
    all
}

/// How many edits each test tries.
const EDITS: u32 = 4_000;

#[test]
fn the_documents_have_the_number_of_edits() {
    let kept: serde_json::Value =
        serde_json::from_str(include_str!("../../../docs/trust.json")).unwrap();
    assert_eq!(kept["tests"]["edited-certificates"], 2 * EDITS);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: EDITS, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[cfg_attr(miri, ignore = "a check may take millions of steps")]
    fn what_is_accepted_after_any_edit_of_numbers_is_true(
        which in 0..RIGHT.len(),
        edits in proptest::collection::vec((any::<Index>(), prop_oneof![0..20_u64, any::<u64>()]), 1..4),
    ) {
        let mut text = RIGHT[which].to_owned();
        for (place, number) in edits {
            let all = numbers(&text);
            let (from, to) = all[place.index(all.len())];
            text.replace_range(from..to, &number.to_string());
        }
        if let Ok(proven) = check(&text) {
            prop_assert!(holds(proven), "{}: {}", text, proven);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a check may take millions of steps")]
    fn what_is_accepted_after_any_edit_of_the_text_is_true(
        which in 0..RIGHT.len(),
        edits in proptest::collection::vec((any::<Index>(), 0..3_u8, "[0-9,\\[\\]{}\":a-z-]"), 1..5),
    ) {
        let mut text = RIGHT[which].to_owned();
        for (place, kind, letter) in edits {
            let at = place.index(text.len());
            let to = if kind == 0 { at } else { at + 1 };
            text.replace_range(at..to, if kind == 2 { "" } else { &letter });
            if text.is_empty() {
                break;
            }
        }
        if let Ok(proven) = check(&text) {
            prop_assert!(holds(proven), "{}: {}", text, proven);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a check may take millions of steps")]
    fn a_list_is_accepted_exactly_if_its_loads_are_the_least(list in Just((1..7_usize).collect::<Vec<_>>()).prop_shuffle(), other in any::<Index>(), by in 0..3_usize) {
        let mut said = loads(&list);
        let at = other.index(said.len());
        said[at] += by;
        let checked = Certificate::list(list, said.clone()).check(&mut Counter::default());
        prop_assert_eq!(checked.is_ok(), said == [2, 2, 3, 3, 4, 7]);
        // Every list that begins as the refusal says is better.
        if let Err(Refused::BetterList(begins)) = &checked {
            let mut better = orders(7).into_iter().filter(|list| list.starts_with(begins)).peekable();
            prop_assert!(better.peek().is_some());
            prop_assert!(better.all(|list| loads(&list) < said), "{:?}", begins);
            let told = checked.unwrap_err().to_string();
            prop_assert!(told.starts_with("a list that begins ") && told.ends_with(" is better"), "{}", told);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a check may take millions of steps")]
    fn a_sequence_is_refused_for_a_fault_that_it_has(computers in 2..16_usize, marks in proptest::collection::vec(0..17_usize, 0..6)) {
        let wrong = |marks: &[usize]| {
            marks.iter().any(|mark| !(1..computers).contains(mark)) || !different(differences(marks, computers))
        };
        let first = (1..=marks.len()).find(|end| wrong(&marks[..*end]));
        match Certificate::sequence(computers, marks.clone()).check(&mut Counter::default()) {
            Err(Refused::NoMark { place, mark, most }) => {
                prop_assert_eq!((Some(place), mark, most), (first, marks[place - 1], computers - 1));
                prop_assert!(!(1..=most).contains(&mark));
            }
            Err(Refused::NoSequence { place, mark, earlier, other: [later, before], difference }) => {
                prop_assert_eq!((Some(place), mark), (first, marks[place - 1]));
                let away = |one: usize, other: usize| (one + computers - other) % computers;
                prop_assert_eq!([away(mark, earlier), away(later, before)], [difference; 2]);
                let known = |one: usize| one == 0 || marks[..place - 1].contains(&one);
                prop_assert!(known(earlier) && known(later) && known(before));
            }
            _ => prop_assert_eq!(first, None),
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "it enumerates many")]
fn the_least_loads_of_seven_computers_are_those_of_all_lists() {
    let least = orders(7).iter().map(|list| loads(list)).min();
    assert_eq!(least.unwrap(), [2, 2, 3, 3, 4, 7]);
}
