//! A refusal names the line, the value and the allowed values.

use challenge::parse;
use proptest::prelude::*;

use crate::{SMALL, came};

fn told(text: &str) -> String {
    match parse(text) {
        Ok(_) => String::new(),
        Err(problems) => problems
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect(),
    }
}

/// The refusal of the small challenge with one part of it replaced.
fn changed(part: &str, by: &str) -> String {
    assert!(SMALL.contains(part), "{part}");
    told(&SMALL.replace(part, by))
}

#[test]
fn faults_are_named_by_line_value_and_range() {
    assert_eq!(told(SMALL), "");
    for (part, by, says) in [
        (
            "seconds = 10",
            "seconds = 61",
            "line 6: seconds: 61; allowed: 1 to 60",
        ),
        (
            "better = \"less\"",
            "better = \"best\"",
            "line 5: “best”; allowed: less or more\n",
        ),
        (
            "figure = \"worst\"",
            "figur = \"worst\"",
            "line 4: unknown key “figur”; allowed: title, ",
        ),
        (
            "preset = \"recovery-figure\"",
            "preset = \"recovery-figur\"",
            "line 8: the scenario: ",
        ),
        ("crashes = 4 }", "crashes = 400 }", "line 8: the scenario: "),
        (
            "parameter = \"code\"",
            "parameter = \"list\"",
            "line 12: “list” takes no strategy; allowed: code",
        ),
        (
            "scheme = \"strategy\"",
            "scheme = \"mine\"",
            "line 12: scheme",
        ),
        (
            "scheme = \"intuitive\"",
            "scheme = \"intuitiv\"",
            "line 16: “Intuitive”: scheme",
        ),
        (
            "name = \"Golomb\"",
            "name = \"Intuitive\"",
            "line 20: there is “Intuitive” already",
        ),
        (
            "{ computers = 10, crashes = 3 }",
            "{ computers = 1 }",
            "line 25: a public case: computers",
        ),
        (
            "public = [{ computers = 10, crashes = 3 }, { computers = 11, crashes = 4 }]",
            "public = []",
            "line 25: public cases: 0; allowed: 1 to 24",
        ),
        (
            "hidden = 8",
            "hidden = 1",
            "line 26: hidden cases: 1; allowed: 2 to 60",
        ),
        (
            "hidden = 8",
            "hidden = 34",
            "line 27: there are 33 different cases, and 34 are drawn",
        ),
        (
            "computers = [10, 20]",
            "computers = [10, 200]",
            "line 27: draw has “computers”: computers",
        ),
        (
            "computers = [10, 20]",
            "computers = [20, 10]",
            "line 27: draw has “computers”: 20 is more than 10",
        ),
        (
            "computers = [10, 20]",
            "computers = 10",
            "line 27: draw has “computers”: allowed: [first, last]",
        ),
        (
            "computers = [10, 20]",
            "set = [\"worst\", \"best\"]",
            "line 27: draw has “set”: set",
        ),
        (
            "computers = [10, 20]",
            "set = [\"worst\", \"worst\"]",
            "line 27: draw has “set”: \"worst\" stands there twice",
        ),
        (
            "computers = [10, 20]",
            "code = [\"a\", \"b\"]",
            "line 27: draw has “code”: it takes the strategy",
        ),
        (
            "computers = [10, 20]",
            "scheme = [\"log\", \"golomb\"]",
            "line 27: draw has “scheme”: the values of [strategy] set it, and a case applies to all\n",
        ),
        (
            "computers = 10, crashes = 3",
            "computers = 11, crashes = 4",
            "line 25: the public case computers 11, crashes 4 stands there twice\n",
        ),
        (
            "computers = 10, crashes = 3",
            "scheme = \"log\"",
            "line 25: a public case has “scheme”: the values of [strategy] set it, and a case applies to all\n",
        ),
        (
            "seconds = 10",
            "seconds = \"ten\"",
            "line 6: string \"ten\"; allowed: a whole number\n",
        ),
        ("idea = \"I\"\n", "", "there is no key “idea”"),
        ("Task.", "", "line 29: there is no task"),
        (
            "Task.",
            "{{worst of a}}",
            "line 30: a challenge has no numbers by name",
        ),
        ("Task.", "<script>", "line 30: "),
    ] {
        let said = changed(part, by);
        assert!(said.contains(says), "{by}: {said}");
    }
}

#[test]
fn the_check_finds_figures_that_do_not_exist_and_strategies_that_are_not_asked() {
    let check = |part: &str, by: &str| {
        let challenge = parse(&SMALL.replace(part, by)).unwrap();
        challenge.check(came).unwrap_err()
    };
    let figure = check("figure = \"worst\"", "figure = \"speed\"");
    assert!(
        figure.contains("the report has no figure “speed”; allowed: load, other"),
        "{figure}"
    );
    let asked = check("values = { scheme = \"strategy\" }", "values = {}");
    assert!(asked.contains("the strategy is not asked"), "{asked}");
    assert_eq!(crate::small().check(came), Ok(()));
    // Each end is valid alone, but eleven of ten computers cannot crash.
    let together = check("crashes = [3, 5]", "crashes = [3, 11]");
    assert!(
        together.starts_with("“Intuitive”, case computers 10, crashes 1"),
        "{together}"
    );
    // The caller measures the runs: it reports those that take too long.
    let slow = crate::small().check(|contest| {
        let ran = came(contest).into_iter().zip(&contest.runs);
        ran.map(|(came, run)| match run.entry {
            1 => Err("it takes longer than 10 s".into()),
            _ => came,
        })
        .collect()
    });
    let told = "“Golomb”, case computers 10, crashes 3: it takes longer than 10 s".to_owned();
    assert_eq!(slow, Err(told));
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(place in 0usize..900, text in "\\PC{0,20}") {
        let cut: String = SMALL.chars().take(place).collect();
        let _ = parse(&format!("{cut}{text}"));
        let rest: String = SMALL.chars().skip(place + 3).collect();
        let _ = parse(&format!("{cut}{text}{rest}"));
    }
}
