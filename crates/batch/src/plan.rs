//! Plans from files, in TOML or JSON.

use std::fs;
use std::path::Path;

use parameters::Rejected;
use serde_json::Value;
use study::Plan;

use crate::{Error, at};

/// The name of the plan in a study's folder.
pub const NAME: &str = "plan.json";

/// Reads a plan from a file: JSON if it begins as an object, else TOML.
///
/// # Errors
/// If the file cannot be read, is neither (with its line), or has a value that is not allowed.
pub fn read(path: &Path) -> Result<Plan, Error> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    parse(&text).map_err(|rejected| Error::Plan {
        place: path.to_owned(),
        rejected,
    })
}

/// Reads a plan from a text, as [`read`] does from a file.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str) -> Result<Plan, Rejected> {
    let text = text.trim_start_matches('\u{feff}');
    let value = match text.trim_start().starts_with('{') {
        true => playground::json::read(text)?,
        false => from_toml(text)?,
    };
    Plan::from_json(&value)
}

/// The text of a plan; [`parse`] reads it as the same plan.
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
