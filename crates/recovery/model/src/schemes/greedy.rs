//! The greedy scheme: each step is the least that keeps all sums of consecutive steps distinct, as in the sequence of Mian and
//! Chowla. Paper III.

use std::collections::HashSet;
use words::word;

use super::Constructed;
use super::fill::Fill;
use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;

/// The steps of the scheme, without end: 1, 2, 4, 5, 8, 10, 14, …
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// All sums of consecutive steps.
    sums: HashSet<usize>,
    /// The sums that end at the last step.
    ends: Vec<usize>,
}

impl Iterator for Steps {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let free = |step: &usize| {
            !self.sums.contains(step)
                && self
                    .ends
                    .iter()
                    .all(|end| !self.sums.contains(&(end + step)))
        };
        let step = (1..).find(free)?;
        for end in &mut self.ends {
            *end += step;
        }
        self.ends.push(step);
        self.sums.extend(&self.ends);
        Some(step)
    }
}

/// The partial sums of the steps below n.
#[must_use]
pub fn marks(computers: usize) -> Vec<usize> {
    let sum = |sum: &mut usize, step: usize| {
        *sum += step;
        Some(*sum)
    };
    Steps::default()
        .scan(0, sum)
        .take_while(|mark| *mark < computers.min(MOST_COMPUTERS))
        .collect()
}

/// The list; it meets the bound for as many crashes as there are marks.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers.
pub fn list(computers: usize, fill: Fill) -> Result<Constructed, Error> {
    within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let marks = marks(computers);
    let promised = marks.len();
    Constructed::filled(computers, marks, Some(promised), fill)
}

/// The number of crashes up to which the scheme is proven to be optimal.
#[must_use]
pub fn guarantee(computers: usize) -> usize {
    marks(computers).len()
}
