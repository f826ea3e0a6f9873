//! Submissions: their files, refusals, and the claims that are not believed.

use challenge::{Contest, Ranking, Row, Submission};
use proptest::prelude::*;

use crate::{GREEDY, came, small};

/// The submission of the greedy list, with the ranking and cases for its check.
fn handed() -> (Submission, Ranking, Vec<playground::setup::Changes>) {
    let challenge = small();
    let alone = challenge::Challenge {
        ways: Vec::new(),
        ..small()
    };
    let contest = Contest::new(
        &alone,
        [("Ada".to_owned(), GREEDY)],
        challenge.cases([GREEDY], ""),
    );
    let ran = came(&contest);
    let ranking = Ranking::of(&alone, &contest, &ran).unwrap();
    let row = ranking.row(0).unwrap();
    let submission = Submission::new(&challenge, "0.1.0", "Ada", GREEDY, (row, &contest.cases));
    (submission, ranking, contest.cases)
}

#[test]
fn only_what_comes_out_again_is_believed() {
    let (submission, ranking, cases) = handed();
    let row = ranking.row(0).unwrap();
    assert_eq!(submission.differs(row, &cases, &ranking), None);
    let changed = |change: &dyn Fn(&mut Submission)| {
        let mut other = submission.clone();
        change(&mut other);
        other.differs(row, &cases, &ranking).unwrap_or_default()
    };
    let came = row.score.unwrap();
    let claims = changed(&|one| one.score = Some(1.0));
    assert_eq!(
        claims,
        format!(
            "the score is 1; the runs come to {}",
            report::number::with_unit(came, ranking.unit, None)
        )
    );
    assert!(changed(&|one| one.score = Some(came + 1e-12)).contains("to the last digit"));
    assert!(changed(&|one| one.score = None).starts_with("it has no score; the runs come to "));
    let fails = Row {
        score: None,
        ..row.clone()
    };
    assert_eq!(
        submission.differs(&fails, &cases, &ranking).as_deref(),
        Some("it has a score, but a run fails")
    );
    for told in [
        changed(&|one| one.runs[2].value += 1.0),
        changed(&|one| one.runs[1].fingerprint.clear()),
        changed(&|one| one.runs[0].case = one.runs[1].case.clone()),
        changed(&|one| one.runs.clear()),
    ] {
        assert_eq!(
            told,
            "its cases or fingerprints are not those that come out"
        );
    }
}

#[test]
fn a_file_is_read_as_it_was_written_and_an_edited_one_is_known() {
    let (submission, ..) = handed();
    let file = submission.file().unwrap();
    let opened = Submission::open(&file).unwrap();
    assert_eq!((&opened.submission, opened.whole), (&submission, true));
    let system = Submission::open(&format!("\u{FEFF}{}", file.replace('\n', "\r\n"))).unwrap();
    assert_eq!(
        (system.submission, system.whole),
        (submission.clone(), true)
    );
    let edited = Submission::open(&file.replace("Ada", "Bob")).unwrap();
    assert_eq!(
        (edited.submission.student.as_str(), edited.whole),
        ("Bob", false)
    );
    // Another program wrote the file again.
    let anew: serde_json::Value = serde_json::from_str(&file).unwrap();
    let anew = Submission::open(&anew.to_string()).unwrap();
    assert_eq!((anew.submission.code.as_str(), anew.whole), (GREEDY, false));
    for foreign in [
        "",
        "{}",
        "[1]",
        "nonsense",
        "{\"digest\":\"",
        "{\"makespan-submission\": 1}",
    ] {
        let told = Submission::open(foreign).unwrap_err();
        assert!(told.starts_with("no submission: "), "{told}");
    }
    let newer = file.replace("\"makespan-submission\": 1", "\"makespan-submission\": 2");
    assert!(
        Submission::open(&newer)
            .unwrap_err()
            .ends_with("it has version 2; allowed: 1")
    );
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(text in "\\PC{0,200}", place in 0usize..400) {
        let _ = Submission::open(&text);
        let file = format!("{{\"digest\":\"0\",\n  \"makespan-submission\": 1, \"program\": \"0\", \"student\": {text:?}, \"challenge\": \"c\", \"source\": \"0\", \"code\": {text:?}, \"score\": 1e3, \"runs\": []}}");
        let cut: String = file.chars().take(place).collect();
        let _ = Submission::open(&cut);
    }
}
