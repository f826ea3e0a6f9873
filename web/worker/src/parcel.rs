//! Messages as JavaScript values.

use js_sys::{Array, Float64Array, JSON, Uint8Array, Uint32Array};
use schedule::{Columns, OwnedColumns};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

/// A message without anything beside it.
#[must_use]
pub fn pack<M: Serialize>(message: &M) -> Array {
    // These types have no map with keys that are not texts, the only thing that JSON refuses.
    let text = serde_json::to_string(message).unwrap_or_default();
    Array::of1(&JsValue::from_str(&text))
}

/// The message in a parcel.
///
/// # Errors
/// Where the value is no parcel, or holds another kind of message: the two sides are of different versions.
pub fn unpack<M: DeserializeOwned>(parcel: &JsValue) -> Result<M, String> {
    let array = parcel
        .dyn_ref::<Array>()
        .ok_or("a message that is not an array")?;
    let text = array.get(0).as_string().ok_or("a message without text")?;
    // By way of a value: half the code of reading each type from text, for messages that are small.
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Puts the columns of a schedule beside a message, and returns the buffers that change hands with it.
pub fn enclose(parcel: &Array, columns: Columns<'_>) -> Array {
    let offsets = Uint32Array::from(columns.lane_offsets);
    let start = Float64Array::from(columns.start);
    let end = Float64Array::from(columns.end);
    let phase = Uint8Array::from(columns.phase);
    let job = Uint32Array::from(columns.job);
    let buffers = Array::of5(
        &offsets.buffer(),
        &start.buffer(),
        &end.buffer(),
        &phase.buffer(),
        &job.buffer(),
    );
    for column in [
        JsValue::from(offsets),
        start.into(),
        end.into(),
        phase.into(),
        job.into(),
    ] {
        parcel.push(&column);
    }
    buffers
}

/// The columns beside a message, where there are any.
#[must_use]
pub fn columns(parcel: &JsValue) -> Option<OwnedColumns> {
    let array = parcel.dyn_ref::<Array>()?;
    Some(OwnedColumns {
        lane_offsets: array.get(1).dyn_into::<Uint32Array>().ok()?.to_vec(),
        start: array.get(2).dyn_into::<Float64Array>().ok()?.to_vec(),
        end: array.get(3).dyn_into::<Float64Array>().ok()?.to_vec(),
        phase: array.get(4).dyn_into::<Uint8Array>().ok()?.to_vec(),
        job: array.get(5).dyn_into::<Uint32Array>().ok()?.to_vec(),
    })
}

/// What a JavaScript error says.
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
