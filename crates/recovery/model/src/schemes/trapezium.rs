//! The trapezium scheme: the first l routes are disjoint, and each later one has l computers of its own. Paper V.

use std::collections::HashSet;
use words::word;

use super::fill::Fill;
use super::{Constructed, length, marks};
use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;
use crate::tables::TRAPEZIUM;

/// The greatest order of the table.
pub const MOST_ORDER: usize = 14;

/// The source of the steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Paper V, table 2.
    #[default]
    Table,
    /// The least-step rule, our reading of the table's derivation: it gives 12 of its 13 rows.
    LeastSteps,
}

/// The steps of an order: l(l+1)/2 of them.
///
/// # Errors
/// [`Error::Range`] for an order outside 1 to 14.
pub fn steps(order: usize, source: Source) -> Result<Vec<usize>, Error> {
    within(word!("order of the trapezium"), order, 1, MOST_ORDER)?;
    let row = row(order).unwrap_or(&[1]);
    let table: Vec<usize> = row.iter().map(|step| usize::from(*step)).collect();
    Ok(match source {
        Source::Table => table,
        Source::LeastSteps => least_steps(
            table.get(..order).unwrap_or(&table),
            order * (order + 1) / 2,
        ),
    })
}

/// A row of the table; order 1 has none.
fn row(order: usize) -> Option<&'static [u16]> {
    TRAPEZIUM.get(order.checked_sub(2)?).copied()
}

/// The least-step rule: after the steps of a Golomb ruler of length l, always the least step whose route has l computers that
/// are in no earlier route, until there are `count` steps, at most 1024. No step of the ruler counts for more than 1024.
#[must_use]
pub fn least_steps(ruler: &[usize], count: usize) -> Vec<usize> {
    let order = ruler.len();
    let mut found = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    let mut ends: Vec<usize> = Vec::new();
    while found.len() < count.min(MOST_COMPUTERS) {
        let new = |step: usize| {
            let blocks = ends.iter().map(|end| end + step).chain([step]);
            blocks.filter(|sum| !seen.contains(sum)).count()
        };
        let given = ruler
            .get(found.len())
            .map(|step| *step.min(&MOST_COMPUTERS));
        let Some(step) = given.or_else(|| (1..).find(|step| new(*step) >= order)) else {
            break;
        };
        for end in &mut ends {
            *end += step;
        }
        ends.push(step);
        seen.extend(&ends);
        found.push(step);
    }
    found
}

/// The greatest order whose row of the table fits strictly among n computers.
#[must_use]
pub fn fitting(computers: usize) -> usize {
    let fits = |order: &usize| row(*order).is_none_or(|steps| length(steps) < computers);
    (1..=MOST_ORDER).take_while(fits).last().unwrap_or(1)
}

/// The list of an order, or of the greatest that fits. `promised` holds the promise of Theorem 1; for n = 6 uncontrolled
/// routes break it.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers or an order outside 1 to 14, [`Error::TooLong`] where the
/// steps of the order do not fit.
pub fn list(
    computers: usize,
    order: Option<usize>,
    source: Source,
    fill: Fill,
) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let order = order.unwrap_or_else(|| fitting(computers));
    of_steps(computers, &steps(order, source)?, order, fill)
}

/// The list of steps of one's own, of this order.
///
/// # Errors
/// [`Error::TooLong`] where they do not fit among the computers, else as for [`List::new`](crate::List::new).
pub fn of_steps(
    computers: usize,
    steps: &[usize],
    order: usize,
    fill: Fill,
) -> Result<Constructed, Error> {
    let marks = marks(steps);
    let needed = marks.last().copied().unwrap_or(0).saturating_add(1);
    if needed > computers {
        return Err(Error::TooLong {
            what: word!("the trapezium sequence"),
            needed,
            computers,
        });
    }
    let promised = theorem(order);
    Constructed::filled(computers, marks, Some(promised), fill)
}

/// The number of crashes up to which Paper V's table promises a trapezium of this order to be optimal: that of controlled
/// routes.
#[must_use]
pub fn controlled(order: usize) -> usize {
    order.saturating_mul(order.saturating_add(1)) / 2
}

/// The number of crashes up to which Paper V's table promises the scheme to be optimal for so many computers.
#[must_use]
pub fn guarantee(computers: usize) -> usize {
    controlled(fitting(computers))
}

/// The number of crashes up to which Theorem 1 of Paper V promises a trapezium of this order to be optimal.
#[must_use]
pub fn theorem(order: usize) -> usize {
    controlled(order).saturating_add(order).saturating_sub(1)
}

/// The least order whose guarantee reaches so many crashes: floor((sqrt(8k+9) - 1) / 2).
#[must_use]
pub fn order_for(crashes: usize) -> usize {
    (crashes.saturating_mul(8).saturating_add(9).isqrt() - 1) / 2
}
