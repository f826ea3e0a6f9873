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

use divisible::Parameters as Divisible;
use prediction::Parameters as Prediction;
use replication::Parameters as Replication;
use report::parameters::{self, Choice, Described, Kind, Parameter, Rejected};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use trace::source::Source;

use crate::alike;
use crate::laboratory::{self, Parameters};
use crate::setup::{Axis, COMMON, Changes, SWEPT, VARIANTS};

/// The version that this program writes, and the newest that it reads.
pub const VERSION: u64 = 1;

/// The key of the version.
pub(crate) const VERSION_KEY: &str = "makespan";

/// What to run: one laboratory and all its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Scenario {
    /// Equal shares, dynamic balancing or job replication on time-shared nodes.
    Replication(Replication),
    /// Adaptive chunks of a stream on a star of workers.
    Divisible(Divisible),
    /// Statistics and predictors of job runtimes.
    Prediction(Prediction),
}

/// Does the same with the parameters of whatever laboratory a scenario is of.
macro_rules! each {
    ($scenario:expr, $parameters:ident => $result:expr) => {
        match $scenario {
            $crate::Scenario::Replication($parameters) => $result,
            $crate::Scenario::Divisible($parameters) => $result,
            $crate::Scenario::Prediction($parameters) => $result,
        }
    };
    // The same with the door to the laboratory's models, where a program has them.
    ($scenario:expr, $models:expr, $door:ident, $parameters:ident => $result:expr) => {
        match $scenario {
            $crate::Scenario::Replication($parameters) => {
                let $door = $crate::models::Door::of($models.replication)?;
                $result
            }
            $crate::Scenario::Divisible($parameters) => {
                let $door = $crate::models::Door::of($models.divisible)?;
                $result
            }
            $crate::Scenario::Prediction($parameters) => {
                let $door = $crate::models::Door::of($models.prediction)?;
                $result
            }
        }
    };
}

/// The key of the traces.
const TRACES: &str = "traces";

/// What the names of the parameters of a synthetic node begin with.
const TRACES_DOT: &str = "traces.";

/// The traces that have parameters of their own: those of a synthetic node, and of runtimes without memory.
const OWN: [&str; 2] = ["synthetic", "memoryless"];

/// The schema of its parameters.
fn schema<P: Parameters>(_: &P) -> Value {
    P::schema()
}

/// Its parameters when nobody says anything.
fn default<P: Parameters>(_: &P) -> Value {
    serde_json::to_value(P::default()).unwrap_or_default()
}

fn read<P: Parameters>(_: &P, values: &Value) -> Result<P, Rejected> {
    parameters::read(values)
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
    /// A scenario of the laboratory with this name, as its defaults have it.
    #[must_use]
    pub fn of(laboratory: &str) -> Option<Self> {
        let all = [
            Self::Replication(Replication::default()),
            Self::Divisible(Divisible::default()),
            Self::Prediction(Prediction::default()),
        ];
        all.into_iter()
            .find(|scenario| scenario.laboratory() == laboratory)
    }

    /// The laboratory's name: its key in JSON, the first word of its parameters' paths.
    #[must_use]
    pub fn laboratory(&self) -> &'static str {
        laboratory::of(self).name
    }

    /// The seed of all randomness.
    #[must_use]
    pub fn seed(&self) -> u64 {
        each!(self, parameters => parameters.seed())
    }

    /// The parameters that forms, flags and short links can set, in order. Traces of a synthetic node bring the
    /// parameters of that node, whose names begin with `traces.`.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let schema = each!(self, parameters => schema(parameters));
        let mut out = parameters::describe_object(&schema);
        let traces = out.iter_mut().find(|parameter| parameter.name == TRACES);
        let mut group = String::new();
        if let Some(traces) = traces {
            group.clone_from(&traces.group);
            if let Kind::Choice { choices } = &mut traces.kind {
                choices.extend(OWN.iter().filter_map(|own| own_choice(&schema, own)));
            }
        }
        if let Some(own) = self.own_parameters() {
            // After the group of the traces, so that no group is torn apart.
            let last = out.iter().rposition(|parameter| parameter.group == group);
            let at = last.map_or(0, |last| last + 1);
            out.splice(at..at, node_parameters(&schema, own));
        }
        out
    }

    /// The name of its traces where they have parameters of their own: those of a synthetic node, or of runtimes without
    /// memory.
    #[must_use]
    pub fn own_parameters(&self) -> Option<&'static str> {
        match self.traces() {
            Source::Synthetic(_) => Some("synthetic"),
            Source::Memoryless(_) => Some("memoryless"),
            _ => None,
        }
    }

    /// A parameter's value as JSON; `null` where there is no such parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Value {
        self.values().get(name).cloned().unwrap_or_default()
    }

    /// The values of all parameters by name.
    #[must_use]
    pub fn values(&self) -> Map<String, Value> {
        let mut out = self.map();
        let Some(own) = self.own_parameters() else {
            return out;
        };
        let node = out
            .get(TRACES)
            .and_then(|traces| traces.get(own))
            .and_then(Value::as_object)
            .cloned();
        if let Some(node) = node {
            out.insert(TRACES.into(), own.into());
            out.extend(
                node.into_iter()
                    .map(|(name, value)| (format!("{TRACES_DOT}{name}"), value)),
            );
        }
        out
    }

    /// The scenario with one parameter changed to what a person's text stands for.
    ///
    /// # Errors
    /// Where there is no such parameter, or where it does not take that value; this scenario stays as it is.
    pub fn with(&self, name: &str, text: &str) -> Result<Self, Rejected> {
        let parameters = self.parameters();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
            let known = parameters.iter().map(|parameter| parameter.name.as_str());
            let suggested = alike::suggest(name, known);
            let message = format!("no parameter “{name}”; {suggested}");
            return Err(Rejected::one("", "", message));
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
        for (name, value) in changes {
            if COMMON.contains(&name.as_str()) {
                let common = "not to be changed: it is common to all variants, which meet the same randomness";
                return Err(Rejected::one(name, value, common));
            }
        }
        self.replaced(changes.clone())
    }

    /// The scenario with these values of some parameters, all at once, seed and runs included; a text stands for what a
    /// person means by it.
    ///
    /// # Errors
    /// Where there is no such parameter, or where it does not take that value.
    pub fn having(&self, changes: &Changes) -> Result<Self, Rejected> {
        let parameters = self.parameters();
        let meant = changes.iter().map(|(name, value)| {
            let known = parameters.iter().find(|one| one.name == *name);
            let value = match (known, value) {
                (Some(parameter), Value::String(text)) => parameter.parse(text),
                (_, value) => value.clone(),
            };
            (name.clone(), value)
        });
        self.replaced(meant.collect())
    }

    fn replaced(&self, changes: Changes) -> Result<Self, Rejected> {
        let mut values = self.values();
        values.extend(changes);
        self.of_values(values)
    }

    /// A parameter some of whose values are worth seeing beside each other, and one that is worth a sweep: what
    /// somebody begins with who asks for either.
    #[must_use]
    pub fn suggestion(&self) -> [Axis; 2] {
        each!(self, parameters => parameters.suggestion())
    }

    /// The first moments of one run under the same method, for a picture the size of a stamp.
    #[must_use]
    pub fn miniature(&self) -> Self {
        match self {
            Self::Replication(parameters) => Self::Replication(parameters.miniature()),
            Self::Divisible(parameters) => Self::Divisible(parameters.miniature()),
            Self::Prediction(parameters) => Self::Prediction(parameters.miniature()),
        }
    }

    /// The scenario with fewer runs that the first `parts` of a run's parts are by themselves: [`finish`](crate::finish) makes
    /// its report of them while the others are still to come.
    #[must_use]
    pub fn beginning(&self, parts: u32, of: u32) -> Self {
        match self {
            Self::Replication(parameters) => Self::Replication(parameters.beginning(parts, of)),
            Self::Prediction(parameters) => Self::Prediction(parameters.beginning(parts, of)),
            Self::Divisible(parameters) => Self::Divisible(parameters.beginning(parts, of)),
        }
    }

    /// The whole scenario as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({VERSION_KEY: VERSION, self.laboratory(): self.map()})
    }

    /// The scenario as JSON, without the parameters that have their default.
    #[must_use]
    pub fn to_short_json(&self) -> Value {
        let defaults = each!(self, parameters => default(parameters));
        let mut values = self.map();
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
        let names = || {
            let names: Vec<_> = laboratory::all().iter().map(|one| one.name).collect();
            names.join(", ")
        };
        let mut laboratories = map.iter().filter(|(key, _)| *key != VERSION_KEY);
        match (laboratories.next(), laboratories.next()) {
            (Some((name, values)), None) => match Self::of(name) {
                Some(default) => default
                    .read(values)
                    .map_err(|rejected| rejected.below(name)),
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
        let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| Rejected::one("", "", format!("this is not JSON: {error}")))?;
        Self::from_json(&value)
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
        for (name, mut schema) in [
            (Replication::LABORATORY.name, Replication::schema()),
            (Divisible::LABORATORY.name, Divisible::schema()),
            (Prediction::LABORATORY.name, Prediction::schema()),
        ] {
            if let Some(map) = schema.as_object_mut() {
                map.remove("$schema");
            }
            properties.insert(name.into(), schema);
        }
        let compare = json!({
            "description": "Variants to be shown beside the scenario: what each changes.",
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
        let focus = json!({
            "description": "Where somebody looked in the schedule, in ms: from when to when, and the time cursor.",
            "type": "object", "additionalProperties": false,
            "properties": {
                "window": {"type": "array", "items": time, "minItems": 2, "maxItems": 2},
                "cursor": time,
            },
        });
        properties.insert("focus".into(), focus);
        let result = json!({
            "description": "What a run came to, so that another one can be held against it.",
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

    /// The names of the parameters in JSON, and their values.
    pub(crate) fn keys(&self) -> Map<String, Value> {
        self.map()
    }

    /// The parameters as they stand in JSON.
    fn map(&self) -> Map<String, Value> {
        let value = each!(self, parameters => serde_json::to_value(parameters));
        match value {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// The parameters of the same laboratory from JSON.
    fn read(&self, values: &Value) -> Result<Self, Rejected> {
        let read = match self {
            Self::Replication(parameters) => read(parameters, values).map(Self::Replication),
            Self::Divisible(parameters) => read(parameters, values).map(Self::Divisible),
            Self::Prediction(parameters) => read(parameters, values).map(Self::Prediction),
        };
        read.map_err(|mut rejected| {
            // A parameter of a synthetic node is named as the form names it.
            for problem in &mut rejected.problems {
                let rest = OWN.iter().find_map(|own| {
                    let rest = problem.place.strip_prefix(TRACES_DOT)?;
                    rest.strip_prefix(own)?.strip_prefix('.')
                });
                if let Some(rest) = rest {
                    problem.place = format!("{TRACES_DOT}{rest}");
                }
            }
            rejected
        })
    }

    /// The scenario with these values of all parameters by name.
    fn of_values(&self, mut values: Map<String, Value>) -> Result<Self, Rejected> {
        let own = values.get(TRACES).and_then(Value::as_str);
        let own = OWN.into_iter().find(|name| Some(*name) == own);
        let schema = each!(self, parameters => schema(parameters));
        let takes = |traces: &str, name: &str| {
            own_properties(&schema, traces).is_some_and(|properties| properties.get(name).is_some())
        };
        let node: Map<String, Value> = values
            .iter()
            .filter_map(|(name, value)| {
                let name = name.strip_prefix(TRACES_DOT)?;
                // What only the traces that were there before take goes with them.
                let others = own.is_some_and(|own| {
                    !takes(own, name) && OWN.iter().any(|other| takes(other, name))
                });
                (!others).then(|| (name.to_owned(), value.clone()))
            })
            .collect();
        values.retain(|name, _| !name.starts_with(TRACES_DOT));
        if let Some(own) = own {
            values.insert(TRACES.into(), json!({own: node}));
        }
        self.read(&Value::Object(values))
    }
}

/// What the schema of a laboratory says of traces with parameters of their own.
fn own_variant<'s>(schema: &'s Value, own: &str) -> Option<&'s Value> {
    let variants = schema.pointer("/properties/traces/oneOf")?.as_array()?;
    let named = |variant: &&Value| {
        variant
            .get("properties")
            .is_some_and(|properties| properties.get(own).is_some())
    };
    variants.iter().find(named)
}

/// The schemas of their parameters.
fn own_properties<'s>(schema: &'s Value, own: &str) -> Option<&'s Value> {
    own_variant(schema, own)?.pointer(&format!("/properties/{own}/properties"))
}

/// The choice of such traces, which describing leaves out because it carries data.
fn own_choice(schema: &Value, own: &str) -> Option<Choice> {
    let variant = own_variant(schema, own)?;
    let text = |key: &str| variant.get(key)?.as_str().map(str::to_owned);
    Some(Choice {
        value: own.into(),
        title: text("title")?,
        help: text("description")?,
    })
}

/// Their parameters, as a scenario names them.
fn node_parameters(schema: &Value, own: &str) -> Vec<Parameter> {
    let node =
        own_variant(schema, own).and_then(|variant| variant.pointer(&format!("/properties/{own}")));
    node.into_iter()
        .flat_map(parameters::describe_object)
        .map(|parameter| Parameter {
            name: format!("{TRACES_DOT}{}", parameter.name),
            ..parameter
        })
        .collect()
}
