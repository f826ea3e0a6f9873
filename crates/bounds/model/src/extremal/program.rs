//! The complete program: every choice of q* of the n processes is active in one slot, then every process signals every other. For
//! every placement with sizes A it takes H(A) times as long as on shared processors. Figure 12.

use num_traits::{ToPrimitive as _, Zero as _};
use words::word;

use num_bigint::BigUint;

use crate::error::{Error, within};
use crate::program::phases::{MOST_PHASES, Phases};
use crate::rational::{Rational, ratio, whole};
use crate::reallocation::{Granularity, Machine};
use crate::thick::choices;
use crate::thin;

/// The complete matrix with its chain of signals, of granularity `granularity`, z: slots of n(n−1)/(z·q*·C(n, q*)), or without q*
/// where z counts by shared time. For z = 0 or one process, slots of 1 and no signals. Barriers are free, as in the thesis.
///
/// # Errors
/// [`Error::Range`] for more than 2000 rows, [`Error::Number`] for a negative z.
pub fn complete(
    machine: Machine,
    granularity: &Rational,
    counted: Granularity,
) -> Result<Phases, Error> {
    let (processes, active) = (machine.processes(), machine.active());
    let number = choices(processes, active).to_u32().unwrap_or(u32::MAX);
    within(
        word!("number of rows of the complete matrix"),
        number,
        1,
        MOST_PHASES as u32,
    )?;
    if *granularity < Rational::zero() {
        return Err(Error::Number {
            quantity: word!("granularity"),
            value: granularity.to_string(),
            allowed: word!("0 or more"),
        });
    }
    let (slot, signals) = if granularity.is_zero() || processes == 1 {
        (whole(1), Vec::new())
    } else {
        let pairs = u64::from(processes) * u64::from(processes - 1);
        let times = match counted {
            Granularity::Work => active,
            Granularity::SharedTime => 1,
        };
        let slot = ratio(pairs, u64::from(number) * u64::from(times)) / granularity;
        let chain: Vec<usize> = thin::signal_chain(processes)?
            .into_iter()
            .map(|process| process as usize)
            .collect();
        let signals = chain
            .iter()
            .copied()
            .zip(chain.iter().copied().skip(1))
            .collect();
        (slot, signals)
    };
    let rows = rows(processes, active);
    let work = rows
        .into_iter()
        .map(|row| {
            row.into_iter()
                .map(|active| {
                    if active {
                        slot.clone()
                    } else {
                        Rational::zero()
                    }
                })
                .collect()
        })
        .collect();
    Phases::new(work, signals)
}

/// Up to `most` slots of the complete matrix, evenly spaced among its rows, each of length 1 and without signals: a view of the
/// worst program where it is too long to be drawn whole.
///
/// # Errors
/// [`Error::Range`] for more slots than a program may have.
pub fn sample(machine: Machine, most: u32) -> Result<Phases, Error> {
    let (processes, active) = (machine.processes(), machine.active());
    let all = choices(processes, active);
    let number = all.to_u32().unwrap_or(u32::MAX).min(most);
    let row = |place: u32| {
        let row = nth_row(processes, active, &all * place / number);
        row.into_iter().map(|one| whole(u32::from(one))).collect()
    };
    Phases::new((0..number).map(row).collect(), Vec::new())
}

/// The row at a place, from 0, of [`rows`].
fn nth_row(processes: u32, active: u32, mut place: BigUint) -> Vec<bool> {
    let mut ones = active;
    let one = |at: u32| {
        let after = processes - at - 1;
        if ones == 0 {
            return false;
        }
        // So many rows go on with a one here.
        let with = choices(after, ones - 1);
        let is_one = place < with;
        match is_one {
            true => ones -= 1,
            false => place -= with,
        }
        is_one
    };
    (0..processes).map(one).collect()
}

/// Every row with so many ones, those of the first processes first: 110, 101, 011.
fn rows(processes: u32, active: u32) -> Vec<Vec<bool>> {
    let mut rows = vec![Vec::new()];
    for place in 0..processes {
        let after = processes - place - 1;
        rows = rows
            .into_iter()
            .flat_map(|begun: Vec<bool>| {
                let ones = begun.iter().filter(|active| **active).count() as u32;
                let with = |one: bool| {
                    let mut row = begun.clone();
                    row.push(one);
                    row
                };
                let (may, can) = (
                    (ones < active).then(|| with(true)),
                    (ones + after >= active).then(|| with(false)),
                );
                [may, can].into_iter().flatten()
            })
            .collect();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_found_by_its_place() {
        for (processes, active) in [(1, 1), (5, 2), (6, 6), (9, 4)] {
            for (place, row) in (0_u32..).zip(rows(processes, active)) {
                assert_eq!(nth_row(processes, active, place.into()), row);
            }
        }
    }

    #[test]
    fn a_sample_is_evenly_spaced_and_whole_where_it_may_be() -> Result<(), Error> {
        let machine = Machine::new(12, 6, 6)?;
        let part = sample(machine, 24)?;
        assert_eq!(part.rows().len(), 24);
        let all = rows(12, 6);
        for (place, row) in part.rows().iter().enumerate() {
            let ones: Vec<_> = row.iter().map(|one| *one == whole(1)).collect();
            assert_eq!(ones, all[place * 924 / 24]);
        }
        let small = sample(Machine::new(4, 2, 2)?, 24)?;
        assert_eq!(small.rows().len(), 6);
        assert_eq!(sample(Machine::new(64, 8, 32)?, 24)?.rows().len(), 24);
        Ok(())
    }
}
