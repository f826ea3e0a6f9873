//! Quantities: pure formulas by name.

use garde::Validate;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::parameters::{self, Described, Parameter, Rejected};

/// A pure formula whose fields are its parameters.
pub trait Formula: DeserializeOwned + JsonSchema + Validate<Context: Default> {
    /// Its name: laboratory, dot, formula, such as `replication.ccr`.
    const NAME: &'static str;
    /// What it yields, in a sentence.
    const HELP: &'static str;
    /// The unit of its value, or empty.
    const UNIT: &'static str;
    /// Document, section and equation.
    const SOURCE: &'static str;

    /// Its value for valid parameters; not a number where it is undefined.
    fn evaluate(&self) -> f64;
}

impl<F: Formula> Described for F {
    fn schema() -> Value {
        parameters::derived::<F>()
    }
}

/// A [`Formula`] in the registry, its type forgotten.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// See [`Formula::NAME`].
    pub name: &'static str,
    /// See [`Formula::HELP`].
    pub help: &'static str,
    /// See [`Formula::UNIT`].
    pub unit: &'static str,
    /// See [`Formula::SOURCE`].
    pub source: &'static str,
    schema: fn() -> Value,
    parameters: fn() -> Vec<Parameter>,
    evaluate: fn(&Value) -> Result<f64, Rejected>,
}

impl Quantity {
    /// The registry's entry for a formula.
    #[must_use]
    pub fn of<F: Formula>() -> Self {
        Self {
            name: F::NAME,
            help: F::HELP,
            unit: F::UNIT,
            source: F::SOURCE,
            schema: F::schema,
            parameters: parameters::describe::<F>,
            evaluate: |value| Ok(parameters::read::<F>(value)?.evaluate()),
        }
    }

    /// The JSON Schema of its parameters.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// Its parameters, in order.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.parameters)()
    }

    /// Its value for parameters from outside: an object with a value for each parameter that has no default.
    ///
    /// # Errors
    /// Where a parameter is missing, unknown or out of range.
    pub fn evaluate(&self, parameters: &Value) -> Result<f64, Rejected> {
        (self.evaluate)(parameters)
    }
}
