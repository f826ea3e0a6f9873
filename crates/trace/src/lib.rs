//! Job-runtime traces: the series of times that a node of a time-shared machine needed for one job after the other.
//!
//! - [`set`]: [`TraceSet`], a checked set of series in ms, one for each [`Node`].
//! - [`content`]: a set as bytes, exact and compact, and the digest by which it is known.
//! - [`mod@read`], [`mod@write`]: CSV files, wide and long, in and out; logs, CPU utilisation and trace events in.
//! - [`synthetic`]: seeded generators, presets and the two reference sets; parameters fitted to a given trace.
//! - [`random`]: the portable generator that all of them draw from.
//! - [`sor`], [`measure`]: a real job, successive over-relaxation on a grid, and its runtimes on this machine.
//! - [`measured`]: sets that were measured in this way and travel with the crate.
//! - [`source`]: the traces that a scenario names or carries.
//! - [`characteristics`]: the 24 statistics of a trace.
//! - [`Error`]: the errors of a trace.
//!
//! The definitions follow M. Dobber, *Robust Applications in Time-Shared Distributed Systems*, PhD thesis,
//! VU Amsterdam, 2006, cited as "Dobber 2006"; choices that it leaves open are marked "own choice".
//!
//! ```
//! let traces = trace::synthetic::preset(trace::synthetic::Preset::Peaks, 4, 200, 2006);
//! assert_eq!((traces.nodes().len(), traces.jobs()), (4, 200));
//!
//! let text = trace::write::wide(&traces);
//! let reading = trace::read::read("peaks", text.as_bytes())?;
//! assert_eq!(reading.set.map(|set| set.digest()), Some(traces.digest()));
//! # Ok::<(), trace::Error>(())
//! ```

pub mod characteristics;
pub mod content;
mod error;
pub mod measure;
pub mod measured;
pub mod random;
pub mod read;
pub mod set;
pub mod sor;
pub mod source;
pub mod synthetic;
pub mod write;

pub use error::Error;
pub use set::{MAX_NODES, Node, TraceSet};
