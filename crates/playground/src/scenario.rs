//! What to run.
//!
//! The JSON form has the version under `makespan` and one laboratory:
//!
//! ```json
//! {"makespan": 1, "replication": {"processors": 8, "strategy": "dynamic"}}
//! ```
//!
//! A parameter that is left out has its default. The defaults of a version never change; a new default is a new
//! version.

use replication::Parameters as Replication;
use report::parameters::{self, Described as _, Parameter, Rejected};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::setup::{Axis, COMMON, Changes, SWEPT, VARIANTS};

/// The version that this program writes, and the newest that it reads.
pub const VERSION: u64 = 1;

/// The key of the version.
const VERSION_KEY: &str = "makespan";

/// What to run: one laboratory and all its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Scenario {
    /// Equal shares, dynamic balancing or job replication on time-shared nodes.
    Replication(Replication),
}

impl Default for Scenario {
    fn default() -> Self {
        Self::Replication(Replication::default())
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
    /// The laboratory's name: its key in JSON, the first word of its parameters' paths.
    #[must_use]
    pub fn laboratory(&self) -> &'static str {
        match self {
            Self::Replication(_) => "replication",
        }
    }

    /// The seed of all randomness.
    #[must_use]
    pub fn seed(&self) -> u64 {
        match self {
            Self::Replication(parameters) => parameters.seed,
        }
    }

    /// The parameters that forms, flags and short links can set, in order.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        match self {
            Self::Replication(_) => parameters::describe::<Replication>(),
        }
    }

    /// A parameter's value as JSON; `null` where there is no such parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Value {
        self.values().get(name).cloned().unwrap_or_default()
    }

    /// The scenario with one parameter changed to what a person's text stands for.
    ///
    /// # Errors
    /// Where there is no such parameter, or where it does not take that value; this scenario stays as it is.
    pub fn with(&self, name: &str, text: &str) -> Result<Self, Rejected> {
        let parameters = self.parameters();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let names: Vec<_> = parameters
                .iter()
                .map(|parameter| parameter.name.as_str())
                .collect();
            return Err(Rejected::one(
                "",
                "",
                format!("no parameter “{name}”; there are: {}", names.join(", ")),
            ));
        };
        let mut values = self.values();
        values.insert(name.into(), parameter.parse(text));
        self.of_values(values)
    }

    /// The scenario with some parameters changed, all but those that variants have in common.
    ///
    /// # Errors
    /// Where there is no such parameter, where it is common to all variants, or where it does not take that value.
    pub fn changed(&self, changes: &Changes) -> Result<Self, Rejected> {
        let mut values = self.values();
        for (name, value) in changes {
            if COMMON.contains(&name.as_str()) {
                let common = "not to be changed: it is common to all variants, which meet the same randomness";
                return Err(Rejected::one(name, value, common));
            }
            values.insert(name.clone(), value.clone());
        }
        self.of_values(values)
    }

    /// A parameter whose values are worth seeing beside each other, and one that is worth a sweep with some of its
    /// values: what somebody begins with who asks for either.
    #[must_use]
    pub fn suggestion(&self) -> (&'static str, Axis) {
        match self {
            Self::Replication(_) => (
                "strategy",
                Axis {
                    parameter: "processors".into(),
                    values: [2, 4, 8, 16].map(Value::from).to_vec(),
                },
            ),
        }
    }

    /// The first moments of one run under the same method, for a picture the size of a stamp.
    #[must_use]
    pub fn miniature(&self) -> Self {
        /// As many as a stamp can show.
        const ITERATIONS: u32 = 12;
        match self {
            Self::Replication(parameters) => Self::Replication(Replication {
                runs: 1,
                iterations: parameters.iterations.min(ITERATIONS.max(parameters.copies)),
                ..parameters.clone()
            }),
        }
    }

    /// The whole scenario as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({VERSION_KEY: VERSION, self.laboratory(): self.values()})
    }

    /// The scenario as JSON, without the parameters that have their default.
    #[must_use]
    pub fn to_short_json(&self) -> Value {
        let defaults = match self {
            Self::Replication(_) => Self::Replication(Replication::default()).values(),
        };
        let mut values = self.values();
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
                    "this scenario was made with a newer version; this one reads 1 to {VERSION}"
                );
                return Err(Rejected::one(VERSION_KEY, version, newer));
            }
            Some(version) => {
                return Err(Rejected::one(
                    VERSION_KEY,
                    version,
                    format!("allowed: 1 to {VERSION}"),
                ));
            }
            None => {
                return Err(Rejected::one(
                    VERSION_KEY,
                    "missing",
                    format!("allowed: 1 to {VERSION}"),
                ));
            }
        }
        let mut laboratories = map.iter().filter(|(key, _)| *key != VERSION_KEY);
        match (laboratories.next(), laboratories.next()) {
            (Some((name, values)), None) if name == "replication" => parameters::read(values)
                .map(Self::Replication)
                .map_err(|rejected| rejected.below(name)),
            (Some((name, _)), None) => {
                Err(Rejected::one(name, "no laboratory", "allowed: replication"))
            }
            (Some((first, _)), Some((second, _))) => Err(Rejected::one(
                second,
                "too much",
                format!("a scenario has one laboratory, and “{first}” is there already"),
            )),
            (None, _) => Err(Rejected::one(
                "",
                "",
                "a scenario names a laboratory; allowed: replication",
            )),
        }
    }

    /// A scenario from the text of a `.makespan.json` file.
    ///
    /// # Errors
    /// Where the text is not JSON (with line and column), and as [`Scenario::from_json`].
    pub fn from_text(text: &str) -> Result<Self, Rejected> {
        let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| Rejected::one("", "", format!("this is not JSON: {error}")))?;
        Self::from_json(&value)
    }

    /// The JSON Schema of a scenario file.
    #[must_use]
    pub fn schema() -> Value {
        let mut replication = Replication::schema();
        if let Some(map) = replication.as_object_mut() {
            map.remove("$schema");
        }
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Makespan scenario",
            "type": "object",
            "properties": {
                VERSION_KEY: {
                    "description": "The version of this format.",
                    "type": "integer", "minimum": 1, "maximum": VERSION,
                },
                "replication": replication,
                "compare": {
                    "description": "Variants to be shown beside the scenario: what each changes.",
                    "type": "array", "minItems": 1, "maxItems": VARIANTS,
                    "items": {"type": "object", "minProperties": 1},
                },
                "sweep": {
                    "description": "One parameter with its values, or two.",
                    "type": "array", "minItems": 1, "maxItems": SWEPT.len(),
                    "items": {
                        "type": "object", "minProperties": 1, "maxProperties": 1,
                        "additionalProperties": {"type": "array", "minItems": 2},
                    },
                },
            },
            "required": [VERSION_KEY],
            "minProperties": 2,
            "maxProperties": 3,
            "additionalProperties": false,
        })
    }

    fn values(&self) -> Map<String, Value> {
        let value = match self {
            Self::Replication(parameters) => serde_json::to_value(parameters),
        };
        match value {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    fn of_values(&self, values: Map<String, Value>) -> Result<Self, Rejected> {
        match self {
            Self::Replication(_) => parameters::read(&Value::Object(values)).map(Self::Replication),
        }
    }
}
