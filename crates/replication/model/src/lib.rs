//! The computations of the laboratory of SPMD iterations on time-shared nodes: strategies, studies of many runs, formulas.
//!
//! This is a crate of its own, below the laboratory, because it has to be fast where the laboratory's texts have to be
//! small, and a profile optimises whole crates. The laboratory exports all of it under the same names.
//!
//! The model is that of M. Dobber, *Robust Applications in Time-Shared Distributed Systems*, PhD thesis, VU Amsterdam,
//! 2006, chapter 2, cited as "Dobber 2006"; choices that it leaves open are marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`parameters`] | the parameters of a scenario |
//! | [`rescaling`] | job runtimes for another problem size and number of processors; CCR |
//! | [`communication`] | send and finalize times of every pair; synchronisation time |
//! | [`synchronisation`] | the longest send time |
//! | [`ordering`] | processors as a chain with small send times |
//! | [`rescheduling`] | the cost of moving work |
//! | [`load`] | shares that finish together |
//! | [`homogeneous`] | nodes made identical |
//! | [`iterations`] | the inputs and outputs of a simulated strategy |
//! | [`bound`] | a lower bound on the time of every strategy |
//! | [`equal`], [`static_balancing`], [`dynamic`], [`copies`] | the strategies: ELB, SLB and S*, DLB, JR |
//! | [`speculation`] | copies of late jobs only |
//! | [`adaptive`] | DLB or JR, block by block |
//! | [`own`] | the rule for shares and copies that a user writes |
//! | [`hindsight`] | D*, and the best choice between DLB and JR |
//! | [`decision`] | whether to balance or to replicate, by Y and Y* |
//! | [`speedup`] | repeated runs, paired |
//! | [`model`] | formulas for the time of an iteration with copies, and rules for their number |
//! | [`exact`] | that time exactly, where runtimes are independent |
//! | [`study`] | many runs over the same resources for all strategies |

pub mod adaptive;
pub mod bound;
mod columns;
pub mod communication;
pub mod copies;
pub mod decision;
pub mod dynamic;
pub mod equal;
pub mod exact;
pub mod hindsight;
pub mod homogeneous;
pub mod iterations;
pub mod load;
pub mod model;
pub mod node_factors;
pub mod ordering;
pub mod own;
pub mod parameters;
pub mod rescaling;
pub mod rescheduling;
pub mod speculation;
pub mod speedup;
pub mod static_balancing;
pub mod study;
pub mod synchronisation;

use ::parameters::Rejected;
use report::Cancelled;
use words::{say, word};

pub use crate::parameters::Parameters;
pub use study::{Part, Stopped, runs_of};

/// Errors of a study.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Two parameters that do not go together, or one that does not go with the traces.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The traces could not be loaded.
    #[error(transparent)]
    Trace(#[from] trace::Error),
    /// A strategy recorded a schedule that breaks its own rules: a fault in this crate.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// The parts are not the parts of all runs of this study.
    #[error(
        "{}",
        say!("the parts end after {done} of {runs} runs, or are those of another study")
    )]
    Parts {
        /// The number of runs without a gap.
        done: u32,
        /// The number of runs that should be done.
        runs: u32,
    },
    /// A strategy of one's own stopped a run.
    #[error("{}", .0.rejected)]
    Stopped(Box<Stopped>),
    /// A strategy of one's own needs its language first.
    #[error("{}", word!("the language of own strategies has to be loaded first"))]
    LanguageNeeded,
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
