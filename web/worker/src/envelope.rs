//! Messages as JavaScript values.

use js_sys::{Array, Float64Array, JSON, Uint8Array, Uint32Array};
use schedule::{Columns, Links, OwnedColumns};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

/// A message with nothing beside it.
#[must_use]
pub fn pack<M: Serialize>(message: &M) -> Array {
    // These types have no map with keys that are not texts, the only thing that JSON refuses.
    let text = serde_json::to_string(message).unwrap_or_default();
    Array::of1(&JsValue::from_str(&text))
}

/// The message in an envelope.
///
/// # Errors
/// Where the value is no envelope, or holds another kind of message: the two sides are of different versions.
pub fn unpack<M: DeserializeOwned>(envelope: &JsValue) -> Result<M, String> {
    let array = envelope
        .dyn_ref::<Array>()
        .ok_or("a message that is not an array")?;
    let text = array.get(0).as_string().ok_or("a message without text")?;
    // By way of a value: for small messages that takes half the code of reading each type from text.
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Puts the columns of a schedule beside a message, and returns the buffers that change hands with it.
pub fn enclose(envelope: &Array, columns: Columns<'_>) -> Array {
    let offsets = Uint32Array::from(columns.lane_offsets);
    let start = Float64Array::from(columns.start);
    let end = Float64Array::from(columns.end);
    let phase = Uint8Array::from(columns.phase);
    let job = Uint32Array::from(columns.job);
    let links = columns.links;
    let link_kind = Uint8Array::from(links.kind.as_slice());
    let link_from = Uint32Array::from(links.from.as_slice());
    let link_start = Float64Array::from(links.start.as_slice());
    let link_to = Uint32Array::from(links.to.as_slice());
    let link_end = Float64Array::from(links.end.as_slice());
    let all: [(JsValue, JsValue); COLUMNS] = [
        (offsets.buffer().into(), offsets.into()),
        (start.buffer().into(), start.into()),
        (end.buffer().into(), end.into()),
        (phase.buffer().into(), phase.into()),
        (job.buffer().into(), job.into()),
        (link_kind.buffer().into(), link_kind.into()),
        (link_from.buffer().into(), link_from.into()),
        (link_start.buffer().into(), link_start.into()),
        (link_to.buffer().into(), link_to.into()),
        (link_end.buffer().into(), link_end.into()),
    ];
    let buffers = Array::new();
    for (buffer, column) in all {
        buffers.push(&buffer);
        envelope.push(&column);
    }
    buffers
}

/// The number of columns of a schedule.
const COLUMNS: usize = 10;

/// The columns of the `nth` schedule beside a message, from 0, where there is one.
#[must_use]
pub fn columns(envelope: &JsValue, nth: usize) -> Option<OwnedColumns> {
    let array = envelope.dyn_ref::<Array>()?;
    let at = |place: usize| array.get((nth * COLUMNS + place) as u32);
    let bytes = |place| Some(at(place).dyn_into::<Uint8Array>().ok()?.to_vec());
    let words = |place| Some(at(place).dyn_into::<Uint32Array>().ok()?.to_vec());
    let numbers = |place| Some(at(place).dyn_into::<Float64Array>().ok()?.to_vec());
    Some(OwnedColumns {
        lane_offsets: words(1)?,
        start: numbers(2)?,
        end: numbers(3)?,
        phase: bytes(4)?,
        job: words(5)?,
        links: Links {
            kind: bytes(6)?,
            from: words(7)?,
            start: numbers(8)?,
            to: words(9)?,
            end: numbers(10)?,
        },
    })
}

/// The message of a JavaScript error.
#[must_use]
pub fn words(error: &JsValue) -> String {
    let text = match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().as_string(),
        None => error
            .as_string()
            .or_else(|| JSON::stringify(error).ok()?.as_string()),
    };
    text.filter(|text| !text.is_empty())
        .unwrap_or_else(|| "an error without words".into())
}
