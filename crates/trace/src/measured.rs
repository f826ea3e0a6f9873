//! Sets of runtimes that were measured on a real machine and travel with the crate; `data/README.md` says how.
//!
//! A native program carries them. One that is loaded by a reader, as WebAssembly, is [given](give) the packed file of a set
//! when a scenario needs it.

use std::sync::OnceLock;

use crate::{Error, Node, TraceSet};

/// A set that travels with the crate.
#[derive(Debug)]
pub struct Measured {
    /// The name by which scenarios refer to it.
    pub key: &'static str,
    /// The name that users see.
    pub title: &'static str,
    /// The measurement, in a sentence.
    pub note: &'static str,
    /// The set's [`TraceSet::digest`]: a program that is given a file must not compute with another one.
    digest: &'static str,
    carried: Option<&'static [u8]>,
    given: OnceLock<Vec<u8>>,
}

/// The packed set, in a native program.
macro_rules! carried {
    ($file:literal) => {
        if cfg!(target_family = "wasm") {
            None
        } else {
            Some(include_bytes!($file).as_slice())
        }
    };
}

/// The number of nodes of each set.
const NODES: usize = 16;

/// The number of bytes of a runtime.
const BYTES: usize = 3;

static ALL: [Measured; 3] = [
    Measured {
        key: "quiet",
        title: "Measured: quiet",
        note: "16 nodes, two at a time on two cores that serve nothing else.",
        digest: "95f0433d5753fe935e815db351ca98c2a7fdd5df7aafc2867a4cceb735d9bdd8",
        carried: carried!("../data/quiet.bin"),
        given: OnceLock::new(),
    },
    Measured {
        key: "shared",
        title: "Measured: shared",
        note: "16 nodes, four at a time on two cores, with competing programs that come and go for seconds.",
        digest: "aba0a633fdcabfc28d2d3a7bd2c48f2cae252328f6c206727145aeacd9da9737",
        carried: carried!("../data/shared.bin"),
        given: OnceLock::new(),
    },
    Measured {
        key: "bursts",
        title: "Measured: bursts",
        note: "16 nodes, two at a time on two cores, with short bursts of competing programs.",
        digest: "31fd7bd86456e2fd2a42674e35bbd574d6a2ece977fd822016ac274ac4a8d466",
        carried: carried!("../data/bursts.bin"),
        given: OnceLock::new(),
    },
];

/// All sets.
pub fn all() -> &'static [Measured] {
    &ALL
}

/// Reads the set with this key.
///
/// # Errors
/// [`Error::NoMeasuredSet`] when there is none; [`Error::MeasuredNeeded`] where this program does not carry it and was not
/// [given](give) it.
pub fn load(key: &str) -> Result<TraceSet, Error> {
    let measured = find(key)?;
    let given = || measured.given.get().map(Vec::as_slice);
    match measured.carried.or_else(given) {
        Some(packed) => measured.unpacked(packed),
        None => Err(Error::MeasuredNeeded { key: measured.key }),
    }
}

/// Takes the packed set with this key, `data/KEY.bin`, for [`load`].
///
/// # Errors
/// [`Error::NoMeasuredSet`] when there is none; [`Error::NotMeasured`] where the bytes are not those of the set.
pub fn give(key: &str, packed: Vec<u8>) -> Result<(), Error> {
    let measured = find(key)?;
    let set = measured.unpacked(&packed);
    if set.map_or(true, |set| set.digest() != measured.digest) {
        return Err(Error::NotMeasured { key: measured.key });
    }
    // Callers that give a set twice give the same.
    measured.given.get_or_init(|| packed);
    Ok(())
}

fn find(key: &str) -> Result<&'static Measured, Error> {
    let found = ALL.iter().find(|measured| measured.key == key);
    found.ok_or_else(|| Error::NoMeasuredSet {
        key: key.to_owned(),
    })
}

impl Measured {
    fn unpacked(&self, packed: &[u8]) -> Result<TraceSet, Error> {
        // Bytes that were given may be anything, and even none.
        let nodes = packed.chunks((packed.len() / NODES).max(1));
        let nodes = nodes.enumerate().map(|(host, column)| Node {
            name: format!("node {}", host + 1),
            position: None,
            host,
            runtimes: unpacked(column),
        });
        TraceSet::new(self.title, nodes.collect())
    }
}

/// The runtimes of a node in ms, from its microseconds: all high bytes, then all middle ones, then all low ones, because
/// similar bytes compress best side by side.
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
