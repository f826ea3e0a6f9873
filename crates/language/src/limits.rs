//! How much a strategy may do for one answer; for a run, see [`strategy::Budget`]. All limits together hold it below a second and 100 MB; `tests/hostile.rs` tries.

/// The most characters of a strategy.
pub const TEXT: usize = 20_000;

/// The most operations of one answer. Operations that work through a list count as more.
pub const OPERATIONS: u64 = 50_000;

/// The most calls within calls.
pub const LEVELS: usize = 20;

/// The most variables at a time, in one function.
pub const VARIABLES: usize = 64;

/// The most functions.
pub const FUNCTIONS: usize = 100;

/// How deep an expression may nest.
pub const DEPTH: usize = 32;

/// The most items of a list, those of lists within it included.
pub const LIST: usize = 500;

/// The most entries of a map, those of maps within it included.
pub const MAP: usize = 200;

/// The most characters of a text, or of all texts in a list or map.
pub const CHARACTERS: usize = 2_000;

/// The most lines that one answer prints; later ones are left out.
pub const PRINTED: usize = 50;

/// So many numbers are worked through in the time of one operation.
pub const AT_ONCE: u64 = 8;
