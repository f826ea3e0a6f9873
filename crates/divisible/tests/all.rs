//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod accounts;
mod baselines;
mod bend;
mod borders;
mod campaigns;
mod courses;
mod examples;
mod experiments;
mod formulas;
mod quantities;
mod reports;
mod selection;
mod sentences;
mod smoothing;
mod strategies;
mod theorems;
mod twin;
mod whole;
mod worlds;
