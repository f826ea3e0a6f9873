//! Searches that can be left running: each is a value that goes on for a number of nodes, says what it has, and can be saved
//! and resumed at exactly the same place. Not of the thesis, but of its definitions.

pub mod golomb;
pub mod known;
pub mod modulo;
pub mod optimal;
pub mod stages;

use std::ops::ControlFlow;

use report::{Cancelled, Observer};
use words::word;

use crate::error::Error;

/// How many nodes a search visits before it asks its observer whether to go on.
pub(crate) const PART: u64 = 1 << 16;

/// The most nodes that a saved search can have visited: centuries.
const MOST_NODES: u64 = 1 << 60;

/// The count of nodes of a saved search.
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

/// Runs a search until it is done or has visited so many nodes. `go` visits some more and says whether the search is done.
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
