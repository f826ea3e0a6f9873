//! Values from JavaScript as JSON, and the numbers of values for JavaScript.
//!
//! `JSON.stringify` would change values silently: a number that is not finite becomes `null`, which some parameters read as
//! "none", and a typed array becomes an object. Here the first is refused, and the second is a list.

use js_sys::{Array, Float64Array, JsString, Number, Object, Reflect};
use parameters::Rejected;
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};

/// The greatest depth of nested values; a scenario needs eight. This limit refuses values that hold themselves.
const DEPTH: usize = 12;

/// The value as JSON. A property that is undefined counts as left out, as does the whole value.
///
/// # Errors
/// If JSON has no form for a value: a number that is not finite, a function, a symbol, a value that holds itself.
pub fn json(value: &JsValue) -> Result<Value, Rejected> {
    match value.is_undefined() {
        true => Ok(Value::Object(Map::new())),
        false => read(value, "", DEPTH),
    }
}

fn read(value: &JsValue, place: &str, depth: usize) -> Result<Value, Rejected> {
    let refuse = |found: &str, allowed: &str| Err(Rejected::one(place, found, allowed));
    if depth == 0 {
        return refuse(
            "too deep",
            "allowed: values without a way back to themselves",
        );
    }
    if value.is_null() || value.is_undefined() {
        return Ok(Value::Null);
    }
    if let Some(truth) = value.as_bool() {
        return Ok(truth.into());
    }
    if let Some(number) = value.as_f64() {
        if !number.is_finite() {
            return refuse(&number.to_string(), "allowed: a finite number");
        }
        // JSON, and parameters that are whole numbers, tell 8 and 8.0 apart.
        return Ok(match Number::is_safe_integer(value) {
            true => (number as i64).into(),
            false => number.into(),
        });
    }
    if let Some(text) = value.as_string() {
        return Ok(text.into());
    }
    if value.is_bigint() {
        let (signed, unsigned) = (i64::try_from(value.clone()), u64::try_from(value.clone()));
        return match (signed, unsigned) {
            (Ok(number), _) => Ok(number.into()),
            (_, Ok(number)) => Ok(number.into()),
            _ => refuse("a larger integer", "allowed: an integer of 64 bits"),
        };
    }
    if let Some(numbers) = value.dyn_ref::<Float64Array>() {
        return list(&Array::from(numbers), place, depth);
    }
    if let Some(array) = value.dyn_ref::<Array>() {
        return list(array, place, depth);
    }
    if value.is_object() && !value.is_function() {
        return object(value.unchecked_ref(), place, depth);
    }
    refuse(
        "a function or symbol",
        "allowed: a value that JSON has a form for",
    )
}

fn list(array: &Array, place: &str, depth: usize) -> Result<Value, Rejected> {
    let items = (0..).zip(array.iter()).map(|(at, item): (u32, JsValue)| {
        // A text for each of a million numbers would cost more than the numbers.
        match item.as_f64().filter(|number| number.is_finite()) {
            Some(number) if !Number::is_safe_integer(&item) => Ok(number.into()),
            _ => read(&item, &format!("{place}[{at}]"), depth - 1),
        }
    });
    Ok(Value::Array(items.collect::<Result<_, _>>()?))
}

fn object(object: &Object, place: &str, depth: usize) -> Result<Value, Rejected> {
    let mut map = Map::new();
    for key in Object::keys(object).iter() {
        let name: String = JsString::from(key.clone()).into();
        let inner = match place {
            "" => name.clone(),
            _ => format!("{place}.{name}"),
        };
        let Ok(value) = Reflect::get(object, &key) else {
            return Err(Rejected::one(
                &inner,
                "not readable",
                "allowed: a plain value",
            ));
        };
        if !value.is_undefined() {
            map.insert(name, read(&value, &inner, depth - 1)?);
        }
    }
    Ok(Value::Object(map))
}

/// The value with `number`s in place of those bigints that a `number` holds exactly, within lists and objects, too.
pub fn narrowed(value: JsValue) -> JsValue {
    if value.is_bigint() {
        return match i64::try_from(value.clone()) {
            Ok(whole) if whole.unsigned_abs() <= Number::MAX_SAFE_INTEGER as u64 => {
                (whole as f64).into()
            }
            _ => value,
        };
    }
    if let Some(array) = value.dyn_ref::<Array>() {
        return array.iter().map(narrowed).collect::<Array>().into();
    }
    if value.is_object() {
        let object: &Object = value.unchecked_ref();
        for entry in Object::entries(object).iter() {
            let [key, held] = [0, 1].map(|at| Array::unchecked_from_js_ref(&entry).get(at));
            // A plain object takes every value.
            Reflect::set(object, &key, &narrowed(held)).ok();
        }
    }
    value
}
