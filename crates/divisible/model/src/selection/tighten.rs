//! The largest load of any set of items: no cluster can use room beyond it.

use super::knapsack::Item;

/// The limit of words times items: more is not worth the time.
const WORK: u64 = 1 << 26;

/// The greatest sum of weights within `capacity`; the capacity itself where it would take too long to find.
///
/// Source: own choice, after Pisinger 1999 (tightening of capacities).
#[must_use]
pub fn tightened(items: &[(usize, Item)], capacity: u64) -> u64 {
    let unit = items.iter().fold(0, |unit, (_, item)| {
        greatest_common_divisor(unit, item.weight)
    });
    if unit == 0 {
        return capacity;
    }
    let units = capacity / unit;
    let words = units / 64 + 1;
    if words.saturating_mul(items.len() as u64) > WORK {
        return units * unit;
    }
    let mut reached = vec![0_u64; words as usize];
    let mut before = reached.clone();
    if let Some(word) = reached.first_mut() {
        *word = 1;
    }
    for (_, item) in items {
        let shift = item.weight / unit;
        let (skip, bits) = ((shift / 64) as usize, (shift % 64) as u32);
        before.copy_from_slice(&reached);
        let carried = std::iter::once(&0).chain(&before);
        for ((word, low), carry) in reached.iter_mut().skip(skip).zip(&before).zip(carried) {
            *word |= low << bits | carry.checked_shr(64 - bits).unwrap_or(0);
        }
    }
    (0..=units)
        .rev()
        .find(|load| {
            reached
                .get((load / 64) as usize)
                .is_some_and(|word| word >> (load % 64) & 1 == 1)
        })
        .unwrap_or(0)
        * unit
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
