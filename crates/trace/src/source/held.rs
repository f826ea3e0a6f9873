//! A user's file as JSON, checked.

use parameters::check::{list, text, whole};
use parameters::field::Held;
use parameters::{Holds, Kind, Parameter, Rejected, Table, Values};
use serde_json::{Map, Value, json};

use super::{Own, Series};
use crate::MAX_NODES;
use crate::set::MAX_VALUES;

/// The number of digits of a digest.
const DIGITS: usize = 64;

const TEXT: Kind = <String as parameters::Field>::KIND;

/// The fields that every file has.
const ABOUT: Table = Table::of(
    "A file of the user: its values, or the data that identify it.",
    &[
        Parameter::new("name", TEXT.long(0, 200), "The file’s name, for people."),
        Parameter::new(
            "digest",
            TEXT.long(DIGITS, DIGITS),
            "The digest of its content: SHA-256, as 64 hexadecimal digits.",
        ),
        Parameter::whole("nodes", 1, MAX_NODES as u64, "The number of its series."),
        Parameter::whole(
            "jobs",
            1,
            MAX_VALUES as u64,
            "The number of jobs of its shortest series.",
        ),
    ],
);

/// The fields of a series.
const SERIES: Table = Table::of(
    "One series of a file of the user.",
    &[
        Parameter::new("name", TEXT, "The node’s name."),
        Parameter::list(
            "runtimes",
            (0, MAX_VALUES),
            (f64::MIN, f64::MAX),
            "Its job runtimes, ms, above zero.",
        ),
    ],
);

impl Held for Own {
    const HOLDS: Holds = Holds::Data {
        table: &ABOUT,
        list: (
            "series",
            &SERIES,
            "The series themselves, where they are small enough to travel with the scenario.",
        ),
        check,
    };

    fn from_held(value: &Value) -> Option<Self> {
        let map = value.as_object()?;
        // A value without a digest is no file.
        map.get("digest")?;
        let series = map.get("series").and_then(Value::as_array);
        let series = series.into_iter().flatten().filter_map(Value::as_object);
        Some(Self {
            name: text(map, "name").into(),
            digest: text(map, "digest").into(),
            nodes: whole(map, "nodes") as usize,
            jobs: whole(map, "jobs") as usize,
            series: series
                .map(|one| Series {
                    name: text(one, "name").into(),
                    runtimes: list(one, "runtimes"),
                })
                .collect(),
        })
    }

    fn to_held(&self) -> Value {
        let mut map = Map::from_iter([
            ("name".to_owned(), Value::from(self.name.as_str())),
            ("digest".to_owned(), self.digest.as_str().into()),
            ("nodes".to_owned(), self.nodes.into()),
            ("jobs".to_owned(), self.jobs.into()),
        ]);
        if !self.series.is_empty() {
            let series = self.series.iter();
            let series: Vec<_> = series
                .map(|one| json!({"name": one.name, "runtimes": one.runtimes}))
                .collect();
            map.insert("series".into(), series.into());
        }
        map.into()
    }
}

fn check(value: &Value) -> Result<Value, Rejected> {
    let mut about = value.clone();
    let series = about.as_object_mut().and_then(|map| map.remove("series"));
    let mut checked = ABOUT.check(&about)?;
    digits(&checked)?;
    let series = match &series {
        None => &[][..],
        Some(Value::Array(series)) => series,
        Some(_) => return Err(Rejected::one("series", "", "allowed: a list")),
    };
    let series = series.iter().enumerate().map(|(at, one)| {
        let checked = SERIES.check(one);
        checked.map_err(|rejected| rejected.below(&format!("series[{at}]")))
    });
    let series = series.collect::<Result<Vec<_>, _>>()?;
    if !series.is_empty() {
        checked.insert("series".into(), series.into());
    }
    Ok(checked.into())
}

fn digits(values: &Values) -> Result<(), Rejected> {
    let digest = text(values, "digest");
    if digest.chars().count() == DIGITS {
        return Ok(());
    }
    let allowed = format!("allowed: a text of {DIGITS} characters");
    Err(Rejected::one("digest", Value::from(digest), allowed))
}
