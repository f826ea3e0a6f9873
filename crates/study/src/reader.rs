//! Reads the keys of a plan. Each refusal states place, value and allowed values.

use parameters::Rejected;
use serde_json::{Map, Value};

/// An object whose keys are taken one by one; a key left at the end is unknown.
pub(crate) struct Reader {
    place: String,
    map: Map<String, Value>,
    taken: Vec<&'static str>,
}

impl Reader {
    /// The keys of the object at a place.
    pub(crate) fn of(place: &str, value: &Value) -> Result<Self, Rejected> {
        let map = value.as_object().ok_or_else(|| {
            let named = if place.is_empty() { "the plan" } else { place };
            Rejected::one(named, short(value), "allowed: keys with values")
        })?;
        Ok(Self {
            place: place.into(),
            map: map.clone(),
            taken: Vec::new(),
        })
    }

    /// A refusal of one of its keys.
    pub(crate) fn refuse(
        &self,
        key: &str,
        value: impl std::fmt::Display,
        allowed: &str,
    ) -> Rejected {
        Rejected::one(&self.named(key), value, allowed)
    }

    /// The place of one of its keys.
    pub(crate) fn named(&self, key: &str) -> String {
        match self.place.as_str() {
            "" => key.into(),
            place => format!("{place}.{key}"),
        }
    }

    /// The value of a key; none where it is missing or null.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Value> {
        self.taken.push(key);
        self.map.shift_remove(key).filter(|value| !value.is_null())
    }

    /// A text.
    pub(crate) fn text(&mut self, key: &'static str) -> Result<Option<String>, Rejected> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.refuse(key, short(&other), "allowed: a text")),
        }
    }

    /// A finite number.
    pub(crate) fn number(&mut self, key: &'static str) -> Result<Option<f64>, Rejected> {
        match self.take(key) {
            None => Ok(None),
            Some(value) => match value.as_f64().filter(|number| number.is_finite()) {
                Some(number) => Ok(Some(number)),
                None => Err(self.refuse(key, short(&value), "allowed: a number")),
            },
        }
    }

    /// A whole number of a range.
    pub(crate) fn whole(
        &mut self,
        key: &'static str,
        least: u64,
        most: u64,
    ) -> Result<Option<u64>, Rejected> {
        match self.take(key) {
            None => Ok(None),
            Some(value) => {
                let whole = value
                    .as_u64()
                    .filter(|whole| (least..=most).contains(whole));
                let allowed = format!("allowed: a whole number from {least} to {most}");
                whole
                    .map(Some)
                    .ok_or_else(|| self.refuse(key, short(&value), &allowed))
            }
        }
    }

    /// A list.
    pub(crate) fn list(&mut self, key: &'static str) -> Result<Option<Vec<Value>>, Rejected> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(self.refuse(key, short(&other), "allowed: a list")),
        }
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, key: &'static str) -> Result<Option<Vec<String>>, Rejected> {
        let Some(list) = self.list(key)? else {
            return Ok(None);
        };
        let text = |value: &Value| {
            let text = value.as_str().map(str::to_owned);
            text.ok_or_else(|| self.refuse(key, short(value), "allowed: a list of names"))
        };
        list.iter().map(text).collect::<Result<_, _>>().map(Some)
    }

    /// Refuses a key that was not taken.
    pub(crate) fn end(self) -> Result<(), Rejected> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(unknown) => {
                let allowed = format!("allowed: {}", self.taken.join(", "));
                Err(self.refuse(unknown, "no key of a plan here", &allowed))
            }
        }
    }
}

/// A value, shortened for a refusal.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
