//! All tests of this crate.

mod behaviour;
mod hostile;

use strategy::{Answered, Budget, Fault, Handed, Hook, Language as _, Machine, Value};

const fn handed(name: &'static str) -> Handed {
    Handed::new(name, "ms", "What was measured.")
}

/// A hook with values.
static HOOK: Hook = Hook {
    name: "predict",
    handed: &[handed("values")],
    answer: "A number.",
};

/// Reads a strategy.
fn read(text: &str) -> Result<Box<dyn Machine>, Fault> {
    language::Rhai.read(text, &HOOK)
}

/// The answer of a strategy to these numbers.
fn asked(text: &str, numbers: &[f64]) -> Result<Answered, Fault> {
    let mut machine = read(text)?;
    machine.begin(1, &[2], Budget::default());
    machine.show(numbers);
    machine.ask(&[Value::Shown])
}
