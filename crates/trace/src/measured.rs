//! Sets of runtimes that were measured on a real machine and travel with the crate; `data/README.md` says how.

use crate::{Error, Node, TraceSet};

/// A set that travels with the crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// The name by which scenarios refer to it.
    pub key: &'static str,
    /// The name that users see.
    pub title: &'static str,
    /// What was measured, in a sentence.
    pub note: &'static str,
    packed: &'static [u8],
}

/// How many nodes each set has.
const NODES: usize = 16;

/// How many bytes a runtime has.
const BYTES: usize = 3;

const ALL: [Measured; 3] = [
    Measured {
        key: "quiet",
        title: "Measured: quiet",
        note: "16 nodes, two at a time on two cores that serve nothing else.",
        packed: include_bytes!("../data/quiet.bin"),
    },
    Measured {
        key: "shared",
        title: "Measured: shared",
        note: "16 nodes, four at a time on two cores, with competing programs that come and go for seconds.",
        packed: include_bytes!("../data/shared.bin"),
    },
    Measured {
        key: "bursts",
        title: "Measured: bursts",
        note: "16 nodes, two at a time on two cores, with short bursts of competing programs.",
        packed: include_bytes!("../data/bursts.bin"),
    },
];

/// All sets.
pub fn all() -> &'static [Measured] {
    &ALL
}

/// Reads the set with this key.
///
/// # Errors
/// [`Error::NoMeasuredSet`] when there is none.
pub fn load(key: &str) -> Result<TraceSet, Error> {
    let measured = ALL
        .iter()
        .find(|measured| measured.key == key)
        .ok_or_else(|| Error::NoMeasuredSet {
            key: key.to_owned(),
        })?;
    let nodes = measured.packed.chunks(measured.packed.len() / NODES);
    let nodes = nodes.enumerate().map(|(host, column)| Node {
        name: format!("node {}", host + 1),
        position: None,
        host,
        runtimes: unpacked(column),
    });
    TraceSet::new(measured.title, nodes.collect())
}

/// The runtimes of a node in ms, from its microseconds: all high bytes, then all middle ones, then all low ones, because what
/// is alike compresses best side by side.
fn unpacked(column: &[u8]) -> Vec<f64> {
    let jobs = column.len() / BYTES;
    let (high, rest) = column.split_at(jobs);
    let (middle, low) = rest.split_at(jobs);
    let bytes = high.iter().zip(middle).zip(low);
    // The quotient of two whole numbers is rounded as the decimal of the table is: both are the same number.
    bytes
        .map(|((high, middle), low)| {
            f64::from(u32::from_be_bytes([0, *high, *middle, *low])) / 1_000.0
        })
        .collect()
}
