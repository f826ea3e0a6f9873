//! Codes of answers: their content, their length, and their refusal.

use lesson::answers::{Answers, Mark, Refused, examine, foreign};
use lesson::code::{INFLATED, LONGEST, lines, open, write};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::answers::{given, lesson, marks, right};

/// Codes as the page of lessons wrote them, behind names. They are read for ever.
const KEPT: &str = include_str!("codes.txt");

fn code(answers: &Answers) -> String {
    write(&serde_json::to_string(answers).unwrap()).unwrap()
}

/// The reason why a code is refused.
fn refused(code: &str) -> String {
    open(code).unwrap_err().to_string()
}

/// A code with this content, whole or not.
fn packed(content: &[u8], told: impl Fn(&mut Vec<u8>)) -> String {
    use base64::Engine as _;
    use sha2::Digest as _;
    let mut bytes = sha2::Sha256::digest(content)[..8].to_vec();
    bytes.extend(miniz_oxide::deflate::compress_to_vec(content, 9));
    told(&mut bytes);
    let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
    format!("ma1.{}", engine.encode(bytes))
}

#[test]
fn a_code_holds_what_the_file_holds_and_is_marked_alike() {
    let (lesson, runs) = lesson(7);
    let right = right(&lesson, &runs);
    let mut answers = given(&lesson, 7, right.into_iter().map(|one| vec![json!(0), one]));
    let print = &runs.outcome("a").unwrap().fingerprint;
    answers.runs.insert("a".into(), print.clone());
    let code = code(&answers);
    let read = open(&code).unwrap();
    assert_eq!(foreign(&lesson, &read), None);
    let marked = examine(&lesson, &runs, &read, |_| None).unwrap();
    assert_eq!(marked.remark, "");
    // Nobody ran the found scenario.
    let [all @ .., last] = marked.marks.as_slice() else {
        panic!("{marked:?}");
    };
    assert_eq!((all, *last), ([Mark::Later; 5].as_slice(), Mark::NotRun));
    assert_eq!(marks(&lesson, &runs, &read), [Mark::Later; 6]);
    // Digests are beginnings, and the found scenario is a link that people read; all else is unchanged.
    assert_eq!(answers.source.get(..16), Some(read.source.as_str()));
    assert_eq!(print.get(..16), Some(read.runs["a"].as_str()));
    let found = |answers: &Answers| answers.answers[5].as_ref().unwrap().tries[1].clone();
    assert!(found(&answers).as_str().unwrap().starts_with("#v1."));
    assert!(
        found(&read)
            .as_str()
            .unwrap()
            .starts_with("#p=bursts-replicate&")
    );
    let (mut short, mut whole) = (read.clone(), answers);
    for one in [&mut short, &mut whole] {
        one.source.clear();
        one.runs.clear();
        one.answers[5] = None;
    }
    assert_eq!(short, whole);
    // A code of a code's answers is the same.
    assert_eq!(self::code(&read), code);
    assert!(code.len() < 400, "{} characters", code.len());
    // Another version of the lesson, and other results, are known by the beginnings.
    let other = Answers {
        source: "0".repeat(16),
        ..read.clone()
    };
    assert_eq!(
        foreign(&lesson, &other),
        Some("another version of the lesson")
    );
    let mut other = read;
    other.runs.insert("a".into(), "0".repeat(16));
    let marked = examine(&lesson, &runs, &other, |_| None).unwrap();
    assert_eq!(marked.remark, "other results of a: Makespan 0");
}

#[test]
fn codes_of_every_version_are_read() {
    let kept: Vec<_> = lines(KEPT).collect();
    assert!(kept.len() >= 2, "{KEPT}");
    for line in kept {
        let answers = open(line.code.unwrap()).unwrap_or_else(|why| panic!("{line:?}: {why}"));
        assert_eq!(answers.student, line.name);
        assert!(
            answers
                .answers
                .iter()
                .flatten()
                .any(|one| !one.tries.is_empty())
        );
        assert!(!answers.runs.is_empty());
    }
}

#[test]
fn what_is_no_whole_code_is_refused_with_the_reason() {
    let (lesson, _) = lesson(0);
    let code = code(&given(&lesson, 0, (0..6).map(|n| vec![json!(n)])));
    let packed_as = |content: &[u8]| packed(content, |_| ());
    for (wrong, why) in [
        (String::new(), "no code"),
        ("ma1".into(), "no code"),
        ("ma.AAAA".into(), "no code"),
        ("mb1.AAAA".into(), "no code"),
        ("ma1.".into(), "cut short"),
        ("ma1.AAAAAAAAAAA".into(), "cut short"),
        (code.replace("ma1.", "ma2."), "version 2; allowed: 1"),
        (code.replace("ma1.", "ma01."), "version 01; allowed: 1"),
        (format!("{code}é"), "“é” at character"),
        (
            format!("{}!{}", &code[..9], &code[10..]),
            "“!” at character 10 is in no code",
        ),
        (format!("ma1.{}", "A".repeat(LONGEST)), "allowed: 16000"),
        // The bytes exceed the limit, the characters do not.
        (
            format!("ma1.{}", "é".repeat(LONGEST - 4)),
            "“é” at character 5 is in no code",
        ),
        (
            packed(b"[]", |bytes| bytes[0] ^= 1),
            "characters of the code were changed",
        ),
        (packed_as(b"[]"), "holds no answers"),
        (packed_as(b"\xff"), "holds no answers"),
        (packed_as(&[b'['; 500]), "holds no answers"),
        (packed_as(&vec![b' '; INFLATED + 1]), "unpacks to more than"),
    ] {
        assert!(
            refused(&wrong).contains(why),
            "{wrong}: {}",
            refused(&wrong)
        );
    }
    // A little less is unpacked, and is no code all the same.
    assert!(refused(&packed_as(&vec![b' '; INFLATED - 1_000])).contains("holds no answers"));
    for end in 0..code.len() {
        let why = refused(&code[..end]);
        assert!(why.contains("cut short") || end < 5, "{end}: {why}");
    }
    let long = json!({"makespan-answers": 1, "program": "0", "student": "", "title": "", "source": "", "seed": 0, "runs": {},
        "answers": [{"tries": (0..9_000).map(|n| json!(f64::from(n).sqrt())).collect::<Vec<_>>()}]});
    assert!(
        write(&long.to_string())
            .unwrap_err()
            .contains("save the answers as a file")
    );
    assert!(write("{}").is_err());
}

#[test]
fn a_list_has_a_code_a_line_as_spreadsheets_and_course_systems_write_it() {
    let text = "\u{FEFF}Name\tCode\r\nAda Lovelace\tma1.A-_\r\n\r\n\"Hopper, Grace\",\"ma1.B\",2026-11-26\nO’Neil; ma12.C\n  ma1.D  \n| Di | ma1.E |\nma1\n";
    let found: Vec<_> = lines(text)
        .map(|line| (line.number, line.name, line.code))
        .collect();
    assert_eq!(
        found,
        [
            (1, "Name\tCode", None),
            (2, "Ada Lovelace", Some("ma1.A-_")),
            (4, "Hopper, Grace", Some("ma1.B")),
            (5, "O’Neil", Some("ma12.C")),
            (6, "", Some("ma1.D")),
            (7, "Di", Some("ma1.E")),
            (8, "ma1", None),
        ]
    );
}

/// Answers of any shape.
fn drawn() -> impl Strategy<Value = Value> {
    let guess = prop_oneof![
        any::<f64>()
            .prop_filter("JSON has no such number", |number| number.is_finite())
            .prop_map(|number| json!(number)),
        (0..9_u64).prop_map(|place| json!(place)),
        proptest::collection::vec(-1e3..1e3_f64, 0..4).prop_map(|bars| json!(bars)),
        "\\PC{0,12}".prop_map(|lane| json!(lane)),
        Just(json!("#p=bursts-replicate&copies=4")),
    ];
    let answer = (
        proptest::collection::vec(guess, 0..4),
        0..5_u32,
        any::<bool>(),
    );
    let answer = answer
        .prop_map(|(tries, hints, shown)| json!({"tries": tries, "hints": hints, "shown": shown}));
    let answers = proptest::collection::vec(proptest::option::of(answer), 0..10);
    let runs = proptest::collection::btree_map("[a-z]{1,8}", "[0-9a-f]{16}", 0..8);
    ("\\PC{0,40}", "\\PC{0,40}", "[0-9a-f]{16}", any::<u64>(), answers, runs).prop_map(|(student, title, source, seed, answers, runs)| {
        json!({"makespan-answers": 1, "program": "0.1.0", "student": student, "title": title, "source": source, "seed": seed,
            "answers": answers, "runs": runs})
    })
}

proptest! {
    #[test]
    fn a_code_is_read_as_it_was_written(drawn in drawn()) {
        let answers: Answers = serde_json::from_value(drawn.clone()).unwrap();
        let code = write(&drawn.to_string()).unwrap();
        prop_assert_eq!(open(&code).unwrap(), answers);
    }

    #[test]
    fn a_damaged_code_is_refused(drawn in drawn(), places in proptest::collection::vec((any::<prop::sample::Index>(), 0..64_usize), 1..4), cut in any::<prop::sample::Index>(), kind in 0..4) {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let code = write(&drawn.to_string()).unwrap();
        let mut bytes = code.clone().into_bytes();
        let at = 4 + cut.index(bytes.len() - 4);
        match kind {
            0 => bytes.truncate(at),
            1 => {
                bytes.remove(at);
            }
            2 => bytes.insert(at, LETTERS[places[0].1]),
            _ => for (place, letter) in places {
                let place = 4 + place.index(bytes.len() - 4);
                bytes[place] = LETTERS[letter];
            },
        }
        let changed = String::from_utf8(bytes).unwrap();
        // A letter that was replaced by itself changes nothing.
        match open(&changed) {
            Ok(read) => prop_assert!(read == open(&code).unwrap(), "{} is taken as {:?}", changed, read),
            Err(Refused::Damaged(why)) => prop_assert!(!why.is_empty() && changed != code),
            Err(other) => prop_assert!(false, "{}: {}", changed, other),
        }
    }
}
