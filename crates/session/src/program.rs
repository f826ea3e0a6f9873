//! The programs of the workers, and the limits that page and workers have in common.

/// What both sides must agree on; a page that meets a worker of another version asks to be loaded again.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program of the file worker; that of a laboratory has its name.
pub const FILES: &str = "files";

/// How the name of a worker begins that leaves the device's storage alone: it reads nothing from it and keeps nothing there.
/// The name ends with that of its program.
pub const BARE: &str = "bare ";

/// The most bytes that a file of traces may have.
pub const LARGEST_FILE: usize = trace::read::MAX_TEXT;

/// The most bytes that a scenario file may have, values of one's own traces included; no larger one is written.
pub const LARGEST_SCENARIO: usize = 50_000_000;
