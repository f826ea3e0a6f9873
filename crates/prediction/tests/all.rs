//! All integration tests of this crate as one program: each file is a module, so that one program is linked.

mod contradictions;
mod files;
mod guesses;
mod kept;
mod quantities;
mod sentences;
mod strategies;
mod twin;
