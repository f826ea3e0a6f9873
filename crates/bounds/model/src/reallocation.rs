//! H: how much longer a program can take where no process may move.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};
use report::{Cancelled, Observer};

use crate::allocation::{Allocation, MOST_PROCESSES};
use crate::error::{Error, within};
use crate::rational::{Rational, ratio, whole};
use crate::thick::{self, MOST_EXACT, Thick};
use crate::thin;

mod search;

use search::{Measure, Outcome};
pub use search::{Node, Search};
use words::word;

/// n processes, k computers of one processor, q processors that share everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    processes: u32,
    computers: u32,
    processors: u32,
}

impl Machine {
    /// Checks the three numbers: n from 1 to 1000, k and q at least 1. q > n counts as n (R8), k > n as n.
    ///
    /// # Errors
    /// [`Error::Range`].
    pub fn new(processes: u32, computers: u32, processors: u32) -> Result<Self, Error> {
        Ok(Self {
            processes: within(word!("number of processes"), processes, 1, MOST_PROCESSES)?,
            computers: within(word!("number of computers"), computers, 1, u32::MAX)?.min(processes),
            processors: within(word!("number of processors"), processors, 1, u32::MAX)?,
        })
    }

    /// n.
    #[must_use]
    pub fn processes(self) -> u32 {
        self.processes
    }

    /// k, at most n: further computers stay empty.
    #[must_use]
    pub fn computers(self) -> u32 {
        self.computers
    }

    /// q* = min(n, q).
    #[must_use]
    pub fn active(self) -> u32 {
        thick::active(self.processes, self.processors)
    }

    /// The machine itself, where fractions are computed exactly: n ≤ 130.
    ///
    /// # Errors
    /// [`Error::Range`] where they are not.
    pub(crate) fn exact(self) -> Result<Self, Error> {
        within(word!("number of processes"), self.processes, 1, MOST_EXACT)?;
        Ok(self)
    }

    /// Checks that the allocation places n processes on at most k computers.
    fn holds(self, allocation: &Allocation) -> Result<(), Error> {
        let placed = allocation.processes();
        let computers = u32::try_from(allocation.parts().len()).unwrap_or(u32::MAX);
        if placed == self.processes && computers <= self.computers {
            return Ok(());
        }
        Err(Error::Allocation {
            placed: placed.into(),
            computers,
            processes: self.processes,
            most: self.computers,
        })
    }
}

/// The denominator of the granularity z, which counts signals; decides the weight τ of the thin part (R2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// By the total work of all processes, as the thesis defines it: τ = q*·t·z. Both of its quoted numbers need this weight.
    #[default]
    Work,
    /// By the completion time on the shared processors: τ = t·z, as the thesis prints the formula.
    SharedTime,
}

impl Granularity {
    /// τ, the weight of the share of crossing signals, from the product t·z; nothing else of t and z matters.
    ///
    /// # Errors
    /// [`Error::Number`] where the product is negative.
    pub fn weight(self, machine: Machine, product: &Rational) -> Result<Rational, Error> {
        not_negative(word!("signal delay × granularity"), product)?;
        Ok(match self {
            Self::Work => product * whole(machine.active()),
            Self::SharedTime => product.clone(),
        })
    }
}

fn not_negative(quantity: &'static str, value: &Rational) -> Result<(), Error> {
    if *value >= Rational::zero() {
        return Ok(());
    }
    Err(Error::Number {
        quantity,
        value: value.to_string(),
        allowed: word!("0 or more"),
    })
}

/// A bound and the allocation that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound<V> {
    /// H.
    pub value: V,
    /// An allocation with this value; others may have it, too.
    pub allocation: Allocation,
    /// No allocation has less: equal to `value` unless the search reached its limit.
    pub least: V,
    /// Nodes whose children were looked at.
    pub expanded: usize,
    /// Nodes made, the root included.
    pub generated: usize,
    /// All of these nodes where they were asked for, the root first.
    pub tree: Vec<Node<V>>,
}

impl<V: PartialEq> Bound<V> {
    /// Whether no allocation is better.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.value == self.least
    }
}

/// H(A) = g(A) + τ·ρ(A), the bound for one allocation.
///
/// # Errors
/// [`Error::Allocation`] where it does not place n processes on at most k computers, [`Error::Range`] for more than 130 processes,
/// [`Error::Number`] for a negative τ.
pub fn of_allocation(
    machine: Machine,
    allocation: &Allocation,
    weight: &Rational,
) -> Result<Rational, Error> {
    machine.exact()?.holds(allocation)?;
    not_negative(word!("weight of the signals"), weight)?;
    Ok(thick::exact(allocation, machine.active())? + weight * thin::crossing_share(allocation))
}

/// H(n, k, q, t, z) for the weight τ: the least H(A) over all allocations, exactly, by branch and bound. `thick` keeps the computed
/// thick parts for the next call.
///
/// # Errors
/// [`Error::Range`] for more than 130 processes, [`Error::Number`] for a negative τ, [`Error::Cancelled`].
///
/// ```
/// use bounds_model::{rational::ratio, reallocation::{self, Machine, Search}, thick::Thick};
/// let found = reallocation::exact(Machine::new(9, 6, 6)?, &ratio(4, 1), Search::default(), &mut Thick::default(), &mut report::Silent)?;
/// assert_eq!(found.value, ratio(50, 9));
/// # Ok::<(), bounds_model::Error>(())
/// ```
pub fn exact(
    machine: Machine,
    weight: &Rational,
    search: Search,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Bound<Rational>, Error> {
    machine.exact()?;
    not_negative(word!("weight of the signals"), weight)?;
    if let Some(allocation) = closed_form(machine, *weight < Rational::one(), search) {
        let value = of_allocation(machine, &allocation, weight)?;
        return Ok(known(value, allocation));
    }
    let whole_time = [(machine.active(), whole(1))];
    Ok(mixture(
        machine,
        &whole_time,
        weight,
        search,
        thick,
        observer,
    )?)
}

/// Up to `most` allocations whose bound is exactly `value`, the least one, and whether these are all.
///
/// # Errors
/// [`Error::Range`] for more than 130 processes, [`Error::Number`] for a negative τ.
pub fn as_good(
    machine: Machine,
    weight: &Rational,
    value: &Rational,
    most: usize,
    thick: &mut Thick,
) -> Result<(Vec<Allocation>, bool), Error> {
    machine.exact()?;
    not_negative(word!("weight of the signals"), weight)?;
    let whole_time = [(machine.active(), whole(1))];
    let mut measure = Exact::new(machine, &whole_time, weight, thick);
    let limit = value * whole(BigInt::from(measure.denominator.clone()));
    let limit = limit.to_integer().magnitude().clone();
    Ok(search::within(machine, &limit, most, &mut measure))
}

/// The bound for one program, never worse than H times its shared completion time: the least Σ f_u·g(A, n, k, u) + S·t·ρ(A) over
/// all allocations. `shares` are (u, f_u): how long exactly u processes are active in a schedule on the shared processors;
/// `signals` is S·t, the number of signals times the delay.
///
/// # Errors
/// [`Error::Range`] for more than 130 processes or more active processes than there are, [`Error::Number`] for a negative number,
/// [`Error::Cancelled`].
pub fn of_program(
    machine: Machine,
    shares: &[(u32, Rational)],
    signals: &Rational,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Bound<Rational>, Error> {
    machine.exact()?;
    not_negative(word!("number of signals × signal delay"), signals)?;
    for (active, time) in shares {
        within(
            word!("number of active processes"),
            *active,
            1,
            machine.processes,
        )?;
        not_negative(word!("time with so many active processes"), time)?;
    }
    Ok(mixture(
        machine,
        shares,
        signals,
        Search::default(),
        thick,
        observer,
    )?)
}

/// The allocation that is optimal for q* = 2 by its closed form: the search would meet thousands of ties near τ = 1.
fn closed_form(machine: Machine, light: bool, search: Search) -> Option<Allocation> {
    if machine.active() > 2 || search.keep {
        return None;
    }
    Some(if machine.active() == 2 && light {
        Allocation::even(machine.processes, machine.computers)
    } else {
        Allocation::together(machine.processes)
    })
}

fn known<V: Clone>(value: V, allocation: Allocation) -> Bound<V> {
    Bound {
        least: value.clone(),
        value,
        allocation,
        expanded: 0,
        generated: 0,
        tree: Vec::new(),
    }
}

/// The least of Σ w·g(A, n, k, u) + τ·ρ(A) over all allocations, for shares (u, w) with 1 ≤ u ≤ n.
fn mixture(
    machine: Machine,
    shares: &[(u32, Rational)],
    weight: &Rational,
    search: Search,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Bound<Rational>, Cancelled> {
    let mut measure = Exact::new(machine, shares, weight, thick);
    let found = search::run(machine, search, &mut measure, observer)?;
    let denominator = measure.denominator.clone();
    let back = |value: &BigUint| {
        ratio(
            BigInt::from(value.clone()),
            BigInt::from(denominator.clone()),
        )
    };
    Ok(Bound {
        value: back(&found.value),
        least: back(&found.least),
        allocation: found.allocation,
        expanded: found.expanded,
        generated: found.generated,
        tree: found.tree.iter().map(|node| node.map(back)).collect(),
    })
}

/// Values as whole numbers over one common denominator: compared exactly without a greatest common divisor a node.
struct Exact<'a> {
    thick: &'a mut Thick,
    /// q* and the factor of its count.
    shares: Vec<(u32, BigUint)>,
    /// The factor of a crossing pair.
    pair: BigUint,
    denominator: BigUint,
}

impl<'a> Exact<'a> {
    fn new(
        machine: Machine,
        shares: &[(u32, Rational)],
        weight: &Rational,
        thick: &'a mut Thick,
    ) -> Self {
        let processes = BigUint::from(machine.processes);
        let pairs = (&processes * (machine.processes - 1)).max(BigUint::one());
        // Nothing here is negative: magnitudes are values.
        let under = |value: &Rational, times: &BigUint| value.denom().magnitude() * times;
        let totals: Vec<BigUint> = shares
            .iter()
            .map(|(active, _)| thick::choices(machine.processes, *active))
            .collect();
        let denominator = shares
            .iter()
            .zip(&totals)
            .fold(under(weight, &pairs), |all, ((_, share), total)| {
                all.lcm(&under(share, total))
            });
        let shares = shares
            .iter()
            .zip(&totals)
            .map(|((active, share), total)| {
                (
                    *active,
                    &denominator / under(share, total) * share.numer().magnitude(),
                )
            })
            .collect();
        Self {
            thick,
            shares,
            pair: &denominator / under(weight, &pairs) * weight.numer().magnitude(),
            denominator,
        }
    }
}

impl Measure for Exact<'_> {
    type Value = BigUint;

    fn value(&mut self, thick: &[u32], thin: &[u32]) -> BigUint {
        let start = &self.pair * thin::crossing(thin);
        self.shares.iter().fold(start, |sum, (active, share)| {
            sum + share * self.thick.count(thick, *active)
        })
    }
}

/// Values in doubles.
struct Rough<'a> {
    thick: &'a mut Thick,
    active: u32,
    /// τ / (n(n−1)).
    pair: f64,
}

impl Measure for Rough<'_> {
    type Value = f64;

    fn value(&mut self, thick: &[u32], thin: &[u32]) -> f64 {
        self.thick.rough(thick, self.active) + self.pair * thin::crossing(thin) as f64
    }
}

/// H in doubles, for up to 1000 processes and for whole surfaces; off by at most [`thick::error`] of itself.
///
/// # Errors
/// [`Error::Number`] for a weight that is negative or not finite, [`Error::Cancelled`].
pub fn rough(
    machine: Machine,
    weight: f64,
    search: Search,
    thick: &mut Thick,
    observer: &mut dyn Observer,
) -> Result<Bound<f64>, Error> {
    if !(weight.is_finite() && weight >= 0.0) {
        return Err(Error::Number {
            quantity: word!("weight of the signals"),
            value: weight.to_string(),
            allowed: word!("finite and 0 or more"),
        });
    }
    let pairs = f64::from(machine.processes) * f64::from(machine.processes - 1);
    let mut measure = Rough {
        thick,
        active: machine.active(),
        pair: weight / pairs.max(1.0),
    };
    if let Some(allocation) = closed_form(machine, weight < 1.0, search) {
        let value = measure.value(allocation.parts(), allocation.parts());
        return Ok(known(value, allocation));
    }
    let Outcome {
        value,
        least,
        allocation,
        expanded,
        generated,
        tree,
    } = search::run(machine, search, &mut measure, observer)?;
    Ok(Bound {
        value,
        allocation,
        least,
        expanded,
        generated,
        tree,
    })
}
