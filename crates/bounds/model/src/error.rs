//! What can be wrong with a question, a set of jobs or a program.

use report::Cancelled;
use words::{say, word};

/// Why an input is refused. Every message names the place, the value and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A whole number outside its range.
    #[error("{}", say!("{quantity} is {value}; it must be from {least} to {most}"))]
    Range {
        /// Which number.
        quantity: &'static str,
        /// What it is.
        value: u64,
        /// The least allowed.
        least: u64,
        /// The greatest allowed.
        most: u64,
    },
    /// A number that is negative, infinite or not a number.
    #[error("{}", say!("{quantity} is {value}; it must be {allowed}"))]
    Number {
        /// Which number.
        quantity: &'static str,
        /// What it is.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// An allocation with other processes than the program has, or more computers than there are.
    #[error(
        "{}", say!("the allocation places {placed} processes on {computers} computers; it must place {processes} on at most {most}")
    )]
    Allocation {
        /// How many processes it places.
        placed: u32,
        /// On how many computers.
        computers: u32,
        /// How many processes there are.
        processes: u32,
        /// How many computers there are.
        most: u32,
    },
    /// A set of jobs without a job.
    #[error("{}", word!("there is no job; give at least one length, as in 7 5 4"))]
    NoJobs,
    /// A length that no job can have.
    #[error("{}", say!("job {place}: {text:?} must be a length greater than 0, as in 3, 2.5 or 7/2"))]
    Length {
        /// Which job, from 1.
        place: usize,
        /// What stands there.
        text: String,
    },
    /// Lengths whose common unit is too small to compute with.
    #[error(
        "{}", say!("{what} are {digits} bits long in their common unit; at most {most} are allowed: round them")
    )]
    Precision {
        /// Which numbers.
        what: &'static str,
        /// How many bits they need.
        digits: u64,
        /// How many are allowed.
        most: u64,
    },
    /// A row of a matrix with more or fewer processes than the others.
    #[error(
        "{}", say!("phase {phase} gives work to {found} processes; it must be {expected}, as in the first phase")
    )]
    Row {
        /// Which phase, from 1.
        phase: usize,
        /// How many processes it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// An entry of a matrix that is no amount of work.
    #[error(
        "{}", say!("phase {phase}, process {process}: {text:?} must be work of at least 0, as in 1, 2.5 or 7/2")
    )]
    Entry {
        /// Which phase, from 1.
        phase: usize,
        /// Which process, from 1.
        process: usize,
        /// What stands there.
        text: String,
    },
    /// A signal between processes of which one does not exist, or that stay the same.
    #[error(
        "{}", say!("signal {place} goes from process {from} to process {to}; it must connect two of the processes 1 to {processes}")
    )]
    Signal {
        /// Which signal, from 1.
        place: usize,
        /// From which process, from 1.
        from: usize,
        /// To which process, from 1.
        to: usize,
        /// How many processes there are.
        processes: usize,
    },
    /// A program that does nothing has no ratio.
    #[error("{}", word!("the program has no work; give at least one process work greater than 0"))]
    NoWork,
    /// The text of a program cannot be read.
    #[error(transparent)]
    Text(#[from] crate::program::text::Fault),
    /// A search grew past what it may visit.
    #[error("{}", say!("{what} needs more than {most} states; make the program smaller"))]
    TooLarge {
        /// Which search.
        what: &'static str,
        /// How many states it may visit.
        most: usize,
    },
    /// A computed schedule breaks its own rules: a fault in this crate.
    #[error(transparent)]
    Infeasible(#[from] crate::plan::Infeasible),
    /// The schedule's own checks refused it: a fault in this crate.
    #[error(transparent)]
    Schedule(#[from] schedule::Error),
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A whole number within its range.
///
/// # Errors
/// [`Error::Range`] where it is not.
pub(crate) fn within(
    quantity: &'static str,
    value: u32,
    least: u32,
    most: u32,
) -> Result<u32, Error> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(Error::Range {
        quantity,
        value: value.into(),
        least: least.into(),
        most: most.into(),
    })
}
