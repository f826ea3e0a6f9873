//! The thin part of the bound: how many signals of the worst case cross between computers, and the chain of these signals.

use words::word;

use crate::allocation::{Allocation, MOST_PROCESSES};
use crate::error::{Error, within};
use crate::rational::{Rational, ratio};

/// Ordered pairs of processes on different computers: n(n−1) − Σ a(a−1).
#[must_use]
pub fn crossing(parts: &[u32]) -> u64 {
    let pairs = |size: u64| size * size.saturating_sub(1);
    let processes = parts.iter().map(|part| u64::from(*part)).sum();
    pairs(processes) - parts.iter().map(|part| pairs((*part).into())).sum::<u64>()
}

/// ρ(A), the share of ordered pairs of processes that sit on different computers, from 0 to 1; 0 for one process.
///
/// ```
/// use bounds_model::{allocation::Allocation, rational::ratio, thin};
/// assert_eq!(thin::crossing_share(&Allocation::new([2, 1])?), ratio(2, 3));
/// # Ok::<(), bounds_model::Error>(())
/// ```
#[must_use]
pub fn crossing_share(allocation: &Allocation) -> Rational {
    let processes = u64::from(allocation.processes());
    ratio(
        crossing(allocation.parts()),
        processes * processes.saturating_sub(1),
    )
}

/// The worst-case chain of signals: a closed walk in which every process signals every other once, n(n−1)+1 stations from
/// process 0 back to it (Hierholzer's algorithm, lowest numbers first).
///
/// # Errors
/// [`Error::Range`] for no or more than 1000 processes.
pub fn signal_chain(processes: u32) -> Result<Vec<u32>, Error> {
    within(word!("number of processes"), processes, 1, MOST_PROCESSES)?;
    // The next process that each one signals; itself is skipped.
    let mut next = vec![0_u32; processes as usize];
    let (mut stack, mut walk) = (vec![0_u32], Vec::new());
    while let Some(&here) = stack.last() {
        let Some(to) = next.get_mut(here as usize) else {
            break;
        };
        if *to == here {
            *to += 1;
        }
        if *to < processes {
            stack.push(*to);
            *to += 1;
        } else {
            walk.extend(stack.pop());
        }
    }
    walk.reverse();
    Ok(walk)
}
