//! Functions that several tests share.

use bounds_model::rational::read;
use bounds_model::{Machine, Rational};

/// Every allocation of the processes to at most that many computers: partitions, non-increasing.
pub(crate) fn partitions(processes: u32, computers: u32) -> Vec<Vec<u32>> {
    fn extend(rest: u32, left: u32, cap: u32, parts: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        if rest == 0 {
            all.push(parts.clone());
        } else if left > 0 {
            for part in (1..=cap.min(rest)).rev() {
                parts.push(part);
                extend(rest - part, left - 1, part, parts, all);
                parts.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(processes, computers, processes, &mut Vec::new(), &mut all);
    all
}

/// A fraction in the notation of a table.
pub(crate) fn fraction(text: &str) -> Rational {
    read(text).unwrap()
}

/// n, k and q of a row of a table.
pub(crate) fn machine([processes, computers, processors]: [u32; 3]) -> Machine {
    Machine::new(processes, computers, processors).unwrap()
}
