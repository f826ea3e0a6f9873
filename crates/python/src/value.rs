//! Values from Python as JSON, and back.

use std::ops::RangeInclusive;

use parameters::Rejected;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// How deep values may lie in each other; a scenario needs eight. This limit refuses a value that holds itself.
const DEPTH: usize = 12;

/// The value as JSON.
///
/// # Errors
/// Where a value has no JSON form, such as a number that is not finite; by its place.
pub(crate) fn json(value: &Bound<'_, PyAny>) -> Result<Value, Rejected> {
    read(value, "", DEPTH)
}

/// A value of ours as Python has it: objects are dictionaries, missing values are `None`.
pub(crate) fn python<T: Serialize + ?Sized>(
    py: Python<'_>,
    value: &T,
) -> Result<Py<PyAny>, Failure> {
    // By its JSON form: a pair of ours is a list there, and a NaN or an infinity is nothing.
    let json = serde_json::to_value(value).map_err(|error| Failure::Other(error.to_string()))?;
    let made = pythonize::pythonize(py, &json);
    Ok(made.map_err(PyErr::from)?.unbind())
}

/// A whole number within a range.
///
/// # Errors
/// Where it lies outside; by its place.
pub(crate) fn within(
    place: &str,
    number: i64,
    range: &RangeInclusive<u32>,
) -> Result<u32, Rejected> {
    let whole = u32::try_from(number).ok();
    whole
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            let allowed = format!("allowed: a whole number from {first} to {last}");
            Rejected::one(place, number, allowed)
        })
}

fn read(value: &Bound<'_, PyAny>, place: &str, depth: usize) -> Result<Value, Rejected> {
    if depth == 0 {
        let allowed = "allowed: values without a way back to themselves";
        return Err(Rejected::one(place, "too deep", allowed));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    // To Python, a truth is an integer.
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if value.is_instance_of::<PyInt>() {
        let (signed, unsigned) = (value.extract::<i64>(), value.extract::<u64>());
        return match (signed, unsigned) {
            (Ok(number), _) => Ok(number.into()),
            (_, Ok(number)) => Ok(number.into()),
            _ => {
                let allowed = "allowed: an integer of 64 bits";
                Err(Rejected::one(place, "a larger integer", allowed))
            }
        };
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        return match number.is_finite() {
            true => Ok(number.into()),
            false => Err(Rejected::one(place, number, "allowed: a finite number")),
        };
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text = text
            .to_cow()
            .map_err(|_| Rejected::one(place, "half a character", "allowed: a text of Unicode"))?;
        return Ok(Value::String(text.into_owned()));
    }
    if let Ok(map) = value.cast::<PyDict>() {
        return object(map, place, depth);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter().map_err(|_| other(value, place))?;
        let items = items.enumerate().map(|(at, item)| {
            let item = item.map_err(|_| other(value, place))?;
            read(&item, &format!("{place}[{at}]"), depth - 1)
        });
        return items.collect();
    }
    // Numbers and arrays of numpy and its kin give their own Python form.
    match value.call_method0("tolist") {
        Ok(plain) if !plain.is(value) => read(&plain, place, depth - 1),
        _ => Err(other(value, place)),
    }
}

fn object(map: &Bound<'_, PyDict>, place: &str, depth: usize) -> Result<Value, Rejected> {
    let mut out = Map::new();
    for (key, value) in map {
        let Ok(name) = key.extract::<String>() else {
            return Err(Rejected::one(place, key, "allowed: texts as keys"));
        };
        let inner = match place {
            "" => name.clone(),
            _ => format!("{place}.{name}"),
        };
        let value = read(&value, &inner, depth - 1)?;
        out.insert(name, value);
    }
    Ok(Value::Object(out))
}

fn other(value: &Bound<'_, PyAny>, place: &str) -> Rejected {
    let kind = value.get_type().to_string();
    Rejected::one(place, kind, "allowed: a value that JSON has a form for")
}
