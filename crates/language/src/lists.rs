//! Operations of lists and maps. They are ours for two reasons: rhai counts one operation however long a list is, and its sorting panics
//! where a strategy's comparison contradicts itself.

use std::fmt::Display;

use rhai::{Array, Dynamic, Engine, EvalAltResult, FLOAT, INT, Map, Position};

use crate::engine::Spent;
use crate::limits;
use crate::numbers::place;

type Tried<T> = Result<T, Box<EvalAltResult>>;

fn out_of(length: usize, index: INT) -> Box<EvalAltResult> {
    EvalAltResult::ErrorArrayBounds(length, index, Position::NONE).into()
}

/// A number to sort by; any other value counts as infinity.
fn number(item: &Dynamic) -> f64 {
    let whole = item.as_int().map(|whole| whole as f64);
    item.as_float().or(whole).unwrap_or(f64::INFINITY)
}

/// The number to sort by, with NaN as infinity: the sign of NaN differs between machines.
fn order(item: &Dynamic) -> f64 {
    match number(item) {
        nan if nan.is_nan() => f64::INFINITY,
        number => number,
    }
}

/// Whether two plain values are equal: numbers by their value, texts, flags and nothing.
fn equal(one: &Dynamic, other: &Dynamic) -> bool {
    let is_number = |item: &Dynamic| item.is_int() || item.is_float();
    if is_number(one) && is_number(other) {
        return number(one) == number(other);
    }
    let text = |item: &Dynamic| item.clone().into_immutable_string().ok();
    match (text(one), text(other)) {
        (Some(one), Some(other)) => one == other,
        _ => match (one.as_bool(), other.as_bool()) {
            (Ok(one), Ok(other)) => one == other,
            _ => one.is_unit() && other.is_unit(),
        },
    }
}

/// A text and the following value, as `print` shows it. rhai counts one operation however long the text is.
fn joined(spent: &Spent, text: &str, rest: &dyn Display) -> Tried<String> {
    let joined = format!("{text}{rest}");
    spent.spend(joined.len() as u64)?;
    match joined.chars().count() > limits::CHARACTERS {
        true => {
            let what = "Length of string".to_owned();
            Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into())
        }
        false => Ok(joined),
    }
}

/// Lets strategies work with lists and maps, and write numbers into texts.
pub(crate) fn register(engine: &mut Engine, spent: &Spent) {
    let shared = spent.clone();
    engine.register_fn("+", move |text: &str, number: INT| {
        joined(&shared, text, &Dynamic::from(number))
    });
    let shared = spent.clone();
    engine.register_fn("+", move |text: &str, number: FLOAT| {
        joined(&shared, text, &Dynamic::from(number))
    });
    engine.register_iterator::<Array>();
    engine.register_fn("len", |list: &mut Array| list.len() as INT);
    engine.register_get("len", |list: &mut Array| list.len() as INT);
    engine.register_fn("is_empty", |list: &mut Array| list.is_empty());
    engine.register_fn("pop", |list: &mut Array| list.pop().unwrap_or_default());
    engine.register_fn("clear", |list: &mut Array| list.clear());
    engine.register_fn("truncate", |list: &mut Array, length: INT| {
        list.truncate(usize::try_from(length).unwrap_or(0));
    });
    engine.register_fn("push", |list: &mut Array, item: Dynamic| -> Tried<()> {
        // The engine checks the size of a list's items, but only after the list has grown.
        if list.len() >= limits::LIST {
            let what = "Size of array".to_owned();
            return Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into());
        }
        list.push(item);
        Ok(())
    });
    let each = |name: &str, engine: &mut Engine, times: u64, work: fn(&mut Array)| {
        let shared = spent.clone();
        engine.register_fn(name, move |list: &mut Array| -> Tried<()> {
            shared.spend(list.len() as u64 * times)?;
            work(list);
            Ok(())
        });
    };
    each("sort", engine, 16, |list| {
        list.sort_by(|one, other| order(one).total_cmp(&order(other)));
    });
    each("reverse", engine, 1, |list| list.reverse());
    let shared = spent.clone();
    engine.register_fn(
        "remove",
        move |list: &mut Array, index: INT| -> Tried<Dynamic> {
            shared.spend(list.len() as u64)?;
            let length = list.len();
            let place = place(index, length).ok_or_else(|| out_of(length, index))?;
            Ok(list.remove(place))
        },
    );
    let shared = spent.clone();
    engine.register_fn(
        "insert",
        move |list: &mut Array, index: INT, item: Dynamic| -> Tried<()> {
            shared.spend(list.len() as u64)?;
            let length = list.len();
            let place = match usize::try_from(index) {
                Ok(end) if end == length => end,
                _ => place(index, length).ok_or_else(|| out_of(length, index))?,
            };
            list.insert(place, item);
            Ok(())
        },
    );
    let shared = spent.clone();
    engine.register_fn(
        "contains",
        move |list: &mut Array, item: Dynamic| -> Tried<bool> {
            shared.spend(list.len() as u64)?;
            Ok(list.iter().any(|one| equal(one, &item)))
        },
    );
    let shared = spent.clone();
    engine.register_fn(
        "index_of",
        move |list: &mut Array, item: Dynamic| -> Tried<INT> {
            shared.spend(list.len() as u64)?;
            let place = list.iter().position(|one| equal(one, &item));
            Ok(place.map_or(-1, |place| place as INT))
        },
    );
    engine.register_fn("len", |map: &mut Map| map.len() as INT);
    engine.register_fn("contains", |map: &mut Map, name: &str| {
        map.contains_key(name)
    });
    engine.register_fn("remove", |map: &mut Map, name: &str| {
        map.remove(name).unwrap_or_default()
    });
    engine.register_fn("keys", |map: &mut Map| -> Array {
        map.keys()
            .map(|name| Dynamic::from(name.as_str().to_owned()))
            .collect()
    });
}
