//! The manners at the door: a value from outside becomes a valid typed value, or a complaint that names the
//! place, the value and what is allowed there.
//!
//! A parameter struct carries name, unit, range, default and help of each parameter once: serde reads it, garde
//! checks it, schemars describes it. [`describe`] turns the description into the list that forms, flags and
//! short links are made of; [`read`] is the only way in.

use std::fmt;

use garde::Validate;
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One complaint about a value from outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Where: the parameter's path, such as `replication.processors`; empty for the whole value.
    pub place: String,
    /// What was found there, as JSON, shortened.
    pub value: String,
    /// What is allowed there.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place.is_empty(), self.value.is_empty()) {
            (true, _) => f.write_str(&self.expected),
            (false, true) => write!(f, "{}: {}", self.place, self.expected),
            (false, false) => write!(f, "{} is {}; {}", self.place, self.value, self.expected),
        }
    }
}

/// A value was refused, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub struct Rejected {
    /// At least one complaint.
    pub problems: Vec<Problem>,
}

impl Rejected {
    /// A single complaint.
    #[must_use]
    pub fn one(place: &str, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        Self {
            problems: vec![Problem {
                place: place.into(),
                value: value.to_string(),
                expected: expected.into(),
            }],
        }
    }

    /// The same complaints, each place below `parent`.
    #[must_use]
    pub fn below(mut self, parent: &str) -> Self {
        for problem in &mut self.problems {
            problem.place = if problem.place.is_empty() {
                parent.into()
            } else {
                format!("{parent}.{}", problem.place)
            };
        }
        self
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

/// The JSON Schema of `T` with every part in place (no references).
#[must_use]
pub fn schema<T: JsonSchema>() -> Schema {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator().into_root_schema_for::<T>()
}

/// A valid `T` from a value from outside.
///
/// # Errors
/// Every complaint that can be made at once: one where the value has the wrong form, all that are out of range
/// otherwise.
pub fn read<T>(value: &Value) -> Result<T, Rejected>
where
    T: DeserializeOwned + JsonSchema + Validate<Context: Default>,
{
    let parsed: T = serde_path_to_error::deserialize(value).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => String::new(),
            path => path,
        };
        let node = find_schema(schema::<T>().as_value(), &path)
            .map(allowed)
            .filter(|text| !text.is_empty());
        let reason = error.into_inner().to_string();
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
    })?;
    check(&parsed, value)?;
    Ok(parsed)
}

fn check<T>(parsed: &T, value: &Value) -> Result<(), Rejected>
where
    T: JsonSchema + Validate<Context: Default>,
{
    let Err(report) = parsed.validate() else {
        return Ok(());
    };
    let schema = schema::<T>();
    let problems = report
        .iter()
        .map(|(path, error)| {
            let place = path.to_string();
            let node = find_schema(schema.as_value(), &place);
            let ranged = node
                .is_some_and(|node| node.get("minimum").is_some() || node.get("maximum").is_some());
            // garde's own words for a range lack one of the two ends.
            let range = error.message().starts_with("lower than")
                || error.message().starts_with("greater than");
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
    Err(Rejected { problems })
}

/// The part of `value` at a dotted path. A step that is missing may hide one level down, in the only entry of an
/// object: that is how serde writes the variant of an enum, of which garde's paths do not speak.
fn find<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let Some((step, rest)) = split(path) else {
        return Some(value);
    };
    let inner = match value {
        Value::Object(map) => match map.get(step) {
            Some(inner) => inner,
            None if map.len() == 1 => return find(map.values().next()?, path),
            None => return None,
        },
        Value::Array(items) => items.get(step.trim_matches(['[', ']']).parse::<usize>().ok()?)?,
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
    variants.iter().find_map(|variant| {
        find_schema(variant, path).or_else(|| {
            variant
                .get("properties")?
                .as_object()?
                .values()
                .find_map(|inner| find_schema(inner, path))
        })
    })
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
        Some("string") => return "allowed: a text".into(),
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
        value => value.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// One parameter, as forms, flags and short links need it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name in JSON, in flags and in short links, such as `processors`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it is, in a sentence or two.
    pub help: String,
    /// Its unit, or empty.
    pub unit: String,
    /// The group a person thinks in.
    pub group: String,
    /// Rarely used: folded away at first.
    pub rare: bool,
    /// What it is when nobody says anything.
    pub default: Value,
    /// What it takes.
    pub kind: Kind,
}

/// What a parameter takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// A whole number.
    Integer {
        /// The least that is allowed.
        minimum: u64,
        /// The most that is allowed.
        maximum: u64,
    },
    /// A number.
    Number {
        /// The least that is allowed.
        minimum: f64,
        /// The most that is allowed.
        maximum: f64,
        /// It may be left empty (`null`).
        optional: bool,
    },
    /// One of several names.
    Choice {
        /// In the order in which they are offered.
        choices: Vec<Choice>,
    },
    /// Yes or no.
    Flag,
    /// A list of numbers.
    List,
}

/// One of the names that a parameter takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Its name in JSON.
    pub value: String,
    /// Its name for people.
    pub title: String,
    /// What it is.
    pub help: String,
}

impl Parameter {
    /// The JSON value that a person's text stands for. A text that does not fit is passed on as a text, for
    /// [`read`] to refuse with the allowed range.
    #[must_use]
    pub fn parse(&self, text: &str) -> Value {
        let text = text.trim();
        let number = |text: &str| -> Value {
            if let Ok(whole) = text.parse::<u64>() {
                return whole.into();
            }
            if let Ok(whole) = text.parse::<i64>() {
                return whole.into();
            }
            match text.replace(',', ".").parse::<f64>() {
                Ok(float) if float.is_finite() => float.into(),
                _ => text.into(),
            }
        };
        match &self.kind {
            Kind::Number { optional: true, .. }
                if text.is_empty() || text == "null" || text == "none" =>
            {
                Value::Null
            }
            Kind::Integer { .. } | Kind::Number { .. } => number(text),
            Kind::Flag => match text {
                "true" | "on" | "yes" | "1" => true.into(),
                "false" | "off" | "no" | "0" => false.into(),
                _ => text.into(),
            },
            Kind::List => text
                .split([',', ' ', ';'])
                .filter(|part| !part.is_empty())
                .map(number)
                .collect(),
            Kind::Choice { .. } => text.into(),
        }
    }

    /// What it takes, in words: "a whole number from 1 to 64".
    #[must_use]
    pub fn range(&self) -> String {
        match &self.kind {
            Kind::Integer { minimum, maximum } => format!("{minimum} to {maximum}"),
            Kind::Number {
                minimum,
                maximum,
                optional: false,
            } => format!("{minimum} to {maximum}"),
            Kind::Number {
                minimum,
                maximum,
                optional: true,
            } => format!("{minimum} to {maximum}, or empty"),
            Kind::Choice { choices } => choices
                .iter()
                .map(|choice| choice.value.as_str())
                .collect::<Vec<_>>()
                .join(", "),
            Kind::Flag => "true, false".into(),
            Kind::List => "numbers, separated by commas".into(),
        }
    }
}

/// The parameters of `T`, in the order of its fields, with the defaults that its schema states.
///
/// Fields that a form, a flag or a short link cannot hold (nested objects) are left out.
#[must_use]
pub fn describe<T: JsonSchema>() -> Vec<Parameter> {
    let schema = schema::<T>();
    let empty = Map::new();
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    properties
        .iter()
        .filter_map(|(name, node)| parameter(name, node))
        .collect()
}

fn parameter(name: &str, node: &Value) -> Option<Parameter> {
    let text = |key: &str| {
        node.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (kind, optional) = match node.get("type") {
        Some(Value::Array(kinds)) => (
            kinds.first().and_then(Value::as_str),
            kinds.iter().any(|kind| kind == "null"),
        ),
        kind => (kind.and_then(Value::as_str), false),
    };
    let bound = |key: &str| node.get(key).and_then(Value::as_f64);
    let whole = |key: &str| {
        let value = node.get(key)?;
        value
            .as_u64()
            .or_else(|| value.as_f64().map(|float| float as u64))
    };
    let choices = choices(node);
    let kind = match kind {
        _ if !choices.is_empty() => Kind::Choice { choices },
        Some("integer") => Kind::Integer {
            minimum: whole("minimum").unwrap_or(0),
            maximum: whole("maximum").unwrap_or(u64::MAX),
        },
        Some("number") => Kind::Number {
            minimum: bound("minimum").unwrap_or(f64::MIN),
            maximum: bound("maximum").unwrap_or(f64::MAX),
            optional,
        },
        Some("boolean") => Kind::Flag,
        Some("array") => Kind::List,
        _ => return None,
    };
    Some(Parameter {
        name: name.into(),
        title: match text("title") {
            title if title.is_empty() => name.replace('_', " "),
            title => title,
        },
        help: text("description"),
        unit: text("x-unit"),
        group: text("x-group"),
        rare: node.get("x-rare").and_then(Value::as_bool).unwrap_or(false),
        default: node.get("default").cloned().unwrap_or(Value::Null),
        kind,
    })
}

/// The names that an enum takes: `{"enum": […]}` or a list of `{"const": …, "title", "description"}`; variants
/// that carry data are not among them.
fn choices(node: &Value) -> Vec<Choice> {
    let one = |value: &str, variant: Option<&Value>| {
        let text = |key: &str| {
            variant
                .and_then(|variant| variant.get(key))
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let title = text("title");
        Choice {
            value: value.into(),
            title: if title.is_empty() {
                value.replace('-', " ")
            } else {
                title.into()
            },
            help: text("description").into(),
        }
    };
    let mut out = Vec::new();
    if let Some(names) = node.get("enum").and_then(Value::as_array) {
        out.extend(
            names
                .iter()
                .filter_map(Value::as_str)
                .map(|name| one(name, None)),
        );
    }
    if let Some(variants) = node.get("oneOf").and_then(Value::as_array) {
        for variant in variants {
            if let Some(name) = variant.get("const").and_then(Value::as_str) {
                out.push(one(name, Some(variant)));
            } else if variant.get("enum").is_some() {
                out.extend(choices(variant));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        /// Like the sky.
        #[default]
        #[schemars(title = "Sky blue")]
        Blue,
        /// Like the wood.
        DarkGreen,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
    #[serde(deny_unknown_fields, default)]
    struct Machine {
        /// How many there are.
        #[garde(range(min = 1, max = 64))]
        #[schemars(title = "Processors", extend("x-group" = "Resources"))]
        processors: u32,
        /// How long it takes.
        #[garde(range(min = 0.0, max = 5.0))]
        #[schemars(extend("x-unit" = "s", "x-rare" = true))]
        time: f64,
        #[garde(skip)]
        colour: Colour,
        #[garde(range(min = 1.0, max = 10.0))]
        mean: Option<f64>,
        #[garde(skip)]
        seed: u64,
    }

    impl Default for Machine {
        fn default() -> Self {
            Self {
                processors: 4,
                time: 2.5,
                colour: Colour::Blue,
                mean: None,
                seed: u64::MAX,
            }
        }
    }

    fn refused(value: Value) -> String {
        read::<Machine>(&value).unwrap_err().to_string()
    }

    #[test]
    fn a_complaint_names_the_place_the_value_and_the_allowed_range() {
        expect!["processors is 65; allowed: a whole number from 1 to 64"]
            .assert_eq(&refused(json!({"processors": 65})));
        expect!["time is -1.5; allowed: a number from 0 to 5 s"]
            .assert_eq(&refused(json!({"time": -1.5})));
        expect!["mean is 11; allowed: a number from 1 to 10"]
            .assert_eq(&refused(json!({"mean": 11})));
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_refused_with_what_is_allowed() {
        expect![[r#"processors is "many"; allowed: a whole number from 1 to 64"#]]
            .assert_eq(&refused(json!({"processors": "many"})));
        expect![[r#"processors is -1; allowed: a whole number from 1 to 64"#]]
            .assert_eq(&refused(json!({"processors": -1})));
        expect![[r#"processors is 1.5; allowed: a whole number from 1 to 64"#]]
            .assert_eq(&refused(json!({"processors": 1.5})));
        expect![[r#"colour is "red"; allowed: blue, dark-green"#]]
            .assert_eq(&refused(json!({"colour": "red"})));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        expect!["procesors is 3; unknown field `procesors`, expected one of `processors`, `time`, `colour`, `mean`, `seed`"]
            .assert_eq(&refused(json!({"procesors": 3})));
    }

    #[test]
    fn all_ranges_are_checked_at_once() {
        expect!["processors is 0; allowed: a whole number from 1 to 64; time is 9; allowed: a number from 0 to 5 s"]
            .assert_eq(&refused(json!({"processors": 0, "time": 9})));
    }

    #[test]
    fn the_description_carries_what_the_struct_says_once() {
        let parameters = describe::<Machine>();
        expect![[r#"
            processors | Processors | How many there are. |  | Resources | 4 | 1 to 64
            time | time | How long it takes. | s |  | 2.5 | 0 to 5
            colour | colour |  |  |  | "blue" | blue, dark-green
            mean | mean |  |  |  | null | 1 to 10, or empty
            seed | seed |  |  |  | 18446744073709551615 | 0 to 18446744073709551615
        "#]]
        .assert_eq(&parameters.iter().fold(String::new(), |text, p| {
            text + &format!(
                "{} | {} | {} | {} | {} | {} | {}\n",
                p.name,
                p.title,
                p.help,
                p.unit,
                p.group,
                p.default,
                p.range()
            )
        }));
    }

    #[test]
    fn a_persons_text_becomes_the_value_it_stands_for() {
        let parameters = describe::<Machine>();
        let [processors, time, colour, mean, seed] = &parameters[..] else {
            panic!("five parameters")
        };
        assert_eq!(processors.parse(" 8 "), json!(8));
        assert_eq!(time.parse("2,5"), json!(2.5));
        assert_eq!(colour.parse("blue"), json!("blue"));
        assert_eq!(mean.parse(""), Value::Null);
        assert_eq!(seed.parse("18446744073709551615"), json!(u64::MAX));
        assert_eq!(processors.parse("eight"), json!("eight"));
    }
}
