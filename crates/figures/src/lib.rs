//! The documents' printed values, beside Makespan's computed ones.
//!
//! Each figure, table, theorem and scenario of the documents is an entry: the printed value, the place where Makespan computes it,
//! and, where the two differ, why. The entries are data (`documents/*.toml`); no verdict is written by hand. [`compute::all`] runs
//! every scenario and formula that an entry names, and the results are kept in `computed.json`, so that views read them without a
//! run.
//!
//! | module | contents |
//! |---|---|
//! | [`document`] | the entries, as the files state them |
//! | [`place`] | where a report or a formula has a number |
//! | [`curve`] | printed numbers over the computed curve |
//! | [`verdict`] | how a computed number or claim compares with print |
//! | [`compute`] | runs all entries |
//! | [`kept`] | the kept results, beside their entries |
//! | [`search`] | entries by document, verdict and words |

pub mod compute;
pub mod curve;
pub mod document;
pub mod kept;
pub mod place;
pub mod search;
pub mod verdict;

pub use document::{Document, Entry, all};
pub use report::printed;
pub use verdict::Verdict;

/// Why an entry cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A link names no scenario.
    #[error("{entry}: the link {link} opens no scenario: {reason}")]
    Link {
        /// Document and label.
        entry: String,
        /// The link.
        link: String,
        /// The fault of the link.
        reason: String,
    },
    /// A scenario does not run.
    #[error("{link} does not run: {reason}")]
    Run {
        /// The link.
        link: String,
        /// The reason, in words.
        reason: String,
    },
    /// Some entries cannot be computed: a line for each.
    #[error("{0}")]
    Entries(String),
    /// A report has no such number.
    #[error("{entry}: {what}: {reason}")]
    Place {
        /// Document and label.
        entry: String,
        /// The value or claim.
        what: String,
        /// The missing thing, in words.
        reason: String,
    },
    /// A file does not have the form of its type.
    #[error("{name}: {reason}")]
    File {
        /// The file.
        name: String,
        /// The fault of the file.
        reason: String,
    },
}
