//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod autocorrelation;
mod characteristics;
mod columns;
mod content;
mod corpus;
mod fit;
mod formats;
mod headers;
mod hurst;
mod limits;
mod measured;
mod measuring;
mod memoryless;
mod printed;
mod robustness;
mod round_trip;
mod rows;
mod source;
mod statistics;
mod synthetic;
mod trace_statistics;
mod worked_examples;
