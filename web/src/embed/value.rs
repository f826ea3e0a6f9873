//! A value of somebody else's script as JSON, up to a budget.

use js_sys::{Array, JsString, Object, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::{JsCast, JsValue};

use super::protocol::{Id, Problem};

/// The most that a message may hold: characters of its texts, and for each value the characters of a number.
pub(super) const LARGEST: usize = 1024 * 1024;
const EACH: usize = 8;
/// The greatest depth of nested objects.
const DEEPEST: usize = 16;

/// Reads a value.
///
/// # Errors
/// `size` beyond the budget, `shape` where JSON has no such value.
pub(super) fn read(value: &JsValue) -> Result<Value, Problem> {
    let mut left = LARGEST;
    take(value, &mut left, DEEPEST)
}

/// The id of a message whose rest cannot be read.
pub(super) fn id(message: &JsValue) -> Id {
    let id = Reflect::get(message, &"id".into()).ok()?;
    let length = id.dyn_ref::<JsString>().map_or(0, JsString::length);
    let plain = id.is_string() || id.as_f64().is_some();
    if !plain || length as usize > LARGEST {
        return None;
    }
    read(&id).ok()
}

fn take(value: &JsValue, left: &mut usize, depth: usize) -> Result<Value, Problem> {
    let shape = || {
        Problem::new(
            "shape",
            "a message holds objects, arrays, texts, numbers, true, false and null",
        )
    };
    spend(left, EACH)?;
    if value.is_null() || value.is_undefined() {
        return Ok(Value::Null);
    }
    if let Some(flag) = value.as_bool() {
        return Ok(flag.into());
    }
    if let Some(number) = value.as_f64() {
        return number_of(number).ok_or_else(shape);
    }
    if let Some(text) = value.dyn_ref::<JsString>() {
        spend(left, text.length() as usize)?;
        return Ok(String::from(text).into());
    }
    let depth = depth.checked_sub(1).ok_or_else(|| {
        Problem::new(
            "size",
            format!("a message is at most {DEEPEST} objects deep"),
        )
    })?;
    if let Some(array) = value.dyn_ref::<Array>() {
        // The length of an array is checked before its items are read.
        if array.length() as usize > *left / EACH {
            return Err(too_large());
        }
        return array.iter().map(|item| take(&item, left, depth)).collect();
    }
    let object = value
        .dyn_ref::<Object>()
        .filter(|object| is_plain(object))
        .ok_or_else(shape)?;
    let mut map = Map::new();
    for entry in Object::entries(object).iter() {
        let entry: Array = entry.unchecked_into();
        let key = entry.get(0).as_string().unwrap_or_default();
        spend(left, key.len())?;
        let value = entry.get(1);
        // JSON leaves out undefined values.
        if !value.is_undefined() {
            map.insert(key, take(&value, left, depth)?);
        }
    }
    Ok(Value::Object(map))
}

fn spend(left: &mut usize, some: usize) -> Result<(), Problem> {
    *left = left.checked_sub(some).ok_or_else(too_large)?;
    Ok(())
}

fn too_large() -> Problem {
    Problem::new(
        "size",
        format!("a message holds at most {LARGEST} characters, and {EACH} count for each value"),
    )
}

/// A number in JSON: whole numbers are integers.
fn number_of(number: f64) -> Option<Value> {
    /// From here on floating-point numbers skip whole numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0
        && number.abs() < EXACT
        && !(number == 0.0 && number.is_sign_negative())
    {
        return Some(Value::from(number as i64));
    }
    Number::from_f64(number).map(Value::Number)
}

/// Whether an object is plain: neither a typed array, which is too long to list, nor a map, a date or a file.
fn is_plain(object: &Object) -> bool {
    let prototype = Object::get_prototype_of(object);
    let plain = Object::get_prototype_of(&Object::new());
    Object::is(&prototype, &plain)
}
