//! The computations of the laboratory of bounds: the worst loss from forbidding migration or preemption.
//!
//! It is a crate of its own, below the laboratory, because it has to be fast where the laboratory's words have to be
//! small, and a profile optimises whole crates.
//!
//! The theorems are those of K. Klonowska, "Theoretical Aspects on Performance Bounds and Fault Tolerance in Parallel Computing",
//! PhD thesis, Blekinge Institute of Technology, 2007, cited as "Klonowska 2007". Where a printed formula contradicts the thesis's
//! own definitions or numbers, the corrected one is the default (R1, R2, …); answers to the thesis's open points are marked "own
//! choice".
//!
//! | module | idea |
//! |---|---|
//! | [`rational`] | exact fractions |
//! | [`allocation`] | how many processes each computer has |
//! | [`thick`] | g: execution, the thick part of the bound, and its limit |
//! | [`thin`] | ρ: signals, the thin part, and their worst-case chain |
//! | [`reallocation`] | H: forbidding migration, by branch and bound |
//! | [`envelope`] | which allocation is optimal for which weight of the signals |
//! | [`stern_brocot`] | the best worst ratio when a ratio is split |
//! | [`preemption`] | G: forbidding preemptions; the classical bounds |
//! | [`jobs`] | sets of jobs: shortest schedules with few preemptions, heuristics |
//! | [`plan`] | schedules with exact times, and their feasibility |
//! | [`program`] | programs as texts and matrices: shortest schedules with and without migration |
//! | [`extremal`] | programs and sets of jobs that attain the bounds |
//! | [`climb`] | random search for the worst case |
//! | [`transformation`] | how the thesis transforms a program into its worst case |

pub mod allocation;
pub mod climb;
pub mod envelope;
pub mod extremal;
pub mod jobs;
pub mod plan;
pub mod preemption;
pub mod program;
pub mod rational;
pub mod reallocation;
pub mod stern_brocot;
pub mod thick;
pub mod thin;
pub mod transformation;

mod error;

pub use allocation::Allocation;
pub use error::{Error, Time};
pub use jobs::Jobs;
pub use plan::Plan;
pub use program::Program;
pub use rational::Rational;
pub use reallocation::Machine;
pub use thick::Thick;
