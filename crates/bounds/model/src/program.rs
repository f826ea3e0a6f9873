//! Programs: processes that work and synchronise, as a text or as a matrix of phases.

pub mod check;
pub mod exact;
pub mod list_scheduling;
pub mod phases;
pub mod text;

mod run;

use crate::error::{self, Error, Time};
use crate::rational::{Rational, common_denominator, common_unit, whole};
use num_bigint::BigInt;
use num_traits::{ToPrimitive as _, Zero as _};
use words::word;

/// Checks that each of so many processes has one of so many computers.
///
/// # Errors
/// [`Error::Range`] where that is not so.
pub(crate) fn check_owners(owners: &[usize], processes: u32, computers: u32) -> Result<(), Error> {
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    error::within(
        word!("number of placed processes"),
        small(owners.len()),
        processes,
        processes,
    )?;
    let most = computers.saturating_sub(1);
    for owner in owners {
        error::within(word!("computer of a process"), small(*owner), 0, most)?;
    }
    Ok(())
}

/// An operation of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Runs for so long.
    Work(Rational),
    /// Sends the signals of this event, from 0; never blocks.
    Activate(usize),
    /// Blocks until this event was activated, and its signal has arrived.
    Wait(usize),
}

/// A process: its name and its operations, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Its operations, in order.
    pub operations: Vec<Operation>,
}

/// A program that ends: each event is activated exactly once, and nothing waits in a circle. As read, it has work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    processes: Vec<Process>,
    events: Vec<String>,
    /// Every operation as (process, place) in an order in which they can happen.
    order: Vec<(usize, usize)>,
    /// The process that activates each event.
    senders: Vec<usize>,
}

impl Program {
    /// The processes.
    #[must_use]
    pub fn processes(&self) -> &[Process] {
        &self.processes
    }

    /// The names of the events.
    #[must_use]
    pub fn events(&self) -> &[String] {
        &self.events
    }

    /// W, the work of all processes.
    #[must_use]
    pub fn work(&self) -> Rational {
        self.works().into_iter().sum()
    }

    /// The work of each process.
    #[must_use]
    pub fn works(&self) -> Vec<Rational> {
        let of = |process: &Process| {
            process
                .operations
                .iter()
                .fold(Rational::zero(), |sum, operation| match operation {
                    Operation::Work(work) => sum + work,
                    Operation::Activate(_) | Operation::Wait(_) => sum,
                })
        };
        self.processes.iter().map(of).collect()
    }

    /// S, the number of signals: of waits.
    #[must_use]
    pub fn signals(&self) -> u32 {
        let waits = self
            .processes
            .iter()
            .flat_map(|process| &process.operations);
        let number = waits
            .filter(|operation| matches!(operation, Operation::Wait(_)))
            .count();
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// z = S / W, signals by work; 0 for a program whose work was taken away.
    #[must_use]
    pub fn granularity(&self) -> Rational {
        let work = self.work();
        if work.is_zero() {
            work
        } else {
            whole(self.signals()) / work
        }
    }

    /// Events that nobody waits for: no signals, and perhaps forgotten.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        let waited = |event: usize| {
            let mut operations = self
                .processes
                .iter()
                .flat_map(|process| &process.operations);
            operations.any(|operation| *operation == Operation::Wait(event))
        };
        self.events
            .iter()
            .enumerate()
            .filter(move |(event, _)| !waited(*event))
            .map(|(_, name)| name.as_str())
    }

    /// The longest chain of work from start to end where signals take no time: no schedule is shorter.
    #[must_use]
    pub fn longest_chain(&self) -> Rational {
        exact::longest_path(self, &[], &Rational::zero())
    }

    /// Every operation with its process, in an order in which they can happen.
    pub(crate) fn ordered(&self) -> impl Iterator<Item = (usize, &Operation)> {
        self.order.iter().filter_map(|(process, place)| {
            Some((
                *process,
                self.processes.get(*process)?.operations.get(*place)?,
            ))
        })
    }

    /// Which process activates the event.
    pub(crate) fn sender(&self, event: usize) -> Option<usize> {
        self.senders.get(event).copied()
    }

    /// The same program with every work multiplied by `factor`: prolonged, or emptied by 0; less counts as 0.
    #[must_use]
    pub fn stretched(&self, factor: &Rational) -> Self {
        let factor = factor.clone().max(Rational::zero());
        let mut stretched = self.clone();
        for process in &mut stretched.processes {
            for operation in &mut process.operations {
                if let Operation::Work(work) = operation {
                    *work *= &factor;
                }
            }
        }
        stretched
    }

    /// A unit in which all work and these times are whole, and all of them in it: 1 over the common denominator, or the largest such
    /// unit where that is too fine.
    ///
    /// # Errors
    /// [`Error::Unit`] where the work, or one of the times, has more than `most` units.
    pub(crate) fn units<const N: usize>(
        &self,
        times: [(Time, &Rational); N],
        most: u64,
    ) -> Result<Units<N>, Error> {
        let of_work = |operation: &'_ Operation| match operation {
            Operation::Work(work) => Some(work.clone()),
            Operation::Activate(_) | Operation::Wait(_) => None,
        };
        let operations = self
            .processes
            .iter()
            .flat_map(|process| &process.operations);
        let works: Vec<Rational> = operations.filter_map(of_work).collect();
        let fine = whole(common_denominator(
            works.iter().chain(times.map(|(_, time)| time)),
        ));
        if let Some(units) = self.in_scale(times, fine, most) {
            return Ok(units);
        }
        // Without signals their delay is nothing.
        let nothing = Rational::zero();
        let times = times.map(|(of, time)| match of {
            Time::Delay if self.signals() == 0 => (of, &nothing),
            _ => (of, time),
        });
        let all = |number: usize| {
            let times = times.iter().take(number).map(|(_, time)| *time);
            works.iter().chain(times)
        };
        if let Some(units) = self.in_scale(times, common_unit(all(N)).recip(), most) {
            return Ok(units);
        }
        // The first time that makes the largest unit too small is to blame.
        for number in 0..=N {
            let scale = common_unit(all(number)).recip();
            let work = self.work();
            let longest = times.iter().take(number).map(|(_, time)| *time);
            let longest = longest.chain([&work]).max().unwrap_or(&work);
            if let Err(units) = within(longest, &scale, most) {
                let before = number.checked_sub(1).and_then(|before| times.get(before));
                return Err(Error::Unit {
                    of: before.map_or(Time::Work, |(of, _)| *of),
                    units: units.to_string(),
                    most,
                });
            }
        }
        // Never: the largest unit of all times was too small.
        Err(Error::NoWork)
    }

    /// Work and times with so many units for 1, where none has more than `most`.
    fn in_scale<const N: usize>(
        &self,
        times: [(Time, &Rational); N],
        scale: Rational,
        most: u64,
    ) -> Option<Units<N>> {
        let mut found = [0; N];
        for (found, (_, time)) in found.iter_mut().zip(times) {
            *found = within(time, &scale, most).ok()?;
        }
        Some(Units {
            total: within(&self.work(), &scale, most).ok()?,
            times: found,
            scale,
        })
    }
}

/// A time in units; as an error, the number of units where it exceeds `most`.
fn within(time: &Rational, scale: &Rational, most: u64) -> Result<u64, BigInt> {
    let units = (time * scale).to_integer();
    units.to_u64().filter(|units| *units <= most).ok_or(units)
}

/// The whole unit of a program.
pub(crate) struct Units<const N: usize> {
    /// How many units 1 is.
    pub(crate) scale: Rational,
    /// W in units.
    pub(crate) total: u64,
    /// The other times in units.
    pub(crate) times: [u64; N],
}
