//! Strategies that try to take all time or memory, and random ones: each ends soon, in words.
//!
//! `STRATEGIES=10000` tries as many random ones; a few hundred suffice for every day.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::select;
use strategy::{Budget, Fault, Value};

use crate::{asked, read};

/// The longest time of a hostile strategy; the slowest takes a third of it.
const LONGEST: Duration = Duration::from_secs(1);

#[test]
fn hostile_strategies_end_in_words() {
    let deep = format!(
        "fn predict(values) {{ {}1{} }}",
        "(".repeat(5_000),
        ")".repeat(5_000)
    );
    let lists = format!(
        "fn predict(values) {{ {}{} }}",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    let bodies = [
        "loop { }",
        "let a = []; loop { a.push(a); }",
        "let a = []; loop { a.push(1); }",
        "let a = []; for i in 0..499 { a.push(i); } loop { let b = a; b.sort(); }",
        "let a = []; for i in 0..499 { a.push(random()); } loop { let b = a; b.sort(); b.reverse(); }",
        "let a = []; for i in 0..499 { a.push(i); } loop { let b = a; }",
        "let a = []; for i in 0..499 { a.push(i); } loop { a[7] = a[8]; }",
        "let a = []; for i in 0..249 { a.push(i); } loop { let b = [a, a]; }",
        "let s = \"a\"; loop { s += s; }",
        "let s = \"abcdefghij\"; for i in 0..7 { s += s; } loop { let t = s + \"x\"; }",
        "let s = \"a\"; loop { print(s); s = `${s}${s}`; }",
        "let m = #{}; let i = 0; loop { m[`${i}`] = m; i += 1; }",
        "let m = #{}; for i in 0..199 { m[`${i}`] = i; } loop { let n = m; n.a = 1; }",
        "loop { values.median(); }",
        "loop { values.to_list(); }",
        "loop { values.to_list().sort(); }",
        "predict(values)",
        "predict(values) + predict(values)",
        "try { loop { } } catch { loop { } }",
        "loop { try { [][0] } catch (e) { } }",
        "for i in 0..9223372036854775807 { }",
        "for i in range(0, 9223372036854775807, 1) { }",
        "let x = 1; loop { x = x << 1; }",
        "let f = |x| x; loop { f.call(1); }",
        "let x = 9223372036854775807; x + 1",
        "-9223372036854775807 - 2",
        "this.a = this; loop { this.a = this; }",
        "loop { this[`${random()}`] = random(); }",
        "let a = [[[[[[[[[[]]]]]]]]]]; loop { a = [a]; }",
        "switch 1 { 1 => loop { }, _ => 2 }",
        "do { } while true",
        "while true { continue; }",
        "values[9223372036854775807] + values[-9223372036854775808]",
        "random(-9223372036854775807, 9223372036854775807)",
    ];
    let bodies = bodies.map(|body| format!("fn predict(values) {{ {body} }}"));
    let numbers = vec![1.5; 2_000];
    for text in bodies.into_iter().chain([deep, lists]) {
        let begun = Instant::now();
        // Every result comes soon, and is the same again.
        let first = asked(&text, &numbers);
        let took = begun.elapsed();
        let shown: String = text.chars().take(120).collect();
        assert!(took < LONGEST, "{shown} took {took:?}");
        if std::env::var_os("STRATEGIES").is_some() {
            let told = first.as_ref().map(|answered| &answered.value);
            print!("{took:>12.2?} {shown} → {told:?}\n");
        }
        assert_eq!(first, asked(&text, &numbers), "{shown}");
    }
}

/// The second answer of a strategy that gets so many maps as `values`.
fn of_maps(text: &str, number: i64) -> Result<strategy::Answered, Fault> {
    let map = |number: i64| {
        let named = |name: &str| (name.to_owned(), Value::Whole(number));
        Value::Named(["a", "b", "c", "d", "e", "f", "g", "h"].map(named).to_vec())
    };
    let maps = [Value::List((0..number).map(map).collect())];
    let mut machine = read(text)?;
    machine.begin(1, &[2], Budget::of_items(number.unsigned_abs()));
    machine.ask(&maps)?;
    machine.ask(&maps)
}

#[test]
fn hostile_strategies_end_in_words_however_many_maps_they_are_handed() {
    for body in [
        "loop { let a = values; }",
        "loop { for one in values { } }",
        "loop { let a = values[7]; }",
        "this.a = values; loop { this[`${random()}`] = values; }",
        "let a = this.a ?? []; loop { a.push(values); this.a = a; }",
        "let a = this.a ?? []; for one in values { a.push(one); this.a = a; }",
        "loop { for one in values { one.a = values; } }",
        "let a = []; loop { a.push([values, values]); }",
        "values[9223372036854775807] + values[-9223372036854775808]",
        "predict(values)",
        "values.a = 1; values[1] = 2",
        "for one in values { for other in values { one.a = other; } } values",
    ] {
        let text = format!("fn predict(values) {{ {body} }}");
        let begun = Instant::now();
        let first = of_maps(&text, 500);
        let took = begun.elapsed();
        assert!(took < LONGEST, "{body} took {took:?}");
        if std::env::var_os("STRATEGIES").is_some() {
            print!("{took:>12.2?} {body} → {:?}\n", first.as_ref().err());
        }
        assert!(first.is_err(), "{body}");
    }
}

/// The number of values of a long series that a strategy forecasts, and the fault that ended it, where one did.
fn forecasts(text: &str, series: usize) -> (usize, Option<Fault>) {
    let mut machine = match read(text) {
        Ok(machine) => machine,
        Err(fault) => return (0, Some(fault)),
    };
    machine.begin(1, &[], Budget::default());
    for value in 0..series {
        machine.show(&[(value % 17) as f64]);
        if let Err(fault) = machine.ask(&[Value::Shown]) {
            return (value, Some(fault));
        }
    }
    (series, None)
}

#[test]
fn a_strategy_that_is_slow_at_each_value_of_a_long_series_ends_soon_at_the_same_value() {
    for body in [
        "let i = 0; while i < 9_000 { i += 1; } 1.0",
        "let sum = 0.0; for value in values { sum += value; } for i in 0..3_000 { sum += i; } sum",
        "for i in 0..2_000 { values.last(100).median(); } 1.0",
        "if values.len > 50 { loop { } } 1.0",
        "let a = []; for i in 0..249 { a.push(i); } for i in 0..5_000 { let b = [a, a]; } 1.0",
    ] {
        let text = format!("fn predict(values) {{\n{body}\n}}");
        let begun = Instant::now();
        let (place, fault) = forecasts(&text, 200_000);
        let took = begun.elapsed();
        assert!(took < LONGEST, "{body} took {took:?}");
        let told = fault.clone().unwrap().to_string();
        if std::env::var_os("STRATEGIES").is_some() {
            print!("{took:>12.2?} {place} {body} → {told}\n");
        }
        assert!(
            told.starts_with("line ") && told.contains("operations"),
            "{told}"
        );
        assert_eq!(forecasts(&text, 200_000), (place, fault));
    }
}

#[test]
fn an_honest_strategy_has_operations_for_the_longest_series() {
    for (series, body) in [
        (20_000, "values.last(31).median()"),
        (
            2_000,
            "let sum = 0.0; for value in values.last(100) { sum += value; } sum / 100",
        ),
        // One answer in twenty is long.
        (
            2_000,
            "if values.len % 20 == 0 { for i in 0..12_000 { } } 1.0",
        ),
        // The mean of all values, whose cost grows from one value to the next.
        (20_000, "values.last(16_000).mean()"),
    ] {
        let text = format!("fn predict(values) {{ {body} }}");
        assert_eq!(forecasts(&text, series), (series, None), "{body}");
    }
}

/// The parts of random strategies, some of the language and some foreign.
fn parts() -> impl Strategy<Value = String> {
    let words = [
        "values",
        "this",
        "fn",
        "predict",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "#{",
        ":",
        ",",
        ";",
        "=",
        "+=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "<",
        "&&",
        "||",
        "!",
        "..",
        "..=",
        ".",
        "let",
        "const",
        "if",
        "else",
        "for",
        "in",
        "while",
        "loop",
        "break",
        "continue",
        "return",
        "throw",
        "try",
        "catch",
        "switch",
        "=>",
        "0",
        "1",
        "-1",
        "2.5",
        "1e300",
        "\"a\"",
        "`${a}`",
        "'c'",
        "a",
        "b",
        "i",
        "len",
        "push",
        "pop",
        "sort",
        "mean()",
        "last(3)",
        "median()",
        "random()",
        "print",
        "|x|",
        "call",
        "Fn",
        "curry",
        "type_of",
        "is_def_fn",
        "??",
        "?.",
        "?[",
        "<<",
        ">>",
        "**",
        "eval",
        "import",
        "global",
        "\n",
        "//",
        "/*",
        "*/",
        "é",
        "\u{0}",
    ];
    let loose =
        proptest::collection::vec(select(words.to_vec()), 0..60).prop_map(|all| all.join(" "));
    let statements = [
        "let a = [];",
        "a.push(a);",
        "a.push(values.mean());",
        "for i in 0..1000 {",
        "}",
        "while true {",
        "this.a = a;",
        "a += a;",
        "let s = \"x\";",
        "s += s;",
        "if random() < 0.5 {",
        "return values[-1];",
        "predict(values);",
        "a[0] = a;",
        "a.sort();",
        "let m = #{};",
        "m.m = m;",
        "m[s] = s;",
        "throw a;",
        "try {",
        "} catch {",
        "print(a);",
        "values.last(7).median();",
        "for x in values {",
        "a.insert(0, x);",
        "let f = |x| x + 1;",
        "a = [a, a, s, m];",
        "break;",
        "continue;",
    ];
    let body = proptest::collection::vec(select(statements.to_vec()), 0..25).prop_map(|all| {
        let body = all.join("\n");
        // Most random bodies lack some closing signs.
        let open = body
            .matches('{')
            .count()
            .saturating_sub(body.matches('}').count());
        format!("fn predict(values) {{\n{body}\n{} 1.0 }}", "}".repeat(open))
    });
    prop_oneof![1 => loose.prop_map(|body| format!("fn predict(values) {{ {body} }}")), 3 => body]
}

fn cases() -> u32 {
    let said = std::env::var("STRATEGIES").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(500)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn random_strategies_end_in_words_and_answer_the_same_again(text in parts()) {
        let numbers: Vec<f64> = (0..200).map(|one| f64::from(one % 17)).collect();
        let begun = Instant::now();
        let first = asked(&text, &numbers);
        prop_assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
        if let Err(fault) = &first {
            prop_assert!(fault.line >= 1 && fault.line <= 2 + text.matches('\n').count(), "{fault}");
            prop_assert!(!fault.message.is_empty());
        }
        // The handed value may be a list of maps as well.
        let begun = Instant::now();
        let _ = of_maps(&text, 100);
        prop_assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
        // NaN does not equal itself: the written texts are compared.
        let again = asked(&text, &numbers);
        prop_assert_eq!(format!("{first:?}"), format!("{again:?}"));
    }
}
