//! The Golomb scheme: the longest optimal Golomb ruler that is shorter than n, and its wrapped form. Papers III and VI.
use std::sync::OnceLock;

use words::word;

use super::fill::Fill;
use super::{Constructed, length, marks};
use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;
use crate::tables::{DEFAULT_RULERS, LONG_RULERS, RULERS};

/// The choice among several rulers of a length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// The row of the table, from 0; by default the one of Paper III, table 2.
    pub index: Option<usize>,
}

/// The greatest number of steps in the tables.
#[must_use]
pub fn most_steps() -> usize {
    RULERS.len() + LONG_RULERS.len()
}

/// The number of inequivalent rulers in the tables with so many steps.
#[must_use]
pub fn variants(steps: usize) -> usize {
    let row = steps.checked_sub(1);
    let optimal = row.and_then(|row| RULERS.get(row)).map(|row| row.len());
    optimal.unwrap_or(usize::from((1..=most_steps()).contains(&steps)))
}

/// The length of the shortest known ruler with so many steps; 0 for none.
#[must_use]
pub fn shortest(steps: usize) -> usize {
    ruler(steps, None).map_or(0, length)
}

/// A row of the tables.
fn ruler(steps: usize, index: Option<usize>) -> Option<&'static [u16]> {
    let row = steps.checked_sub(1)?;
    match RULERS.get(row) {
        Some(variants) => {
            let default = DEFAULT_RULERS.get(row).copied().unwrap_or(0);
            variants.get(index.unwrap_or(default)).copied()
        }
        None if index.unwrap_or(0) == 0 => LONG_RULERS.get(row - RULERS.len()).copied(),
        None => None,
    }
}

/// The steps of a ruler of the tables; up to 22 steps it is optimal.
///
/// # Errors
/// [`Error::Range`] for no or more than 36 steps, or a variant that does not exist.
pub fn steps(number: usize, variant: Variant) -> Result<Vec<usize>, Error> {
    within(word!("number of steps"), number, 1, most_steps())?;
    within(
        word!("variant of the ruler"),
        variant.index.unwrap_or(0) + 1,
        1,
        variants(number),
    )?;
    let steps = ruler(number, variant.index).unwrap_or_default();
    Ok(steps.iter().map(|step| usize::from(*step)).collect())
}

/// The number of steps of the longest ruler in the tables that is shorter than n: a mark at n would be the home again.
#[must_use]
pub fn fitting(computers: usize) -> usize {
    (1..=most_steps())
        .take_while(|steps| shortest(*steps) < computers)
        .last()
        .unwrap_or(0)
}

/// The list; it meets the bound for as many crashes as the ruler has steps.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers, or a variant that does not exist.
pub fn list(computers: usize, variant: Variant, fill: Fill) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let number = fitting(computers);
    let marks = marks(&steps(number, variant)?);
    Constructed::filled(computers, marks, Some(number), fill)
}

/// The wrapped form: the marks mod the least n that keeps them apart. Only the marks stay distinct, not their differences, so
/// that the scheme promises nothing. The rule is our reading of the five examples that Paper VI prints.
///
/// # Errors
/// [`Error::Range`] for no or more than 36 steps, or a variant that does not exist.
pub fn wrapped(number: usize, variant: Variant, fill: Fill) -> Result<Constructed, Error> {
    let marks = marks(&steps(number, variant)?);
    let computers = wrapped_computers(&marks);
    let wrapped = marks.iter().map(|mark| mark % computers).collect();
    Constructed::filled(computers, wrapped, None, fill)
}

/// The ruler, by its number of steps and its variant, whose wrapped form is for so many computers: the one with the fewest steps.
#[must_use]
pub fn wrapping(computers: usize) -> Option<(usize, Variant)> {
    /// The most steps of a wrapped ruler.
    const MOST: usize = 22;
    static ALL: OnceLock<Vec<(usize, usize, Variant)>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let rulers = (1..=most_steps().min(MOST))
            .flat_map(|steps| (0..variants(steps)).map(move |variant| (steps, Some(variant))));
        let wrap = |(number, index)| {
            let variant = Variant { index };
            let steps = steps(number, variant).ok()?;
            Some((wrapped_computers(&marks(&steps)), number, variant))
        };
        rulers.filter_map(wrap).collect()
    });
    let found = all.iter().find(|(wrapped, ..)| *wrapped == computers);
    found.map(|(_, steps, variant)| (*steps, *variant))
}

/// The least n, greater than the number of marks, for which the marks and 0 stay distinct mod n.
fn wrapped_computers(marks: &[usize]) -> usize {
    let apart = |n: &usize| {
        let mut seen = vec![false; *n];
        let all = marks.iter().copied().chain([0]);
        all.map(|mark| mark % n).all(|mark| {
            seen.get_mut(mark)
                .is_some_and(|seen| !std::mem::replace(seen, true))
        })
    };
    (marks.len() + 1..).find(apart).unwrap_or(1)
}
