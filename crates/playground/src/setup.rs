//! A scenario and its view.
//!
//! The JSON form is the scenario's with one key more:
//!
//! ```json
//! {"makespan": 1, "LABORATORY": {}, "compare": [{"strategy": "equal"}, {"strategy": "dynamic"}]}
//! {"makespan": 1, "LABORATORY": {}, "sweep": [{"processors": [2, 4, 8]}, {"copies": [1, 2]}]}
//! ```
//!
//! Two keys change no computed number: `focus` is the part of a schedule that somebody viewed, `result` the result of a run.
//!
//! Variants are changes of the scenario, never scenarios of their own: all unchanged parameters stay common, the randomness included.

use laboratory::Axis;
use parameters::{Kind, Parameter, Rejected, typed};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::extras::{Extras, FOCUS, Focus, RESULT, Recorded, Unknown};
use crate::variant::names;
use crate::{Scenario, effect};

/// The parameters that are common to all variants, so that each meets the same randomness in the same runs.
pub const COMMON: [&str; 2] = [SEED, RUNS];

/// The parameter that chance depends on.
pub(crate) const SEED: &str = "seed";

/// The parameter that asks for a number of runs.
pub(crate) const RUNS: &str = "runs";

/// The most variants that are compared with a scenario.
pub const VARIANTS: usize = 3;

/// The most values of the first and of the second parameter of a sweep.
pub const SWEPT: [usize; 2] = [24, 6];

/// Parameters by name, with values as in a scenario's JSON.
pub type Changes = Map<String, Value>;

/// The view of a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum View {
    /// The scenario itself.
    #[default]
    One,
    /// The scenario beside one to three variants of it.
    Compare(Vec<Changes>),
    /// The scenario for every value of one parameter, or for every pair of values of two.
    Sweep(Vec<Axis>),
}

/// A scenario and its view; checked. Serialized as [`Setup::to_json`], read as [`Setup::from_json`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct Setup {
    /// The scenario to run.
    pub scenario: Scenario,
    /// Its view.
    pub view: View,
    /// Its extras.
    pub extras: Extras,
}

impl From<&Self> for Setup {
    fn from(setup: &Self) -> Self {
        setup.clone()
    }
}

impl From<&Scenario> for Setup {
    fn from(scenario: &Scenario) -> Self {
        scenario.clone().into()
    }
}

impl From<Scenario> for Setup {
    fn from(scenario: Scenario) -> Self {
        Self {
            scenario,
            view: View::One,
            extras: Extras::default(),
        }
    }
}

impl From<Setup> for Value {
    fn from(setup: Setup) -> Self {
        setup.to_json()
    }
}

impl TryFrom<Value> for Setup {
    type Error = Rejected;

    fn try_from(value: Value) -> Result<Self, Rejected> {
        Self::from_json(&value)
    }
}

impl Setup {
    /// A scenario with a view that goes with it.
    ///
    /// # Errors
    /// Where the view has too few or too many variants or values, changes a common parameter, or where the scenario does not
    /// take a value; the complaint names the place.
    pub fn new(scenario: Scenario, view: View) -> Result<Self, Rejected> {
        match &view {
            View::One => {}
            View::Compare(variants) => {
                number("compare", variants.len(), 1, VARIANTS, "variants")?;
                for (at, changes) in variants.iter().enumerate() {
                    let place = format!("compare[{at}]");
                    number(&place, changes.len(), 1, usize::MAX, "changed parameters")?;
                    scenario
                        .changed(changes)
                        .map_err(|rejected| rejected.below(&place))?;
                }
            }
            View::Sweep(axes) => {
                number("sweep", axes.len(), 1, SWEPT.len(), "parameters")?;
                let parameters = scenario.parameters();
                for (at, (axis, most)) in axes.iter().zip(SWEPT).enumerate() {
                    let name = &axis.parameter;
                    let place = format!("sweep.{name}");
                    if axes.iter().take(at).any(|axis| axis.parameter == *name) {
                        let twice = "allowed: two different parameters";
                        return Err(Rejected::one("sweep", format!("{name} twice"), twice));
                    }
                    number(&place, axis.values.len(), 2, most, "values")?;
                    let parameter = known(&scenario, &parameters, name)
                        .map_err(|rejected| rejected.below("sweep"))?;
                    listed(parameter).map_err(|rejected| rejected.below("sweep"))?;
                    for value in &axis.values {
                        swept(&scenario, parameter, value)
                            .map_err(|rejected| rejected.below("sweep"))?;
                    }
                }
            }
        }
        let extras = Extras::default();
        Ok(Self {
            scenario,
            view,
            extras,
        })
    }

    /// The set-up with these extras.
    #[must_use]
    pub fn with(self, extras: Extras) -> Self {
        Self { extras, ..self }
    }

    /// The names of the scenario and its variants, where they are compared: as in the report.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let View::Compare(variants) = &self.view else {
            return Vec::new();
        };
        let changed = variants
            .iter()
            .map(|changes| self.scenario.changed(changes));
        let changed: Vec<Scenario> = changed.flatten().collect();
        let all: Vec<&Scenario> = std::iter::once(&self.scenario).chain(&changed).collect();
        names(&all, variants)
    }

    /// The digest of the run, without extras: SHA-256 over the short JSON of scenario and view, without the values of a file
    /// of one's own, which have their own digest in it.
    #[must_use]
    pub fn digest(&self) -> String {
        let scenario = self.scenario.clone().without_values();
        let named = Self {
            scenario,
            view: self.view.clone(),
            extras: Extras::default(),
        };
        base16ct::lower::encode_string(&Sha256::digest(named.to_short_json().to_string()))
    }

    /// A sentence for each parameter that the view changes although no scenario of it uses the parameter.
    #[must_use]
    pub fn unused(&self) -> Vec<String> {
        match &self.view {
            View::One => Vec::new(),
            View::Compare(variants) => effect::unused_in_variants(&self.scenario, variants),
            View::Sweep(axes) => effect::unused_in_sweep(&self.scenario, axes),
        }
    }

    /// The scenario of a point of a sweep, by its place; `None` where there is no such point.
    #[must_use]
    pub fn point(&self, place: usize) -> Option<Scenario> {
        match &self.view {
            View::Sweep(axes) => crate::sweep::point(&self.scenario, axes, place),
            View::One | View::Compare(_) => None,
        }
    }

    /// The whole set-up as JSON, without the keys of a newer version.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut json = self.with_view(self.scenario.to_json());
        if let (Some(recorded), Some(map)) = (&self.extras.recorded, json.as_object_mut()) {
            map.insert(RESULT.into(), recorded.to_json());
        }
        json
    }

    /// The set-up as JSON, without the parameters that have their default, and without the result of a run.
    #[must_use]
    pub fn to_short_json(&self) -> Value {
        self.with_view(self.scenario.to_short_json())
    }

    /// The JSON of a link: short, with the keys of a newer version.
    pub(crate) fn to_link_json(&self) -> Value {
        let mut json = self.to_short_json();
        if let Some(map) = json.as_object_mut() {
            self.extras.unknown.put(map);
        }
        json
    }

    fn with_view(&self, mut scenario: Value) -> Value {
        let view = match &self.view {
            View::One => None,
            View::Compare(variants) => Some(("compare", json!(variants))),
            View::Sweep(axes) => {
                // The order of the axes matters, and the keys of an object have no order that all programs keep.
                let axes: Vec<_> = axes
                    .iter()
                    .map(|axis| json!({axis.parameter.as_str(): axis.values}))
                    .collect();
                Some(("sweep", json!(axes)))
            }
        };
        if let Some(map) = scenario.as_object_mut() {
            map.extend(view.map(|(key, view)| (key.into(), view)));
            let focus = self.extras.focus.to_json();
            map.extend(focus.map(|focus| (FOCUS.into(), focus)));
        }
        scenario
    }

    /// A set-up from JSON.
    ///
    /// # Errors
    /// As [`Scenario::from_json`] and [`Setup::new`].
    pub fn from_json(value: &Value) -> Result<Self, Rejected> {
        let Some(map) = value.as_object() else {
            return Ok(Scenario::from_json(value)?.into());
        };
        let mut rest = map.clone();
        let focus = rest.remove(FOCUS).map(|focus| Focus::from_json(&focus));
        let recorded = rest
            .remove(RESULT)
            .map(|recorded| Recorded::from_json(&recorded));
        let extras = Extras {
            focus: focus.transpose()?.unwrap_or_default(),
            recorded: recorded.transpose()?,
            unknown: Unknown::default(),
        };
        let view = match (rest.remove("compare"), rest.remove("sweep")) {
            (None, None) => View::One,
            (Some(variants), None) => compare_from(&variants)?,
            (None, Some(axes)) => sweep_from(&axes)?,
            (Some(_), Some(_)) => {
                let one = "allowed: either compare or sweep";
                return Err(Rejected::one("sweep", "beside compare", one));
            }
        };
        Ok(Self::new(Scenario::from_json(&Value::Object(rest))?, view)?.with(extras))
    }

    /// Reads a set-up as [`Setup::from_json`] does, but keeps the keys of a newer version of the same form aside.
    ///
    /// # Errors
    /// As [`Setup::from_json`].
    pub(crate) fn from_link_json(mut value: Value) -> Result<Self, Rejected> {
        let unknown = value
            .as_object_mut()
            .map_or_else(Unknown::default, Unknown::take);
        let mut setup = Self::from_json(&value)?;
        setup.extras.unknown = unknown;
        Ok(setup)
    }

    /// A set-up from the text of a `.makespan.json` file.
    ///
    /// # Errors
    /// Where the text is not JSON (with line and column), and as [`Setup::from_json`].
    pub fn from_text(text: &str) -> Result<Self, Rejected> {
        Self::from_json(&crate::json::read(text)?)
    }

    /// A variant from a person's text, such as `strategy=dynamic processors=4`.
    ///
    /// # Errors
    /// Where a word is no `name=value`, or the scenario does not take it.
    pub fn variant(scenario: &Scenario, text: &str) -> Result<Changes, Rejected> {
        let mut given = Changes::new();
        for word in text.split_whitespace() {
            let (name, value) = pair(word)?;
            given.insert(name.replace('-', "_"), value.into());
        }
        let parameters = scenario.parameters_under(&given);
        let mut changes = Changes::new();
        for (name, value) in &given {
            let parameter = known(scenario, &parameters, name)?;
            let value = value.as_str().unwrap_or_default();
            changes.insert(parameter.name.to_owned(), parameter.parse(value));
        }
        scenario.changed(&changes)?;
        Ok(changes)
    }

    /// An axis of a sweep from a person's text, such as `processors=2,4,8`, or `noise=0..2/5`: five values from 0
    /// to 2 at equal distances.
    ///
    /// # Errors
    /// Where the text is no `name=values`, or the scenario does not take one of them.
    pub fn axis(scenario: &Scenario, text: &str) -> Result<Axis, Rejected> {
        let parameters = scenario.parameters();
        let (name, values) = pair(text.trim())?;
        let parameter = known(scenario, &parameters, name)?;
        listed(parameter)?;
        let values: Vec<_> = match range(values) {
            Some(steps) => steps
                .map_err(|needs| Rejected::one(parameter.name, "", needs))?
                .into_iter()
                .map(|step| match parameter.kind {
                    Kind::Integer { .. } => json!(step.round() as i64),
                    _ => json!(step),
                })
                .collect(),
            None => values
                .split(',')
                .map(|value| parameter.parse(value))
                .collect(),
        };
        for value in &values {
            swept(scenario, parameter, value)?;
        }
        Ok(Axis {
            parameter: parameter.name.to_owned(),
            values,
        })
    }
}

/// `from..to/number`, as its values, or what it needs; nothing where the text is no range of two numbers.
fn range(text: &str) -> Option<Result<Vec<f64>, String>> {
    let (from, rest) = text.split_once("..")?;
    let (to, count) = rest.split_once('/').unwrap_or((rest, ""));
    let (first, last) = (typed(from)?, typed(to)?);
    // Too many values for a sweep are refused later, but must not fill the memory first.
    let count = count.trim().parse::<u8>().ok();
    let values = count.filter(|count| *count > 1).map(|count| {
        let steps = f64::from(count - 1);
        (0..count)
            .map(|at| first + (last - first) * f64::from(at) / steps)
            .collect()
    });
    Some(values.ok_or_else(|| {
        format!("{text} needs the number of values, 2 or more, such as {from}..{to}/4")
    }))
}

fn compare_from(value: &Value) -> Result<View, Rejected> {
    let form = || Rejected::one("compare", "", "allowed: a list of objects with parameters");
    let variants = value.as_array().ok_or_else(form)?;
    let variants = variants
        .iter()
        .map(|changes| changes.as_object().cloned().ok_or_else(form));
    Ok(View::Compare(variants.collect::<Result<_, _>>()?))
}

fn sweep_from(value: &Value) -> Result<View, Rejected> {
    let form = || {
        let allowed = "allowed: a list of objects such as {\"processors\": [2, 4, 8]}";
        Rejected::one("sweep", "", allowed)
    };
    let axis = |axis: &Value| -> Option<Axis> {
        let mut entries = axis.as_object()?.iter();
        let (parameter, values) = entries.next().filter(|_| entries.next().is_none())?;
        Some(Axis {
            parameter: parameter.clone(),
            values: values.as_array()?.clone(),
        })
    };
    let axes = value.as_array().ok_or_else(form)?;
    let axes = axes.iter().map(|value| axis(value).ok_or_else(form));
    Ok(View::Sweep(axes.collect::<Result<_, _>>()?))
}

fn number(place: &str, found: usize, least: usize, most: usize, of: &str) -> Result<(), Rejected> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let allowed = match most {
        usize::MAX => format!("allowed: at least {least}"),
        _ => format!("allowed: {least} to {most}"),
    };
    let of = match found {
        1 => of.strip_suffix('s').unwrap_or(of),
        _ => of,
    };
    Err(Rejected::one(place, "", format!("{found} {of}; {allowed}")))
}

fn pair(word: &str) -> Result<(&str, &str), Rejected> {
    word.split_once('=').ok_or_else(|| {
        Rejected::one(
            "",
            "",
            format!("“{word}” is not a change; allowed: name=value"),
        )
    })
}

/// Refuses a value that the parameter never takes. One that does not go together with others is left out by the run, as their values
/// may be swept, too.
fn swept(scenario: &Scenario, parameter: &Parameter, value: &Value) -> Result<(), Rejected> {
    let change = Changes::from_iter([(parameter.name.to_owned(), value.clone())]);
    let alone = COMMON.contains(&parameter.name) || parameter.check(value).is_err();
    match scenario.changed(&change) {
        Err(rejected) if alone => Err(rejected),
        _ => Ok(()),
    }
}

/// Refuses parameters of texts: a text can stand neither in a list between commas nor on an axis.
fn listed(parameter: &Parameter) -> Result<(), Rejected> {
    match parameter.kind {
        Kind::Text { .. } => Err(Rejected::one(
            parameter.name,
            "a text",
            "allowed: a parameter of numbers, of names, or of yes and no",
        )),
        _ => Ok(()),
    }
}

fn known<'p>(
    scenario: &Scenario,
    parameters: &'p [Parameter],
    name: &str,
) -> Result<&'p Parameter, Rejected> {
    let name = name.replace('-', "_");
    let found = parameters.iter().find(|parameter| parameter.name == name);
    // The scenario's own words for a name that it does not know.
    found.ok_or_else(|| match scenario.with(&name, "") {
        Err(rejected) => rejected,
        Ok(_) => Rejected::one(
            &name,
            "no parameter",
            "allowed: a parameter of the scenario",
        ),
    })
}
