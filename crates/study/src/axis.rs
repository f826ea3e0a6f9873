//! A parameter that varies, and its values.

use parameters::{Kind, Parameter, Rejected};
use playground::Scenario;
use playground::setup::Changes;
use serde_json::{Value, json};

use crate::reader::{Reader, short};

/// The most values of one axis.
const MOST: u64 = 1_000_000;

/// A parameter that varies.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The parameter's name.
    pub parameter: String,
    /// Its name for people.
    pub title: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// Its symbol, or empty.
    pub symbol: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Its values.
    pub values: Values,
}

/// The values of an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// These, in this order; a grid's range is expanded into its values.
    Listed(Vec<Value>),
    /// Any value between two numbers.
    Between {
        /// The least.
        from: f64,
        /// The greatest.
        to: f64,
        /// The spacing of numbers between them.
        scale: Scale,
    },
}

impl Values {
    /// The values for a digest: in words of its own, which stay when types change.
    pub(crate) fn named(&self) -> Value {
        match self {
            Self::Listed(values) => json!(["listed", values]),
            Self::Between { from, to, scale } => {
                let scale = match scale {
                    Scale::Linear => "linear",
                    Scale::Log => "log",
                };
                json!(["between", from, to, scale])
            }
        }
    }
}

/// The spacing of numbers between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// At equal differences.
    Linear,
    /// At equal ratios.
    Log,
}

impl Scale {
    /// The number at a share, 0 to 1, of the way between two ends.
    #[must_use]
    pub fn at(self, from: f64, to: f64, share: f64) -> f64 {
        match self {
            _ if share <= 0.0 => from,
            _ if share >= 1.0 => to,
            Self::Linear => from + (to - from) * share,
            Self::Log => {
                let (low, high) = (libm::log(from), libm::log(to));
                libm::exp(low + (high - low) * share).clamp(from.min(to), from.max(to))
            }
        }
    }
}

impl Axis {
    /// Reads an axis of a plan. `grid`: its range needs a number of values.
    pub(crate) fn read(
        base: &Scenario,
        place: &str,
        value: &Value,
        grid: bool,
    ) -> Result<Self, Rejected> {
        let mut reader = Reader::of(place, value)?;
        let name = reader.text("parameter")?;
        let name = name.ok_or_else(|| {
            reader.refuse(
                "parameter",
                "missing",
                "allowed: a parameter of the scenario",
            )
        })?;
        let name = name.replace('-', "_");
        let parameters = base.parameters();
        let Some(parameter) = parameters.iter().find(|one| one.name == name) else {
            // The scenario's own refusal of an unknown name.
            let rejected = base.with(&name, "").err();
            let said = rejected.unwrap_or_else(|| Rejected::one("", "", "no parameter"));
            return Err(said.below(&reader.named("parameter")));
        };
        let listed = reader.list("values")?;
        let ends = (reader.number("from")?, reader.number("to")?);
        let scale = scale(&mut reader)?;
        let number = reader.whole("number", 2, MOST)?;
        let values = match (listed, ends) {
            (Some(_), (Some(_), _) | (_, Some(_))) => {
                let both = "allowed: either values, or from and to";
                return Err(reader.refuse("values", "given beside a range", both));
            }
            (Some(values), _) => {
                let only = "allowed with from and to alone";
                if scale.is_some() {
                    return Err(reader.refuse("scale", "given beside values", only));
                }
                if number.is_some() {
                    return Err(reader.refuse("number", "given beside values", only));
                }
                Values::Listed(meant(&reader, parameter, values)?)
            }
            (None, (Some(from), Some(to))) => {
                let scale = scale.unwrap_or(Scale::Linear);
                between(&reader, parameter, (from, to), scale, number, grid)?
            }
            (None, _) => {
                let allowed = "allowed: values, or from and to";
                return Err(reader.refuse("values", "missing", allowed));
            }
        };
        let axis = Self {
            parameter: parameter.name.into(),
            title: parameter.title,
            unit: parameter.unit,
            symbol: parameter.symbol,
            kind: parameter.kind,
            values,
        };
        axis.check(base, place)?;
        reader.end()?;
        Ok(axis)
    }

    /// Refuses values that the scenario does not take, regardless of the other axes.
    fn check(&self, base: &Scenario, place: &str) -> Result<(), Rejected> {
        let ends;
        let values: &[Value] = match &self.values {
            Values::Listed(values) => values,
            Values::Between { from, to, .. } => {
                ends = [self.value(*from), self.value(*to)];
                &ends
            }
        };
        for value in values {
            let change = Changes::from_iter([(self.parameter.clone(), value.clone())]);
            base.changed(&change)
                .map_err(|rejected| rejected.below(place))?;
        }
        Ok(())
    }

    /// A number as the parameter stores it: a whole one if it takes only these.
    pub(crate) fn value(&self, number: f64) -> Value {
        match self.kind {
            Kind::Integer { .. } => whole(number),
            _ => json!(number),
        }
    }

    /// The number of its values; none for a range from which any value may be drawn.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match &self.values {
            Values::Listed(values) => Some(values.len() as u64),
            Values::Between { .. } => None,
        }
    }

    /// The value at a share of the way through the axis, 0 to 1 (1 excluded).
    pub(crate) fn at(&self, share: f64) -> Value {
        match &self.values {
            Values::Listed(values) => {
                let place = (share * values.len() as f64) as usize;
                values.get(place).cloned().unwrap_or_default()
            }
            Values::Between { from, to, scale } => match self.kind {
                // Each whole number has the same probability.
                Kind::Integer { .. } if *scale == Scale::Linear => {
                    self.value((from + ((to - from + 1.0) * share).floor()).min(*to))
                }
                _ => self.value(scale.at(*from, *to, share)),
            },
        }
    }
}

/// A number as a whole one, below 0 as well: the parameter refuses what it does not take.
fn whole(number: f64) -> Value {
    json!(number.round() as i64)
}

fn scale(reader: &mut Reader) -> Result<Option<Scale>, Rejected> {
    match reader.text("scale")?.as_deref() {
        None => Ok(None),
        Some("linear") => Ok(Some(Scale::Linear)),
        Some("log") => Ok(Some(Scale::Log)),
        Some(other) => Err(reader.refuse("scale", other, "allowed: linear, log")),
    }
}

/// The values of a list; a text is parsed as the parameter's value.
fn meant(
    reader: &Reader,
    parameter: &Parameter,
    values: Vec<Value>,
) -> Result<Vec<Value>, Rejected> {
    if values.is_empty() || values.len() as u64 > MOST {
        let found = format!("{} values", values.len());
        return Err(reader.refuse("values", found, &format!("allowed: 1 to {MOST}")));
    }
    let meant = values.into_iter().map(|value| match &value {
        Value::String(text) => parameter.parse(text),
        _ => value,
    });
    let values: Vec<_> = meant.collect();
    let mut seen = std::collections::HashSet::new();
    match values.iter().find(|value| !seen.insert(value.to_string())) {
        Some(twice) => {
            let found = format!("{} twice", short(twice));
            Err(reader.refuse("values", found, "allowed: values that differ"))
        }
        None => Ok(values),
    }
}

fn between(
    reader: &Reader,
    parameter: &Parameter,
    (from, to): (f64, f64),
    scale: Scale,
    number: Option<u64>,
    grid: bool,
) -> Result<Values, Rejected> {
    let is_whole = matches!(parameter.kind, Kind::Integer { .. });
    if !is_whole && !matches!(parameter.kind, Kind::Number { .. }) {
        let allowed = "allowed for numbers alone: list the values";
        return Err(reader.refuse("from", parameter.name, allowed));
    }
    if from >= to {
        return Err(reader.refuse("to", to, &format!("allowed: more than {from}")));
    }
    if scale == Scale::Log && from <= 0.0 {
        return Err(reader.refuse("from", from, "allowed on a log scale: more than 0"));
    }
    if is_whole {
        for (key, end) in [("from", from), ("to", to)] {
            if end.fract() != 0.0 {
                return Err(reader.refuse(key, end, "allowed: a whole number"));
            }
        }
    }
    let Some(number) = number.filter(|_| grid) else {
        return match (grid, number) {
            (true, _) => {
                let allowed = format!("allowed: how many values the range has, 2 to {MOST}");
                Err(reader.refuse("number", "missing", &allowed))
            }
            (false, Some(_)) => {
                let allowed = "allowed in a grid alone: these points draw from the whole range";
                Err(reader.refuse("number", "given", allowed))
            }
            (false, None) => Ok(Values::Between { from, to, scale }),
        };
    };
    let last = (number - 1) as f64;
    let values = (0..number).map(|at| {
        let value = scale.at(from, to, at as f64 / last);
        match is_whole {
            true => whole(value),
            false => json!(value),
        }
    });
    let mut values: Vec<Value> = values.collect();
    let before = values.len();
    values.dedup();
    if values.len() < before {
        let found = format!(
            "{number}, of which only {} are different whole numbers",
            values.len()
        );
        return Err(reader.refuse("number", found, "allowed: fewer values"));
    }
    Ok(Values::Listed(values))
}
