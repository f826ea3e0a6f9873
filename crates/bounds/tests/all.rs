//! The laboratory of bounds, seen from outside.

mod common;
mod presets;
mod refusals;
mod sentences;
