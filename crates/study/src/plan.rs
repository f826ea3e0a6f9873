//! A plan, read from JSON and checked.

use parameters::Rejected;
use playground::setup::Changes;
use playground::{Scenario, Setup, View, link, presets};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::design::POINTS;
use crate::reader::{Reader, short};
use crate::{Axis, Design};

/// The version of the plans that this program reads and writes.
pub const VERSION: u64 = 1;

/// The version of the text that a plan's digest is of.
const DIGEST: u64 = 2;

/// The parameter that sets the number of runs of a point.
const RUNS: &str = "runs";

/// One scenario at many points.
///
/// ```
/// let plan = study::Plan::from_json(&serde_json::json!({
///     "plan": 1,
///     "preset": "bursts-replicate",
///     "change": {"iterations": 50},
///     "axes": [{"parameter": "processors", "values": [2, 4]}, {"parameter": "copies", "values": [1, 2]}],
///     "replications": 3,
/// }))?;
/// assert_eq!(plan.points(), 4);
/// assert_eq!(plan.scenario(1)?.get("copies"), 2);
/// # Ok::<(), parameters::Rejected>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    json: Value,
    base: Scenario,
    axes: Vec<Axis>,
    design: Design,
    points: u64,
    keep: Keep,
}

/// The kept parts of each point, beside its fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// The keys of the kept figures; all figures if none is named.
    pub figures: Option<Vec<String>>,
    /// The keys of the kept tables.
    pub tables: Vec<String>,
}

impl Plan {
    /// A plan from JSON.
    ///
    /// # Errors
    /// If a key is unknown or a value is not allowed: place, value and allowed values.
    pub fn from_json(value: &Value) -> Result<Self, Rejected> {
        let mut reader = Reader::of("", value)?;
        match reader.take("plan") {
            Some(version) if version == json!(VERSION) => {}
            Some(version) => {
                let allowed =
                    format!("allowed: {VERSION}, the version of plans that this program reads");
                return Err(reader.refuse("plan", short(&version), &allowed));
            }
            None => return Err(reader.refuse("plan", "missing", &format!("allowed: {VERSION}"))),
        }
        reader.text("question")?;
        let base = base(&mut reader)?;
        let base = match reader.take("change") {
            None => base,
            Some(Value::Object(changes)) => {
                let changes = changes
                    .into_iter()
                    .map(|(name, value)| (name.replace('-', "_"), value))
                    .collect::<Changes>();
                base.having(&changes)
                    .map_err(|rejected| rejected.below("change"))?
            }
            Some(other) => {
                let allowed = "allowed: parameters with values";
                return Err(reader.refuse("change", short(&other), allowed));
            }
        };
        let base = match reader.whole("replications", 1, u64::from(u32::MAX))? {
            None => base,
            Some(runs) => replicated(&base, runs)?,
        };
        let listed = reader.list("axes")?.unwrap_or_default();
        let design = Design::read(&mut reader, listed.len())?;
        let grid = design == Design::Grid;
        let mut axes: Vec<Axis> = Vec::new();
        for (at, value) in listed.iter().enumerate() {
            let place = format!("axes[{at}]");
            let axis = Axis::read(&base, &place, value, grid)?;
            if axes.iter().any(|one| one.parameter == axis.parameter) {
                let place = format!("{place}.parameter");
                let twice = format!("{} again", axis.parameter);
                return Err(Rejected::one(
                    &place,
                    twice,
                    "allowed: one axis a parameter",
                ));
            }
            axes.push(axis);
        }
        let points = design.number(&axes).filter(|points| *points <= POINTS);
        let points = points.ok_or_else(|| {
            let numbers: Vec<_> = axes.iter().filter_map(Axis::number).collect();
            let found = numbers.iter().map(u64::to_string).collect::<Vec<_>>();
            let found = format!("{} points", found.join(" × "));
            Rejected::one("axes", found, format!("allowed: at most {POINTS} points"))
        })?;
        let keep = keep(&mut reader)?;
        reader.end()?;
        Ok(Self {
            json: value.clone(),
            base,
            axes,
            design,
            points,
            keep,
        })
    }

    /// The plan as it was read.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The digest of the plan: SHA-256 over everything that decides the results of its points, as 64 hexadecimal digits. The
    /// question and the spelling of the plan do not change it.
    #[must_use]
    pub fn digest(&self) -> String {
        let points = |axis: &Axis| json!([axis.parameter, axis.values.named()]);
        let design = match &self.design {
            Design::Grid => json!("grid"),
            Design::Random { points, seed } => json!(["random", points, seed]),
            Design::LatinHypercube { points, seed, .. } => json!(["latin", points, seed]),
        };
        let named = json!([
            DIGEST,
            self.base.to_short_json(),
            self.axes.iter().map(points).collect::<Vec<_>>(),
            design,
            self.keep.figures,
            self.keep.tables,
        ]);
        base16ct::lower::encode_string(&Sha256::digest(named.to_string()))
    }

    /// The scenario that each point changes.
    #[must_use]
    pub fn base(&self) -> &Scenario {
        &self.base
    }

    /// The parameters that vary.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The kept parts of each point.
    #[must_use]
    pub fn keep(&self) -> &Keep {
        &self.keep
    }

    /// The number of points.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.points
    }

    /// The number of runs of each point; none if chance plays no part.
    #[must_use]
    pub fn runs(&self) -> Option<u64> {
        let values = self.base.values();
        let parameters = self.base.parameters();
        let mut all = parameters.iter();
        let has = all.any(|one| one.name == RUNS && one.matters(&values));
        values.get(RUNS).filter(|_| has).and_then(Value::as_u64)
    }

    /// The values of a point, one for each axis.
    #[must_use]
    pub fn values(&self, place: u64) -> Vec<Value> {
        self.design.point(&self.axes, place)
    }

    /// The scenario of a point.
    ///
    /// # Errors
    /// If its values do not fit together.
    pub fn scenario(&self, place: u64) -> Result<Scenario, Rejected> {
        let names = self.axes.iter().map(|axis| axis.parameter.clone());
        let changes: Changes = names.zip(self.values(place)).collect();
        match changes.is_empty() {
            true => Ok(self.base.clone()),
            false => self.base.changed(&changes),
        }
    }
}

/// The scenario of a plan, before any change.
fn base(reader: &mut Reader) -> Result<Scenario, Rejected> {
    let (preset, link, scenario) = (
        reader.text("preset")?,
        reader.text("link")?,
        reader.take("scenario"),
    );
    let one = "allowed: one of preset, link and scenario";
    match (preset, link, scenario) {
        (Some(name), None, None) => presets::find(&name)
            .map(presets::Preset::scenario)
            .ok_or_else(|| {
                reader.refuse(
                    "preset",
                    name,
                    "allowed: a name that “makespan presets” lists",
                )
            }),
        (None, Some(text), None) => {
            let setup: Setup = link::decode(&text)
                .map_err(|error| reader.refuse("link", short(&json!(text)), &error.to_string()))?
                .into();
            alone(setup).map_err(|rejected| rejected.below("link"))
        }
        (None, None, Some(scenario)) => Setup::from_json(&scenario)
            .and_then(alone)
            .map_err(|rejected| rejected.below("scenario")),
        (None, None, None) => Err(reader.refuse("preset", "missing", one)),
        _ => Err(reader.refuse("preset", "not alone", one)),
    }
}

/// A scenario without variants or a sweep beside it.
fn alone(setup: Setup) -> Result<Scenario, Rejected> {
    match setup.view {
        View::One => Ok(setup.scenario),
        View::Compare(_) | View::Sweep(_) => Err(Rejected::one(
            "",
            "",
            "this compares or sweeps; allowed: a scenario alone, which the plan's axes change",
        )),
    }
}

/// The scenario with `runs` runs a point.
fn replicated(base: &Scenario, runs: u64) -> Result<Scenario, Rejected> {
    let values = base.values();
    let parameters = base.parameters();
    let mut all = parameters.iter();
    if !all.any(|one| one.name == RUNS && one.matters(&values)) {
        let allowed = "allowed: 1, as this scenario has no runs that chance tells apart";
        return match runs {
            1 => Ok(base.clone()),
            _ => Err(Rejected::one("replications", runs, allowed)),
        };
    }
    let changes = Map::from_iter([(RUNS.to_owned(), json!(runs))]);
    base.having(&changes).map_err(|mut rejected| {
        for problem in &mut rejected.problems {
            problem.place = "replications".into();
        }
        rejected
    })
}

fn keep(reader: &mut Reader) -> Result<Keep, Rejected> {
    let Some(value) = reader.take("keep") else {
        return Ok(Keep::default());
    };
    let mut reader = Reader::of("keep", &value)?;
    let keep = Keep {
        figures: reader.texts("figures")?,
        tables: reader.texts("tables")?.unwrap_or_default(),
    };
    reader.end()?;
    Ok(keep)
}
