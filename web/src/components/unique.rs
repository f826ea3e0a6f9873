//! Names of elements.

use std::cell::Cell;

thread_local! {
    static MADE: Cell<u32> = const { Cell::new(0) };
}

/// A name that no other element of the page has.
pub(crate) fn unique(stem: &str) -> String {
    let number = MADE.replace(MADE.get() + 1);
    format!("{stem}-{number}")
}
