//! Values that fit the other values.

use std::cell::RefCell;

use laboratory::About;
use parameters::{Choice, Kind, Parameter, Values};
use playground::traces::without_runtimes;
use serde_json::Value;

use super::{FEW, Offer};
use crate::stops;

/// The most whole numbers that are tried one by one.
pub(super) const TRIED: u64 = 4_096;

/// The choices of a parameter; a choice that does not fit the other values is refused.
#[must_use]
pub fn choices(about: &About, parameter: &Parameter, values: &Values) -> Vec<Offer> {
    let refuses = judge(about, parameter, values);
    let offer = |choice: &'static Choice| {
        let refused = refuses(choice.value.into());
        Offer {
            value: choice.value.into(),
            title: choice.title.into(),
            refused: refused.is_some(),
            help: refused.map_or_else(
                || choice.help.into(),
                |why| format!("{} {why}", choice.title),
            ),
        }
    };
    parameter.offered().map(offer).collect()
}

/// The stops of a slider, ascending: numbers that a person would choose and that fit the other values. The fitting numbers of
/// `also` are among them.
#[must_use]
pub fn allowed(about: &About, parameter: &Parameter, values: &Values, also: &[f64]) -> Vec<f64> {
    let stops = stops::stops(parameter, also);
    if !ruled(about, parameter) {
        return stops;
    }
    let fit = |numbers: Vec<f64>| fitting(about, parameter, values, numbers);
    let Kind::Integer { minimum, maximum } = parameter.kind else {
        return fit(stops);
    };
    if maximum.saturating_sub(minimum) > TRIED {
        return fit(stops);
    }
    let all = fit((minimum..=maximum).map(|number| number as f64).collect());
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return stops;
    };
    if all.len() <= FEW {
        return all;
    }
    if last - first + 1.0 == all.len() as f64 {
        let within = Parameter {
            kind: parameter.kind.within(*first, *last),
            ..*parameter
        };
        return stops::stops(&within, also);
    }
    let mut some = fit(stops);
    some.push(*last);
    some.dedup();
    some
}

/// Whether a rule relates a parameter to others.
#[must_use]
pub fn ruled(about: &About, parameter: &Parameter) -> bool {
    let ruled = (about.face.ruled)();
    ruled.iter().any(|name| name.text() == parameter.name)
}

/// The numbers that fit the other values.
pub(super) fn fitting(
    about: &About,
    parameter: &Parameter,
    values: &Values,
    mut numbers: Vec<f64>,
) -> Vec<f64> {
    let value = |number: &f64| match parameter.kind {
        Kind::Integer { .. } => Value::from(*number as u64),
        _ => Value::from(*number),
    };
    let tried: Vec<Value> = numbers.iter().map(value).collect();
    let values = without_runtimes(values);
    let fits = (about.face.fits)(&values, parameter.name, &tried);
    let mut fits = fits.into_iter();
    numbers.retain(|_| fits.next().unwrap_or_default());
    numbers
}

/// Tells why a value of a parameter does not fit the other values.
pub(super) fn judge<'a>(
    about: &'a About,
    parameter: &'a Parameter,
    values: &'a Values,
) -> impl Fn(Value) -> Option<String> + 'a {
    let ruled = ruled(about, parameter);
    // One map for all choices.
    let values = RefCell::new(without_runtimes(values));
    // An author of a figure may offer some numbers as choices, whose values are texts.
    let mut all = about.table.parameters.iter();
    let own = all.find(|own| own.name == parameter.name);
    move |value| {
        if !ruled {
            return None;
        }
        let value = match (value, own) {
            (Value::String(text), Some(own)) => own.parse(&text),
            (value, _) => value,
        };
        let mut values = values.borrow_mut();
        values.insert(parameter.name.into(), value);
        (about.face.refuses)(&values, parameter.name)
    }
}
