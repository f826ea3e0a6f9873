//! Faults are named by their line, with the allowed form.

use lesson::{Runs, check, parse};
use proptest::prelude::*;

const FRONT: &str = "+++\ntitle = \"T\"\nminutes = 20\nidea = \"I\"\nlaboratory = \"replication\"\nobjectives = [\"O\"]\n+++\n";

const SCENARIO: &str = "```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nvalues = { runs = 2, iterations = 40 }\nshow = [\"headline\"]\nfree = [\"copies(1,2)\"]\n```\n";

const CHOICE: &str = "```question\nkind = \"choice\"\nask = \"A?\"\nexplain = \"E\"\nchoices = [{ text = \"x\", right = true }, { text = \"y\", says = \"n\" }]\n```\n";

fn read(body: &str) -> String {
    let text = format!("{FRONT}{body}");
    match parse(&text) {
        Ok(_) => String::new(),
        Err(problems) => problems
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect(),
    }
}

/// The faults that the check finds in a lesson that can be read.
fn checked(body: &str) -> String {
    let text = format!("{FRONT}{body}");
    let lesson = parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let runs = Runs::of(&lesson).unwrap();
    let problems = check(&lesson, &runs);
    problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect()
}

fn question(rest: &str) -> String {
    format!("```question\nask = \"A?\"\nexplain = \"E\"\n{rest}\n```\n")
}

#[test]
fn what_cannot_be_read_is_named_by_its_line() {
    for (body, part) in [
        ("", "line 1: there is no screen"),
        ("text\n", "line 8: text before the first screen"),
        (
            "## A\n```question\nkind = \"predict\"\nask = \"A?\"\nbars = [{ label = \"x\", value = \"speedup of a\" }]\nmax = 3\nstart = 1\nstep = 1\nnear = inf\nlow = \"l\"\nhigh = \"h\"\n```\n",
            "max is 3, start 1, step 1, near inf; allowed: numbers above 0",
        ),
        ("# T\n## A\nx\n", "line 8: a heading of the first level"),
        ("## A\n<b>x</b>\n", "line 9: “<b>” is HTML"),
        (
            "## A\n```scenario\nid = \"a\"\npreset = \"burst\"\n```\n",
            "line 10: there is no preset “burst”",
        ),
        (
            "## A\n```scenario\nid = \"a\"\n```\n",
            "line 10: scenario “a” has neither preset nor link",
        ),
        (
            "## A\n```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nlink = \"#\"\n```\n",
            "not both",
        ),
        (
            "## A\n```scenario\nid = \"a b\"\npreset = \"bursts-replicate\"\n```\n",
            "the id “a b” is no name",
        ),
        (
            "## A\n```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nvalues = { copies = 3000 }\n```\n",
            "copies",
        ),
        (
            "## A\n```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nfree = [\"copy\"]\n```\n",
            "free has “copy”; allowed:",
        ),
        (
            "## A\n```scenario\nid = \"a\"\npreset = \"bursts-replicate\"\nfree = [\"copies(1..9999)\"]\n```\n",
            "free has “copies(1..9999)”",
        ),
        (
            "## A\n```scenario\nid = \"a\"\npresets = \"x\"\n```\n",
            "line 11: unknown key “presets”; allowed: id, preset, ",
        ),
        ("## A\n```scenario\nid = \n```\n", "line 10:"),
        (
            "## A\n```scenario\nid = \"a\"\n",
            "the block “scenario” does not end",
        ),
        (
            "## A\n```question\nkind = \"guess\"\nask = \"A?\"\n```\n",
            "“guess”; allowed: predict, ",
        ),
        (
            "## A\n```question\nkind = \"choice\"\nask = \"A?\"\nchoices = []\nhint = \"x\"\n```\n",
            "unknown key “hint”; allowed: ",
        ),
        (
            "```question\nkind = \"choice\"\nask = \"A?\"\nchoices = []\n```\n",
            "a question before the first screen",
        ),
    ] {
        let told = read(body);
        assert!(told.contains(part), "{body}\n{told}");
    }
    let told = read(&format!("## A\n{SCENARIO}{SCENARIO}"));
    assert!(told.contains("there is a scenario “a” already"), "{told}");
    let told = read(&format!("## A\n{CHOICE}{CHOICE}"));
    assert!(told.contains("has a question already"), "{told}");
    for (text, part) in [
        ("", "the first line is not “+++”"),
        ("+++\ntitle = \"T\"\n", "does not end"),
        (
            "+++\ntitel = \"T\"\n+++\n## A\nx",
            "line 2: unknown key “titel”; allowed: title, ",
        ),
    ] {
        let problems = parse(text).unwrap_err();
        assert!(
            problems
                .iter()
                .any(|problem| problem.to_string().contains(part)),
            "{text}: {problems:?}"
        );
    }
}

#[test]
fn what_is_wrong_inside_a_question_is_named_by_its_own_line() {
    // The heading is line 8, the block's first line 10.
    let ends = "max = 2\nstart = 1\nstep = 1\nnear = 1\nlow = \"l\"\nhigh = \"h\"";
    let bars = "kind = \"predict\"\nbars = [\n  { label = \"a\", value = \"speedup of a\" },\n  { label = \"b\", value = \"speedup\" },\n]";
    let cases = [
        ("kind = \"choice\"\nchoices = []\nhint = \"x\"".to_owned(), "line 14: unknown key “hint”; allowed: "),
        ("kind = \"choice\"\nhints = [\n  \"good\",\n  \"<b>bad</b>\",\n]\nchoices = []".into(), "line 15: “<b>” is HTML"),
        ("kind = \"choice\"\nchoices = [\n  { text = \"x\" },\n  { text = \"y\", when = \"1 >\" },\n]".into(), "line 15: "),
        ("kind = \"order\"\nwrong = \"w\"\nitems = [\n  { text = \"x\" },\n  { text = \"{{?}}\" },\n]".into(), "line 16: "),
        ("kind = \"find\"\nof = \"a\"\ngoals = [\n  \"speedup ? 1\",\n]\nsolution = {}".into(), "line 15: "),
        (format!("{bars}\n{ends}"), "line 15: "),
        (format!("{}\n{}", bars.replace("\"speedup\"", "\"speedup of a\""), ends.replace("max = 2", "max = 0")), "line 17: max is 0"),
        ("kind = \"number\"\nvalue = \"3\"\nwithin = 1\nlow = \"l\"\nhigh = \"\"\"\nh\n<i>h</i>\"\"\"".into(), "line 18: “<i>” is HTML"),
    ];
    for (rest, part) in cases {
        let told = read(&format!("## A\n{}", question(&rest)));
        assert!(told.contains(part), "{rest}\n{told}");
    }
}

#[test]
fn a_scenario_on_either_side_of_a_statement_is_used() {
    let unseen = SCENARIO
        .replace("\"a\"", "\"b\"")
        .replace("copies(1,2)\"]", "copies\"]\nshown = false");
    for statement in [
        "{{speedup of a <= speedup of b}}",
        "{{speedup of b >= speedup of a}}",
        "{{speedup of a / speedup of a <= speedup of a / speedup of b}}",
    ] {
        let body = format!("## A\n{SCENARIO}{statement}\n{unseen}{CHOICE}");
        assert_eq!(checked(&body), "", "{statement}");
    }
}

#[test]
fn what_the_run_does_not_say_is_named_by_its_line() {
    assert_eq!(checked(&format!("## A\n{SCENARIO}{CHOICE}")), "");
    let cases = [
        ("It is 1.5 times as fast.".to_owned(), "line 9: “1.5” comes from no run"),
        ("{{speed of a}}".into(), "scenario “a” has no figure “speed”; allowed: speedup"),
        ("{{speedup of b}}".into(), "there is no scenario “b”; allowed: a"),
        ("{{value runs of a > 2}}".into(), "the statement does not hold: the left side is 2, the right side 2"),
        ("{{waiting of a > 0.9}}".into(), "\u{a0}%, the right side 90.0\u{a0}%"),
        ("{{waiting of a - discarded of a > 0.9}}".into(), "\u{a0}percentage points, the right side 90.0\u{a0}percentage points"),
        ("{{iteration_time of a > 1e9}}".into(), "\u{a0}s, the right side 278\u{a0}h"),
        ("[x](#show-c)".into(), "there is no scenario “c”"),
        ("{{speedup of a / waiting of a}}".into(), "different units"),
        (question("kind = \"choice\"\nchoices = [{ text = \"x\" , says = \"s\"}, { text = \"y\" }]"), "0 choices are right"),
        (question("kind = \"choice\"\nchoices = [{ text = \"x\", right = true}, { text = \"y\" }]"), "says: the misconception behind a wrong choice"),
        (question("kind = \"choice\"\nchoices = [{ text = \"x\", when = \"speedup of a > 0\" }, { text = \"y\", when = \"speedup of a > 0.1\" }]"), "2 choices are right"),
        (question("kind = \"number\"\nvalue = \"speedup of a\"\nwithin = 0\nlow = \"l\"\nhigh = \"h\""), "within is 0"),
        (question("kind = \"number\"\nvalue = \"speedup of a\"\nwithin = inf\nlow = \"l\"\nhigh = \"h\""), "within is inf; allowed: a number above 0"),
        (question("kind = \"predict\"\nbars = [{ label = \"x\", value = \"waiting of a\" }]\nmax = 1\nstart = 0\nstep = 1\nnear = 1\nlow = \"l\"\nhigh = \"h\""), "outside of the axis"),
        (question("kind = \"predict\"\nbars = [{ label = \"x\", value = \"speedup of a\" }]\nmax = 3\nstart = 1\nstep = 1\nnear = 2\nlow = \"l\"\nhigh = \"h\""), "nothing is predicted"),
        (question("kind = \"order\"\nwrong = \"w\"\nitems = [{ text = \"x\", by = \"waiting of a\" }, { text = \"y\", by = \"waiting of a\" }, { text = \"z\", by = \"waiting of a\" }]"), "neither rise nor fall"),
        (question("kind = \"order\"\nwrong = \"w\"\nitems = [{ text = \"x\" }]"), "at least three"),
        (question("kind = \"mark\"\nof = \"a\"\nphase = \"sleep\"\nnth = 1\nwhich = \"last\"\nwrong = \"w\""), "the schedule has no phase “sleep”; allowed:"),
        (question("kind = \"find\"\nof = \"a\"\ngoals = [\"speedup > 0\"]\nsolution = {}"), "before anything is changed"),
        (question("kind = \"find\"\nof = \"a\"\ngoals = [\"speedup > 99\"]\nsolution = { copies = 1 }"), "the solution does not reach the goals: speedup"),
        (question("kind = \"find\"\nof = \"a\"\ngoals = [\"speedup > 99\"]\nsolution = { processors = 4 }"), "which is not free; allowed: copies"),
        (question("kind = \"find\"\nof = \"b\"\ngoals = [\"speedup > 99\"]\nsolution = {}"), "there is no scenario “b”"),
        ("```scenario\nid = \"z\"\npreset = \"bursts-replicate\"\nvalues = { runs = 2, iterations = 40 }\nshow = [\"chart:x\", \"all\"]\nshown = false\n```".into(), "there is no chart “x”; allowed:"),
        ("```scenario\nid = \"z\"\npreset = \"bursts-replicate\"\nvalues = { runs = 2, iterations = 40 }\nshown = false\n```".into(), "scenario “z” is never shown"),
    ];
    for (text, part) in cases {
        // A question stands below its scenario; any other text stands at line 9.
        let told = match text.contains("```question") {
            true => checked(&format!("## A\n{SCENARIO}{text}")),
            false => checked(&format!("## A\n{text}\n## B\n{SCENARIO}{CHOICE}")),
        };
        assert!(told.contains(part), "{text}\n{told}");
    }
}

/// The question for a bar whose number is the waiting of `a`, in per cent.
fn bar(max: u32, start: u32, step: u32, near: u32) -> String {
    let [max, start, step, near] = [max, start, step, near].map(|tenths| f64::from(tenths) / 10.0);
    question(&format!(
        "kind = \"predict\"\nbars = [{{ label = \"x\", value = \"waiting of a\" }}]\nmax = {max}\nstart = {start}\nstep = {step}\nnear = {near}\nlow = \"l\"\nhigh = \"h\"\nafter = \"a\""
    ))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Slowly, place after place, in tenths of a per cent.
    #[test]
    fn a_bar_with_no_right_place_is_a_fault(max in 1u32..1200, start in 0u32..1200, step in 1u32..400, near in 1u32..200) {
        let start = start.min(max);
        let told = checked(&format!("## A\n{SCENARIO}{}", bar(max, start, step, near)));
        let lesson = parse(&format!("{FRONT}## A\n{SCENARIO}")).unwrap();
        let runs = Runs::of(&lesson).unwrap();
        let waiting = lesson::expression::Expression::read("waiting of a").unwrap();
        let came = 10.0 * runs.number(&waiting).unwrap().written();
        let stops = (0..=max).step_by(step as usize).map(f64::from);
        let right = |stop: f64| (stop - came).abs() <= f64::from(near);
        let any = stops.clone().any(right);
        let begins = stops.min_by(|a, b| (a - f64::from(start)).abs().total_cmp(&(b - f64::from(start)).abs()));
        // Halfway between two places, a browser takes the later one.
        let halfway = 2 * (start % step) == step;
        prop_assert_eq!(told.contains("outside of the axis"), came > f64::from(max), "{}", told);
        prop_assert_eq!(told.contains("no guess is right"), !any && came <= f64::from(max), "{}", told);
        prop_assert!(halfway || told.contains("nothing is predicted") == right(begins.unwrap()), "{}", told);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_makes_it_panic(body in "[ -~\\n`#{}$+\\[\\]()<>é\u{E000}]{0,200}") {
        read(&body);
        let _ = parse(&body);
    }

    #[test]
    fn no_formula_makes_it_panic(body in r"(\\[a-zA-Z]{0,8}|\\[ -~]|frac|left|begin\{matrix\}|end|[{}^_&%#$~ 0-9a-z()\[\]|]|é){0,30}") {
        let _ = lesson::text::Text::read(&format!("${body}$ $${body}$$"), 1);
    }

    #[test]
    fn no_block_makes_it_panic(body in "[a-z =\"\\[\\]{},0-9.\\n]{0,120}", kind in "(scenario|question)") {
        read(&format!("## A\n```{kind}\n{body}\n```\n"));
    }

    #[test]
    fn what_is_read_holds_no_script(body in "(<script>|<img src=x onerror=y>|\\[a\\]\\(javascript:b\\)|!\\[\\]\\(x\\)|text |\\*|`|\\n|\\$x\\$|&lt;){1,12}") {
        if let Ok(text) = lesson::text::Text::read(&body, 1) {
            let html = text.html(|_| String::new());
            prop_assert!(!html.contains("<script") && !html.contains("<img") && !html.contains("href=\"javascript"), "{html}");
        }
    }
}
