//! Lessons, challenges, and answers and submissions that are handed in.

use lesson::{answers, code};
use serde_json::json;

use crate::door::{Door, bytes, files};

pub(crate) fn lessons() -> Door {
    Door {
        seeds: files("docs/lessons"),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            match lesson::parse(&text) {
                Ok(lesson) => {
                    let _ = lesson.raised(3);
                    true
                }
                Err(problems) => {
                    assert!(!problems.is_empty());
                    assert!(
                        problems
                            .iter()
                            .all(|problem| !problem.to_string().is_empty())
                    );
                    false
                }
            }
        },
    }
}

pub(crate) fn answers() -> Door {
    let answers = json!({
        "makespan-answers": answers::VERSION, "program": "0.1.0", "student": "A. Student", "title": "Stragglers",
        "source": "0".repeat(64), "seed": 3,
        "answers": [null, {"tries": [1.5, "b", ["a", 2]], "hints": 1, "shown": true}, {"tries": []}],
        "runs": {"first": "1".repeat(64)},
    });
    Door {
        seeds: vec![
            bytes(answers.to_string()),
            bytes(answers::seal(&answers.to_string()).unwrap()),
            bytes(format!(
                "A. Student\t{}\n",
                code::write(&answers.to_string()).unwrap()
            )),
        ],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            // A line of a list of codes, and the answers as one.
            let codes = code::lines(&text).filter_map(|line| line.code);
            let read: Vec<_> = codes.filter_map(|code| code::open(code).ok()).collect();
            let written = code::write(&text).ok();
            for one in written
                .iter()
                .map(|code| code::open(code).unwrap())
                .chain(read.clone())
            {
                let again = code::write(&serde_json::to_string(&one).unwrap()).unwrap();
                assert_eq!(code::open(&again), Ok(one));
            }
            if !read.is_empty() {
                return true;
            }
            let opened = answers::open(&text);
            let Ok(sealed) = answers::seal(&text) else {
                return opened.is_ok();
            };
            match answers::open(&sealed) {
                Ok(answers) => assert_eq!(
                    serde_json::from_str::<answers::Answers>(&text).unwrap(),
                    answers
                ),
                Err(refused) => assert!(refused.to_string().contains("version"), "{refused}"),
            }
            true
        },
    }
}

pub(crate) fn challenges() -> Door {
    Door {
        seeds: files("docs/challenges"),
        open: |input| {
            let text = String::from_utf8_lossy(input);
            match challenge::parse(&text) {
                Ok(challenge) => {
                    let cases = challenge.cases([text.as_ref()], "");
                    assert_eq!(cases.len(), challenge.hidden);
                    true
                }
                Err(problems) => {
                    assert!(!problems.is_empty());
                    false
                }
            }
        },
    }
}

pub(crate) fn submissions() -> Door {
    let submission = json!({
        "makespan-submission": challenge::submission::VERSION, "program": "0.1.0", "student": "A. Student",
        "challenge": "Rare peaks", "source": "0".repeat(64), "code": "fn list(n) { [] }", "score": 0.25,
        "runs": [{"case": {"seed": 3}, "value": 0.25, "fingerprint": "1".repeat(64)}],
    });
    Door {
        seeds: vec![
            bytes(submission.to_string()),
            bytes(lesson::sealed::write(&submission).unwrap()),
        ],
        open: |input| {
            let text = String::from_utf8_lossy(input);
            let Ok(opened) = challenge::Submission::open(&text) else {
                return false;
            };
            let file = opened.submission.file().unwrap();
            let again = challenge::Submission::open(&file).unwrap();
            assert_eq!((again.submission, again.whole), (opened.submission, true));
            true
        },
    }
}
