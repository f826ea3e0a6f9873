//! The worst case by distinct unions of crash routes. There are 2^(n-1) sets of routes but few distinct unions of them, and
//! the gain of a union follows from the union alone: the weight of all routes in it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::BitOr;

use report::Cancelled;

use super::PARTS;
use crate::scheme::Route;

/// The result of the search.
pub(crate) struct Found {
    /// For 1, 2, … crashes the greatest gain and the computers that must be down for it; only as far as it is exact.
    pub(crate) best: Vec<(u32, u128)>,
    /// The most unions kept after any route.
    pub(crate) kept: usize,
}

/// A set of computers as bits.
trait Set: Copy + Eq + Hash + BitOr<Output = Self> {
    fn of(bits: u128) -> Self;
    fn bits(self) -> u128;
    fn size(self) -> u32;
}

impl Set for u64 {
    fn of(bits: u128) -> Self {
        bits as Self
    }
    fn bits(self) -> u128 {
        self.into()
    }
    fn size(self) -> u32 {
        self.count_ones()
    }
}

impl Set for u128 {
    fn of(bits: u128) -> Self {
        bits
    }
    fn bits(self) -> u128 {
        self
    }
    fn size(self) -> u32 {
        self.count_ones()
    }
}

/// Multiplies and rotates: sets of computers need no better hash.
#[derive(Default)]
struct Spread(u64);

impl Spread {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add((*byte).into());
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    fn write_u128(&mut self, word: u128) {
        self.add(word as u64);
        self.add((word >> 64) as u64);
    }
}

/// Finds the worst case of a target for up to `most` crashes, or for as many as fit into `limit` unions.
pub(crate) fn search(
    computers: usize,
    routes: &[Route],
    most: usize,
    limit: usize,
    part: &mut dyn FnMut(u64) -> Result<(), Cancelled>,
) -> Result<Found, Cancelled> {
    if computers <= 64 {
        unions::<u64>(routes, most, limit, part)
    } else {
        unions::<u128>(routes, most, limit, part)
    }
}

fn unions<S: Set>(
    routes: &[Route],
    most: usize,
    limit: usize,
    part: &mut dyn FnMut(u64) -> Result<(), Cancelled>,
) -> Result<Found, Cancelled> {
    let mut most = most.min(128) as u32;
    let mut kept = 1;
    let mut entries: Vec<(S, u32)> = vec![(S::of(0), 0)];
    let mut places: HashMap<S, u32, BuildHasherDefault<Spread>> = HashMap::default();
    places.insert(S::of(0), 0);
    for (number, route) in routes.iter().enumerate() {
        part(number as u64 * PARTS / routes.len().max(1) as u64)?;
        let needs = S::of(route.needs);
        let before = entries.len();
        for at in 0..before {
            let Some((set, gain)) = entries.get_mut(at) else {
                break;
            };
            let union = *set | needs;
            if union == *set {
                // A route within the union adds its weight to it.
                *gain += route.weight;
                continue;
            }
            if union.size() > most {
                continue;
            }
            let gain = *gain + route.weight;
            let next = entries.len() as u32;
            let place = *places.entry(union).or_insert(next);
            if place == next {
                entries.push((union, gain));
            } else if place as usize >= before
                && let Some((_, other)) = entries.get_mut(place as usize)
            {
                *other = gain.max(*other);
            }
            if at % (1 << 18) == (1 << 18) - 1 {
                part(number as u64 * PARTS / routes.len().max(1) as u64)?;
            }
        }
        if entries.len() > limit {
            most = fewer(&entries, most, limit / 2);
            entries.retain(|(set, _)| set.size() <= most);
            places.clear();
            places.extend((0..).zip(&entries).map(|(place, (set, _))| (*set, place)));
        }
        kept = kept.max(entries.len());
    }
    Ok(Found {
        best: best(&entries, most),
        kept,
    })
}

/// The number of crashes for which `limit` unions are enough: unions of few computers come from unions of fewer.
fn fewer<S: Set>(entries: &[(S, u32)], most: u32, limit: usize) -> u32 {
    let mut sizes = [0_usize; 129];
    for (set, _) in entries {
        if let Some(count) = sizes.get_mut(set.size() as usize) {
            *count += 1;
        }
    }
    let mut sum = 0;
    let within = (0_u32..).zip(sizes).take_while(|(_, count)| {
        sum += count;
        sum <= limit
    });
    within
        .last()
        .map_or(0, |(size, _)| size)
        .min(most.saturating_sub(1))
}

/// The greatest gain of a union of at most so many computers.
fn best<S: Set>(entries: &[(S, u32)], most: u32) -> Vec<(u32, u128)> {
    let mut best = vec![(0, 0); most as usize];
    for (set, gain) in entries {
        let place = (set.size() as usize).checked_sub(1);
        if let Some(known) = place.and_then(|place| best.get_mut(place))
            && *gain > known.0
        {
            *known = (*gain, set.bits());
        }
    }
    let mut before = (0, 0);
    for known in &mut best {
        if known.0 < before.0 {
            *known = before;
        }
        before = *known;
    }
    best
}
