//! Values as a person types them, and a parameter's allowed values, in words.

use serde_json::Value;

use crate::{Kind, Parameter};

impl Parameter {
    /// The JSON value that a person's text stands for. A text that does not fit is passed on as a text, for
    /// [`Parameter::check`] to refuse with the allowed range.
    #[must_use]
    pub fn parse(&self, text: &str) -> Value {
        // Of a table, an empty first cell counts.
        if matches!(self.kind, Kind::Text { .. }) {
            return text.into();
        }
        let text = text.trim();
        match self.kind {
            Kind::Number { optional: true, .. }
                if text.is_empty() || text == "null" || text == "none" =>
            {
                Value::Null
            }
            Kind::Integer { .. } => whole(text),
            Kind::Number { .. } => number(text),
            Kind::Flag => match text {
                "true" | "on" | "yes" | "1" => true.into(),
                "false" | "off" | "no" | "0" => false.into(),
                _ => text.into(),
            },
            Kind::List { .. } => text
                .split([',', ' ', ';'])
                .filter(|part| !part.is_empty())
                .map(number)
                .collect(),
            Kind::Choice(_) | Kind::Text { .. } => text.into(),
        }
    }

    /// The allowed values in a few words: "1 to 64".
    #[must_use]
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Integer { minimum, maximum } => format!("{minimum} to {maximum}"),
            Kind::Number {
                minimum,
                maximum,
                optional,
            } => {
                let empty = if optional { ", or empty" } else { "" };
                format!("{minimum} to {maximum}{empty}")
            }
            Kind::Choice(_) => self.names(),
            Kind::Flag => "true, false".into(),
            Kind::List { .. } => "numbers, separated by commas".into(),
            Kind::Text { most, .. } => format!("a text of at most {most} characters"),
        }
    }

    /// The allowed values for a complaint: "allowed: a whole number from 1 to 64".
    #[must_use]
    pub fn allowed(&self) -> String {
        let ends = |word: &str, low: String, high: String| {
            let unit = match self.unit {
                "" => String::new(),
                unit => format!(" {unit}"),
            };
            format!("allowed: {word} from {low} to {high}{unit}")
        };
        match self.kind {
            Kind::Integer { minimum, maximum } => {
                ends("a whole number", minimum.to_string(), maximum.to_string())
            }
            Kind::Number {
                minimum, maximum, ..
            } => ends("a number", minimum.to_string(), maximum.to_string()),
            Kind::Choice(_) => {
                format!("allowed: {}", self.names())
            }
            Kind::Flag => "allowed: true, false".into(),
            Kind::List { fewest, most, .. } => {
                format!("allowed: a list of {fewest} to {most} numbers")
            }
            Kind::Text { most, .. } => format!("allowed: a text of at most {most} characters"),
        }
    }

    fn names(&self) -> String {
        let names: Vec<_> = self.offered().map(|choice| choice.value).collect();
        names.join(", ")
    }
}

/// A value as a person types it; the name of the file for traces of one's own, else the name of the entry that carries data.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(map) => map
            .iter()
            .next()
            .map(|(kind, carried)| carried.get("name").and_then(Value::as_str).unwrap_or(kind))
            .unwrap_or_default()
            .to_owned(),
        // `72500.0` is typed `72500`.
        value => {
            let text = value.to_string();
            text.strip_suffix(".0").unwrap_or(&text).to_owned()
        }
    }
}

/// The whole number of a text, also where it is written as `1e3` or `8.0`; else the text's number, or the text.
fn whole(text: &str) -> Value {
    /// The largest whole number up to which all others have a value of their own.
    const MOST: f64 = 9_007_199_254_740_992.0;
    let value = number(text);
    match value.as_f64() {
        Some(number)
            if value.is_f64() && number.fract() == 0.0 && (0.0..=MOST).contains(&number) =>
        {
            (number as u64).into()
        }
        _ => value,
    }
}

/// The number of a text, or the text.
fn number(text: &str) -> Value {
    if let Ok(whole) = text.parse::<u64>() {
        return whole.into();
    }
    if let Ok(whole) = text.parse::<i64>() {
        return whole.into();
    }
    typed(&text.replace(',', ".")).map_or_else(|| text.into(), Value::from)
}
/// The finite number nearest to a person's text: `2`, `-.5`, `1e-3`. Read as numbers of scenarios are.
///
/// ```
/// use parameters::typed;
/// assert_eq!(typed(" +.5 "), Some(0.5));
/// assert_eq!(typed("1e400"), None);
/// assert_eq!(typed("+ 1"), None);
/// ```
#[must_use]
pub fn typed(text: &str) -> Option<f64> {
    let text = text.trim();
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => ("-", number),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = number.split_at(number.find(['e', 'E']).unwrap_or(number.len()));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() || number.starts_with(char::is_whitespace) {
        return None;
    }
    // JSON has a digit on both sides of the point, and no zero before others.
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let part = if part.is_empty() { "0" } else { part };
    serde_json::from_str(&format!("{sign}{whole}.{part}{exponent}")).ok()
}
