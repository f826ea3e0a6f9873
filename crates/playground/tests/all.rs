//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod chance;
mod effects;
mod extremes;
mod faces;
mod formulas;
mod heard;
mod layout;
mod links;

mod need;
mod parts;
mod pictures;
mod prediction;
mod scenarios;
mod sentences;
mod small;
mod traces;
mod variants;
mod worlds;
