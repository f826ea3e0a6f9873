//! Every sentence of random scenarios of every topic, ordinary and extreme: numbers agree with their nouns, intervals have two
//! ends, and no number pretends to be another.

use crate::run;
use proptest::prelude::*;
use serde_json::{Value, json};
use trial::{fault, random, sentences};

/// Whether a sentence states a whole number with decimals: exact numbers are stated exactly.
fn unexact(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', '\u{a0}']).collect();
    let bare = |word: &str| word.trim_end_matches(['.', ',', ';', ':', ')']).to_owned();
    let exact = !text.starts_with("= ");
    let whole = |(place, word): (usize, &&str)| {
        let word = bare(word);
        let number = word.parse::<f64>().ok().filter(|_| word.contains('.'));
        number.is_some_and(|number| number.fract() == 0.0)
            && words.get(place + 1).map(|next| bare(next)) != Some("%".into())
    };
    exact && words.iter().enumerate().any(whole)
}

#[test]
fn whole_numbers_with_decimals_are_found() {
    assert!(unexact("It takes 3.00 units."));
    assert!(!unexact("It takes 3 units, 4.00 % more."));
}

/// The report without a fault of grammar, or a refusal without one.
fn checked(values: &Value) -> Result<(), TestCaseError> {
    match run(values) {
        Ok(report) => {
            prop_assert_eq!(fault(&report), None);
            for text in sentences(&report) {
                let never = unexact(&text);
                prop_assert!(!never, "{}", text);
            }
            for table in &report.tables {
                for cell in table.rows.iter().flatten() {
                    let text = cell.exact();
                    prop_assert!(text != "0.000000", "{}: {}", table.key, text);
                }
            }
        }
        Err(message) => {
            // The units of times are counted exactly, with as many zeros as they have.
            let fault = trial::fault_of(&message).filter(|fault| !fault.contains("00000000"));
            prop_assert_eq!(fault, None);
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
pub(crate) fn program() -> impl Strategy<Value = String> {
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
    #![proptest_config(random(60))]

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
    fn reports_of_equal_jobs_have_no_fault(m in 1_u32..=40, n in 1_u32..=60, i in 0_u32..=12, j in 0_u32..=60) {
        checked(&json!({"topic": "equal-jobs", "machines": m, "equal_jobs": n, "fewer": i, "more": j}))?;
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
        let mut step = of("transformations");
        step["step"] = json!(["program", "copies", "longer", "apart", "slots", "permuted"][(k + q) as usize % 6]);
        checked(&step)?;
    }

    #[test]
    fn reports_of_searches_have_no_fault(migration in any::<bool>(), seed in any::<u32>(), tries in 1_u32..40, n in 2_u32..=5, k in 2_u32..=3, i in 0_u32..=2, m in 2_u32..=4) {
        checked(&json!({
            "topic": "search", "search": if migration { "migration" } else { "preemption" }, "tries": tries, "seed": seed,
            "search_processes": n, "search_computers": k, "search_machines": m, "search_fewer": i, "search_more": 3
        }))?;
    }

    #[test]
    fn reports_of_surfaces_have_no_fault(size in 2_u32..=9, product in time(), m in 2_u32..=400, row in 2_u32..=8) {
        checked(&json!({"topic": "surface", "size": size, "product": product.min(10.0)}))?;
        checked(&json!({"topic": "surface", "surface": "preemption", "surface_machines": m}))?;
        checked(&json!({"topic": "table", "figure_row": row}))?;
    }
}
