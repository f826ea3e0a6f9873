//! Values on their way in and out.

use rhai::{Array, Dynamic, Map};
use strategy::Value;
use strategy::value::Real;

use crate::numbers::Numbers;

/// A value as a strategy gets it.
pub(crate) fn handed(value: &Value, shown: &Numbers) -> Dynamic {
    match value {
        Value::Nothing => Dynamic::UNIT,
        Value::Flag(flag) => (*flag).into(),
        Value::Whole(whole) => (*whole).into(),
        Value::Number(Real(number)) => (*number).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(list) => {
            let list: Array = list.iter().map(|one| handed(one, shown)).collect();
            list.into()
        }
        Value::Named(named) => {
            let named = named
                .iter()
                .map(|(name, one)| (name.into(), handed(one, shown)));
            let named: Map = named.collect();
            named.into()
        }
        Value::Shown => Dynamic::from(shown.clone()),
    }
}

/// What a strategy answered.
pub(crate) fn answered(value: &Dynamic) -> Value {
    if let Ok(number) = value.as_float() {
        return number.into();
    }
    if let Ok(whole) = value.as_int() {
        return Value::Whole(whole);
    }
    if let Ok(flag) = value.as_bool() {
        return Value::Flag(flag);
    }
    if let Some(list) = value.read_lock::<Array>() {
        return Value::List(list.iter().map(answered).collect());
    }
    if let Some(map) = value.read_lock::<Map>() {
        let named = map
            .iter()
            .map(|(name, one)| (name.to_string(), answered(one)));
        return Value::Named(named.collect());
    }
    if let Some(numbers) = value.read_lock::<Numbers>() {
        return Value::List(numbers.copied().into_iter().map(Value::from).collect());
    }
    match value.is_unit() {
        true => Value::Nothing,
        false => Value::Text(value.to_string()),
    }
}
