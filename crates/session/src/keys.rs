//! Key parameters: the two or three that stand above the picture, each with a control that offers what can be. What can be
//! depends on the other parameters, too ([`laboratory::Rule`]).

use laboratory::About;
use parameters::person::shown;
use parameters::{Choice, Kind, Parameter, Values, typed};
use playground::traces::without_runtimes;
use playground::{Scenario, Setup, View, presets};
use serde_json::Value;

use crate::notice::Notice;
use crate::stops::{self, nearest};

/// Up to so many numbers stand side by side.
const FEW: usize = 8;
/// Up to so many choices do, with at most so many letters.
const CHOICES: usize = 5;
const LETTERS: usize = 44;
/// Up to so many whole numbers are tried one by one.
const TRIED: u64 = 4_096;

/// A key parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The parameter.
    pub parameter: Parameter,
    /// Its value, as it is typed.
    pub value: String,
    /// Its control.
    pub control: Control,
}

/// What offers the values of a key parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Control {
    /// All side by side.
    Segments(Vec<Offer>),
    /// A list that unfolds.
    List(Vec<Offer>),
    /// A slider that steps through these values, as they are typed; an empty one is none.
    Slider {
        /// Its stops, ascending.
        stops: Vec<String>,
        /// The stop that is nearest to the value.
        at: usize,
    },
}

/// A value that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The value, as it is typed.
    pub value: String,
    /// Its name for people.
    pub title: String,
    /// What it is, or why it cannot be chosen now.
    pub help: String,
    /// It cannot be chosen now.
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
    match (value, parameter.unit) {
        ("", _) => "none".into(),
        (value, "") => value.into(),
        (value, unit) => format!("{value}\u{202f}{unit}"),
    }
}

/// The key parameters of a scenario. Those in use stay in their places: a control must not go from under the hand that moves it,
/// though the scenario may now be nearer to another preset with other ones.
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
    keys.into_iter()
        .map(|parameter| key(scenario, parameter, &values))
        .collect()
}

fn key(scenario: &Scenario, parameter: Parameter, values: &Values) -> Key {
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
        _ => numbers(scenario, &parameter, values, &value),
    };
    Key {
        parameter,
        value,
        control,
    }
}

fn numbers(scenario: &Scenario, parameter: &Parameter, values: &Values, value: &str) -> Control {
    let optional = matches!(parameter.kind, Kind::Number { optional: true, .. });
    let now = typed(value);
    let numbers = stops(scenario, parameter, values, &[]);
    let nearest = nearest(&numbers, now);
    let mut stops: Vec<String> = numbers.iter().map(f64::to_string).collect();
    if optional {
        stops.insert(0, String::new());
    } else if stops.len() <= FEW && stops.iter().any(|stop| stop == value) {
        let offer = |value: String| Offer {
            title: value.clone(),
            value,
            help: String::new(),
            refused: false,
        };
        return Control::Segments(stops.into_iter().map(offer).collect());
    }
    let at = nearest + usize::from(optional && now.is_some());
    Control::Slider { stops, at }
}

/// Where a parameter's sliders stop, wherever they stand: those of [`allowed`], with what a preset starts from, the parameter's own
/// default and what is to be reached as well. The value of the moment is no stop, or the others would shift as it moves.
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

/// How many parameters have an effect now: those that the panel shows.
#[must_use]
pub fn number(scenario: &Scenario) -> usize {
    let (parameters, values) = (scenario.parameters(), scenario.values());
    let shown = parameters.iter().filter(|one| one.matters(&values));
    shown.count()
}

/// The choices of a parameter; those that do not go with the other values are refused.
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

/// The numbers that a slider steps through, ascending: those that a person would choose of those that go with the other values.
/// Those of `also` are among them where they do.
#[must_use]
pub fn allowed(about: &About, parameter: &Parameter, values: &Values, also: &[f64]) -> Vec<f64> {
    let stops = stops::stops(parameter, also);
    if !ruled(about, parameter) {
        return stops;
    }
    let refuses = judge(about, parameter, values);
    let fits = |number: &f64| refuses(parameter.parse(&number.to_string())).is_none();
    let Kind::Integer { minimum, maximum } = parameter.kind else {
        return stops.into_iter().filter(fits).collect();
    };
    if maximum.saturating_sub(minimum) > TRIED {
        return stops.into_iter().filter(fits).collect();
    }
    let all: Vec<f64> = (minimum..=maximum)
        .map(|number| number as f64)
        .filter(fits)
        .collect();
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
    let mut some: Vec<f64> = stops.into_iter().filter(fits).collect();
    some.push(*last);
    some.dedup();
    some
}

/// Whether anything must hold between a parameter and others.
#[must_use]
pub fn ruled(about: &About, parameter: &Parameter) -> bool {
    let ruled = (about.face.ruled)();
    ruled.iter().any(|name| name.text() == parameter.name)
}

/// Tells why a value of a parameter does not go with the other values.
fn judge<'a>(
    about: &'a About,
    parameter: &'a Parameter,
    values: &'a Values,
) -> impl Fn(Value) -> Option<String> + 'a {
    let ruled = ruled(about, parameter);
    let values = without_runtimes(values);
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
        let mut values = values.clone();
        values.insert(parameter.name.into(), value);
        (about.face.refuses)(&values, parameter.name)
    }
}

/// Why a scenario's value of a parameter does not go with the others, and what to choose: "3 does not divide 8: choose 1, 2, 4 or
/// 8". Nothing where it does.
#[must_use]
pub fn refusal(scenario: &Scenario, name: &str) -> Option<String> {
    /// Up to so many choices are named.
    const NAMES: usize = 4;
    let (about, values) = (scenario.about(), scenario.values());
    let why = (about.face.refuses)(&scenario.without_runtimes(), name)?;
    let parameters = scenario.parameters();
    let parameter = parameters.iter().find(|one| one.name == name)?;
    let value = values.get(name).map_or_else(String::new, shown);
    let (value, instead) = match parameter.kind {
        Kind::Choice(choices_of) => {
            let title = choices_of.iter().find(|choice| choice.value == value);
            let title = title.map_or(value, |choice| choice.title.to_owned());
            let offers = choices(about, parameter, &values).into_iter();
            let instead = offers.filter(|offer| !offer.refused);
            let instead: Vec<_> = instead.map(|offer| offer.title).collect();
            // A long list of names says less than the form, which marks those that can be chosen.
            let few = instead.len() <= NAMES;
            (title, instead.into_iter().filter(|_| few).collect())
        }
        _ => {
            let instead =
                numbers_near(about, parameter, &values, typed(&value).unwrap_or_default());
            (value, instead)
        }
    };
    if instead.is_empty() {
        return Some(format!("{value} {why}"));
    }
    Some(format!("{value} {why}: choose {}", list_or(&instead)))
}

/// A value of a link that does not go with the others.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    name: String,
    title: &'static str,
    value: String,
    why: String,
}

impl Refused {
    /// The field, and what was given for it.
    pub(crate) fn text(&self) -> (String, String) {
        (self.name.clone(), self.value.clone())
    }

    /// What is said where the field is out of sight.
    pub(crate) fn notice(&self) -> Notice {
        Notice::refused_link(self.title, &self.why)
    }

    /// The field, and why it does not take that.
    pub(crate) fn complaint(&self) -> (String, String) {
        (self.name.clone(), self.why.clone())
    }
}

/// The set-up of a link, or where one of its values does not go with the others the same with the value of its preset: there is a
/// result to look at, and the field says what to choose.
pub(crate) fn runnable(setup: Setup) -> (Setup, Option<Refused>) {
    let scenario = &setup.scenario;
    let (preset, changes) = presets::nearest(scenario);
    let (given, own) = (scenario.values(), preset.scenario().values());
    let fits = |other: &Scenario| changes.iter().all(|name| refusal(other, name).is_none());
    if setup.view != View::One || fits(scenario) {
        return (setup, None);
    }
    let mended = changes.iter().find_map(|name| {
        let why = refusal(scenario, name)?;
        let values = [(name.clone(), own.get(name)?.clone())]
            .into_iter()
            .collect();
        let other = scenario.having(&values).ok().filter(&fits)?;
        let value = given.get(name).map_or_else(String::new, shown);
        let parameters = scenario.parameters();
        let parameter = parameters.iter().find(|one| one.name == name)?;
        let (name, title) = (name.clone(), parameter.title);
        let refused = Refused {
            name,
            title,
            value,
            why,
        };
        Some((other, refused))
    });
    match mended {
        Some((scenario, refused)) => (Setup { scenario, ..setup }, Some(refused)),
        None => (setup, None),
    }
}

/// The numbers to choose in place of one: all, where they are few, or their ends, or those nearest to it.
fn numbers_near(about: &About, parameter: &Parameter, values: &Values, number: f64) -> Vec<String> {
    /// Of many with gaps, so many below and so many above are named.
    const NEAR: usize = 2;
    let refuses = judge(about, parameter, values);
    let fits = |number: f64| refuses(parameter.parse(&number.to_string())).is_none();
    let all: Vec<f64> = match parameter.kind {
        Kind::Integer { minimum, maximum } if maximum - minimum <= TRIED => {
            let all = (minimum..=maximum).map(|number| number as f64);
            all.filter(|number| fits(*number)).collect()
        }
        _ => {
            let stops = stops::stops(parameter, &[]).into_iter();
            stops.filter(|stop| fits(*stop)).collect()
        }
    };
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return Vec::new();
    };
    let whole = matches!(parameter.kind, Kind::Integer { .. });
    let gaps = whole && last - first + 1.0 != all.len() as f64;
    let tried =
        matches!(parameter.kind, Kind::Integer { minimum, maximum } if maximum - minimum <= TRIED);
    if all.len() <= FEW {
        return all.iter().map(f64::to_string).collect();
    }
    if tried && gaps {
        let above = all.partition_point(|one| *one < number);
        let near = all.get(above.saturating_sub(NEAR)..all.len().min(above + NEAR));
        let near = near.unwrap_or_default().iter();
        return near.map(f64::to_string).collect();
    }
    // Between a stop that fits and the number, the last that fits: rules of wide ranges have one edge.
    let edge = |mut good: f64| {
        let mut bad = number;
        while whole && (bad - good).abs() > 1.0 {
            let middle = ((bad + good) / 2.0).floor();
            *(if fits(middle) { &mut good } else { &mut bad }) = middle;
        }
        good
    };
    let (first, last) = match number > *last {
        true => (*first, edge(*last)),
        false => (edge(*first), *last),
    };
    vec![format!("{first} to {last}")]
}

/// "1, 2, 4 or 8".
fn list_or(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(changes: &[(&str, &str)]) -> Scenario {
        let begin = Scenario::default();
        changes.iter().fold(begin, |scenario, (name, text)| {
            scenario.with(name, text).unwrap_or(scenario)
        })
    }

    #[test]
    fn a_link_whose_values_do_not_go_together_runs_with_that_of_its_preset() {
        let refused = scenario(&[("copies", "3"), ("runs", "7")]);
        let (setup, told) = runnable(refused.into());
        assert_eq!(setup.scenario, scenario(&[("runs", "7")]));
        let told = told.map(|told| (told.text(), told.complaint().1));
        let (text, why) = told.unwrap_or_default();
        assert_eq!(text, ("copies".to_owned(), "3".to_owned()));
        assert_eq!(why, "3 does not divide 8: choose 1, 2, 4 or 8");
        let (setup, told) = runnable(scenario(&[("copies", "4")]).into());
        assert_eq!(setup.scenario, scenario(&[("copies", "4")]));
        assert!(told.is_none());
    }

    #[test]
    fn a_refused_number_is_told_with_what_to_choose() {
        let told = |changes: &[(&str, &str)], name: &str| refusal(&scenario(changes), name);
        assert_eq!(
            told(&[("copies", "3")], "copies").as_deref(),
            Some("3 does not divide 8: choose 1, 2, 4 or 8")
        );
        assert_eq!(
            told(&[("processors", "7")], "processors").as_deref(),
            Some("7 is not a multiple of 2 copies: choose 2, 4, 6, 8, 10, 12, 14 or 16")
        );
        assert_eq!(
            told(&[("iterations", "5000")], "iterations").as_deref(),
            Some("5000 is more than the 1000 jobs of these traces: choose 2 to 1000")
        );
        assert_eq!(told(&[("copies", "4")], "copies"), None);
        assert_eq!(
            told(
                &[
                    ("strategy", "dynamic"),
                    ("processors", "5"),
                    ("strategy", "replicate")
                ],
                "strategy"
            )
            .as_deref(),
            Some("Replicate needs a number of copies that divides 5 processors")
        );
    }

    #[test]
    fn copies_are_offered_that_divide_the_processors() {
        let scenario = scenario(&[("processors", "12")]);
        let keys = of(&scenario, &[]);
        let copies = keys.iter().find(|key| key.parameter.name == "copies");
        let Some(Control::Segments(offers)) = copies.map(|key| &key.control) else {
            panic!("no segments: {copies:?}");
        };
        let values: Vec<_> = offers.iter().map(|offer| offer.value.as_str()).collect();
        assert_eq!(values, ["1", "2", "3", "4", "6", "12"]);
    }

    #[test]
    fn numbers_that_a_figure_offers_as_choices_are_judged_as_numbers() {
        const FEW: &[Choice] = &[
            Choice {
                value: "3",
                title: "3",
                help: "",
                holds: parameters::Holds::Nothing,
            },
            Choice {
                value: "4",
                title: "4",
                help: "",
                holds: parameters::Holds::Nothing,
            },
        ];
        let scenario = scenario(&[]);
        let parameters = scenario.parameters();
        let Some(copies) = parameters.iter().find(|one| one.name == "copies") else {
            panic!("no copies");
        };
        let offered = Parameter {
            kind: Kind::Choice(FEW),
            ..*copies
        };
        let offers = choices(scenario.about(), &offered, &scenario.values());
        let refused: Vec<_> = offers.iter().map(|offer| offer.refused).collect();
        assert_eq!(refused, [true, false]);
    }

    #[test]
    fn a_slider_steps_through_what_goes_with_the_other_values() {
        let keys = of(&scenario(&[]), &[]);
        let processors = keys.iter().find(|key| key.parameter.name == "processors");
        let Some(Control::Segments(offers)) = processors.map(|key| &key.control) else {
            panic!("{processors:?}");
        };
        assert_eq!(offers.len(), 8, "{offers:?}");
    }
    /// The values that a control offers.
    fn offered(control: &Control) -> Vec<String> {
        match control {
            Control::Segments(offers) | Control::List(offers) => {
                let free = offers.iter().filter(|offer| !offer.refused);
                free.map(|offer| offer.value.clone()).collect()
            }
            Control::Slider { stops, .. } => stops.clone(),
        }
    }

    #[test]
    fn a_key_stays_with_its_control_and_its_stops_wherever_it_is_moved() {
        let mut moved = 0;
        let mut wrong = Vec::new();
        for preset in presets::all() {
            let scenario = preset.scenario();
            let keys = of(&scenario, &[]);
            for key in &keys {
                let (name, offers) = (key.parameter.name, offered(&key.control));
                // Six places over its range.
                for value in offers.iter().step_by((offers.len() / 5).max(1)) {
                    let Ok(other) = scenario.with(name, value) else {
                        continue;
                    };
                    let after = of(&other, &keys);
                    let place =
                        |keys: &[Key]| keys.iter().position(|one| one.parameter.name == name);
                    let control = place(&after)
                        .and_then(|at| after.get(at))
                        .map(|one| &one.control);
                    let same = control.is_some_and(|control| {
                        offered(control) == offers
                            && std::mem::discriminant(control)
                                == std::mem::discriminant(&key.control)
                    });
                    if !same || place(&after) != place(&keys) {
                        wrong.push(format!("{}: {name} {value}: {control:?}", preset.name));
                    }
                    moved += 1;
                }
            }
        }
        assert!(wrong.is_empty() && moved > 2_000, "{moved} {wrong:#?}");
    }

    #[test]
    fn the_value_of_a_preset_is_a_stop_before_and_after_it_is_left() {
        let mut missing = Vec::new();
        for preset in presets::all() {
            for key in of(&preset.scenario(), &[]) {
                if !offered(&key.control).contains(&key.value) {
                    missing.push(format!(
                        "{}: {} {}",
                        preset.name, key.parameter.name, key.value
                    ));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
