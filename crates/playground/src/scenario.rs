//! Scenarios: the inputs of runs.
//!
//! The JSON form has the version under `makespan` and one laboratory:
//!
//! ```json
//! {"makespan": 1, "LABORATORY": {"processors": 8, "strategy": "dynamic"}}
//! ```
//!
//! A parameter that is left out has its default. The defaults of a version never change; a new default is a new
//! version.

use std::fmt;

use laboratory::{About, Axis};
use parameters::{Field as _, Holds, Parameter, Rejected, Table, Values};
use report::Chance;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use trace::source::Source;

use crate::list::NOWHERE;
use crate::setup::{COMMON, Changes, SEED, SWEPT, VARIANTS};
use crate::{json, laboratories, variant};

/// The version that this program writes, and the newest that it reads.
pub const VERSION: u64 = 1;

/// The key of the version.
pub(crate) const VERSION_KEY: &str = "makespan";

/// The input of a run: one laboratory and the values of all its parameters, checked.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct Scenario {
    laboratory: &'static About,
    values: Values,
}

/// The key of the traces.
const TRACES: &str = "traces";

impl PartialEq for Scenario {
    fn eq(&self, other: &Self) -> bool {
        self.laboratory.name == other.laboratory.name && self.values == other.values
    }
}

impl fmt::Debug for Scenario {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.to_short_json())
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::usual(laboratories().first().copied().unwrap_or(&NOWHERE))
    }
}

impl From<Scenario> for Value {
    fn from(scenario: Scenario) -> Self {
        scenario.to_json()
    }
}

impl TryFrom<Value> for Scenario {
    type Error = Rejected;

    fn try_from(value: Value) -> Result<Self, Rejected> {
        Self::from_json(&value)
    }
}

impl Scenario {
    /// A scenario of the laboratory with this name, with its defaults.
    #[must_use]
    pub fn of(laboratory: &str) -> Option<Self> {
        crate::laboratory(laboratory).map(Self::usual)
    }

    /// The scenario of a laboratory with all its defaults.
    pub(crate) fn usual(laboratory: &'static About) -> Self {
        Self {
            laboratory,
            values: laboratory.table.defaults(),
        }
    }

    /// A scenario of a laboratory with these parameters, as they stand in JSON.
    ///
    /// # Errors
    /// Where a parameter is unknown or out of range.
    pub fn new(laboratory: &'static About, values: &Value) -> Result<Self, Rejected> {
        let table = laboratory.table;
        let values = table.check(values).map_err(|mut rejected| {
            // A problem names the parameters of a choice as the form names them.
            for problem in &mut rejected.problems {
                let held = holding(&table).find_map(|(parameter, choice, _)| {
                    let rest = problem.place.strip_prefix(parameter.name)?;
                    let rest = rest.strip_prefix('.')?.strip_prefix(choice)?;
                    Some(format!("{}{rest}", parameter.name)).filter(|_| rest.starts_with('.'))
                });
                problem.place = held.unwrap_or_else(|| std::mem::take(&mut problem.place));
            }
            rejected
        })?;
        Ok(Self { laboratory, values })
    }

    /// Its laboratory.
    #[must_use]
    pub fn about(&self) -> &'static About {
        self.laboratory
    }

    /// The laboratory's name: its key in JSON, the first word of its parameters' paths.
    #[must_use]
    pub fn laboratory(&self) -> &'static str {
        self.laboratory.name
    }

    /// The checked values, as its laboratory's table has them.
    #[must_use]
    pub fn checked(&self) -> &Values {
        &self.values
    }

    /// The scenario with these values, which a laboratory derived from checked ones.
    #[must_use]
    pub(crate) fn with_checked(&self, values: Values) -> Self {
        Self {
            laboratory: self.laboratory,
            values,
        }
    }

    /// Whether both differ at most in parameters that have no effect.
    #[must_use]
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let (own, theirs) = (self.values(), other.values());
        let matter = |one: &&Parameter| one.matters(&own) || one.matters(&theirs);
        let parameters = self.parameters();
        let mut matter = parameters.iter().filter(matter);
        self.laboratory.name == other.laboratory.name
            && matter.all(|one| own.get(one.name) == theirs.get(one.name))
    }

    /// Whether its numbers depend on chance: its laboratory states that by the condition of its seed. A parameter that the
    /// form hides has no effect.
    #[must_use]
    pub fn chance(&self) -> Chance {
        let values = self.values();
        let seed = |parameter: &Parameter| parameter.name == SEED && parameter.matters(&values);
        match self.parameters().iter().any(seed) {
            true => Chance::Drawn,
            false => Chance::Exact,
        }
    }

    /// The seed of all randomness.
    #[must_use]
    pub fn seed(&self) -> u64 {
        parameters::check::whole(&self.values, SEED)
    }

    /// The scenario with other random draws: its seed is raised by so much; the largest seed is followed by the smallest.
    ///
    /// # Errors
    /// Where its parameters allow no such seed.
    pub fn raised(&self, by: u64) -> Result<Self, Rejected> {
        self.with(SEED, &self.seed().wrapping_add(by).to_string())
    }

    /// The parameters that forms, flags and short links can set, in order. A choice that holds parameters of its own brings
    /// them, by names such as `traces.mean`.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut out = self.laboratory.table.parameters.to_vec();
        for (parameter, held) in self.held() {
            // After the group of the choice, so that no group is torn apart.
            let last = out.iter().rposition(|one| one.group == parameter.group);
            let at = last.map_or(0, |last| last + 1);
            out.splice(at..at, held.parameters.iter().copied());
        }
        out
    }

    /// The parameters whose choice holds parameters, with the table of the held ones.
    fn held(&self) -> impl Iterator<Item = (&'static Parameter, &'static Table)> {
        holding(&self.laboratory.table)
            .filter(|(parameter, choice, _)| self.choice(parameter.name) == Some(*choice))
            .map(|(parameter, _, table)| (parameter, table))
    }

    /// The name of a choice that holds something.
    fn choice(&self, name: &str) -> Option<&str> {
        let map = self.values.get(name)?.as_object()?;
        map.keys().next().map(String::as_str)
    }

    /// A parameter's value as JSON; `null` where there is no such parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Value {
        for (parameter, held) in self.held() {
            let own = self.values.get(parameter.name);
            let Some((choice, values)) = own.and_then(parameters::field::entry) else {
                continue;
            };
            if parameter.name == name {
                return choice.into();
            }
            if let Some(one) = held.parameters.iter().find(|one| one.name == name) {
                return values.get(one.key()).cloned().unwrap_or_default();
            }
        }
        self.values.get(name).cloned().unwrap_or_default()
    }

    /// The values of all parameters by name.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        let mut out = self.values.clone();
        for (parameter, held) in self.held() {
            let Some((choice, values)) = self
                .values
                .get(parameter.name)
                .and_then(parameters::field::entry)
            else {
                continue;
            };
            out.insert(parameter.name.into(), choice.into());
            for one in held.parameters {
                let value = values.get(one.key()).cloned().unwrap_or_default();
                out.insert(one.name.into(), value);
            }
        }
        out
    }

    /// The scenario with one parameter changed to the value of a person's text.
    ///
    /// # Errors
    /// Where there is no such parameter, or where it does not take that value; this scenario stays as it is.
    pub fn with(&self, name: &str, text: &str) -> Result<Self, Rejected> {
        let parameters = self.parameters();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            return Err(unknown(name, &parameters));
        };
        let mut values = self.values();
        values.insert(name.into(), parameter.parse(text));
        self.of_values(values)
    }

    /// The parameters that these changes set, in words, as variants are called: "Dynamic, rebalance every 20".
    #[must_use]
    pub fn in_words(&self, changes: &Changes) -> String {
        let parameters = self.parameters();
        let changed = parameters
            .iter()
            .filter(|parameter| changes.contains_key(parameter.name));
        variant::name(self, &changed.collect::<Vec<_>>())
    }

    /// The scenario with some parameters changed, except the parameters that variants have in common.
    ///
    /// # Errors
    /// Where there is no such parameter, where it is common to all variants, or where it does not take that value.
    pub fn changed(&self, changes: &Changes) -> Result<Self, Rejected> {
        for (name, value) in changes {
            if COMMON.contains(&name.as_str()) {
                let common =
                    "not to be changed: all variants share it, and with it the same random draws";
                return Err(Rejected::one(name, value, common));
            }
        }
        self.replaced(changes.clone())
    }

    /// The scenario with these values of some parameters, all at once, seed and runs included; texts are read as a person types them.
    ///
    /// # Errors
    /// Where there is no such parameter, or where it does not take that value.
    pub fn having(&self, changes: &Changes) -> Result<Self, Rejected> {
        let parameters = self.parameters_under(changes);
        let meant = changes.iter().map(|(name, value)| {
            let known = parameters.iter().find(|one| one.name == *name);
            let parameter = known.ok_or_else(|| unknown(name, &parameters))?;
            let value = match value {
                Value::String(text) => parameter.parse(text),
                value => value.clone(),
            };
            Ok((name.clone(), value))
        });
        self.replaced(meant.collect::<Result<_, Rejected>>()?)
    }

    /// The parameters of the scenario after these changes: another choice brings other parameters.
    #[must_use]
    pub(crate) fn parameters_under(&self, changes: &Changes) -> Vec<Parameter> {
        let table = &self.laboratory.table;
        let chosen = |name: &str| match changes.get(name) {
            Some(Value::String(choice)) => Some(choice.trim()),
            _ => self.choice(name),
        };
        let held = holding(table)
            .filter(|(parameter, choice, _)| chosen(parameter.name) == Some(*choice))
            .flat_map(|(_, _, held)| held.parameters);
        table.parameters.iter().chain(held).copied().collect()
    }

    fn replaced(&self, changes: Changes) -> Result<Self, Rejected> {
        let mut values = self.values();
        values.extend(changes);
        self.of_values(values)
    }

    /// A parameter with values worth comparing, and one worth a sweep: the first suggestions for a user who asks for either.
    #[must_use]
    pub fn suggestion(&self) -> [Axis; 2] {
        (self.laboratory.face.suggestion)(&self.values)
    }

    /// The scenario with as many runs as the first `parts` of a run's parts have: [`finish`](crate::finish) makes a report
    /// of them while the others are still to come.
    #[must_use]
    pub fn beginning(&self, parts: u32, of: u32) -> Self {
        self.with_checked((self.laboratory.face.beginning)(&self.values, parts, of))
    }

    /// The whole scenario as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({VERSION_KEY: VERSION, self.laboratory(): self.values})
    }

    /// The scenario as JSON, without the parameters that have their default.
    #[must_use]
    pub fn to_short_json(&self) -> Value {
        let defaults = self.laboratory.table.defaults();
        let mut values = self.values.clone();
        values.retain(|name, value| defaults.get(name) != Some(value));
        json!({VERSION_KEY: VERSION, self.laboratory(): values})
    }

    /// A scenario from JSON.
    ///
    /// # Errors
    /// Where it is not a scenario, comes from a newer version, or has a parameter that is unknown or out of range.
    pub fn from_json(value: &Value) -> Result<Self, Rejected> {
        let Some(map) = value.as_object() else {
            return Err(Rejected::one(
                "",
                "",
                "a scenario is a JSON object such as {\"makespan\": 1, \"replication\": {}}",
            ));
        };
        match map.get(VERSION_KEY) {
            Some(version)
                if version
                    .as_u64()
                    .is_some_and(|version| (1..=VERSION).contains(&version)) => {}
            Some(version) if version.as_u64().is_some_and(|version| version > VERSION) => {
                let newer = format!(
                    "this scenario was made with a newer version; this one reads version {VERSION}"
                );
                return Err(Rejected::one(VERSION_KEY, version, newer));
            }
            Some(version) => {
                return Err(Rejected::one(
                    VERSION_KEY,
                    version,
                    format!("allowed: {VERSION}, the version of scenarios"),
                ));
            }
            None => {
                return Err(Rejected::one(
                    VERSION_KEY,
                    "missing",
                    format!("allowed: {VERSION}, the version of scenarios"),
                ));
            }
        }
        let names = || {
            let names: Vec<_> = laboratories().iter().map(|one| one.name).collect();
            names.join(", ")
        };
        let mut laboratories = map.iter().filter(|(key, _)| *key != VERSION_KEY);
        match (laboratories.next(), laboratories.next()) {
            (Some((name, values)), None) => match crate::laboratory(name) {
                Some(laboratory) => {
                    Self::new(laboratory, values).map_err(|rejected| rejected.below(name))
                }
                None => Err(Rejected::one(
                    name,
                    "no laboratory",
                    format!("allowed: {}", names()),
                )),
            },
            (Some((first, _)), Some((second, _))) => Err(Rejected::one(
                second,
                "too much",
                format!("a scenario has one laboratory, and “{first}” is there already"),
            )),
            (None, _) => Err(Rejected::one(
                "",
                "",
                format!("a scenario names a laboratory; allowed: {}", names()),
            )),
        }
    }

    /// A scenario from the text of a `.makespan.json` file.
    ///
    /// # Errors
    /// Where the text is not JSON (with line and column), and as [`Scenario::from_json`].
    pub fn from_text(text: &str) -> Result<Self, Rejected> {
        Self::from_json(&json::read(text)?)
    }

    /// The JSON Schema of a scenario file.
    #[must_use]
    pub fn schema() -> Value {
        let mut properties = Map::new();
        let version = json!({
            "description": "The version of this format.",
            "type": "integer", "minimum": 1, "maximum": VERSION,
        });
        properties.insert(VERSION_KEY.into(), version);
        for laboratory in laboratories() {
            properties.insert(laboratory.name.into(), laboratory.table.schema());
        }
        let compare = json!({
            "description": "Variants to show beside the scenario, each with its changes.",
            "type": "array", "minItems": 1, "maxItems": VARIANTS,
            "items": {"type": "object", "minProperties": 1},
        });
        properties.insert("compare".into(), compare);
        let sweep = json!({
            "description": "One parameter with its values, or two.",
            "type": "array", "minItems": 1, "maxItems": SWEPT.len(),
            "items": {
                "type": "object", "minProperties": 1, "maxProperties": 1,
                "additionalProperties": {"type": "array", "minItems": 2},
            },
        });
        properties.insert("sweep".into(), sweep);
        let time = json!({"type": "number", "minimum": 0});
        let number = json!({"type": "integer", "minimum": 1, "maximum": u32::MAX});
        let focus = json!({
            "description": "The visible part of the schedule, from start to end, and the time cursor, in ms. For schedules of the same work also the number of the first visible unit of work, the number of units, and the number of the current reason.",
            "type": "object", "additionalProperties": false,
            "properties": {
                "window": {"type": "array", "items": time, "minItems": 2, "maxItems": 2},
                "cursor": time,
                "part": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
                "reason": number,
            },
        });
        properties.insert("focus".into(), focus);
        let result = json!({
            "description": "The result of a run, so that another run can be compared with it.",
            "type": "object", "additionalProperties": false,
            "properties": {
                "fingerprint": {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"},
                "version": {"type": "string", "maxLength": 40},
            },
            "required": ["fingerprint", "version"],
        });
        properties.insert("result".into(), result);
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Makespan scenario",
            "type": "object",
            "properties": properties,
            "required": [VERSION_KEY],
            "minProperties": 2,
            "maxProperties": 5,
            "additionalProperties": false,
        })
    }

    /// The scenario with these values of all parameters by name.
    fn of_values(&self, mut values: Map<String, Value>) -> Result<Self, Rejected> {
        let table = &self.laboratory.table;
        for parameter in table.parameters {
            let chosen = values.get(parameter.name).and_then(Value::as_str);
            let chosen = chosen.map(str::to_owned);
            let all = || holding(table).filter(|(one, ..)| one.name == parameter.name);
            let named = all().find(|(_, choice, _)| chosen.as_deref() == Some(*choice));
            let mut held = Map::new();
            for (_, _, other) in all() {
                for one in other.parameters {
                    if let Some(value) = values.remove(one.name) {
                        // Parameters that only the former choice takes go with it.
                        let takes = |table: &Table| table.find(one.key()).is_some();
                        if named.is_none_or(|(_, _, table)| takes(table)) {
                            held.insert(one.key().into(), value);
                        }
                    }
                }
            }
            let prefix = format!("{}.", parameter.name);
            let unknown: Vec<_> = values
                .keys()
                .filter(|name| name.starts_with(&prefix))
                .cloned()
                .collect();
            for name in unknown {
                let value = values.remove(&name).unwrap_or_default();
                held.insert(name.trim_start_matches(&prefix).into(), value);
            }
            if let Some((_, choice, _)) = named {
                values.insert(parameter.name.into(), json!({choice: held}));
            }
        }
        Self::new(self.laboratory, &Value::Object(values))
    }

    /// The traces of its runs, where its laboratory uses some.
    #[must_use]
    pub fn traces(&self) -> Option<Source> {
        self.laboratory.traces?;
        self.values.get(TRACES).and_then(Source::from_value)
    }

    /// The scenario on these traces.
    pub(crate) fn on(&self, traces: &Source) -> Self {
        let mut values = self.values.clone();
        values.insert(TRACES.into(), traces.to_value());
        self.with_checked(values)
    }
}

/// The error for a name that no parameter has.
fn unknown(name: &str, parameters: &[Parameter]) -> Rejected {
    let known = parameters.iter().map(|parameter| parameter.name);
    let suggested = parameters::alike::suggest(name, known);
    Rejected::one("", "", format!("no parameter “{name}”; {suggested}"))
}

/// The choices of a table that hold parameters: the parameter, the choice's name, and the held table.
fn holding(
    table: &Table,
) -> impl Iterator<Item = (&'static Parameter, &'static str, &'static Table)> + use<> {
    table.parameters.iter().flat_map(|parameter| {
        let choices = parameter.choices().iter();
        choices.filter_map(move |choice| match choice.holds {
            Holds::Parameters(held) => Some((parameter, choice.value, held)),
            Holds::Nothing | Holds::Data { .. } => None,
        })
    })
}
