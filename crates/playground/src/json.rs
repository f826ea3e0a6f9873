//! JSON from outside, in which no key stands twice.

use std::fmt;

use parameters::Rejected;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Reads the value of a text.
///
/// # Errors
/// Where the text is not JSON, or a key stands twice in an object: with line and column, and the key's place.
pub fn read(text: &str) -> Result<Value, Rejected> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize::<_, Once>(&mut reader).map_err(|error| {
        let (place, error) = (error.path().to_string(), error.into_inner());
        let (line, column) = (error.line(), error.column());
        if error.is_data() {
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let said = format!("{said} (line {line}, column {column}): keep one of them");
            Rejected::one(&place, "", said)
        } else {
            Rejected::one("", "", format!("this is not JSON: {error}"))
        }
    })?;
    reader
        .end()
        .map_err(|error| Rejected::one("", "", format!("this is not JSON: {error}")))?;
    Ok(read.0)
}

/// A value in which no object has a key twice: nobody knows which of the two is meant.
struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Value;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
                Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
            }

            fn visit_str<E>(self, value: &str) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
                let mut out = Vec::new();
                while let Some(Once(value)) = list.next_element()? {
                    out.push(value);
                }
                Ok(Value::Array(out))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
                let mut out = Map::new();
                while let Some(key) = map.next_key::<String>()? {
                    if out.contains_key(&key) {
                        let twice = format!("the key “{key}” stands twice");
                        return Err(A::Error::custom(twice));
                    }
                    let Once(value) = map.next_value()?;
                    out.insert(key, value);
                }
                Ok(Value::Object(out))
            }
        }
        from.deserialize_any(Any).map(Self)
    }
}
