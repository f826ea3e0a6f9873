//! The list of parameters that forms, flags and short links are made of.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Described;
use crate::number::typed;

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
    /// When it has an effect: where all of these hold; always, where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<When>,
    /// Where one of these holds it has an effect in any case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<When>,
    /// What it is when nobody says anything.
    pub default: Value,
    /// What it takes.
    pub kind: Kind,
}

/// What another parameter has to be for a parameter to have an effect: `"x-when" = {"topic": ["one", "other"]}`,
/// and `"x-or" = {"flag": true}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct When {
    /// The other parameter's name.
    pub parameter: String,
    /// One of these.
    pub values: Vec<Value>,
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
    /// A text, such as a table.
    Text {
        /// The most characters.
        most: u64,
        /// What edits it, from `"x-editor"`: `workers` for a table of workers, `steps` for a step function of time; empty
        /// for what is typed as it is.
        editor: String,
    },
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
    /// Whether it has an effect when all parameters have these values.
    #[must_use]
    pub fn matters(&self, values: &Map<String, Value>) -> bool {
        let holds = |when: &When| {
            let value = values.get(&when.parameter);
            value.is_some_and(|value| when.values.contains(value))
        };
        self.when.iter().all(holds) || self.or.iter().any(holds)
    }

    /// The JSON value that a person's text stands for. A text that does not fit is passed on as a text, for
    /// [`read`] to refuse with the allowed range.
    #[must_use]
    pub fn parse(&self, text: &str) -> Value {
        // Of a table, an empty first cell counts.
        if matches!(self.kind, Kind::Text { .. }) {
            return text.into();
        }
        let text = text.trim();
        let number = |text: &str| -> Value {
            if let Ok(whole) = text.parse::<u64>() {
                return whole.into();
            }
            if let Ok(whole) = text.parse::<i64>() {
                return whole.into();
            }
            typed(&text.replace(',', ".")).map_or_else(|| text.into(), Value::from)
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
            Kind::Choice { .. } | Kind::Text { .. } => text.into(),
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
            Kind::Text { most, .. } => format!("a text of at most {most} characters"),
        }
    }
}

/// The parameters of `T`, in the order of its fields, with the defaults that its schema states.
///
/// Fields that a form, a flag or a short link cannot hold (nested objects) are left out.
#[must_use]
pub fn describe<T: Described>() -> Vec<Parameter> {
    describe_object(&T::schema())
}

/// The same of what a schema says of an object, such as one inside the parameters.
#[must_use]
pub fn describe_object(schema: &Value) -> Vec<Parameter> {
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
        Some("string") => Kind::Text {
            most: whole("maxLength").unwrap_or(u64::MAX),
            editor: text("x-editor"),
        },
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
        when: conditions(node, "x-when"),
        or: conditions(node, "x-or"),
        default: node.get("default").cloned().unwrap_or(Value::Null),
        kind,
    })
}

/// What a node's `x-when` or `x-or` says; a value that stands alone is a list of one.
fn conditions(node: &Value, key: &str) -> Vec<When> {
    let stated = node.get(key).and_then(Value::as_object);
    stated
        .into_iter()
        .flatten()
        .map(|(parameter, values)| When {
            parameter: parameter.clone(),
            values: match values {
                Value::Array(values) => values.clone(),
                value => vec![value.clone()],
            },
        })
        .collect()
}

/// The names that an enum takes: `{"enum": […]}` or a list of `{"const": …, "title", "description"}`; variants
/// that carry data are not among them.
pub(super) fn choices(node: &Value) -> Vec<Choice> {
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
