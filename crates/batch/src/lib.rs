//! Studies on all cores and on many machines.
//!
//! A folder belongs to one study, or to one shard of it. Each finished point is written to its journal at once, so that a
//! killed run loses no line and resumes from there. When all points are done, the tables are written from the journal in the
//! order of the points: they do not depend on cores, shards or interruptions.
//!
//! | module | content |
//! |---|---|
//! | [`plan`] | plans from files |
//! | [`shard`] | one machine's share of a study |
//! | [`journal`] | the finished points, line by line |
//! | [`work`] | a study on all cores |
//! | [`estimate`] | time and memory, before a study runs |
//! | [`tables`] | Parquet and CSV from journals |
//! | [`merge`] | merging shards |
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

/// Errors of a study.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The plan has a value that is not allowed.
    #[error("{place}: {rejected}", place = .place.display())]
    Plan {
        /// The plan's file.
        place: PathBuf,
        /// The refused value.
        rejected: Rejected,
    },
    /// Another request is not allowed.
    #[error("{0}")]
    NotAllowed(String),
    /// A file could not be read or written.
    #[error("cannot read or write {path}: {error}", path = .path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The disk is full; the finished points are kept.
    #[error(
        "{path}: the disk is full. {done} of {all} points are kept: make room, and the same command goes on",
        path = .path.display()
    )]
    Full {
        /// The journal.
        path: PathBuf,
        /// The number of kept points.
        done: u64,
        /// The number of points of this shard.
        all: u64,
    },
    /// A point's run failed for another reason than its values.
    #[error("point {place}: {error}")]
    Point {
        /// The number of the point.
        place: u64,
        /// The cause.
        error: playground::Error,
    },
}

/// An error of a file, with its path.
fn at(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |error| Error::File {
        path: path.to_owned(),
        error,
    }
}
