//! Errors of a question, a set of jobs or a program.

use report::Cancelled;
use report::words::count;
use words::{say, word};

use crate::rational::NotRead;

/// Why an input is refused. Every message names the place, the refused value and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A whole number outside its range.
    #[error("{}", say!("{quantity} is {value}; it must be from {least} to {most}"))]
    Range {
        /// The quantity.
        quantity: &'static str,
        /// The refused value.
        value: u64,
        /// The least allowed value.
        least: u64,
        /// The greatest allowed value.
        most: u64,
    },
    /// A number that is negative, infinite or not a number.
    #[error("{}", say!("{quantity} is {value}; it must be {allowed}"))]
    Number {
        /// The quantity.
        quantity: &'static str,
        /// The refused value.
        value: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// An allocation with other processes than the program has, or more computers than there are.
    #[error(
        "{}", say!(
            "the allocation places {} on {}; it must place {processes} on at most {}",
            count(*placed as usize, word!("process"), word!("processes")),
            count(*computers as usize, word!("computer"), word!("computers")),
            count(*most as usize, word!("computer"), word!("computers"))
        )
    )]
    Allocation {
        /// How many processes it places.
        placed: u64,
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
    #[error(
        "{}", say!("job {place}: {}", text.said(word!("must be a length greater than 0, as in 3, 2.5 or 7/2")))
    )]
    Length {
        /// The job, from 1.
        place: usize,
        /// The refused text.
        text: NotRead,
    },
    /// Lengths whose common unit is too small to compute with.
    #[error(
        "{}", say!("the lengths are {} units in all, in the largest unit that makes each of them whole; at most {} are allowed: round them", amount(units), amount(&most.to_string()))
    )]
    Precision {
        /// How many units they have in all.
        units: String,
        /// How many are allowed.
        most: u64,
    },
    /// Times of a program whose common unit is too small to compute with.
    #[error("{}", unit(*of, units, *most))]
    Unit {
        /// The kind of time at fault: without these times, the others would be allowed.
        of: Time,
        /// How many units the longest time has.
        units: String,
        /// How many are allowed.
        most: u64,
    },
    /// A row of a matrix with more or fewer processes than the others.
    #[error(
        "{}", say!(
            "phase {phase} gives work to {}; it must be {expected}, as in the first phase",
            count(*found, word!("process"), word!("processes"))
        )
    )]
    Row {
        /// The phase, from 1.
        phase: usize,
        /// How many processes it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// An entry of a matrix that is no amount of work.
    #[error(
        "{}", say!("phase {phase}, process {process}: {}", text.said(word!("must be work of at least 0, as in 1, 2.5 or 7/2")))
    )]
    Entry {
        /// The phase, from 1.
        phase: usize,
        /// The process, from 1.
        process: usize,
        /// The refused text.
        text: NotRead,
    },
    /// A signal from or to a process that does not exist, or from a process to itself.
    #[error(
        "{}", say!("signal {place} goes from process {from} to process {to}; it must connect two of the processes 1 to {processes}")
    )]
    Signal {
        /// The signal, from 1.
        place: usize,
        /// The sending process, from 1.
        from: usize,
        /// The receiving process, from 1.
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
    /// A schedule that is too long to be computed.
    #[error(
        "{}", say!(
            "the schedule needs more than {}; make the program smaller or the delay shorter",
            count(*most, counted, counted)
        )
    )]
    TooLarge {
        /// The counted thing, in the plural.
        counted: &'static str,
        /// The most of them that a schedule may need.
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

/// A kind of time in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// Work of its processes.
    Work,
    /// The delay of a signal.
    Delay,
    /// The cost of a migration.
    Migration,
}

fn unit(of: Time, units: &str, most: u64) -> String {
    let (units, most) = (amount(units), amount(&most.to_string()));
    match of {
        Time::Work => say!(
            "the work is {units} units in all, in the largest unit that makes each work whole; at most {most} are allowed: round it"
        ),
        Time::Delay => say!(
            "in the largest unit that makes work and signal delay whole, one time is {units} units long; at most {most} are allowed: round the delay"
        ),
        Time::Migration => say!(
            "in the largest unit that makes work, signal delay and cost of a migration whole, one time is {units} units long; at most {most} are allowed: round the cost"
        ),
    }
}

/// The digits of a whole number, or its power of ten where it has many.
fn amount(digits: &str) -> String {
    /// The most digits that are written out.
    const LONGEST: usize = 16;
    /// A 1 with so many zeros or more is written as a power of ten.
    const MOST_ZEROS: usize = 9;
    let power = digits.len().saturating_sub(1);
    let zeros = digits.strip_prefix('1').map(|rest| rest.trim_matches('0'));
    match (zeros, power) {
        (Some(""), MOST_ZEROS..) => format!("10^{power}"),
        (_, 0..LONGEST) => digits.to_owned(),
        (_, power) => say!("more than 10^{power}"),
    }
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
