//! What cannot be read is named by its line, with the value and what is allowed.

use challenge::parse;
use proptest::prelude::*;

use crate::SMALL;

fn told(text: &str) -> String {
    match parse(text) {
        Ok(_) => String::new(),
        Err(problems) => problems
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect(),
    }
}

/// What is said of the small challenge with one part of it replaced.
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
            "line 5: unknown variant `best`, expected `less` or `more`",
        ),
        (
            "figure = \"worst\"",
            "figur = \"worst\"",
            "line 4: unknown field `figur`",
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
            "scheme = [\"log\", \"gollum\"]",
            "line 27: draw has “scheme”: scheme",
        ),
        (
            "computers = [10, 20]",
            "scheme = [\"log\", \"log\"]",
            "line 27: draw has “scheme”: \"log\" stands there twice",
        ),
        (
            "computers = [10, 20]",
            "code = [\"a\", \"b\"]",
            "line 27: draw has “code”: it takes the strategy",
        ),
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
        challenge.check(&mut report::Silent).unwrap_err()
    };
    let figure = check("figure = \"worst\"", "figure = \"speed\"");
    assert!(
        figure.contains("the report has no figure “speed”; allowed: load, other"),
        "{figure}"
    );
    let asked = check("values = { scheme = \"strategy\" }", "values = {}");
    assert!(asked.contains("the strategy is not asked"), "{asked}");
    assert_eq!(crate::small().check(&mut report::Silent), Ok(()));
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
