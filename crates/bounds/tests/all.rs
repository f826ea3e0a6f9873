//! The laboratory of bounds, seen from outside.

mod common;
mod presets;
