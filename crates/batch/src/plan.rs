//! Plans from files, in TOML or JSON.

use std::fs;
use std::path::Path;

use parameters::Rejected;
use serde_json::Value;
use study::Plan;

use crate::{Error, at};

/// The file of a study's folder that has its plan.
pub const NAME: &str = "plan.json";

/// A plan from a file: JSON where it begins as an object, else TOML.
///
/// # Errors
/// Where the file cannot be read, is neither (with its line), or has a value that is not allowed.
pub fn read(path: &Path) -> Result<Plan, Error> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    parse(&text).map_err(|rejected| Error::Plan {
        place: path.to_owned(),
        rejected,
    })
}

/// A plan from a text, as [`read`].
///
/// # Errors
/// As there.
pub fn parse(text: &str) -> Result<Plan, Rejected> {
    let text = text.trim_start_matches('\u{feff}');
    let value = match text.trim_start().starts_with('{') {
        true => playground::json::read(text)?,
        false => from_toml(text)?,
    };
    Plan::from_json(&value)
}

/// A plan as the file that [`parse`] reads as the same plan.
#[must_use]
pub fn written(plan: &Plan) -> String {
    format!("{:#}\n", plan.json())
}

fn from_toml(text: &str) -> Result<Value, Rejected> {
    toml::from_str::<Value>(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let said = error.message();
        Rejected::one("", "", format!("this is not TOML: {said} (line {line})"))
    })
}
