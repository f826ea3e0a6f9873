//! Lists of least worst-case loads, fewer crashes first: the published ones of Paper VI and the results of our complete search,
//! which are better from 10 computers on.
use std::ops::RangeInclusive;

use words::word;

use super::Constructed;
use crate::error::Error;
use crate::list::List;
use crate::tables::{OPTIMAL, PUBLISHED};

/// The numbers of computers for which Paper VI prints a list.
pub const PUBLISHED_FOR: RangeInclusive<usize> = 4..=3 + PUBLISHED.len();

/// The numbers of computers with a recomputed list.
pub const RECOMPUTED_FOR: RangeInclusive<usize> = 2..=1 + OPTIMAL.len();

/// The list that Paper VI prints for 4 to 21 computers. Two rows are damaged in print and repaired: for 14 computers the second
/// 11 is 12, for 21 computers 4 stands after 14.
///
/// # Errors
/// [`Error::Table`] for other numbers of computers.
pub fn published(computers: usize) -> Result<Constructed, Error> {
    let what = word!("published optimal list");
    of_table(what, computers, &PUBLISHED_FOR, &PUBLISHED)
}

/// The first consecutively optimal list for 2 to 28 computers, by complete search; not of the thesis.
///
/// # Errors
/// [`Error::Table`] for other numbers of computers.
pub fn recomputed(computers: usize) -> Result<Constructed, Error> {
    let what = word!("recomputed optimal list");
    of_table(what, computers, &RECOMPUTED_FOR, &OPTIMAL)
}

/// A row of a table, which has one for each of these numbers of computers.
fn of_table(
    what: &'static str,
    computers: usize,
    sizes: &RangeInclusive<usize>,
    table: &[&[u16]],
) -> Result<Constructed, Error> {
    let (least, most) = (*sizes.start(), *sizes.end());
    let row = computers.checked_sub(least).and_then(|row| table.get(row));
    let Some(row) = row else {
        return Err(Error::Table {
            what,
            value: computers,
            least,
            most,
        });
    };
    let entries: Vec<usize> = row.iter().map(|entry| usize::from(*entry)).collect();
    let prescribed = entries.len();
    Ok(Constructed {
        list: List::new(computers, entries)?,
        prescribed,
        promised: None,
    })
}
