//! Functions of numbers, from `libm`, and draws from the stream that the scenario names.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::{Engine, EvalAltResult, FLOAT, INT, Position};
use trace::random::Random;

/// A function of one number, and its name.
type OfOne = (&'static str, fn(f64) -> f64);

/// A function of two numbers, and its name.
type OfTwo = (&'static str, fn(f64, f64) -> f64);

/// Functions of one number.
const OF_ONE: [OfOne; 13] = [
    ("sqrt", f64::sqrt),
    ("exp", libm::exp),
    ("ln", libm::log),
    ("log10", libm::log10),
    ("sin", libm::sin),
    ("cos", libm::cos),
    ("tan", libm::tan),
    ("atan", libm::atan),
    ("tanh", libm::tanh),
    ("floor", f64::floor),
    ("ceiling", f64::ceil),
    ("round", f64::round),
    ("abs", f64::abs),
];

/// Functions of two numbers.
const OF_TWO: [OfTwo; 3] = [("pow", libm::pow), ("min", f64::min), ("max", f64::max)];

/// A comparison, and its sign.
type Compares = (&'static str, fn(&f64, &f64) -> bool);

/// Comparisons. rhai's comparisons call close numbers equal, and no number less than ∞.
const COMPARES: [Compares; 6] = [
    ("==", f64::eq),
    ("!=", f64::ne),
    ("<", f64::lt),
    ("<=", f64::le),
    (">", f64::gt),
    (">=", f64::ge),
];

/// Lets strategies compute and draw.
pub(crate) fn register(engine: &mut Engine, random: &Rc<RefCell<Random>>) {
    for (name, of) in OF_ONE {
        engine.register_fn(name, move |one: FLOAT| of(one));
        engine.register_fn(name, move |one: INT| of(one as FLOAT));
    }
    for (name, of) in OF_TWO {
        engine.register_fn(name, move |one: FLOAT, other: FLOAT| of(one, other));
        engine.register_fn(name, move |one: INT, other: FLOAT| of(one as FLOAT, other));
        engine.register_fn(name, move |one: FLOAT, other: INT| of(one, other as FLOAT));
    }
    for (sign, holds) in COMPARES {
        engine.register_fn(sign, move |one: FLOAT, other: FLOAT| holds(&one, &other));
        engine.register_fn(sign, move |one: INT, other: FLOAT| {
            holds(&(one as FLOAT), &other)
        });
        engine.register_fn(sign, move |one: FLOAT, other: INT| {
            holds(&one, &(other as FLOAT))
        });
    }
    engine.register_fn("!", |flag: bool| !flag);
    engine.register_fn("pow", |one: INT, other: INT| {
        libm::pow(one as f64, other as f64)
    });
    engine.register_fn("min", |one: INT, other: INT| one.min(other));
    engine.register_fn("max", |one: INT, other: INT| one.max(other));
    engine.register_fn("abs", |one: INT| one.saturating_abs());
    engine.register_fn("to_float", |one: INT| one as FLOAT);
    engine.register_fn("to_float", |one: FLOAT| one);
    engine.register_fn("to_int", |one: INT| one);
    engine.register_fn("to_int", |one: FLOAT| one as INT);
    engine.register_fn("is_nan", |one: FLOAT| one.is_nan());
    engine.register_fn("is_nan", |_: INT| false);
    let shared = Rc::clone(random);
    engine.register_fn("random", move || shared.borrow_mut().uniform());
    let shared = Rc::clone(random);
    engine.register_fn(
        "random",
        move |from: INT, to: INT| -> Result<INT, Box<EvalAltResult>> {
            let span = to.checked_sub(from).and_then(|span| span.checked_add(1));
            match span
                .and_then(|span| u64::try_from(span).ok())
                .filter(|span| *span > 0)
            {
                Some(span) => {
                    Ok(from.saturating_add((shared.borrow_mut().uniform() * span as f64) as INT))
                }
                None => {
                    let told = format!("there is no whole number from {from} to {to}");
                    Err(EvalAltResult::ErrorRuntime(told.into(), Position::NONE).into())
                }
            }
        },
    );
}
