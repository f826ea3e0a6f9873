//! Schedules as objects with typed arrays: the names of their JSON, `{header, columns}`.

use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use parameters::Rejected;
use schedule::{Header, Links, OwnedColumns, Schedule};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::Failure;
use crate::{js, value};

/// The schedule as an object.
///
/// # Errors
/// None in practice.
pub fn to_js(schedule: &Schedule) -> Result<JsValue, Failure> {
    let columns = schedule.columns();
    let links = object([
        (
            "kind",
            Uint8Array::from(columns.links.kind.as_slice()).into(),
        ),
        (
            "from",
            Uint32Array::from(columns.links.from.as_slice()).into(),
        ),
        (
            "start",
            Float64Array::from(columns.links.start.as_slice()).into(),
        ),
        ("to", Uint32Array::from(columns.links.to.as_slice()).into()),
        (
            "end",
            Float64Array::from(columns.links.end.as_slice()).into(),
        ),
    ]);
    let columns = object([
        (
            "lane_offsets",
            Uint32Array::from(columns.lane_offsets).into(),
        ),
        ("start", Float64Array::from(columns.start).into()),
        ("end", Float64Array::from(columns.end).into()),
        ("phase", Uint8Array::from(columns.phase).into()),
        ("job", Uint32Array::from(columns.job).into()),
        ("links", links),
    ]);
    Ok(object([
        ("header", js(&schedule.header())?),
        ("columns", columns),
    ]))
}

/// The schedule of an object, whose columns are typed arrays or, as in JSON, plain ones.
///
/// # Errors
/// If it is no schedule: a part is missing or has another form, or the parts do not fit together.
pub fn from_js(schedule: &JsValue) -> Result<Schedule, Failure> {
    if !schedule.is_object() {
        let allowed = "allowed: the schedule of a result, or of a report's JSON";
        return Err(Rejected::one("schedule", "no object", allowed).into());
    }
    let header = value::json(&part(schedule, "header"))?;
    let header: Header = serde_path_to_error::deserialize(&header)
        .map_err(|error| malformed(&format!("header.{}", error.path()), error.inner()))?;
    let columns = part(schedule, "columns");
    let links = part(&columns, "links");
    let links = if links.is_undefined() {
        Links::default()
    } else {
        Links {
            kind: column(&links, "links.kind", Uint8Array::to_vec)?,
            from: column(&links, "links.from", Uint32Array::to_vec)?,
            start: column(&links, "links.start", Float64Array::to_vec)?,
            to: column(&links, "links.to", Uint32Array::to_vec)?,
            end: column(&links, "links.end", Float64Array::to_vec)?,
        }
    };
    let columns = OwnedColumns {
        lane_offsets: column(&columns, "lane_offsets", Uint32Array::to_vec)?,
        start: column(&columns, "start", Float64Array::to_vec)?,
        end: column(&columns, "end", Float64Array::to_vec)?,
        phase: column(&columns, "phase", Uint8Array::to_vec)?,
        job: column(&columns, "job", Uint32Array::to_vec)?,
        links,
    };
    let whole = Schedule::from_columns(header, columns);
    whole.map_err(|error| Rejected::one("schedule", "", error.to_string()).into())
}

/// The column at a path; the path's last name is the column's own.
fn column<A: JsCast, T: DeserializeOwned>(
    of: &JsValue,
    path: &str,
    copy: fn(&A) -> Vec<T>,
) -> Result<Vec<T>, Failure> {
    let column = part(of, path.rsplit('.').next().unwrap_or(path));
    match column.dyn_ref::<A>() {
        Some(typed) => Ok(copy(typed)),
        None => serde_wasm_bindgen::from_value(column)
            .map_err(|error| malformed(&format!("columns.{path}"), error)),
    }
}

fn malformed(place: &str, error: impl ToString) -> Failure {
    // The path of the whole value is a dot.
    let place = format!("schedule.{}", place.trim_end_matches('.'));
    Rejected::one(&place, "", error.to_string()).into()
}

fn part(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// An object with these properties.
pub(crate) fn object<const N: usize>(properties: [(&str, JsValue); N]) -> JsValue {
    let entries = Array::new();
    for (name, value) in properties {
        entries.push(&Array::of2(&name.into(), &value));
    }
    Object::from_entries(&entries).map_or(JsValue::NULL, Into::into)
}
