//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod autocorrelation;
mod characteristics;
mod columns;
mod comments;
mod content;
mod corpus;
mod dialects;
mod fit;
mod formats;
mod headers;
mod limits;
mod measured;
mod measuring;
mod memoryless;
mod printed;
mod robustness;
mod round_trip;
mod rows;
mod source;
mod synthetic;
mod trace_statistics;
mod worked_examples;
