//! The laboratory of bounds, seen from outside.

mod common;
mod hidden;
mod presets;
mod refusals;
mod sentences;
