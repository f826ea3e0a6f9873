//! The model of the laboratory of divisible loads on a star: simulations, closed forms, searches.
//!
//! It is a crate of its own, below the laboratory, because it has to be fast where the laboratory's texts have to be
//! small, and a profile optimises whole crates. The laboratory offers its modules by the same names, all but [`own`].
//!
//! The model and the algorithm are taken from D. Millot and C. Parrot, "Optimization of the Processing of Data Streams
//! on Roughly Characterized Distributed Resources", IEEE TPDS, 2016, cited as "Millot and Parrot 2016"; our decisions
//! where the paper leaves a question open are marked "own choice".
//!
//! | module | idea |
//! |---|---|
//! | [`platform`] | workers, their links and their believed values; the paper's tables; tables that users paste |
//! | [`speeds`] | speeds that vary in time: the ends of activities |
//! | [`formulas`] | closed forms: chunks round by round, windows, spacings, targets, efficiencies |
//! | [`selection`] | the selection of workers for streams |
//! | [`settings`] | the scheduler and its variants, and the end of the stream |
//! | [`as4dr`] | the simulation of one star |
//! | [`streams`] | several stars at once |
//! | [`baselines`] | established methods for a finite load of known size: not from the paper |
//! | [`own`] | the rule for the sizes of chunks that a user writes |
//! | [`outcome`] | the outcome of a run: efficiency, throughput, starvation, contention |
//! | [`watch`] | the events of each round |
//! | [`lanes`] | the Gantt chart |
//! | [`parameters`] | the parameters of a scenario |
//! | [`experiment`] | the platform, the scheduler and the stream of a scenario |
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
