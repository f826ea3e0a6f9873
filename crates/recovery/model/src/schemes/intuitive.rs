//! The intuitive scheme: the next computer, then the one after it, and so on. The worst possible scheme: L(n, p) = p + 1. Chained
//! declustering takes over in the same order.
use words::word;

use super::Constructed;
use super::fill::Fill;
use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;

/// R = 1, 2, …, n-1.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn list(computers: usize) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    Constructed::filled(
        computers,
        (1..computers).collect(),
        Some(1),
        Fill::Ascending,
    )
}
