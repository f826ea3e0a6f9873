//! Quantities: pure formulas by name.

use garde::Validate;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::parameters::{self, Parameter, Rejected};

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

/// A [`Formula`] whose type is forgotten.
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
    /// The schemas of the laboratory's formulas, by name.
    schemas: &'static str,
    evaluate: fn(&Value, &dyn Fn() -> Value) -> Result<f64, Rejected>,
}

impl Quantity {
    /// The JSON Schema of its parameters.
    #[must_use]
    pub fn schema(&self) -> Value {
        let schemas = parameters::kept(self.schemas);
        schemas.get(self.name).cloned().unwrap_or_default()
    }

    /// Its parameters, in order.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        parameters::describe_object(&self.schema())
    }

    /// Its value for parameters from outside: an object with a value for each parameter that has no default.
    ///
    /// # Errors
    /// Where a parameter is missing, unknown or out of range.
    pub fn evaluate(&self, parameters: &Value) -> Result<f64, Rejected> {
        (self.evaluate)(parameters, &|| self.schema())
    }
}

/// What a laboratory enters its formulas into, one by one.
pub trait Registry {
    /// Enters a formula.
    fn add<F: Formula>(&mut self);
}

/// The formulas of a laboratory, whose schemas are kept as a text that a test holds against [`Derived`]: the program that
/// derives a schema is larger than what it describes.
#[derive(Clone, Debug)]
pub struct Kept {
    schemas: &'static str,
    /// Those that were entered.
    pub quantities: Vec<Quantity>,
}

impl Kept {
    /// No formula yet; `schemas` is a JSON object with the schema of each by its name.
    #[must_use]
    pub fn new(schemas: &'static str) -> Self {
        let quantities = Vec::new();
        Self {
            schemas,
            quantities,
        }
    }
}

impl Registry for Kept {
    fn add<F: Formula>(&mut self) {
        self.quantities.push(Quantity {
            name: F::NAME,
            help: F::HELP,
            unit: F::UNIT,
            source: F::SOURCE,
            schemas: self.schemas,
            evaluate: |value, schema| Ok(parameters::read_as::<F>(value, schema)?.evaluate()),
        });
    }
}

/// The schemas of formulas by name, as their attributes make them.
#[derive(Clone, Debug, Default)]
pub struct Derived(pub Map<String, Value>);

impl Registry for Derived {
    fn add<F: Formula>(&mut self) {
        self.0
            .insert(F::NAME.to_owned(), parameters::derived::<F>());
    }
}
