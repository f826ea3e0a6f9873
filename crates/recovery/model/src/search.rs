//! Long searches: each is a value that visits a number of nodes at a time, returns its results so far, and can be saved and
//! resumed at exactly the same place. The definitions are the thesis's, the searches are not.

pub mod golomb;
pub mod known;
pub mod modulo;
pub mod optimal;
pub mod stages;

use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use words::word;

use crate::error::Error;

/// The number of nodes that a search visits between two questions to its observer.
pub(crate) const PART: u64 = 1 << 16;

/// The most visited nodes of a saved search: centuries.
pub const MOST_NODES: u64 = 1 << 60;

/// Checks the count of nodes of a saved search.
///
/// # Errors
/// [`Error::Saved`] where no search can have visited so many.
pub(crate) fn count(nodes: u64) -> Result<u64, Error> {
    if nodes <= MOST_NODES {
        Ok(nodes)
    } else {
        Err(Error::Saved(word!("it counts too many nodes")))
    }
}

/// Runs a search until it is done or has visited so many nodes. `go` visits some more and returns whether the search is
/// done.
pub(crate) fn finish(
    most: u64,
    observer: &mut dyn Observer,
    go: &mut dyn FnMut(u64) -> bool,
) -> Result<bool, Cancelled> {
    let mut done = 0;
    while done < most {
        if observer.progress(done, most) == ControlFlow::Break(()) {
            return Err(Cancelled);
        }
        let part = PART.min(most - done);
        if go(part) {
            return Ok(true);
        }
        done += part;
    }
    Ok(false)
}
