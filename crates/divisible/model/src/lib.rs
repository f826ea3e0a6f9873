//! What is computed for the laboratory of divisible loads on a star: simulations, closed forms, searches.
//!
//! It is a crate of its own, below the laboratory, because it has to be fast where the laboratory's words have to be
//! small, and a profile optimises whole crates. The laboratory offers all of it by the same names.
//!
//! The model and the algorithm are those of D. Millot and C. Parrot, "Optimization of the Processing of Data Streams on
//! Roughly Characterized Distributed Resources", IEEE TPDS, 2016, cited as "Millot and Parrot 2016"; what it leaves open
//! is marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`platform`] | workers, their links and what is believed of them; the paper's tables; tables that users paste |
//! | [`speeds`] | speeds that vary in time: when an activity ends |
//! | [`formulas`] | closed forms: chunks round by round, windows, spacings, targets, efficiencies |
//! | [`selection`] | which workers serve which stream |
//! | [`settings`] | the scheduler and its variants, and when the stream ends |
//! | [`as4dr`] | the simulation of one star |
//! | [`streams`] | several stars at once |
//! | [`baselines`] | established methods for a finite load of known size: not of the paper |
//! | [`own`] | the rule for the sizes of chunks that a user writes |
//! | [`outcome`] | what a run came to: efficiency, throughput, starvation, contention |
//! | [`watch`] | what happened in each round |
//! | [`lanes`] | the Gantt chart |
//! | [`parameters`] | what a scenario says |
//! | [`experiment`] | the platform, the scheduler and the stream that it stands for |
//! | [`study`] | runs and campaigns of runs |

pub mod as4dr;
pub mod baselines;
pub mod experiment;
pub mod formulas;
pub mod lanes;
pub mod outcome;
pub mod own;
pub mod parameters;
pub mod platform;
pub mod selection;
pub mod settings;
pub mod speeds;
pub mod streams;
pub mod study;
pub mod watch;

mod dates;
mod earliest;
mod error;

pub use crate::parameters::Parameters;
pub use error::Error;
pub use outcome::Outcome;
pub use platform::{Platform, Worker};
pub use settings::{Settings, Stream};
