//! The pure formulas of all laboratories: each is a number wherever it is defined, and depends on each of its parameters.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use parameters::{Kind, Parameter, Table, Value, Values};
use proptest::strategy::{Just, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// The numbers of pairs of points that are tried for each parameter: the first in any case, the second until two values differ.
const PAIRS: (usize, usize) = (20, 2_000);

/// Parameters that their formula takes for the sake of another one, or because the source does, without effect on its value.
const WITHOUT_EFFECT: [(&str, &[&str]); 2] = [
    // The lower end is a matter of sending alone; it is asked for with the upper end.
    (
        "divisible.theta_window_low",
        &["return_bandwidth", "return_latency"],
    ),
    // Between workers that are alike, the part that leaves one subchunk's transfer lengthens the transfer of the other one.
    ("divisible.least_tau", &["theta"]),
];

/// Lists whose numbers are whole.
const WHOLE: [&str; 2] = ["allocation", "crashed"];

/// Lists that name each number up to their length once.
const ORDERS: [&str; 1] = ["list"];

fn drawn(low: f64, high: f64, random: &mut TestRunner) -> f64 {
    (low..=high).new_tree(random).unwrap().current()
}

/// A number near 0.01, 1, 100 or 10 000, where those are allowed.
fn number(low: f64, high: f64, random: &mut TestRunner) -> f64 {
    let scales = [0.01, 1.0, 100.0, 10_000.0];
    let scale = scales.get(drawn(0.0, 3.99, random) as usize).unwrap();
    drawn(low.max(-scale), high.min(*scale).max(low), random)
}

/// A value of a parameter; all lists are equally long.
fn value(parameter: &Parameter, random: &mut TestRunner) -> Value {
    match parameter.kind {
        Kind::Integer { minimum, maximum } => {
            let whole = drawn(minimum as f64, maximum.min(8) as f64 + 0.99, random);
            (whole as u64).into()
        }
        Kind::Number {
            minimum, maximum, ..
        } => number(minimum, maximum, random).into(),
        Kind::List { .. } if ORDERS.contains(&parameter.name) => {
            let order = Just(vec![1, 2, 3]).prop_shuffle();
            order.new_tree(random).unwrap().current().into()
        }
        Kind::List {
            minimum, maximum, ..
        } => (0..3)
            .map(|_| number(minimum, maximum, random))
            .map(|number| match WHOLE.contains(&parameter.name) {
                true => number.min(9.0).ceil(),
                false => number,
            })
            .collect(),
        Kind::Flag => (drawn(0.0, 1.0, random) < 0.5).into(),
        Kind::Choice(choices) => {
            let at = drawn(0.0, choices.len() as f64 - 0.01, random);
            choices.get(at as usize).unwrap().value.into()
        }
        Kind::Text { .. } => Value::Null,
    }
}

/// Values that go together: the values of `base`, with the parameters that `anew` names drawn again.
fn point(
    table: &Table,
    base: &Values,
    anew: impl Fn(&str) -> bool,
    random: &mut TestRunner,
) -> Values {
    loop {
        let mut values = base.clone();
        for parameter in table.parameters.iter().filter(|one| anew(one.name)) {
            values.insert(parameter.name.to_owned(), value(parameter, random));
        }
        if let Ok(values) = table.check(&values.into()) {
            return values;
        }
    }
}

#[test]
fn formulas_depend_on_each_of_their_parameters() {
    let mut random = TestRunner::deterministic();
    let all = playground::list::FORMULAS;
    let mut wrong = Vec::new();
    for formula in all.iter().copied().flatten() {
        let defined = !["none", "undefined"]
            .iter()
            .any(|word| formula.help.contains(word));
        let idle = WITHOUT_EFFECT
            .iter()
            .find(|(name, _)| *name == formula.name);
        let idle = idle.map_or(&[][..], |(_, idle)| *idle);
        let parameters = formula.parameters().iter();
        for own in parameters.filter(|own| !idle.contains(&own.name)) {
            let mut depends = false;
            for pair in 0..PAIRS.1 {
                let base = point(&formula.table, &Values::new(), |_| true, &mut random);
                let changed = point(&formula.table, &base, |name| name == own.name, &mut random);
                let [value, other] =
                    [base, changed].map(|values| formula.evaluate(&values.into()).unwrap());
                if defined && (value.is_nan() || other.is_nan()) {
                    wrong.push(format!("{} is not a number", formula.name));
                }
                depends |= value.to_bits() != other.to_bits();
                if depends && pair >= PAIRS.0 {
                    break;
                }
            }
            if !depends {
                wrong.push(format!("{} does not depend on {}", formula.name, own.name));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
