//! The published schemes: their rules for the list of process 0.
//!
//! A scheme prescribes the first entries, and [`fill`] appends the other computers.

pub mod fill;
pub mod golomb;
pub mod greedy;
pub mod intuitive;
pub mod log;
pub mod modulo;
pub mod optimal;
pub mod trapezium;

use crate::error::Error;
use crate::list::List;
use fill::Fill;

/// A list, and the part of it that the scheme prescribes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructed {
    /// The list.
    pub list: List,
    /// The number of first entries that the scheme prescribes; the others are filled up.
    pub prescribed: usize,
    /// The number of crashes up to which the scheme promises the least load, where it promises any.
    pub promised: Option<usize>,
}

impl Constructed {
    /// The list that begins with these marks.
    fn filled(
        computers: usize,
        marks: Vec<usize>,
        promised: Option<usize>,
        fill: Fill,
    ) -> Result<Self, Error> {
        Ok(Self {
            prescribed: marks.len(),
            list: fill.complete(computers, marks)?,
            promised,
        })
    }
}

/// The marks of a ruler: partial sums of its steps.
pub fn marks<T: Copy + Into<usize>>(steps: &[T]) -> Vec<usize> {
    let sum = |sum: &mut usize, step: &T| {
        *sum = sum.saturating_add((*step).into());
        Some(*sum)
    };
    steps.iter().scan(0, sum).collect()
}

/// The length of a ruler: the sum of its steps.
fn length(steps: &[u16]) -> usize {
    steps.iter().map(|step| usize::from(*step)).sum()
}
