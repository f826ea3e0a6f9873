//! The manners at the door: a value from outside becomes a valid typed value, or a complaint that names the
//! place, the value and what is allowed there.
//!
//! A parameter struct carries name, unit, range, default and help of each parameter once: serde reads it, garde
//! checks it, schemars describes it. [`describe`] turns the description into the list that forms, flags and
//! short links are made of; [`read`] is the only way in.

mod describe;
mod place;
mod problem;
mod read;
#[cfg(test)]
mod tests;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

pub use describe::{Choice, Kind, Parameter, When, describe, describe_object};
pub use place::from_value;
pub use problem::{Problem, Rejected};
pub use read::{read, read_as};

/// A type whose JSON Schema is known, with every part in place (no references).
///
/// Most derive it, see [`derived`]. What a page needs keeps it as a text that a test holds against the derived one:
/// the program that derives a schema is larger than all that it describes.
pub trait Described {
    /// The schema.
    #[must_use]
    fn schema() -> Value;
}

/// The schema, or what else there is in JSON, that is kept as this text; nothing where it is not JSON.
#[must_use]
pub fn kept(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// The JSON Schema that a type's attributes make.
#[must_use]
pub fn derived<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}
