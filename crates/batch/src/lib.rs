//! Studies on all cores and on many machines.
//!
//! A folder belongs to one study, or to one shard of it. Each point that is done becomes a line of its journal at once, so that
//! a run that is killed loses nothing that it had written, and goes on from there. When all points are there, the tables are
//! written from the journal in the order of the points: cores, shards and interruptions leave no trace in them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | plans from files |
//! | [`shard`] | the share of a study that one machine does |
//! | [`journal`] | what is done, line by line |
//! | [`work`] | all cores at work |
//! | [`estimate`] | time and memory, told first |
//! | [`tables`] | Parquet and CSV from journals |
//! | [`merge`] | shards put together |
//! | [`slurm`] | a study as an array of jobs |
//! | [`file`] | files that are written whole or not at all |

pub mod estimate;
pub mod file;
pub mod journal;
pub mod merge;
pub mod plan;
pub mod shard;
pub mod slurm;
pub mod tables;
pub mod work;

use std::io;
use std::path::{Path, PathBuf};

use parameters::Rejected;

pub use estimate::{Estimate, estimate};
pub use journal::Journal;
pub use merge::merge;
pub use shard::Shard;
pub use work::{Told, work};

/// Why a study does not go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The plan has a value that is not allowed.
    #[error("{place}: {rejected}", place = .place.display())]
    Plan {
        /// The plan's file.
        place: PathBuf,
        /// What is wrong in it.
        rejected: Rejected,
    },
    /// Something else that was asked for is not allowed.
    #[error("{0}")]
    NotAllowed(String),
    /// A file could not be read or written.
    #[error("cannot read or write {path}: {error}", path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The disk is full; what was done is kept.
    #[error(
        "{path}: the disk is full. {done} of {all} points are kept: make room, and the same command goes on",
        path = .path.display()
    )]
    Full {
        /// The journal.
        path: PathBuf,
        /// The points that are kept.
        done: u64,
        /// The points of this shard.
        all: u64,
    },
    /// A point's run failed, and not because of its values.
    #[error("point {place}: {error}")]
    Point {
        /// Which.
        place: u64,
        /// Why.
        error: playground::Error,
    },
}

/// A failure of a file, with its path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |error| Error::File {
        path: path.to_owned(),
        error,
    }
}
