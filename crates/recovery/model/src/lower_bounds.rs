//! Lower bounds of the worst-case load: BV, MV, and the bound for P processes a computer.
use words::word;

use crate::error::{Error, within};
use crate::list::MOST_COMPUTERS;

/// The most processes a computer for which the bound is computed.
pub const MOST_PROCESSES: usize = 128;

/// BV(j), a lower bound of the load that j crashes can cause in any regular scheme: floor((sqrt(8j+1) - 1) / 2) + 1, the value k
/// exactly k times. Paper III.
///
/// ```
/// let first: Vec<_> = (1..=7).map(recovery_model::lower_bounds::disjoint).collect();
/// assert_eq!(first, [2, 2, 3, 3, 3, 4, 4]);
/// ```
#[must_use]
pub fn disjoint(crashes: usize) -> usize {
    (crashes.saturating_mul(8).saturating_add(1).isqrt() - 1) / 2 + 1
}

/// MV(n, j), the larger of BV(j) and the mean load of the survivors rounded up. Paper III. `None` unless
/// 1 ≤ j < n.
#[must_use]
pub fn least_load(computers: usize, crashes: usize) -> Option<usize> {
    let survivors = computers.checked_sub(crashes).filter(|left| *left > 0)?;
    (crashes > 0).then(|| disjoint(crashes).max(computers.div_ceil(survivors)))
}

/// MV(n, 1), …, MV(n, n-1).
#[must_use]
pub fn least_loads(computers: usize) -> Vec<usize> {
    (1..computers)
        .filter_map(|crashes| least_load(computers, crashes))
        .collect()
}

/// The number of crashes up to which the worst loads of 1, 2, … crashes equal these bounds.
///
/// ```
/// use recovery_model::lower_bounds::{least_loads, tight};
/// assert_eq!(tight([2, 2, 3, 4, 6], &least_loads(6)), 3);
/// ```
#[must_use]
pub fn tight(loads: impl IntoIterator<Item = usize>, bounds: &[usize]) -> usize {
    let pairs = loads.into_iter().zip(bounds);
    pairs.take_while(|(load, bound)| load == *bound).count()
}

/// The bound for P processes a computer as numerators over P, for 1, 2, … crashes: P + E(i), where the e-th extra process
/// costs ceil(e/P) crashes. Papers IV and VI, appendices.
///
/// # Errors
/// [`Error::Range`] for P outside 1 to 128, or more than 1024 crashes.
pub fn of_several(processes: usize, crashes: usize) -> Result<Vec<usize>, Error> {
    let processes = within(
        word!("number of processes a computer"),
        processes,
        1,
        MOST_PROCESSES,
    )?;
    within(word!("number of crashes"), crashes, 0, MOST_COMPUTERS)?;
    let (mut extra, mut spent) = (0, 0);
    let bound = |crashes: usize| {
        while spent + (extra + 1_usize).div_ceil(processes) <= crashes {
            extra += 1;
            spent += extra.div_ceil(processes);
        }
        processes + extra
    };
    Ok((1..=crashes).map(bound).collect())
}

/// MV_P(n, 1), …, MV_P(n, n-1) as numerators over P: the larger of [`of_several`] and the mean load rounded up.
///
/// # Errors
/// [`Error::Range`] for fewer than 2 or more than 1024 computers, or P outside 1 to 128.
pub fn least_loads_of_several(computers: usize, processes: usize) -> Result<Vec<usize>, Error> {
    let computers = within(word!("number of computers"), computers, 2, MOST_COMPUTERS)?;
    let bounds = of_several(processes, computers - 1)?;
    let mean = |crashes: usize| (processes * computers).div_ceil((computers - crashes).max(1));
    Ok((1..computers)
        .zip(bounds)
        .map(|(crashes, bound)| bound.max(mean(crashes)))
        .collect())
}

/// The most routes that can be disjoint among n computers: the largest x with x(x+1)/2 ≤ n-1. It bounds the number of
/// disjoint routes, not the number of tolerated crashes.
#[must_use]
pub fn most_disjoint(computers: usize) -> usize {
    let others = computers.saturating_sub(1).min(usize::MAX / 16);
    ((8 * others + 1).isqrt() - 1) / 2
}
