//! The values that a strategy gets, and its answers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that passes between a laboratory and a strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Nothing.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number; answers can be NaN.
    Number(Real),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Values by name; their order means nothing.
    Named(Vec<(String, Value)>),
    /// All numbers that the strategy was [shown](crate::Machine::show) since it began.
    Shown,
}

/// A number that keeps its bits on the way, also where JSON has no form for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real(pub f64);

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0.to_bits())
    }
}

impl<'de> Deserialize<'de> for Real {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(|bits| Self(f64::from_bits(bits)))
    }
}

impl Value {
    /// The value as a number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(Real(number)) => Some(*number),
            Self::Whole(whole) => Some(*whole as f64),
            _ => None,
        }
    }

    /// Whether a number has too many digits without an exponent.
    fn is_long(number: f64) -> bool {
        number.is_finite() && number != 0.0 && !(1e-6..1e16).contains(&number.abs())
    }

    /// The kind and the value, for a refusal: "a list, [1, 2]". A long value is cut.
    #[must_use]
    pub fn told(&self) -> String {
        /// The number of characters that are shown.
        const MOST: usize = 40;
        let kind = match self {
            Self::Nothing | Self::Flag(_) => return self.to_string(),
            Self::Whole(_) | Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Named(_) => "a map",
            Self::Shown => return "the values themselves".to_owned(),
        };
        let value = self.to_string();
        match value.char_indices().nth(MOST) {
            Some((end, _)) => format!("{kind}, {}…", value.get(..end).unwrap_or_default()),
            None => format!("{kind}, {value}"),
        }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(Real(number))
    }
}

impl fmt::Display for Value {
    /// Writes the value for a reader.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => out.write_str("nothing"),
            Self::Flag(flag) => flag.fmt(out),
            Self::Whole(whole) => whole.fmt(out),
            Self::Number(Real(f64::INFINITY)) => out.write_str("∞"),
            Self::Number(Real(f64::NEG_INFINITY)) => out.write_str("−∞"),
            Self::Number(Real(number)) if Self::is_long(*number) => write!(out, "{number:e}"),
            Self::Number(Real(number)) => number.fmt(out),
            Self::Text(text) => write!(out, "“{text}”"),
            Self::List(list) => {
                out.write_str("[")?;
                for (at, value) in list.iter().enumerate() {
                    let before = if at == 0 { "" } else { ", " };
                    write!(out, "{before}{value}")?;
                }
                out.write_str("]")
            }
            Self::Named(named) => {
                out.write_str("#{")?;
                for (at, (name, value)) in named.iter().enumerate() {
                    let before = if at == 0 { "" } else { ", " };
                    write!(out, "{before}{name}: {value}")?;
                }
                out.write_str("}")
            }
            Self::Shown => out.write_str("the values"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_told_with_its_kind_and_a_long_one_is_cut() {
        let list = |items: i64| Value::List((0..items).map(Value::Whole).collect());
        for (value, told) in [
            (Value::Nothing, "nothing"),
            (Value::Flag(true), "true"),
            (Value::Whole(2), "a number, 2"),
            (Value::Text("two".into()), "a text, “two”"),
            (list(2), "a list, [0, 1]"),
            (
                list(100),
                "a list, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1…",
            ),
            (
                Value::Named(vec![("add".to_owned(), Value::Whole(1))]),
                "a map, #{add: 1}",
            ),
        ] {
            assert_eq!(value.told(), told);
        }
    }
}
