//! The errors of a trace, its file or its measurement.

use crate::read::{Column, MAX_COLUMNS, MAX_LINE, MAX_TEXT, no_runtimes};
use crate::set::{LONGEST, MAX_NAME, MAX_NODES, MAX_VALUES, SHORTEST};

/// The reasons why a set of traces cannot be made, read or measured.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A set without a series.
    #[error("there is no node: a set of traces needs at least one series of runtimes")]
    NoNodes,
    /// More series than [`MAX_NODES`].
    #[error("{found} nodes or more are too many: a set of traces has at most {MAX_NODES}")]
    TooManyNodes {
        /// The number of nodes when counting stopped.
        found: usize,
    },
    /// More runtimes than [`MAX_VALUES`].
    #[error("{found} runtimes or more are too many: a set of traces has at most {MAX_VALUES}")]
    TooManyValues {
        /// The number of runtimes when counting stopped.
        found: usize,
    },
    /// A series without a runtime.
    #[error("node '{node}' has no runtime: each node needs at least one")]
    NoJobs {
        /// The node's name.
        node: String,
    },
    /// A runtime that is zero, negative, infinite or not a number.
    #[error(
        "node '{node}', job {job}: the runtime is {value}, but must be a finite number above 0 ms"
    )]
    Value {
        /// The node's name.
        node: String,
        /// The job's number, from 1.
        job: usize,
        /// The value.
        value: f64,
    },
    /// A runtime from outside that is too short or too long.
    #[error(
        "node '{node}', job {job}: the runtime is {value} ms; allowed: {SHORTEST:e} to {LONGEST:e} ms"
    )]
    OutOfRange {
        /// The node's name.
        node: String,
        /// The job's number, from 1.
        job: usize,
        /// The value.
        value: f64,
    },
    /// A table without a column of runtimes.
    #[error("{}", no_runtimes(.columns))]
    NoRuntimes {
        /// The columns, as far as the first rows tell.
        columns: Vec<Column>,
    },
    /// A table with two rows of names.
    #[error(
        "line {line} has no number, as the line above it: a table has one line of names; remove the other"
    )]
    TwoHeaders {
        /// The line of the second, from 1.
        line: u64,
    },
    /// A column that a user names and the table does not have.
    #[error("there is no column '{name}': the table has {known}, or numbers from 1 on")]
    NoColumn {
        /// Its name.
        name: String,
        /// The columns of the table.
        known: String,
    },
    /// A table with more columns than a set can have nodes.
    #[error(
        "line {line} has {found} columns or more: a table has at most {MAX_COLUMNS}, one for each of {MAX_NODES} nodes and \
         one that numbers the jobs; give each job a line of its own"
    )]
    TooManyColumns {
        /// The line, from 1.
        line: u64,
        /// The number of columns when counting stopped.
        found: usize,
    },
    /// A line that is longer than any table needs.
    #[error(
        "line {line} has {found} characters or more: a line of a table has at most {MAX_LINE}; is a line break missing, or \
         a quotation mark left open?"
    )]
    LineTooLong {
        /// The line, from 1.
        line: u64,
        /// The number of characters when counting stopped.
        found: usize,
    },
    /// An empty or overlong name, or one with a line break or another control character.
    #[error(
        "the name of node {number} is {what}: a name is one line of 1 to {MAX_NAME} characters"
    )]
    Name {
        /// The node's number, from 1.
        number: usize,
        /// The fault of the name.
        what: &'static str,
    },
    /// Two nodes of one name.
    #[error("two nodes are called '{name}': each node needs a name of its own")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// Bytes that are not, or not all of, a set's content.
    #[error("the kept traces are damaged: at byte {at}, {what}")]
    Content {
        /// The place, from 0.
        at: usize,
        /// The fault.
        what: &'static str,
    },
    /// A file larger than [`MAX_TEXT`].
    #[error(
        "{found} bytes of text or more are too many: at most {MAX_TEXT} are read, after decompression as well"
    )]
    TextTooLarge {
        /// The number of bytes when counting stopped.
        found: usize,
    },
    /// A compressed file that is cut off or damaged.
    #[error(
        "the file is compressed with gzip, but cut off or damaged ({reason}): compress it again"
    )]
    Gzip {
        /// The decompressor's message.
        reason: String,
    },
    /// A file of another kind.
    #[error("this is {what}, not a table of text; {advice}")]
    Format {
        /// The kind of file.
        what: &'static str,
        /// The advice to the user.
        advice: &'static str,
    },
    /// A file that begins like JSON and is damaged before the first event.
    #[error(
        "this begins like JSON, but cannot be read in line {line}, column {column} ({reason}): save it again, or give a \
         CSV file"
    )]
    Json {
        /// The line, from 1.
        line: u64,
        /// The byte of the line, from 1.
        column: u64,
        /// The parser's message.
        reason: String,
    },
    /// A file that is not text.
    #[error("this is not text: a table of traces is a CSV file in UTF-8, UTF-16 or windows-1252")]
    Binary,
    /// A file without any text.
    #[error(
        "the file is empty: a table of traces has a column for each node, or the columns node, job and runtime"
    )]
    Empty,
    /// A table without a row of data.
    #[error("the table has a header but no row of data below it")]
    HeaderOnly,
    /// A table whose rows are no jobs.
    #[error("no row of the table is a job: each sums up others or is left out")]
    NoJob,
    /// A measured set that does not exist.
    #[error("there is no measured set '{key}': there are 'quiet', 'shared' and 'bursts'")]
    NoMeasuredSet {
        /// The key asked for.
        key: String,
    },
    /// A measured set that this program does not carry.
    #[error("the measured set '{key}' is not here: it has to be loaded")]
    MeasuredNeeded {
        /// The set's key.
        key: &'static str,
    },
    /// Bytes that were given as a measured set and are not.
    #[error("the file of the measured set '{key}' is damaged, or of another version")]
    NotMeasured {
        /// The set's key.
        key: &'static str,
    },
    /// A scenario that needs a user's file, which is not at hand.
    #[error(
        "the scenario needs the file '{name}' with {nodes} nodes and {jobs} jobs (SHA-256 {digest}): give it again"
    )]
    FileNeeded {
        /// The file's name.
        name: String,
        /// The digest of its content, [`crate::TraceSet::digest`].
        digest: String,
        /// The number of its series.
        nodes: usize,
        /// The least number of jobs of a series.
        jobs: usize,
    },
    /// A user's file that travelled with a scenario, or is at hand, and differs from the scenario's description.
    #[error(
        "the file '{name}' is said to have {said}, but its values in the scenario have {found}: give the file again"
    )]
    NotAsSaid {
        /// The file's name.
        name: String,
        /// Nodes, jobs and digest as the scenario says.
        said: String,
        /// Nodes, jobs and digest of the values that came with it.
        found: String,
    },
    /// A mean runtime that is zero, negative, infinite or not a number.
    #[error("a mean runtime of {value} ms is out of range: it must be a finite number above 0")]
    Mean {
        /// The value.
        value: f64,
    },
    /// A coefficient of variation that a distribution cannot have.
    #[error(
        "a coefficient of variation of {value} is out of range: 0 to {most} for {distribution} runtimes"
    )]
    Variation {
        /// The distribution's name.
        distribution: &'static str,
        /// The value.
        value: f64,
        /// The largest allowed value.
        most: f64,
    },
    /// A grid or relaxation factor out of range.
    #[error(
        "a grid of {rows} x {columns} points with relaxation factor {omega} is out of range: \
         1 to 4096 rows and columns, and a factor between 0 and 2, both excluded"
    )]
    Grid {
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        columns: usize,
        /// The relaxation factor.
        omega: f64,
    },
    /// A job length that cannot be calibrated.
    #[error("a job of {wanted_ms} ms is out of range: ask for a length above 0 and up to 60000 ms")]
    JobLength {
        /// The length asked for.
        wanted_ms: f64,
    },
    /// The clock did not advance while jobs ran.
    #[error(
        "the clock did not advance while jobs ran, so that no runtime can be measured: use another clock"
    )]
    Clock,
}
