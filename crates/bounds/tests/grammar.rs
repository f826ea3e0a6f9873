//! Every sentence of random scenarios of every topic, ordinary and extreme: numbers agree with their nouns, intervals have two
//! ends, and no number pretends to be another.

use crate::common::run;
use proptest::prelude::*;
use report::Report;
use serde_json::{Value, json};

/// So many cases, or as many as `PROPTEST_CASES` says.
fn cases(number: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|text| text.parse().ok()).unwrap_or(number),
        failure_persistence: None,
        max_shrink_iters: 100,
        ..ProptestConfig::default()
    }
}

/// A noun and its plural.
const NOUNS: [(&str, &str); 16] = [
    ("process", "processes"),
    ("processor", "processors"),
    ("computer", "computers"),
    ("job", "jobs"),
    ("preemption", "preemptions"),
    ("signal", "signals"),
    ("slot", "slots"),
    ("placement", "placements"),
    ("unit", "units"),
    ("group", "groups"),
    ("node", "nodes"),
    ("try", "tries"),
    ("set", "sets"),
    ("time", "times"),
    ("step", "steps"),
    ("case", "cases"),
];

/// Words that hardly stand between a number and its noun.
fn noun(words: &[&str]) -> Option<(bool, usize)> {
    words.iter().take(3).enumerate().find_map(|(place, word)| {
        if place > 0 && !matches!(words[place - 1], "shared" | "equal" | "other" | "free") {
            return None;
        }
        let (one, many) = (
            NOUNS.iter().any(|noun| noun.0 == *word),
            NOUNS.iter().any(|noun| noun.1 == *word),
        );
        (one || many).then_some((many, place))
    })
}

/// What is wrong with a sentence.
fn fault(text: &str) -> Option<String> {
    let plain = text.replace('\u{a0}', " ").replace('\u{202f}', "");
    let ends = |word: &&str| *word == "." || *word == ",";
    if plain.contains("  ") || plain.split(' ').any(|word| ends(&word)) {
        return Some("blanks".into());
    }
    for never in [
        "NaN",
        "inf ",
        "0.000000",
        "00000000",
        "18446744073709551615",
        " 0.0 %",
        " 100.0 %",
        "no preemption are",
        "after 0",
    ] {
        if plain.contains(never) {
            return Some(format!("contains {never:?}"));
        }
    }
    let marks = ['.', ',', ';', ':', ')'];
    let raw: Vec<&str> = plain.split(' ').collect();
    let words: Vec<&str> = raw
        .iter()
        .map(|word| word.trim_end_matches(marks))
        .collect();
    for (place, word) in words.iter().enumerate() {
        let digits = !word.is_empty()
            && word
                .bytes()
                .all(|sign| sign.is_ascii_digit() || sign == b'.');
        let Some(number) = digits.then(|| word.parse::<f64>().ok()).flatten() else {
            continue;
        };
        if word.contains('.') && number.fract() == 0.0 && words.get(place + 1) != Some(&"%") {
            return Some(format!("{word} seems to be whole"));
        }
        // Two numbers that say the same are no interval.
        let rest = words.get(place + 1..).unwrap_or(&[]);
        if let [to, other, ..] = rest
            && (*to == "to" || *to == "and" && place > 0 && words[place - 1] == "between")
            && other == word
        {
            return Some(format!("{word} to {other}"));
        }
        // "With 1, jobs …" and "m + 1 processors" count nothing.
        let counts =
            raw[place] == *word && (place == 0 || !["+", "and"].contains(&words[place - 1]));
        if let Some((many, after)) = noun(rest).filter(|_| counts) {
            // "computer 1 runs", "Processor 2 finishes": a name, not a number of things.
            let named = place > 0
                && NOUNS
                    .iter()
                    .any(|noun| noun.0 == words[place - 1].to_lowercase());
            // "z = 1 …": a value, not a number of things.
            if !named && many == (number == 1.0) {
                return Some(format!("{word} {}", rest[after]));
            }
            let verb = rest.get(after + 1).copied().unwrap_or("");
            // "jobs on 1 processor take".
            let subject = place == 0 || words[place - 1] != "on";
            if subject
                && number == 1.0
                && matches!(verb, "are" | "take" | "share" | "run" | "cross")
            {
                return Some(format!("1 {} {verb}", rest[after]));
            }
        }
        // "1 of 6 processes are".
        if number == 1.0 && rest.first() == Some(&"of") && rest.get(3) == Some(&"are") {
            return Some("1 of … are".into());
        }
    }
    None
}

/// All sentences of a report, and everything else that is read as words.
fn sentences(report: &Report) -> Vec<String> {
    let mut all = vec![report.headline.clone(), report.why.clone()];
    all.extend(report.notes.iter().cloned());
    for figure in &report.figures {
        all.push(figure.name.clone());
        // A fraction beside a figure is exact.
        all.extend(figure.beside.clone().filter(|text| !text.starts_with("= ")));
    }
    if let Some(worlds) = &report.worlds {
        all.extend([
            worlds.caption.clone(),
            worlds.without.clone(),
            worlds.with.clone(),
        ]);
        all.extend(worlds.reasons.iter().map(|reason| reason.text.clone()));
    }
    all
}

/// The report without a fault of grammar, or a refusal without one.
fn checked(values: &Value) -> Result<(), TestCaseError> {
    match run(values) {
        Ok(report) => {
            for text in sentences(&report) {
                prop_assert_eq!(fault(&text), None, "{}", text);
            }
            for table in &report.tables {
                for cell in table.rows.iter().flatten() {
                    let text = cell.exact();
                    prop_assert!(text != "0.000000", "{}: {}", table.key, text);
                }
            }
        }
        Err(message) => {
            prop_assert!(
                !message.contains("fault") && !message.contains("18446744073709551615"),
                "{}",
                message
            );
            prop_assert!(
                message.starts_with("bounds.")
                    || message.contains(": ")
                    || message.contains(" is "),
                "{}",
                message
            );
        }
    }
    Ok(())
}

/// Times from nothing to the most, and some with many digits.
fn time() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![
        0.0,
        0.0,
        0.1,
        0.25,
        0.5,
        1.0,
        1.0,
        2.0,
        3.0,
        7.3,
        1000.0,
        0.001,
        0.00001,
        1e-9,
        1e-300,
        0.333_333_333,
    ])
}

fn work() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "1", "1", "2", "3", "1/3", "0.5", "7.25", "0", "100", "0.00001", "26000", "1000000",
    ])
    .prop_map(str::to_owned)
}

/// Programs of up to 6 processes with signals that never wait for each other in a circle.
fn program() -> impl Strategy<Value = String> {
    let action = (0_u8..4, 0_usize..6, 0_usize..6, work());
    (1_usize..=6, prop::collection::vec(action, 1..14)).prop_map(|(processes, actions)| {
        let mut lines = vec![String::new(); processes];
        for (number, (kind, one, other, work)) in actions.iter().enumerate() {
            let (one, other) = (one % processes, other % processes);
            if *kind < 2 || one == other {
                lines[one] += &format!(" Work({work})");
            } else {
                lines[one] += &format!(" Activate({number})");
                lines[other] += &format!(" Wait({number})");
            }
        }
        let line = |(number, line): (usize, &String)| format!("P{}:{line}\n", number + 1);
        lines.iter().enumerate().map(line).collect()
    })
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn reports_of_migration_have_no_fault(n in 1_u32..=14, k in 1_u32..=9, q in 1_u32..=9, t in time(), z in time(), shared in any::<bool>(), own in any::<bool>(), first in 1_u32..=14) {
        let first = first.min(n);
        let allocation = match (own, first == n) {
            (false, _) => String::new(),
            (true, true) => format!("{n}"),
            (true, false) => format!("{first} {}", n - first),
        };
        checked(&json!({
            "processes": n, "computers": k, "alike": false, "processors": q, "signal_delay": t, "granularity": z.min(10.0),
            "counted": if shared { "shared-time" } else { "work" }, "allocation": allocation
        }))?;
    }

    #[test]
    fn reports_of_preemption_have_no_fault(m in 1_u32..=40, i in 0_u32..=12, j in 0_u32..=60, boxed in any::<bool>()) {
        checked(&json!({
            "topic": "preemption", "machines": m, "fewer": i, "more": j, "extremal": if boxed { "boxed" } else { "equal" }
        }))?;
    }

    #[test]
    fn reports_of_jobs_have_no_fault(lengths in prop::collection::vec(work(), 1..=7), m in 1_u32..=4, i in 0_u32..=4, j in 0_u32..=4, cost in time(), comma in any::<bool>()) {
        checked(&json!({
            "topic": "jobs", "jobs": lengths.join(if comma { "," } else { " " }), "own_machines": m, "own_fewer": i, "own_more": j, "preemption_cost": cost
        }))?;
    }

    #[test]
    fn reports_of_phases_have_no_fault(rows in prop::collection::vec(prop::collection::vec(work(), 3), 1..=4), k in 1_u32..=4, q in 1_u32..=4, signals in prop::sample::select(vec!["", "1-2", "1-2 2-3 3-1"]), t in time()) {
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        checked(&json!({
            "topic": "program", "phases": rows.join("\n"), "signals": signals, "own_computers": k, "own_processors": q, "own_delay": t
        }))?;
    }

    #[test]
    fn reports_of_programs_have_no_fault(program in program(), k in 1_u32..=4, q in 1_u32..=4, t in time(), cost in time()) {
        let of = |topic: &str| json!({
            "topic": topic, "form": "text", "program": program, "own_computers": k, "own_processors": q, "own_delay": t, "move_cost": cost
        });
        checked(&of("program"))?;
        checked(&of("migration-cost"))?;
        checked(&of("transformations"))?;
    }

    #[test]
    fn reports_of_searches_have_no_fault(migration in any::<bool>(), seed in any::<u32>(), tries in 1_u32..40, n in 2_u32..=5, k in 2_u32..=3, i in 0_u32..=2) {
        checked(&json!({
            "topic": "search", "search": if migration { "migration" } else { "preemption" }, "tries": tries, "seed": seed,
            "search_processes": n, "search_computers": k, "search_machines": 4, "search_fewer": i, "search_more": 3
        }))?;
    }

    #[test]
    fn reports_of_surfaces_have_no_fault(size in 2_u32..=9, product in time(), m in 2_u32..=400, row in 2_u32..=8) {
        checked(&json!({"topic": "surface", "size": size, "product": product.min(10.0)}))?;
        checked(&json!({"topic": "surface", "surface": "preemption", "surface_machines": m}))?;
        checked(&json!({"topic": "table", "figure_row": row}))?;
    }
}

#[test]
fn the_checks_find_faults() {
    for (bad, _) in [
        ("takes 6.80 to 6.80", 0),
        ("With a cost of 1, 1 preemption are best", 0),
        ("1 of 6 processes are active", 0),
        ("on 1 computers", 0),
        ("4 process", 0),
        ("takes 3.00 units", 0),
        ("which adds 0.000000.", 0),
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    assert_eq!(
        fault("With 1 preemption instead of 3, 7 jobs take 1.20 times as long."),
        None
    );
}
