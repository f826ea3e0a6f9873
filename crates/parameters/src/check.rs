//! Values from outside become checked values.

use serde_json::{Map, Value};

use crate::{Choice, Holds, Kind, Parameter, Problem, Rejected, Table, Values, alike};

impl Table {
    /// Checked values, all that the table has, in its order, each in one form: a parameter that is left out has its default.
    ///
    /// # Errors
    /// All complaints that can be made at once, each with place, value and allowed values.
    pub fn check(&self, value: &Value) -> Result<Values, Rejected> {
        let Some(given) = value.as_object() else {
            let allowed = "allowed: an object with named parameters";
            return Err(Rejected::one("", excerpt(value), allowed));
        };
        let mut problems = Vec::new();
        for (name, value) in given {
            if self.find(name).is_none() {
                let known = self.parameters.iter().map(Parameter::key);
                let suggested = alike::suggest(name, known);
                problems.push(Problem {
                    place: name.clone(),
                    value: excerpt(value),
                    expected: format!("no such parameter; {suggested}"),
                    spot: None,
                });
            }
        }
        let mut values = Map::new();
        for parameter in self.parameters {
            let key = parameter.key();
            match (given.get(key), parameter.default) {
                (Some(value), _) => match parameter.check(value) {
                    Ok(value) => {
                        values.insert(key.to_owned(), value);
                    }
                    Err(found) => problems.extend(found.below(key).problems),
                },
                (None, Some(_)) => {
                    values.insert(key.to_owned(), parameter.default_value());
                }
                (None, None) => problems.push(Problem {
                    place: key.to_owned(),
                    value: String::new(),
                    expected: format!("missing; {}", parameter.allowed()),
                    spot: None,
                }),
            }
        }
        if !problems.is_empty() {
            return Err(Rejected { problems });
        }
        if let Some(together) = self.together {
            together(&values)?;
        }
        Ok(values)
    }
}

impl Parameter {
    /// A checked value in the form that all of this kind have.
    ///
    /// # Errors
    /// Where it does not take that value; the place is below the parameter.
    pub fn check(&self, value: &Value) -> Result<Value, Rejected> {
        let refuse = || Rejected::one("", excerpt(value), self.allowed());
        match self.kind {
            Kind::Integer { minimum, maximum } => {
                let whole = value
                    .as_u64()
                    .filter(|whole| (minimum..=maximum).contains(whole));
                whole.map(Value::from).ok_or_else(refuse)
            }
            Kind::Number { optional: true, .. } if value.is_null() => Ok(Value::Null),
            Kind::Number {
                minimum, maximum, ..
            } => {
                let number = value.as_f64();
                let number = number.filter(|number| (minimum..=maximum).contains(number));
                number.map(Value::from).ok_or_else(refuse)
            }
            Kind::Flag => value.as_bool().map(Value::from).ok_or_else(refuse),
            Kind::Text { most, .. } => {
                let text = value.as_str().ok_or_else(refuse)?;
                match text.chars().count() {
                    count if count <= most => Ok(text.into()),
                    count => {
                        let expected = format!("has {count} characters; {}", self.allowed());
                        Err(Rejected::one("", "", expected))
                    }
                }
            }
            Kind::List {
                fewest,
                most,
                minimum,
                maximum,
            } => {
                let list = value.as_array().ok_or_else(refuse)?;
                if !(fewest..=most).contains(&list.len()) {
                    let s = if list.len() == 1 { "" } else { "s" };
                    let expected = format!("has {} number{s}; {}", list.len(), self.allowed());
                    return Err(Rejected::one("", "", expected));
                }
                let item = Kind::Number {
                    minimum,
                    maximum,
                    optional: false,
                };
                let item = Self::new("", item, "").unit(self.unit);
                let numbers = list.iter().enumerate().map(|(at, value)| {
                    let checked = item.check(value);
                    checked.map_err(|rejected| rejected.below(&format!("[{at}]")))
                });
                numbers.collect()
            }
            Kind::Choice(choices) => choose(choices, value).unwrap_or_else(|| Err(refuse())),
        }
    }
}

/// The choice that a value names, with its held values; nothing where the value names no choice.
fn choose(choices: &[Choice], value: &Value) -> Option<Result<Value, Rejected>> {
    let (name, held) = match value {
        Value::String(name) => (name, None),
        value => {
            let map = value.as_object().filter(|map| map.len() == 1)?;
            let (name, held) = map.iter().next()?;
            (name, Some(held))
        }
    };
    let choice = choices.iter().find(|choice| choice.value == name)?;
    let checked = match (choice.holds, held) {
        (Holds::Nothing, None) => return Some(Ok(value.clone())),
        (Holds::Nothing, Some(_)) | (Holds::Data { .. }, None) => return None,
        (Holds::Parameters(table), None) => Ok(table.defaults().into()),
        (Holds::Parameters(table), Some(held)) => table.check(held).map(Value::Object),
        (Holds::Data { check, .. }, Some(held)) => check(held),
    };
    Some(match checked {
        Ok(held) => Ok(crate::field::holding(name, held)),
        Err(rejected) => Err(rejected.below(name)),
    })
}

/// A value for a complaint: short, and on one line.
#[must_use]
pub fn excerpt(value: &Value) -> String {
    let text = match value {
        Value::Object(_) | Value::Array(_) => return String::new(),
        // A complaint about a table names its line.
        Value::String(text) if text.contains('\n') => return String::new(),
        value => value.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// A number of checked values. Not a number where there is none of this name.
#[must_use]
pub fn number(values: &Values, name: &str) -> f64 {
    values.get(name).and_then(Value::as_f64).unwrap_or(f64::NAN)
}

/// A whole number of checked values. 0 where there is none of this name.
#[must_use]
pub fn whole(values: &Values, name: &str) -> u64 {
    values.get(name).and_then(Value::as_u64).unwrap_or_default()
}

/// A name or text of checked values; of a choice that holds something, its name. Empty where there is none of this name.
#[must_use]
pub fn text<'v>(values: &'v Values, name: &str) -> &'v str {
    match values.get(name) {
        Some(Value::String(text)) => text,
        Some(Value::Object(map)) => map.keys().next().map_or("", String::as_str),
        _ => "",
    }
}

/// Whether a flag of checked values is on.
#[must_use]
pub fn flag(values: &Values, name: &str) -> bool {
    values
        .get(name)
        .and_then(Value::as_bool)
        .unwrap_or_default()
}

/// The numbers of a list of checked values.
#[must_use]
pub fn list(values: &Values, name: &str) -> Vec<f64> {
    let list = values.get(name).and_then(Value::as_array);
    let numbers = list.into_iter().flatten();
    numbers.filter_map(Value::as_f64).collect()
}
