//! Lists of least worst-case loads, fewer crashes first: the published ones of Paper VI and the results of our complete search,
//! which are better from 10 computers on.
use words::word;

use super::Constructed;
use crate::error::Error;
use crate::list::List;
use crate::tables::{OPTIMAL, PUBLISHED};

/// The list that Paper VI prints for 4 to 21 computers. Two rows are damaged in print and repaired: for 14 computers the second
/// 11 is 12, for 21 computers 4 stands after 14.
///
/// # Errors
/// [`Error::Table`] for other numbers of computers.
pub fn published(computers: usize) -> Result<Constructed, Error> {
    of_table(word!("published optimal list"), computers, 4, &PUBLISHED)
}

/// The first consecutively optimal list for 2 to 28 computers, by complete search; not of the thesis.
///
/// # Errors
/// [`Error::Table`] for other numbers of computers.
pub fn recomputed(computers: usize) -> Result<Constructed, Error> {
    of_table(word!("recomputed optimal list"), computers, 2, &OPTIMAL)
}

/// A row of a table that begins at a number of computers.
fn of_table(
    what: &'static str,
    computers: usize,
    least: usize,
    table: &[&[u16]],
) -> Result<Constructed, Error> {
    let row = computers.checked_sub(least).and_then(|row| table.get(row));
    let Some(row) = row else {
        return Err(Error::Table {
            what,
            value: computers,
            least,
            most: least + table.len() - 1,
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
