//! Conversion of values into the language and back.

use std::rc::Rc;

use rhai::{Array, Dynamic, Map};
use strategy::Value;
use strategy::value::Real;

use crate::numbers::Numbers;
use crate::rows::Rows;

/// A value as a strategy gets it; `held` keeps the lists of maps readable until the answer.
pub(crate) fn handed(value: &Value, shown: &Numbers, held: &mut Vec<Rc<Vec<Map>>>) -> Dynamic {
    match value {
        Value::Nothing => Dynamic::UNIT,
        Value::Flag(flag) => (*flag).into(),
        Value::Whole(whole) => (*whole).into(),
        Value::Number(Real(number)) => (*number).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(list) if are_maps(list) => {
            let maps = list.iter().filter_map(|one| match one {
                Value::Named(one) => Some(named(one, shown, held)),
                _ => None,
            });
            let maps: Rc<Vec<Map>> = Rc::new(maps.collect());
            let rows = Rows::of(&maps);
            held.push(maps);
            Dynamic::from(rows)
        }
        Value::List(list) => {
            let list: Array = list.iter().map(|one| handed(one, shown, held)).collect();
            list.into()
        }
        Value::Named(all) => named(all, shown, held).into(),
        Value::Shown => Dynamic::from(shown.clone()),
    }
}

/// Whether a list has maps only.
fn are_maps(list: &[Value]) -> bool {
    let is_map = |one: &Value| matches!(one, Value::Named(_));
    !list.is_empty() && list.iter().all(is_map)
}

/// Values by name as a strategy gets them.
fn named(all: &[(String, Value)], shown: &Numbers, held: &mut Vec<Rc<Vec<Map>>>) -> Map {
    let named = all
        .iter()
        .map(|(name, one)| (name.into(), handed(one, shown, held)));
    named.collect()
}

/// The answer of a strategy as a value.
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
        return names(&map);
    }
    if let Some(rows) = value.read_lock::<Rows>() {
        let all = rows.all().unwrap_or_default();
        return Value::List(all.iter().map(names).collect());
    }
    if let Some(numbers) = value.read_lock::<Numbers>() {
        return Value::List(numbers.copied().into_iter().map(Value::from).collect());
    }
    match value.is_unit() {
        true => Value::Nothing,
        false => Value::Text(value.to_string()),
    }
}

/// A map that a strategy answered.
fn names(map: &Map) -> Value {
    let named = map
        .iter()
        .map(|(name, one)| (name.to_string(), answered(one)));
    Value::Named(named.collect())
}
