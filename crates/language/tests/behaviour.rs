//! The abilities of strategies, and the reports of their faults.

use strategy::wire::{Reply, Request};
use strategy::{Budget, Value};

use crate::{asked, read};

const NUMBERS: [f64; 5] = [10.0, 12.5, 11.0, 30.0, 9.0];

/// The number that the body of a strategy answers; NaN for anything else.
fn number(body: &str) -> f64 {
    let text = format!("fn predict(values) {{\n{body}\n}}");
    let answered = asked(&text, &NUMBERS).ok();
    let number = answered.and_then(|answered| answered.value.number());
    number.unwrap_or(f64::NAN)
}

/// The fault of a strategy; empty without a fault.
fn fault(text: &str) -> String {
    let asked = asked(text, &NUMBERS);
    asked
        .err()
        .map_or_else(String::new, |fault| fault.to_string())
}

#[test]
fn values_are_read_by_their_places_from_both_ends_and_in_parts() {
    assert_eq!(number("values[0]"), 10.0);
    assert_eq!(number("values[-1]"), 9.0);
    assert_eq!(number("values.len"), 5.0);
    assert_eq!(number("values.last(2)[0]"), 30.0);
    assert_eq!(number("values.first(2).sum()"), 22.5);
    assert_eq!(number("values.last(100).len"), 5.0);
    assert_eq!(
        number("let sum = 0.0; for one in values { sum += one; } sum"),
        72.5
    );
    assert_eq!(number("values.last(3).to_list().len()"), 3.0);
}

#[test]
fn numbers_and_lists_of_numbers_are_measured_alike() {
    for ask in ["sum", "mean", "sd", "median", "min", "max"] {
        let own = number(&format!("values.{ask}()"));
        assert_eq!(own, number(&format!("values.to_list().{ask}()")), "{ask}");
        assert_eq!(own, number(&format!("{ask}(values)")), "{ask}");
    }
    assert_eq!(number("values.mean()"), 14.5);
    assert_eq!(number("values.median()"), 11.0);
    assert_eq!(number("[1, 2.5].mean()"), 1.75);
}

#[test]
fn lists_and_maps_do_what_their_names_say() {
    assert_eq!(
        number("let l = [3, 1, 2]; l.sort(); l[0] * 100 + l[1] * 10 + l[2]"),
        123.0
    );
    assert_eq!(
        number("let l = [1]; l.push(5); l.insert(0, 7); l.reverse(); l[0]"),
        5.0
    );
    assert_eq!(number("let l = [4, 5, 6]; l.remove(1) + l.len"), 7.0);
    assert_eq!(number("[4, 5, 6].index_of(6)"), 2.0);
    assert_eq!(number("if 5.0 in [4, 5] { 1 } else { 0 }"), 1.0);
    assert_eq!(
        number(r#"let m = #{a: 1}; m.b = 2; m.keys().len + m.a + m["b"]"#),
        5.0
    );
    assert_eq!(number(r#"if "a" in #{a: 1} { 1 } else { 0 }"#), 1.0);
}

/// The second answer of a strategy that gets so many maps.
fn of_maps(body: &str, number: usize) -> Result<Value, String> {
    let told = |fault: strategy::Fault| fault.to_string();
    let mut machine = read(&format!("fn predict(values) {{\n{body}\n}}")).map_err(told)?;
    let map = |place: usize| {
        let speed = Value::from(0.5 * place as f64);
        Value::Named(vec![
            ("number".into(), Value::Whole(place as i64)),
            ("speed".into(), speed),
        ])
    };
    let maps = Value::List((0..number).map(map).collect());
    machine.begin(1, &[2], Budget::of_items(number as u64));
    let mut ask = || machine.ask(std::slice::from_ref(&maps));
    let answered = ask().and_then(|_| ask());
    answered.map(|answered| answered.value).map_err(told)
}

#[test]
fn a_handed_list_of_maps_is_read_however_long_it_is_and_only_until_the_answer() {
    let sum = "let sum = 0.0; for one in values { sum += one.speed; } sum + values.len + values[-1].number";
    assert_eq!(of_maps(sum, 3), Ok(Value::from(1.5 + 3.0 + 2.0)));
    // A list of the language may have 500 items, its maps 200 entries together.
    assert_eq!(of_maps(sum, 500), Ok(Value::from(62_375.0 + 500.0 + 499.0)));
    assert_eq!(
        of_maps("values[7]", 3),
        Err("line 2: there is no item 7 in a list of 3: the first is 0, the last 2 or -1".into())
    );
    let changed = "let one = values[1]; one.speed = 9.0; one.speed + values[1].speed";
    assert_eq!(of_maps(changed, 3), Ok(Value::from(9.5)));
    let later = "line 2: this list is of an earlier question: keep what you need of it in a list of your own";
    for kept in [
        "let old = this.old ?? values; this.old = values; old.len",
        "let old = this.old ?? values; this.old = values; let n = 0; for one in old { n += 1; } n",
        "let old = this.old ?? values; this.old = values; old[0]",
    ] {
        assert_eq!(of_maps(kept, 3), Err(later.into()), "{kept}");
    }
    assert_eq!(of_maps("values", 1), of_maps("[values[0]]", 1));
    assert_eq!(
        of_maps("if values.is_empty() { 1 } else { 2 }", 0),
        Ok(Value::Whole(1))
    );
    let wrong = of_maps("values.push(1)", 3);
    assert_eq!(
        wrong,
        Err("line 2: what is handed can only be read: keep what you need of it in a list of your own".into())
    );
}

#[test]
fn mathematics_are_those_of_libm() {
    assert_eq!(number("exp(1.5)").to_bits(), libm::exp(1.5).to_bits());
    assert_eq!(
        number("pow(values[1], 0.3)").to_bits(),
        libm::pow(12.5, 0.3).to_bits()
    );
    assert_eq!(number("ln(7)").to_bits(), libm::log(7.0).to_bits());
    assert_eq!(number("max(2, 3.5)"), 3.5);
    assert_eq!(number("to_int(3.9) + round(2.5)"), 6.0);
    assert!(fault("fn predict(values) { 2.0 ** 3.0 }").starts_with("line 1: "));
}

#[test]
fn numbers_are_compared_as_they_are() {
    let numbers = [
        ("0.0", 0.0),
        ("-0.0", -0.0),
        ("1e-17", 1e-17),
        ("-1e-17", -1e-17),
        ("1e-300", 1e-300),
        ("1.0", 1.0),
        ("1.0000000000000002", 1.000_000_000_000_000_2),
        ("5", 5.0),
        ("-5", -5.0),
        ("1e300", 1e300),
        ("(1.0 / 0.0)", f64::INFINITY),
        ("(-1.0 / 0.0)", f64::NEG_INFINITY),
        ("(0.0 / 0.0)", f64::NAN),
    ];
    type Holds = fn(&f64, &f64) -> bool;
    let signs: [(&str, Holds); 6] = [
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        (">", |a, b| a > b),
        (">=", |a, b| a >= b),
        ("==", |a, b| a == b),
        ("!=", |a, b| a != b),
    ];
    for (one, left) in numbers {
        for (other, right) in numbers {
            for (sign, holds) in signs {
                let text = format!("if {one} {sign} {other} {{ 1 }} else {{ 0 }}");
                let expected = f64::from(u8::from(holds(&left, &right)));
                assert_eq!(number(&text), expected, "{text}");
            }
        }
    }
    let least = "let best = 1.0 / 0.0; for one in values { if one < best { best = one; } } best";
    assert_eq!(number(least), 9.0);
    // All other values compare as before.
    for holds in [
        "() == ()",
        "1.0 != ()",
        "\"a\" < \"b\"",
        "\"a\" != 1.0",
        "true == true",
        "!false",
        "2 <= 2",
        "'a' == 'a'",
        "values.len == 5",
        "!(values.len > 5)",
        "values[0] > 9",
    ] {
        assert_eq!(
            number(&format!("if {holds} {{ 1 }} else {{ 0 }}")),
            1.0,
            "{holds}"
        );
    }
}

#[test]
fn what_is_no_number_comes_last_whatever_its_sign() {
    for nan in ["0.0 / 0.0", "-(0.0 / 0.0)", "sqrt(-1.0)", "[].mean()"] {
        let sorted = format!("let l = [{nan}, 2.0, 1.0]; l.sort(); l[0] * 10 + l[1]");
        assert_eq!(number(&sorted), 12.0, "{nan}");
        let median = format!("if is_nan([1.0, {nan}, 2.0].median()) {{ 1 }} else {{ 0 }}");
        assert_eq!(number(&median), 1.0, "{nan}");
    }
}

#[test]
fn a_mark_at_the_beginning_of_a_file_is_no_fault() {
    let text = "\u{feff}fn predict(values) { 1 }";
    assert_eq!(asked(text, &NUMBERS).unwrap().value, Value::Whole(1));
}

#[test]
fn a_strategy_remembers_and_another_beginning_forgets() {
    let text = "fn predict(values) { if \"calls\" in this { this.calls += 1 } else { this.calls = 1 } this.calls }";
    let mut machine = read(text).unwrap();
    machine.begin(1, &[], Budget::default());
    for call in 1..4 {
        assert_eq!(
            machine.ask(&[Value::Shown]).unwrap().value,
            Value::Whole(call)
        );
    }
    machine.begin(1, &[], Budget::default());
    assert_eq!(machine.ask(&[Value::Shown]).unwrap().value, Value::Whole(1));
}

#[test]
fn draws_are_those_of_the_stream_that_was_named() {
    let mut machine = read("fn predict(values) { random() }").unwrap();
    let mut draws = |seed, stream: &[u64]| -> Vec<Value> {
        machine.begin(seed, stream, Budget::default());
        (0..3)
            .map(|_| machine.ask(&[Value::Shown]).unwrap().value)
            .collect()
    };
    let first = draws(5, &[1, 2]);
    let mut expected = trace::random::Random::stream(5, &[1, 2]);
    let expected: Vec<Value> = (0..3).map(|_| expected.uniform().into()).collect();
    assert_eq!(first, expected);
    assert_eq!(first, draws(5, &[1, 2]));
    assert_ne!(first, draws(5, &[1, 3]));
    assert!((2.0..=4.0).contains(&number("random(2, 4)")));
    assert_eq!(
        fault("fn predict(values) {\n random(4, 2)\n}"),
        "line 2: there is no whole number from 4 to 2"
    );
}

#[test]
fn what_is_printed_comes_with_the_answer_up_to_a_limit() {
    let answered = asked(
        "fn predict(values) { print(values.len); print(`mean ${values.mean()}`); 1 }",
        &NUMBERS,
    );
    assert_eq!(answered.unwrap().printed, ["5", "mean 14.5"]);
    let many = asked(
        "fn predict(values) { for i in 0..500 { print(i); } 1 }",
        &NUMBERS,
    );
    assert_eq!(many.unwrap().printed.len(), language::limits::PRINTED);
    let handed = asked(
        "fn predict(values) { print(values); print(values.first(1)); 1 }",
        &[1.0, 2.0, 3.0, 4.0, 5.5, 6.0],
    );
    let printed = ["[…, 2.0, 3.0, 4.0, 5.5, 6.0] (6)", "[1.0] (1)"];
    assert_eq!(handed.unwrap().printed, printed);
}

#[test]
fn faults_name_their_line_and_say_what_to_do() {
    for (text, told) in [
        ("", "line 1: there is no function fn predict(values)"),
        (
            "fn other(values) { 1 }",
            "line 1: there is no function fn predict(values)",
        ),
        (
            "// one\nfn predict(a, b) { 1 }",
            "line 2: predict takes 2 values here; it is asked as fn predict(values)",
        ),
        (
            "fn predict(values) {\n  level\n}",
            "line 2: there is no variable “level” in this function: begin with let level = … in it, or hand it over",
        ),
        (
            "fn predict(values) {\n  1 +\n",
            "line 3: the text ends too early: a } or ) may be missing",
        ),
        (
            "fn predict(values) { 1 }\nlet a = 2;",
            "line 2: a statement stands outside all functions, where it has no effect: put it into one",
        ),
        (
            "fn predict(values) {\n\n  values[5]\n}",
            "line 3: there is no item 5 in a list of 5: the first is 0, the last 4 or -1",
        ),
        (
            "fn predict(values) { help(values) }\nfn help(values) {\n [][0]\n}",
            "line 3: there is no item 0: the list is empty",
        ),
        (
            "fn predict(values) { throw \"no idea\" }",
            "line 1: no idea",
        ),
        (
            "// A loop.\nfn predict(values) {\n loop { }\n}",
            "line 2: it did not answer within 50000 operations: does a loop end?",
        ),
        (
            "fn predict(values) { predict(values) }",
            "line 1: more than 20 calls are within each other",
        ),
        (
            "fn predict(values) {\n values.last(\"a\")\n}",
            "line 2: there is no function last(list of numbers, text)",
        ),
        (
            "fn predict(values) { 1 / 0 }",
            "line 1: division by zero: 1 / 0",
        ),
        ("fn predict(values) { eval(\"1\") }", "line 1: "),
        (
            "fn predict(values) { sleep(10) }",
            "line 1: there is no function sleep(number)",
        ),
        (
            "fn predict(values) { \"x\" * 2.5 }",
            "line 1: there is no * between a text and a number",
        ),
        (
            "fn predict(values) { let n = floor(values.len / 2.0); values.last(n) }",
            "line 1: last takes whole numbers: to_int() makes one of a number with a fraction",
        ),
        (
            "fn predict(values) { random(1.0, 6) }",
            "line 1: random takes whole numbers: to_int() makes one of a number with a fraction",
        ),
        (
            "fn predict(values) { values[1.5] }",
            "line 1: a place in a list is a whole number: to_int() makes one of a number with a fraction",
        ),
        (
            "fn predict(values) { let n = 1.0; values[n] }",
            "line 1: a place in a list is a whole number: to_int() makes one of a number with a fraction",
        ),
        (
            "fn predict(values) { values.sort() }",
            "line 1: sort is for lists: to_list() makes one of the numbers that are handed",
        ),
        (
            "fn predict(values) { values[0] = 3.0; 1 }",
            "line 1: what is handed can only be read: keep what you need of it in a list of your own",
        ),
        (
            "fn predict(values) { let last = (); last.size }",
            "line 1: there is no “size” here: this is nothing, which x == () tells of a value x",
        ),
        (
            "fn predict(values) { values.mean }",
            "line 1: there is no “mean” in a list of numbers",
        ),
        (
            "fn predict(values) { this = 5; this.y = 1; 1 }",
            "line 1: there is no “y” in a number",
        ),
        (
            "fn predict(values) { if values { 1 } else { 2 } }",
            "line 1: this is a list of numbers, and a flag is needed",
        ),
        (
            "fn predict(values) { let one = 1; if one { 1 } else { 2 } }",
            "line 1: this is a number, and a flag is needed",
        ),
        (
            "fn predict(values) { let list = [1, 2, 3]; list[0..2] }",
            "line 1: this is a range, and a number is needed",
        ),
        (
            "fn predict(values) { help() }\nfn help() { this.n }",
            "line 2: this function is called without `this`: call it as this.name()",
        ),
        (
            "fn predict(values) { let all = #{a: 1}; for one in all { } 1 }",
            "line 1: for goes through a list, a range such as 0..3, or the keys() of a map",
        ),
        (
            "fn predict(values) { [1, \"a\"].mean() }",
            "line 1: there is a text in the list, and not numbers alone",
        ),
        (
            "fn predict(values) { [[1]].sum() }",
            "line 1: there is a list in the list, and not numbers alone",
        ),
        (
            "fn predict(values) { throw; }",
            "line 1: it ended by throw, without a reason",
        ),
        (
            "// Its fn predict(values) is asked.\nfn predict_mean(values) { 1 }\nfn predict(values, last) { 1 }",
            "line 3: predict takes 2 values here; it is asked as fn predict(values)",
        ),
    ] {
        let found = fault(text);
        assert!(
            found.starts_with(told) && (found == told || told.ends_with(": ")),
            "{text}\n{found}"
        );
    }
}

#[test]
fn another_program_serves_the_same_bits() {
    let text = "fn predict(values) { print(1); exp(values.mean() / 10) + random() }";
    let mut served = language::serve::Served::default();
    let mut exchange = |request: &Request| -> Reply {
        let reply = served.answer(&serde_json::to_vec(request).unwrap());
        serde_json::from_slice(&reply).unwrap()
    };
    let (text, name) = (text.to_owned(), "predict".to_owned());
    let Reply::Machine(machine) = exchange(&Request::Read {
        text: text.clone(),
        name,
        handed: vec!["values".into()],
    }) else {
        panic!("it was not read")
    };
    exchange(&Request::Begin {
        machine,
        seed: 1,
        budget: Budget::default(),
        stream: vec![2],
    });
    let shown = NUMBERS.map(strategy::value::Real).to_vec();
    let reply = exchange(&Request::Ask {
        machine,
        shown,
        handed: vec![Value::Shown],
    });
    assert_eq!(reply, Reply::Answered(asked(&text, &NUMBERS).unwrap()));
    assert_eq!(exchange(&Request::End { machine }), Reply::Done);
    let gone = exchange(&Request::Ask {
        machine,
        shown: Vec::new(),
        handed: Vec::new(),
    });
    assert!(matches!(gone, Reply::Fault(_)));
}

#[test]
fn what_the_editor_proposes_can_be_called_and_stands_in_the_guide() {
    let all: serde_json::Value = serde_json::from_str(include_str!("../functions.json")).unwrap();
    let all = all.as_array().unwrap();
    let guide = include_str!("../../../docs/strategies.md");
    let (_, table) = guide.split_once("## Functions for strategies").unwrap();
    let (table, _) = table.split_once("## Limits").unwrap();
    let word = |text: &str| -> String {
        let letters = text.chars();
        letters
            .take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '_')
            .collect()
    };
    let told: Vec<String> = table.split('`').skip(1).step_by(2).map(word).collect();
    let mut proposed = Vec::new();
    for one in all {
        let [name, form, body] = ["name", "form", "try"].map(|key| one[key].as_str().unwrap());
        let whole = format!("fn predict(values) {{ {body} }}");
        assert!(number(body).is_finite(), "{body}: {}", fault(&whole));
        assert!(body.contains(name) && word(form) == name, "{body}");
        assert!(told.iter().any(|one| one == name), "no word of {name}");
        proposed.push(name);
    }
    for name in told {
        let plain = ["", "for", "in", "throw", "values"].contains(&name.as_str());
        assert!(
            plain || proposed.contains(&name.as_str()),
            "{name} is not proposed"
        );
    }
}

#[test]
fn a_number_can_be_written_into_a_text_up_to_the_length_of_texts() {
    let text = "fn predict(values) { print(\"seen \" + values.len + \", \" + 2.5); 1 }";
    assert_eq!(asked(text, &NUMBERS).unwrap().printed, ["seen 5, 2.5"]);
    let endless =
        "fn predict(values) {\n let text = \"\";\n loop {\n text = text + 1234567890;\n }\n}";
    assert!(
        fault(endless).contains("a value is too large"),
        "{}",
        fault(endless)
    );
}
