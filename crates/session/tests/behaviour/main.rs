//! Invariants of a session in any order of events.
//!
//! | module | content |
//! |---|---|
//! | `world` | a browser and its workers, as far as a session can tell |
//! | `answers` | the workers' answers |
//! | `check` | invariants after every event |
//! | `steps` | random orders of events |
//! | `runs` | runs: the newest wins, in one worker or in several |
//! | `resume` | runs that are paused and resumed |
//! | `workers` | workers that break down, are of another version, or speak too late |
//! | `files` | files that are read and written, and kept traces |
//! | `drawn` | pictures stay where key parameters are moved |
//! | `history` | undo, redo and the address |
//! | `tabs` | several tabs on one device |
//! | `measure` | a measurement of the device |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop"
)]

mod answers;
mod check;
mod drawn;
mod files;
mod history;
mod leads;
mod measure;
mod resume;
mod runs;
mod steps;
mod tabs;
mod workers;
mod world;
