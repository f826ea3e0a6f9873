//! The log scheme: steps 1, 2, 4, 8, … Paper III. That the powers are steps, not marks, is our
//! reading: only then are the sums of consecutive steps distinct, and the guarantee true.
use words::word;

use super::Constructed;
use super::fill::Fill;
use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;

/// The marks 2^k - 1 below n: floor(log2 n) of them.
#[must_use]
pub fn marks(computers: usize) -> Vec<usize> {
    let mark = |power: u32| 1_usize.checked_shl(power).map(|power| power - 1);
    (1..usize::BITS)
        .map_while(mark)
        .take_while(|mark| *mark < computers)
        .collect()
}

/// The list; it meets the bound for up to floor(log2 n) crashes.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn list(computers: usize, fill: Fill) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    Constructed::filled(
        computers,
        marks(computers),
        Some(guarantee(computers)),
        fill,
    )
}

/// The number of crashes up to which the scheme is proven to be optimal.
#[must_use]
pub fn guarantee(computers: usize) -> usize {
    computers.checked_ilog2().unwrap_or(0) as usize
}
