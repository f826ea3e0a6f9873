//! Sets of runtimes that were measured on a real machine and travel with the crate; `data/README.md` says how.

use crate::read::read;
use crate::{Error, TraceSet};

/// A set that travels with the crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// The name by which scenarios refer to it.
    pub key: &'static str,
    /// The name that users see.
    pub title: &'static str,
    /// What was measured, in a sentence.
    pub note: &'static str,
    text: &'static str,
}

const ALL: [Measured; 3] = [
    Measured {
        key: "quiet",
        title: "Measured: quiet",
        note: "16 nodes, two at a time on two cores that serve nothing else.",
        text: include_str!("../data/quiet.csv"),
    },
    Measured {
        key: "shared",
        title: "Measured: shared",
        note: "16 nodes, four at a time on two cores, with competing programs that come and go for seconds.",
        text: include_str!("../data/shared.csv"),
    },
    Measured {
        key: "bursts",
        title: "Measured: bursts",
        note: "16 nodes, two at a time on two cores, with short bursts of competing programs.",
        text: include_str!("../data/bursts.csv"),
    },
];

/// All sets.
pub fn all() -> &'static [Measured] {
    &ALL
}

/// Reads the set with this key.
///
/// # Errors
/// [`Error::NoMeasuredSet`] when there is none; what [`read`] says of its text; [`Error::NoNodes`] when no row of it
/// can be used.
pub fn load(key: &str) -> Result<TraceSet, Error> {
    let measured = ALL
        .iter()
        .find(|measured| measured.key == key)
        .ok_or_else(|| Error::NoMeasuredSet {
            key: key.to_owned(),
        })?;
    read(measured.title, measured.text.as_bytes())?
        .set
        .ok_or(Error::NoNodes)
}
