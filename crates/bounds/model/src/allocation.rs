//! Allocations: how many processes each computer has. Klonowska 2007, section 3.1 of Paper I.

use std::fmt;
use words::word;

use crate::error::{Error, within};

/// The most processes for which a bound is computed.
pub const MOST_PROCESSES: u32 = 1000;

/// How many processes each computer has, in non-increasing order and without empty computers, a_1 ≥ a_2 ≥ … ≥ 1.
///
/// The order of the computers changes no bound, so that an allocation is a partition of the number of processes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocation(Vec<u32>);

impl Allocation {
    /// The allocation with these numbers of processes, in any order; empty computers are left out.
    ///
    /// # Errors
    /// [`Error::Range`] where the processes are none or more than 1000.
    pub fn new(processes: impl IntoIterator<Item = u32>) -> Result<Self, Error> {
        let parts: Vec<u32> = processes.into_iter().collect();
        let sum = parts
            .iter()
            .fold(0_u32, |sum, part| sum.saturating_add(*part));
        within(word!("number of processes"), sum, 1, MOST_PROCESSES)?;
        Ok(Self::sorted(parts))
    }

    /// As [`new`](Self::new), of numbers that are known to be in range.
    pub(crate) fn sorted(mut parts: Vec<u32>) -> Self {
        parts.retain(|part| *part > 0);
        parts.sort_unstable_by(|a, b| b.cmp(a));
        Self(parts)
    }

    /// The most even allocation of n processes to k computers (Theorem 4): optimal where signals cost nothing.
    ///
    /// # Errors
    /// [`Error::Range`] for no or more than 1000 processes, or no computer.
    pub fn uniform(processes: u32, computers: u32) -> Result<Self, Error> {
        within(word!("number of processes"), processes, 1, MOST_PROCESSES)?;
        within(word!("number of computers"), computers, 1, u32::MAX)?;
        Ok(Self::even(processes, computers))
    }

    /// As [`uniform`](Self::uniform), of numbers that are known to be in range.
    pub(crate) fn even(processes: u32, computers: u32) -> Self {
        let mut parts = Vec::new();
        push_uniform(&mut parts, processes, computers);
        Self::sorted(parts)
    }

    /// All processes on one computer.
    #[must_use]
    pub fn together(processes: u32) -> Self {
        Self::sorted(vec![processes])
    }

    /// The numbers of processes, non-increasing, each at least 1.
    #[must_use]
    pub fn parts(&self) -> &[u32] {
        &self.0
    }

    /// n, the number of processes.
    #[must_use]
    pub fn processes(&self) -> u32 {
        self.0.iter().sum()
    }
}

impl fmt::Display for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (place, part) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{part}")?;
        }
        f.write_str(")")
    }
}

/// The computer of each process, from 0, where computers have so many processes: the first processes are on the first computer.
#[must_use]
pub fn owners(parts: &[u32]) -> Vec<usize> {
    let each = parts.iter().enumerate();
    each.flat_map(|(computer, part)| std::iter::repeat_n(computer, *part as usize))
        .collect()
}

/// Appends the most even allocation, larger parts first.
pub(crate) fn push_uniform(parts: &mut Vec<u32>, processes: u32, computers: u32) {
    let computers = computers.max(1);
    let (least, more) = (processes / computers, processes % computers);
    parts.extend((0..computers.min(processes)).map(|place| least + u32::from(place < more)));
}

/// Appends the allocation to as few computers as possible, with at most `cap` processes each.
pub(crate) fn push_greedy(parts: &mut Vec<u32>, mut processes: u32, cap: u32) {
    while processes > 0 {
        let part = processes.min(cap.max(1));
        parts.push(part);
        processes -= part;
    }
}
