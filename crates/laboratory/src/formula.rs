//! Pure formulas by name.

use parameters::check::{flag, list, number, whole};
use parameters::said::Say;
use parameters::{Field, Parameter, Rejected, Table, Values};
use serde_json::{Value, json};
use words::say;

/// A pure formula: a row of a laboratory's table.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// Its name: laboratory, dot, formula.
    pub name: &'static str,
    /// Its value, in a sentence.
    pub help: &'static str,
    /// The unit of its value, or empty.
    pub unit: &'static str,
    /// Document, section and equation.
    pub source: &'static str,
    /// Its parameters, in order.
    pub table: Table,
    /// Its value for valid parameters; not a number where it is undefined.
    pub value: fn(&Arguments) -> f64,
}

impl Formula {
    /// The same with each text for people as `say` has it.
    #[must_use]
    pub fn said(&self, say: Say<'_>) -> Self {
        Self {
            help: say(self.help),
            unit: say(self.unit),
            source: say(self.source),
            table: self.table.said(say),
            ..*self
        }
    }

    /// The JSON Schema of its parameters.
    #[must_use]
    pub fn schema(&self) -> Value {
        self.table.schema()
    }

    /// Its full description, as JSON: name, help, unit, source, and the JSON Schema of its parameters.
    #[must_use]
    pub fn told(&self) -> Value {
        json!({
            "name": self.name, "help": self.help, "unit": self.unit,
            "source": self.source, "parameters": self.schema(),
        })
    }

    /// Its parameters, in order.
    #[must_use]
    pub fn parameters(&self) -> &'static [Parameter] {
        self.table.parameters
    }

    /// Its value for parameters from outside: an object with a value for each parameter that has no default.
    ///
    /// # Errors
    /// Where a parameter is missing, unknown or out of range.
    pub fn evaluate(&self, parameters: &Value) -> Result<f64, Rejected> {
        Ok((self.value)(&Arguments(self.table.check(parameters)?)))
    }
}

/// The checked parameters of a formula. A name that the formula's table does not have is not a number, 0, or empty; a test
/// evaluates every formula.
#[derive(Clone, Debug)]
pub struct Arguments(Values);

impl Arguments {
    /// A number.
    #[must_use]
    pub fn number(&self, name: &str) -> f64 {
        number(&self.0, name)
    }

    /// A whole number.
    #[must_use]
    pub fn whole(&self, name: &str) -> u32 {
        whole(&self.0, name).try_into().unwrap_or(u32::MAX)
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        flag(&self.0, name)
    }

    /// A list of numbers.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<f64> {
        list(&self.0, name)
    }

    /// One of several names.
    #[must_use]
    pub fn choice<F: Field>(&self, name: &str) -> F {
        self.0.get(name).and_then(F::from_value).unwrap_or_default()
    }
}

impl From<Values> for Arguments {
    fn from(values: Values) -> Self {
        Self(values)
    }
}

/// Complains of lists that are not as long as the first of these.
///
/// # Errors
/// Where one is longer or shorter; the complaint names it.
pub fn as_long_as(values: &Values, first: &str, others: &[&str]) -> Result<(), Rejected> {
    let length = |name: &str| {
        values
            .get(name)
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    };
    let wanted = length(first);
    let mut problems = Vec::new();
    for other in others {
        let found = length(other);
        if found != wanted {
            let expected = say!("has {found} numbers; allowed: as many as {first}, {wanted}");
            problems.extend(Rejected::one(other, "", expected).problems);
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Rejected { problems })
    }
}
