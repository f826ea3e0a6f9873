//! The complete program: every choice of q* of the n processes is active in one slot, then every process signals every other. For
//! every placement with sizes A it takes H(A) times as long as on shared processors. Figure 12.

use num_traits::{ToPrimitive as _, Zero as _};
use words::word;

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
            quantity: "granularity",
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
