//! The modulo scheme: marks whose differences, later minus earlier, are distinct mod n. Paper IV.

use words::word;

use super::fill::Fill;
use super::{Constructed, golomb, marks};
use crate::error::{Error, within};
use crate::list::{MOST_COMPUTERS, differs};
use crate::tables::{MODULO, NATIVE_BEYOND, NATIVE_MODULO};

/// The most computers on the thesis's curve of the scheme: from 107 on, Golomb rulers promise at least as much as the last sequence
/// of its table.
pub const LAST_PROMISED: usize = 106;

/// The marks of the table that n computers reuse: the longest sequence with a modulus of at most n.
fn reused(computers: usize) -> Vec<usize> {
    let fits = MODULO
        .iter()
        .take_while(|(modulus, _)| usize::from(*modulus) <= computers);
    fits.last()
        .map(|(_, marks)| marks.iter().map(|mark| usize::from(*mark)).collect())
        .unwrap_or_default()
}

/// Paper IV's rule: the sequence of the largest modulus up to n, used unchanged. Its differences may coincide mod n, so that
/// its promise is a claim, proven only where [`List::disjoint_routes`](crate::List::disjoint_routes) reaches it; it fails
/// at n = 59, 103, 108 and 109.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn reuse(computers: usize, fill: Fill) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    Constructed::filled(computers, reused(computers), claim(computers), fill)
}

/// The number of crashes up to which the thesis claims that reuse is optimal; nothing beyond 106 computers, where its
/// curve ends.
#[must_use]
pub fn claim(computers: usize) -> Option<usize> {
    (computers <= LAST_PROMISED).then(|| reused(computers).len())
}

/// A sequence for this very n: from the tables, or the Golomb marks where a search finds nothing longer. Always sound. A longer
/// one may exist from 56 computers on.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 128 computers.
pub fn native(computers: usize, fill: Fill) -> Result<Constructed, Error> {
    within(
        word!("number of computers"),
        computers,
        2,
        crate::MOST_EXACT,
    )?;
    let beyond = || NATIVE_BEYOND.iter().find(|row| row.0 == computers);
    let known = NATIVE_MODULO.get(computers - 2);
    let found = match known.or_else(|| Some(&beyond()?.1)) {
        Some(marks) => marks.iter().map(|mark| usize::from(*mark)).collect(),
        None => marks(&golomb::steps(
            golomb::fitting(computers),
            golomb::Variant::default(),
        )?),
    };
    let promised = differs(&found, computers).then_some(found.len());
    Constructed::filled(computers, found, promised, fill)
}
