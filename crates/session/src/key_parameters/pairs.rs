//! Pairs of numbers on one scale, where one limits the other, and the numbers of a sweep.

use parameters::person::shown;
use parameters::{Kind, Values, typed};
use playground::{Scenario, View, presets};
use report::words::list;
use serde_json::Value;

use super::offers::{judge, ruled};
use super::{Control, Key, said};
use crate::stops::{self, nearest};

/// Puts neighbours that bound each other on one scale.
pub(super) fn pair(scenario: &Scenario, values: &Values, keys: &mut [Key]) {
    for place in 1..keys.len() {
        if let Some([low, high]) = keys.get_mut(place - 1..=place)
            && let Some([below, above]) = on_one_scale(scenario, values, [low, high])
        {
            (low.control, high.control, low.paired) = (below, above, true);
        }
    }
}

/// The sliders of two numbers of one range, if rules hold the first below the second: a place stands for one number in both.
fn on_one_scale(
    scenario: &Scenario,
    values: &Values,
    [low, high]: [&Key; 2],
) -> Option<[Control; 2]> {
    let about = scenario.about();
    let alike =
        low.parameter.kind == high.parameter.kind && low.parameter.unit == high.parameter.unit;
    let ruled = ruled(about, &low.parameter) && ruled(about, &high.parameter);
    let number = matches!(
        low.parameter.kind,
        Kind::Number {
            optional: false,
            ..
        }
    );
    if !(alike && ruled && number) {
        return None;
    }
    let known = [low, high].map(|key| {
        let of_presets = presets::values_of(scenario, key.parameter.name);
        let own = [key.parameter.default_value()];
        let known = of_presets.iter().chain(&own).filter_map(Value::as_f64);
        known.collect::<Vec<_>>()
    });
    let scale = stops::stops(&low.parameter, &known.concat());
    // The test takes places of the scale, not the present values: a pair stays one wherever the user moves it.
    let [quarter, half] = [scale.get(scale.len() / 4)?, scale.get(scale.len() / 2)?];
    let refused = |below: f64, above: f64| {
        let mut other = values.clone();
        let above = high.parameter.parse(&above.to_string());
        other.insert(high.parameter.name.into(), above);
        let below = low.parameter.parse(&below.to_string());
        judge(about, &low.parameter, &other)(below).is_some()
    };
    if refused(*quarter, *half) || !refused(*half, *quarter) {
        return None;
    }
    let slider = |key: &Key| {
        let refuses = judge(about, &key.parameter, values);
        let fits = |stop: &f64| refuses(key.parameter.parse(&stop.to_string())).is_none();
        let first = scale.iter().position(fits)?;
        let stops: Vec<f64> = scale.iter().copied().skip(first).take_while(fits).collect();
        Some(Control::Slider {
            at: nearest(&stops, typed(&key.value)),
            beyond: (first, scale.len() - first - stops.len()),
            stops: stops.iter().map(f64::to_string).collect(),
        })
    };
    Some([slider(low)?, slider(high)?])
}

/// The key parameters beside a view: one that a sweep varies shows the sweep's values.
#[must_use]
pub fn beside(keys: &[Key], view: &View) -> Vec<Key> {
    let View::Sweep(axes) = view else {
        return keys.to_vec();
    };
    let swept = |key: &Key| {
        let axis = axes
            .iter()
            .find(|axis| axis.parameter == key.parameter.name)?;
        Some(run_through(key, &axis.values))
    };
    let of = |key: &Key| Key {
        control: swept(key).map_or_else(|| key.control.clone(), Control::Swept),
        ..key.clone()
    };
    let mut keys: Vec<Key> = keys.iter().map(of).collect();
    // A single thumb is no pair.
    for place in 1..keys.len() {
        if let Some([low, high]) = keys.get_mut(place - 1..=place) {
            let sliders = [&low.control, &high.control];
            low.paired &= sliders
                .iter()
                .all(|one| matches!(one, Control::Slider { .. }));
        }
    }
    keys
}

/// The values of a sweep in few words: "0.1 to 0.4" if they ascend; a few others one by one.
fn run_through(key: &Key, values: &[Value]) -> String {
    /// The most values that are named.
    const FEW: usize = 3;
    let title = |value: &Value| match (key.parameter.kind, value) {
        (Kind::Choice(choices), value) => {
            let value = shown(value);
            let choice = choices.iter().find(|choice| choice.value == value);
            choice.map_or(value, |choice| choice.title.to_owned())
        }
        (_, Value::Bool(on)) => if *on { "Yes" } else { "No" }.to_owned(),
        (_, value) => said(&key.parameter, &shown(value)),
    };
    let ascend = |pair: &[Value]| match pair {
        [one, other] => one.as_f64() < other.as_f64() && one.is_number(),
        _ => false,
    };
    match values {
        [first, _, .., last] if values.windows(2).all(ascend) => {
            format!("{} to {}", title(first), title(last))
        }
        few if few.len() <= FEW => list(&few.iter().map(title).collect::<Vec<_>>()),
        many => format!("{} values", many.len()),
    }
}
