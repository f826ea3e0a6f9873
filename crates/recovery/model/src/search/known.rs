//! What is known of the answers that searches find: by the tables, which tests check. A search that ends otherwise is wrong.

use report::Silent;

use crate::schemes::{golomb, optimal};
use crate::tables::{FRONTIER, NATIVE_MODULO, RULERS};
use crate::worst_case::{self, Budget};

/// The most computers up to which no longer sequence exists than that of the table.
const PROVEN_SEQUENCES: usize = 55;

/// The length of the shortest ruler with so many steps.
#[must_use]
pub fn ruler(steps: usize) -> Option<usize> {
    (1..=RULERS.len())
        .contains(&steps)
        .then(|| golomb::shortest(steps))
}

/// How many marks a modulo sequence can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// So many and no more.
    Exactly(usize),
    /// So many; perhaps more.
    AtLeast(usize),
}

/// How many marks the longest modulo sequence for so many computers has.
#[must_use]
pub fn sequence(computers: usize) -> Option<Marks> {
    let marks = NATIVE_MODULO.get(computers.checked_sub(2)?)?.len();
    Some(match computers {
        ..=PROVEN_SEQUENCES => Marks::Exactly(marks),
        _ => Marks::AtLeast(marks),
    })
}

/// The consecutively least loads of 1, 2, … crashes for so many computers.
#[must_use]
pub fn loads(computers: usize) -> Option<Vec<usize>> {
    if let Some(proven) = FRONTIER.iter().find(|one| one.computers == computers) {
        return Some(proven.loads.iter().map(|load| (*load).into()).collect());
    }
    let list = optimal::recomputed(computers).ok()?.list;
    let vector = worst_case::of_list(&list, computers - 1, Budget::default(), &mut Silent);
    let exact = vector.ok()?.exact()?;
    Some(exact.into_iter().map(|load| load as usize).collect())
}
