//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod effects;
mod extremes;
mod formulas;
mod layout;
mod links;
mod need;
mod parts;
mod prediction;
mod scenarios;
mod traces;
mod variants;
mod worlds;
