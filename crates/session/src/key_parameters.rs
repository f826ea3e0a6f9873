//! Key parameters: the two or three above the picture, each with a control that offers possible values. These depend on the
//! other parameters, too ([`laboratory::Rule`]).

mod offers;
mod pairs;
mod refusals;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use parameters::person::shown;
use parameters::{Kind, Parameter, Values, typed};
use playground::{Scenario, presets};
use serde_json::Value;

use crate::lead::Lead;
use crate::stops::nearest;

pub use offers::{allowed, choices, ruled};
pub use pairs::beside;
pub use refusals::refusal;
pub(crate) use refusals::{Refused, runnable};

/// The most numbers that are named one by one.
const FEW: usize = 8;
/// The most numbers side by side: enough for the divisors of most numbers of processors.
const BESIDE: usize = 6;
/// The most choices side by side, and their most letters.
const CHOICES: usize = 5;
const LETTERS: usize = 44;

/// A key parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The parameter.
    pub parameter: Parameter,
    /// Its value, as typed.
    pub value: String,
    /// Its control.
    pub control: Control,
    /// Whether it shares a scale with the next one, which it may not pass.
    pub paired: bool,
    /// The lead along its scale, if known.
    pub lead: Option<Rc<Lead>>,
}

/// The control of a key parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// All values side by side.
    Segments(Vec<Offer>),
    /// A list that unfolds.
    List(Vec<Offer>),
    /// A slider that steps through these values, as typed; an empty one is none.
    Slider {
        /// Its stops, ascending.
        stops: Vec<String>,
        /// The stop that is nearest to the value.
        at: usize,
        /// The number of places of its scale below and above these stops.
        beyond: (usize, usize),
    },
    /// No control: a sweep runs through these values.
    Swept(String),
}

/// A value to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The value, as typed.
    pub value: String,
    /// Its name for people.
    pub title: String,
    /// Its help, or the reason why it cannot be chosen now.
    pub help: String,
    /// Whether it cannot be chosen now.
    pub refused: bool,
}

impl Key {
    /// Its value with its unit, for people.
    #[must_use]
    pub fn said(&self) -> String {
        said(&self.parameter, &self.value)
    }
}

/// A value with its unit, for people.
#[must_use]
pub fn said(parameter: &Parameter, value: &str) -> String {
    match (
        value,
        playground::unit_after(value, parameter.unit).as_str(),
    ) {
        ("", _) => "none".into(),
        (value, "") => value.into(),
        (value, unit) => format!("{value}\u{202f}{unit}"),
    }
}

/// The key parameters of a scenario. Those in use stay in their places, even if the scenario is now nearer to another preset: a
/// control must not vanish under the hand that moves it. A slider stays one, however few values another parameter leaves it.
#[must_use]
pub fn of(scenario: &Scenario, in_use: &[Key]) -> Vec<Key> {
    let (values, parameters) = (scenario.values(), scenario.parameters());
    let stay = in_use.iter().filter_map(|key| {
        let mut all = parameters.iter();
        all.find(|one| one.name == key.parameter.name && one.matters(&values))
    });
    let mut keys: Vec<_> = stay.copied().collect();
    let own = presets::keys(scenario);
    let most = own.len().max(keys.len());
    for parameter in own {
        if keys.len() < most && !keys.iter().any(|one| one.name == parameter.name) {
            keys.push(parameter);
        }
    }
    let slides = |parameter: &Parameter| {
        in_use.iter().any(|key| {
            key.parameter.name == parameter.name && matches!(key.control, Control::Slider { .. })
        })
    };
    let mut keys: Vec<Key> = keys
        .into_iter()
        .map(|parameter| key(scenario, parameter, &values, slides(&parameter)))
        .collect();
    pairs::pair(scenario, &values, &mut keys);
    keys
}

/// The key parameter with its control; one that `slides` has a slider already.
fn key(scenario: &Scenario, parameter: Parameter, values: &Values, slides: bool) -> Key {
    let about = scenario.about();
    let value = values.get(parameter.name).map_or_else(String::new, shown);
    let control = match parameter.kind {
        Kind::Choice(_) => {
            let offers = choices(about, &parameter, values);
            let letters: usize = offers.iter().map(|one| one.title.chars().count()).sum();
            match offers.len() <= CHOICES && letters <= LETTERS {
                true => Control::Segments(offers),
                false => Control::List(offers),
            }
        }
        Kind::Flag => {
            let offer = |value: &str, title: &str| Offer {
                value: value.into(),
                title: title.into(),
                help: String::new(),
                refused: false,
            };
            Control::Segments(vec![offer("false", "No"), offer("true", "Yes")])
        }
        _ => numbers(scenario, &parameter, values, (&value, slides)),
    };
    Key {
        parameter,
        value,
        control,
        paired: false,
        lead: None,
    }
}

fn numbers(
    scenario: &Scenario,
    parameter: &Parameter,
    values: &Values,
    (value, slides): (&str, bool),
) -> Control {
    let optional = matches!(parameter.kind, Kind::Number { optional: true, .. });
    let now = typed(value);
    let numbers = stops(scenario, parameter, values, &[]);
    let nearest = nearest(&numbers, now);
    let mut stops: Vec<String> = numbers.iter().map(f64::to_string).collect();
    if optional {
        stops.insert(0, String::new());
    } else if !slides && stops.len() <= BESIDE && stops.iter().any(|stop| stop == value) {
        let offer = |value: String| Offer {
            title: value.clone(),
            value,
            help: String::new(),
            refused: false,
        };
        return Control::Segments(stops.into_iter().map(offer).collect());
    }
    let at = nearest + usize::from(optional && now.is_some());
    Control::Slider {
        stops,
        at,
        beyond: (0, 0),
    }
}

/// The stops of a parameter's slider, wherever it stands: those of [`allowed`], with the presets' values, the parameter's
/// default and `also`. The present value is no stop, or the others would shift as it moves.
#[must_use]
pub fn stops(
    scenario: &Scenario,
    parameter: &Parameter,
    values: &Values,
    also: &[f64],
) -> Vec<f64> {
    let of_presets = presets::values_of(scenario, parameter.name);
    let own = [parameter.default_value()];
    let known = of_presets.iter().chain(&own).filter_map(Value::as_f64);
    let also: Vec<f64> = known.chain(also.iter().copied()).collect();
    allowed(scenario.about(), parameter, values, &also)
}

/// The parameter that holds the strategy of one's own, where the scenario asks one.
#[must_use]
pub fn strategy(scenario: &Scenario) -> Option<Parameter> {
    let values = scenario.values();
    let mut parameters = scenario.parameters().into_iter();
    parameters.find(|one| one.hook().is_some() && one.matters(&values))
}

/// The number of parameters that have an effect now: those that the panel shows.
#[must_use]
pub fn number(scenario: &Scenario) -> usize {
    let (parameters, values) = (scenario.parameters(), scenario.values());
    let shown = parameters.iter().filter(|one| one.matters(&values));
    shown.count()
}
