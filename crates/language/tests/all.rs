//! All tests of this crate.

mod behaviour;
mod hostile;

use strategy::{Answered, Budget, Fault, Handed, Hook, Language as _, Machine, Value};

const fn handed(name: &'static str) -> Handed {
    Handed::new(name, "ms", "What was measured.")
}

/// A hook that is handed values.
static HOOK: Hook = Hook {
    name: "predict",
    handed: &[handed("values")],
    answer: "A number.",
};

/// A strategy, read.
fn read(text: &str) -> Result<Box<dyn Machine>, Fault> {
    language::Rhai.read(text, &HOOK)
}

/// What a strategy answers to these numbers.
fn asked(text: &str, numbers: &[f64]) -> Result<Answered, Fault> {
    let mut machine = read(text)?;
    machine.begin(1, &[2], Budget::default());
    machine.show(numbers);
    machine.ask(&[Value::Shown])
}
