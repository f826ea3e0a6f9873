//! Challenges on the command line: take part, submit, and judge a class.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use challenge::Submission;

/// A challenge whose runs take milliseconds.
const NAME: &str = "crashes-and-repairs";

/// The list of the log scheme, and that of the greedy one.
const LOG: &str = include_str!("../../recovery/strategies/log.rhai");
const GREEDY: &str = include_str!("../../recovery/strategies/greedy.rhai");

fn makespan(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_makespan"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn said(output: &Output) -> String {
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

/// The line of a table that has these words, with single spaces.
fn line(table: &str, words: &str) -> String {
    let found = table.lines().find(|line| line.contains(words));
    let found = found.unwrap_or_else(|| panic!("{words}: {table}"));
    found.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn challenges_are_listed_and_shown() {
    let here = Path::new(".");
    let list = said(&makespan(here, &["challenge", "list"]));
    assert_eq!(list.lines().count(), challenge::shipped::SHIPPED.len());
    assert!(
        line(&list, NAME).starts_with("crashes-and-repairs Crashes and repairs"),
        "{list}"
    );
    let shown = said(&makespan(here, &["challenge", "show", NAME]));
    for part in [
        "counts       Mean load of the fullest computer: less is better, on average over all cases",
        "baseline     Log",
        "rivals       Golomb, Reused modulo",
        "public       computers 12, seed 1; ",
        "hidden       16\u{a0}cases, drawn from the text of the strategy: computers, seed",
        "fn list(n) {",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let unknown = makespan(here, &["challenge", "show", "crashes"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        text(&unknown.stderr)
            .contains("“crashes” is no challenge and no file; allowed: level-switches, ")
    );
}

#[test]
fn a_strategy_is_tried_in_public_cases_and_a_wrong_one_is_told_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("log.rhai"), LOG).unwrap();
    let run = |code: &str| makespan(folder.path(), &["challenge", "run", NAME, "--code", code]);
    let table = said(&run("@log.rhai"));
    let own = line(&table, "Your strategy");
    assert!(own.ends_with(" 0 equal"), "{own}");
    assert!(
        table.contains("Means over 3 public cases, less is better. A place is one more than"),
        "{table}"
    );
    // A strategy that does the same as the baseline has the baseline's score.
    let words = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (own, log) = (words(&own), words(&line(&table, " Log ")));
    assert_eq!(own[4..7], log[3..6], "{table}");

    let wrong = run("fn list(n) {\n    [1, 2]\n}");
    assert_eq!(wrong.status.code(), Some(1));
    let told = text(&wrong.stderr);
    assert!(
        told.starts_with("error: the strategy fails: line 1: the list does not name computer 3"),
        "{told}"
    );
    assert!(told.contains("(case computers 12, seed 1)"), "{told}");
    let place = line(&text(&wrong.stdout), "Your strategy");
    assert!(
        place.starts_with("6 Your strategy – line 1: the list"),
        "{place}"
    );
}

#[test]
fn one_file_that_cannot_be_read_keeps_nobody_from_being_judged() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let class = here.join("class");
    fs::create_dir_all(class.join("folder.json")).unwrap();
    fs::write(here.join("log.rhai"), LOG).unwrap();
    let long = format!("\u{1b}[31mAda\nLovelace{}", "!".repeat(300));
    let arguments = [
        "challenge",
        "run",
        NAME,
        "--code",
        "@log.rhai",
        "--name",
        &long,
        "--output",
        "class/ADA.JSON",
    ];
    said(&makespan(here, &arguments));
    let output = makespan(here, &["judge", "class"]);
    assert!(output.status.success());
    let table = text(&output.stdout);
    assert!(!table.contains('\u{1b}'), "{table}");
    let ada = table
        .lines()
        .find(|line| line.contains("[31mAda Lovelace!"))
        .unwrap();
    assert!(ada.contains("!…"), "{ada}");
    let folder = line(&text(&output.stdout), "folder.json");
    assert!(folder.contains("it cannot be read"), "{folder}");
    assert!(
        table.contains("2\u{a0}files, 1 without a remark."),
        "{table}"
    );

    // A file that cannot be written is told before anything runs.
    let output = makespan(here, &["judge", "class", "--csv", "nowhere/ranking.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
}

#[test]
fn a_class_is_judged_by_its_strategies_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let class = here.join("class");
    fs::create_dir(&class).unwrap();
    fs::write(here.join("log.rhai"), LOG).unwrap();
    fs::write(here.join("greedy.rhai"), GREEDY).unwrap();
    for (student, code) in [("=Ada", "@greedy.rhai"), ("Bob", "@log.rhai")] {
        let file = format!(
            "class/{}.json",
            student.trim_start_matches('=').to_lowercase()
        );
        let arguments = [
            "challenge",
            "run",
            NAME,
            "--code",
            code,
            "--name",
            student,
            "--output",
            &file,
        ];
        let table = said(&makespan(here, &arguments));
        assert!(table.contains("Means over 16 hidden cases"), "{table}");
    }
    let wrong = [
        "challenge",
        "run",
        NAME,
        "--code",
        "fn list(n) { 1 }",
        "--name",
        "Cy",
        "--output",
        "class/cy.json",
    ];
    assert_eq!(makespan(here, &wrong).status.code(), Some(1));

    // A score that was made better, once crudely and once with a digest of its own.
    let bob = fs::read_to_string(class.join("bob.json")).unwrap();
    let mut forged = Submission::open(&bob).unwrap().submission;
    assert!(forged.score.unwrap() > 2.0);
    fs::write(
        class.join("crude.json"),
        bob.replace("\"score\": 2", "\"score\": 1"),
    )
    .unwrap();
    forged.score = Some(1.0);
    forged.student = "Eve".into();
    fs::write(class.join("forged.json"), forged.file().unwrap()).unwrap();
    forged.challenge = "Another".into();
    forged.source = "0".into();
    fs::write(class.join("other.json"), forged.file().unwrap()).unwrap();
    fs::write(class.join("read.me"), "not looked at").unwrap();
    fs::write(class.join("zero.json"), "{}").unwrap();

    let judge = |seed: &str| {
        let arguments = ["judge", "class", "--seed", seed, "--csv", "ranking.csv"];
        said(&makespan(here, &arguments))
    };
    let table = judge("x");
    assert_eq!(judge("x"), table);
    assert!(
        table.starts_with("Crashes and repairs\n\n place"),
        "{table}"
    );
    // Equal strategies share a place with the built-in strategy that they rewrite, against their files' claims.
    let bobs: Vec<String> = table
        .lines()
        .filter(|line| line.contains("Bob") || line.contains("Eve") || line.contains(" Log "))
        .map(|line| {
            line.split_whitespace()
                .take(2)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(bobs.len(), 4, "{table}");
    assert!(
        bobs.iter()
            .all(|place| *place == bobs[0] && place.ends_with('=')),
        "{table}"
    );
    assert!(
        line(&table, "Cy").starts_with("10 Cy – line 1: list answered a number"),
        "{table}"
    );
    // Two of one name are told apart by their files.
    for file in ["bob.json", "crude.json"] {
        assert!(table.contains(&format!("Bob ({file})")), "{table}");
    }
    let crude = line(&table, " crude.json");
    assert!(
        crude.contains("edited: its digest is not that of its content")
            && crude.contains("the score is 1."),
        "{crude}"
    );
    let forged = line(&table, "forged.json");
    assert!(
        forged.contains("the score is 1.00; the runs come to 2.")
            && forged.contains("the same text as in crude.json"),
        "{forged}"
    );
    assert!(
        line(&table, "other.json").contains("another challenge, “Another”: --challenge FILE"),
        "{table}"
    );
    assert!(
        line(&table, "zero.json").contains("no submission: "),
        "{table}"
    );
    assert!(
        table.contains("7\u{a0}files, 3 without a remark.\nLeft out, because they are not called NAME.json: read.me."),
        "{table}"
    );

    let csv = fs::read_to_string(here.join("ranking.csv")).unwrap();
    let ada = csv.lines().find(|line| line.contains("Ada")).unwrap();
    assert!(
        ada.starts_with("Crashes and repairs,") && ada.contains(",'=Ada,own,ada.json,2."),
        "{ada}"
    );
    assert_eq!(csv.lines().count(), 11);
    // Another word, other cases.
    let other = judge("y");
    assert_ne!(line(&other, "=Ada"), line(&table, "=Ada"));

    let empty = makespan(here, &["judge", "."]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty.stderr).contains("there is no file NAME.json in it"));
}

#[test]
fn the_example_of_the_guide_passes_its_check_and_faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let guide = include_str!("../../../docs/challenges.md");
    let example = guide.split("````markdown\n").nth(1).unwrap();
    let example = example.split("````").next().unwrap();
    fs::write(folder.path().join("four.md"), example).unwrap();
    let arguments = ["challenge", "check", "four.md"];
    let checked = said(&makespan(folder.path(), &arguments));
    assert_eq!(
        checked,
        "four.md: 1\u{a0}rival, 3 public and 12 hidden cases\n"
    );
    fs::write(
        folder.path().join("four.md"),
        example.replace("hidden = 12", "hidden = 1"),
    )
    .unwrap();
    let wrong = makespan(folder.path(), &arguments);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(
        text(&wrong.stdout),
        "four.md:26: hidden cases: 1; allowed: 2 to 60\n"
    );
}
