//! The lower envelope of H over the weight τ: which allocation is optimal from which weight on.

use num_traits::Zero as _;
use report::Observer;

use crate::allocation::Allocation;
use crate::error::Error;
use crate::rational::Rational;
use crate::reallocation::{self, Machine, Search};
use crate::thick::{self, Thick};
use crate::thin;

/// A straight piece of the envelope: the line g(A) + τ·ρ(A) of one allocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// τ from which the allocation is optimal; the next piece ends it.
    pub from: Rational,
    /// The allocation.
    pub allocation: Allocation,
    /// g(A), the value at τ = 0.
    pub thick: Rational,
    /// ρ(A), the slope.
    pub thin: Rational,
}

impl Piece {
    fn of(machine: Machine, allocation: Allocation) -> Result<Self, Error> {
        Ok(Self {
            from: Rational::zero(),
            thick: thick::exact(&allocation, machine.active())?,
            thin: thin::crossing_share(&allocation),
            allocation,
        })
    }

    fn at(&self, weight: &Rational) -> Rational {
        &self.thick + weight * &self.thin
    }
}

/// The pieces from τ = 0 on: concave, each flatter than the one before, the last the constant q*.
///
/// Begins with the allocation that is best at τ = 0 and with all processes on one computer. Where two neighbouring lines meet,
/// a search finds whether a third lies below: then it comes between them, else they meet in a breakpoint.
///
/// # Errors
/// [`Error::Range`] for more than 130 processes, [`Error::Cancelled`] where the observer asks for a stop.
pub fn pieces(
    machine: Machine,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Vec<Piece>, Error> {
    let first = reallocation::exact(
        machine,
        &Rational::zero(),
        Search::default(),
        thick,
        observer,
    )?;
    let mut done = vec![Piece::of(machine, first.allocation)?];
    let mut ahead = vec![Piece::of(
        machine,
        Allocation::together(machine.processes()),
    )?];
    while let (Some(left), Some(right)) = (done.last(), ahead.last()) {
        if left.thin <= right.thin {
            ahead.pop();
            continue;
        }
        let meeting = (&right.thick - &left.thick) / (&left.thin - &right.thin);
        let found = reallocation::exact(machine, &meeting, Search::default(), thick, observer)?;
        if found.value < left.at(&meeting) {
            ahead.push(Piece::of(machine, found.allocation)?);
            continue;
        }
        // A piece that would end where it begins is none.
        if meeting == left.from {
            done.pop();
        }
        if let Some(mut next) = ahead.pop() {
            next.from = meeting;
            done.push(next);
        }
    }
    Ok(done)
}
