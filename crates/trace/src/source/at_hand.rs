//! A user's files that are too large to travel in a scenario, kept in memory for its runs, as the [measured](crate::measured)
//! sets are that a program is given.

use std::sync::{Arc, Mutex, PoisonError};

use crate::TraceSet;

/// The number of files at hand: a user may go back to the one before.
const MOST: usize = 2;

/// The files at hand, the newest last.
static SETS: Mutex<Vec<Arc<TraceSet>>> = Mutex::new(Vec::new());

/// Keeps a set at hand for scenarios that name it by its [digest](TraceSet::digest) and carry no values.
pub fn lay(set: Arc<TraceSet>) {
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    sets.retain(|other| other.digest() != set.digest());
    if sets.len() >= MOST {
        sets.remove(0);
    }
    sets.push(set);
}

/// The set with this digest, where it is at hand.
pub(super) fn find(digest: &str) -> Option<Arc<TraceSet>> {
    let sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    sets.iter().find(|set| set.digest() == digest).cloned()
}
