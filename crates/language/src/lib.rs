//! The language of own strategies: rhai within limits, with mathematics that is equal everywhere.
//!
//! | module | contents |
//! |---|---|
//! | [`limits`] | the limits of an answer |
//! | [`machine`] | a running strategy |
//! | [`serve`] | the language for another program |
//! | `engine` | the engine, with the functions that strategies can call |
//! | `numbers` | the numbers that a strategy is shown |
//! | `rows` | the lists of maps that a strategy gets |
//! | `lists` | operations of lists and maps |
//! | `mathematics` | functions of numbers, and draws |
//! | `convert` | conversion of values into the language and back |
//! | `told` | errors as sentences |
//!
//! ```
//! use strategy::{Budget, Handed, Hook, Language as _, Value};
//!
//! const VALUES: Handed = Handed::new("values", "ms", "What was measured.");
//! const HOOK: Hook = Hook { name: "predict", handed: &[VALUES], answer: "A number." };
//!
//! let mut machine = language::Rhai.read("fn predict(values) { values[-1] + 1 }", &HOOK)?;
//! machine.begin(1, &[], Budget::default());
//! machine.show(&[1.0, 2.5]);
//! assert_eq!(machine.ask(&[Value::Shown])?.value, Value::from(3.5));
//!
//! let fault = language::Rhai.read("fn predict(values) { values[ }", &HOOK).err().unwrap();
//! assert_eq!(fault.line, 1);
//! # Ok::<(), strategy::Fault>(())
//! ```

mod convert;
mod engine;
pub mod limits;
mod lists;
pub mod machine;
mod mathematics;
mod numbers;
mod rows;
pub mod serve;
mod told;

use strategy::{Fault, Hook, Language, Machine};

/// The language.
#[derive(Clone, Copy, Debug)]
pub struct Rhai;

impl Language for Rhai {
    fn read(&self, text: &str, hook: &Hook) -> Result<Box<dyn Machine>, Fault> {
        let handed: Vec<&str> = hook.handed.iter().map(|one| one.name).collect();
        let machine = machine::Work::read(text, hook.name, &handed)?;
        Ok(Box::new(machine))
    }
}
