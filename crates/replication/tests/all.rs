//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod acceptance;
mod balance;
mod choices;
mod contradictions;
mod erlang;
mod estimates;
mod exact;
mod examples;
mod fits;
mod formulas_report;
mod inputs;
mod kept;
mod model;
mod narrative;
mod node_factors;
mod parts;
mod predictors;
mod quantities;
mod said;
mod samples;
mod sentences;
mod strategies;
mod topics;
mod twin;
mod worlds;
