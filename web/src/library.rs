//! The traces that this device keeps: their list, and the actions on them.

mod list;

use serde_json::{Map, Value};

pub(crate) use list::Library;

/// The digest of the traces that a scenario runs on, where they are one's own.
pub(crate) fn used(values: &Map<String, Value>) -> Option<String> {
    let own = values.get("traces")?.get("own")?;
    Some(own.get("digest")?.as_str()?.to_owned())
}
