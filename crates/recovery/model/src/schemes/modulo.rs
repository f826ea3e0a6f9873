//! The modulo scheme: marks whose differences, later minus earlier, are distinct mod n. Paper IV.

use report::Observer;
use words::word;

use super::fill::Fill;
use super::{Constructed, golomb, marks};
use crate::error::{Error, within};
use crate::list::{MOST_COMPUTERS, differs};
use crate::search::modulo::{First, ModuloSearch, Outcome};
use crate::tables::{MODULO, NATIVE_MODULO};

/// The thesis's curve of the scheme ends before the next modulus of its table would come: from 107 computers on, Golomb rulers
/// promise as much.
pub const LAST_PROMISED: usize = 106;

/// How many nodes a search for a longer native sequence may visit.
pub const MOST_NODES: u64 = 10_000_000;

/// The marks of the table that are reused for n computers: the longest with a modulus of at most n.
fn reused(computers: usize) -> Vec<usize> {
    let fits = MODULO
        .iter()
        .take_while(|(modulus, _)| usize::from(*modulus) <= computers);
    fits.last()
        .map(|(_, marks)| marks.iter().map(|mark| usize::from(*mark)).collect())
        .unwrap_or_default()
}

/// Paper IV's rule: the sequence of the largest modulus up to n, used unchanged. Its differences may coincide mod n, so that
/// what it promises is a claim, proven only where [`List::disjoint_routes`](crate::List::disjoint_routes) reaches it; it fails
/// at n = 59, 103, 108 and 109.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn reuse(computers: usize, fill: Fill) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    Constructed::filled(computers, reused(computers), claim(computers), fill)
}

/// Up to how many crashes the thesis claims that reuse is optimal; nothing beyond 106 computers, where its curve ends.
#[must_use]
pub fn claim(computers: usize) -> Option<usize> {
    (computers <= LAST_PROMISED).then(|| reused(computers).len())
}

/// A sequence for this very n: of the table up to 60 computers, else by search from the Golomb marks on, as long as each
/// longer one is found within [`MOST_NODES`]. Always sound. A longer one may exist from 56 computers on.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 128 computers, [`Error::Cancelled`].
pub fn native(
    computers: usize,
    fill: Fill,
    observer: &mut dyn Observer,
) -> Result<Constructed, Error> {
    within(
        word!("number of computers"),
        computers,
        2,
        crate::MOST_EXACT,
    )?;
    let found = match NATIVE_MODULO.get(computers - 2) {
        Some(marks) => marks.iter().map(|mark| usize::from(*mark)).collect(),
        None => {
            let mut best = marks(&golomb::steps(
                golomb::fitting(computers),
                golomb::Variant::default(),
            )?);
            loop {
                let mut search = ModuloSearch::new(computers, best.len() + 1, First::Divisors)?;
                match search.finish(MOST_NODES, observer)? {
                    Outcome::Found(longer) => best = longer,
                    Outcome::Refuted | Outcome::Running => break best,
                }
            }
        }
    };
    let promised = differs(&found, computers).then_some(found.len());
    Constructed::filled(computers, found, promised, fill)
}
