//! Known answers for searches, from the tables that tests check. A search that ends otherwise is wrong.

use report::Silent;

use crate::schemes::{golomb, optimal};
use crate::tables::{FRONTIER, NATIVE_MODULO, RULERS};
use crate::worst_case::{self, Budget};

/// The number of computers up to which the table's sequences are proven longest.
const PROVEN_SEQUENCES: usize = 55;

/// The length of the shortest ruler with so many steps.
#[must_use]
pub fn ruler(steps: usize) -> Option<usize> {
    (1..=RULERS.len())
        .contains(&steps)
        .then(|| golomb::shortest(steps))
}

/// The known number of marks of a longest modulo sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// Exactly this number.
    Exactly(usize),
    /// This number; perhaps more.
    AtLeast(usize),
}

/// The number of marks of the longest modulo sequence for so many computers.
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
