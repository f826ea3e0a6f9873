//! The limits of one answer; for those of a run, see [`strategy::Budget`]. All limits together hold an answer below a second and 100 MB;
//! `tests/hostile.rs` checks them.

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

/// The greatest depth of an expression.
pub const DEPTH: usize = 32;

/// The most items of a list, with the items of lists within it.
pub const LIST: usize = 500;

/// The most entries of a map, with the entries of maps within it.
pub const MAP: usize = 200;

/// The most characters of a text, or of all texts in a list or map.
pub const CHARACTERS: usize = 2_000;

/// The most lines that one answer prints; later lines are dropped.
pub const PRINTED: usize = 50;

/// The numbers that are worked through in the time of one operation.
pub const AT_ONCE: u64 = 8;
