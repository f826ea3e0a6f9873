//! The programs of the workers, and the limits that page and workers have in common.

/// The version on which page and worker must agree; a page that meets another version asks to be loaded again.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program of the file worker; a laboratory's program has the laboratory's name.
pub const FILES: &str = "files";

/// The beginning of the name of a worker that leaves the device's storage alone: it reads nothing from it and keeps nothing
/// there. The name ends with that of its program.
pub const BARE: &str = "bare ";

/// The most bytes that a file of traces may have.
pub const LARGEST_FILE: usize = trace::read::MAX_TEXT;

/// The most bytes that a scenario file may have, values of one's own traces included; no larger one is written.
pub const LARGEST_SCENARIO: usize = 50_000_000;
