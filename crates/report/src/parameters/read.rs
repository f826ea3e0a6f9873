//! The only way in: a value from outside becomes a valid typed value or a complaint.

use garde::Validate;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use super::Described;
use super::describe::choices;
use super::place::from_value;
use super::problem::{Problem, Rejected};

/// A valid `T` from a value from outside.
///
/// # Errors
/// Every complaint that can be made at once: one where the value has the wrong form, all that are out of range
/// otherwise.
pub fn read<T>(value: &Value) -> Result<T, Rejected>
where
    T: DeserializeOwned + Described + Validate<Context: Default>,
{
    read_as(value, &T::schema)
}

/// As [`read`], for a type whose schema somebody else has.
///
/// # Errors
/// As [`read`].
pub fn read_as<T>(value: &Value, schema: &dyn Fn() -> Value) -> Result<T, Rejected>
where
    T: DeserializeOwned + Validate<Context: Default>,
{
    let parsed: T =
        from_value(value).map_err(|(path, error)| refused(value, path, &error, &schema()))?;
    match parsed.validate() {
        Ok(()) => Ok(parsed),
        Err(report) => Err(out_of_range(value, &report, &schema())),
    }
}

/// What serde says of a place, in words that name what is allowed there.
fn refused(value: &Value, path: String, error: &Error, schema: &Value) -> Rejected {
    let node = find_schema(schema, &path)
        .map(allowed)
        .filter(|text| !text.is_empty());
    let reason = error.to_string();
    let form = reason.starts_with("invalid type") || reason.starts_with("invalid value");
    let expected = match node {
        Some(allowed) if form || reason.starts_with("unknown variant") => allowed,
        _ => reason,
    };
    Rejected {
        problems: vec![Problem {
            value: excerpt(find(value, &path)),
            place: path,
            expected,
        }],
    }
}

fn out_of_range(value: &Value, report: &garde::Report, schema: &Value) -> Rejected {
    let problems = report
        .iter()
        .map(|(path, error)| {
            let place = named(value, &path.to_string());
            let node = find_schema(schema, &place);
            let ranged = node.is_some_and(|node| {
                let ends = ["minimum", "maximum", "maxLength"];
                ends.iter().any(|end| node.get(end).is_some())
            });
            // garde's own words for a range lack one of the two ends.
            let range = ["lower than", "greater than", "length is"]
                .iter()
                .any(|words| error.message().starts_with(words));
            let expected = match node {
                Some(node) if ranged && range => allowed(node),
                _ => error.message().to_owned(),
            };
            Problem {
                value: excerpt(find(value, &place)),
                place,
                expected,
            }
        })
        .collect();
    Rejected { problems }
}

/// A path of garde's as serde writes it: to garde, what the variant of an enum holds is `[0]`, or the variant is not there
/// at all; to serde it is the only entry of an object, by the variant's name.
fn named(value: &Value, path: &str) -> String {
    let Some((step, rest)) = split(path) else {
        return String::new();
    };
    let (step, inner, rest) = match value {
        Value::Object(map) => match (map.get(step), map.iter().next()) {
            (Some(inner), _) => (step, inner, rest),
            (None, Some((variant, inner))) if map.len() == 1 => {
                let rest = if step.starts_with('[') { rest } else { path };
                (variant.as_str(), inner, rest)
            }
            _ => return path.to_owned(),
        },
        Value::Array(items) => match items.get(index(step)) {
            Some(inner) => (step, inner, rest),
            None => return path.to_owned(),
        },
        _ => return path.to_owned(),
    };
    let rest = named(inner, rest);
    let dot = if rest.is_empty() || rest.starts_with('[') {
        ""
    } else {
        "."
    };
    format!("{step}{dot}{rest}")
}

/// The number in `[3]`.
fn index(step: &str) -> usize {
    step.trim_matches(['[', ']']).parse().unwrap_or(usize::MAX)
}

/// The part of `value` at a dotted path.
fn find<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let Some((step, rest)) = split(path) else {
        return Some(value);
    };
    let inner = match value {
        Value::Object(map) => map.get(step)?,
        Value::Array(items) => items.get(index(step))?,
        _ => return None,
    };
    find(inner, rest)
}

fn find_schema<'s>(schema: &'s Value, path: &str) -> Option<&'s Value> {
    let Some((step, rest)) = split(path) else {
        return Some(schema);
    };
    if let Some(inner) = schema
        .get("properties")
        .and_then(|properties| properties.get(step))
    {
        return find_schema(inner, rest);
    }
    if let Some(items) = schema.get("items") {
        return find_schema(items, rest);
    }
    let variants = schema
        .get("oneOf")
        .or_else(|| schema.get("anyOf"))?
        .as_array()?;
    variants
        .iter()
        .find_map(|variant| find_schema(variant, path))
}

fn split(path: &str) -> Option<(&str, &str)> {
    if path.is_empty() {
        return None;
    }
    let end = path.find(['.', '[']).filter(|end| *end > 0);
    Some(match end {
        Some(end) => (&path[..end], path[end..].trim_start_matches('.')),
        None => match path.find(']') {
            Some(close) => (&path[..=close], path[close + 1..].trim_start_matches('.')),
            None => (path, ""),
        },
    })
}

/// What a place takes, in words.
fn allowed(node: &Value) -> String {
    let unit = node
        .get("x-unit")
        .and_then(Value::as_str)
        .map(|unit| format!(" {unit}"))
        .unwrap_or_default();
    let kind = match node.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    let choices = choices(node);
    if !choices.is_empty() {
        let names: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
        return format!("allowed: {}", names.join(", "));
    }
    let word = match kind {
        Some("integer") => "a whole number",
        Some("number") => "a number",
        Some("boolean") => return "allowed: true, false".into(),
        Some("string") => {
            let most = node.get("maxLength").and_then(Value::as_u64);
            return match most {
                Some(most) => format!("allowed: a text of at most {most} characters"),
                None => "allowed: a text".into(),
            };
        }
        Some("object") => return "allowed: an object with named parameters".into(),
        Some("array") => return "allowed: a list".into(),
        _ => return String::new(),
    };
    match (node.get("minimum"), node.get("maximum")) {
        (Some(low), Some(high)) => format!(
            "allowed: {word} from {} to {}{unit}",
            plain(low),
            plain(high)
        ),
        (Some(low), None) => format!("allowed: {word} from {} up{unit}", plain(low)),
        (None, Some(high)) => format!("allowed: {word} up to {}{unit}", plain(high)),
        (None, None) => format!("allowed: {word}{unit}"),
    }
}

/// A schema's `1.0` is a reader's `1`.
fn plain(number: &Value) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => float.to_string(),
        _ => number.to_string(),
    }
}

fn excerpt(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return String::new();
    };
    let text = match value {
        Value::Object(_) | Value::Array(_) => return String::new(),
        // What is wrong with a table says in which of its lines.
        Value::String(text) if text.contains('\n') => return String::new(),
        value => value.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
