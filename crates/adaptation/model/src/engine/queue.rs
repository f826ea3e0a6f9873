//! The queue of events, ordered by time and, at equal times, by insertion.
//!
//! A heap of four children a node, with entries of 16 bytes: four siblings share a cache line. Most events cause exactly one
//! other, so the place of the last event taken stays vacant until the next is put in.

/// Bits of an entry that hold the event's code.
const WHAT_BITS: u32 = 26;
/// Children of an entry.
const CHILDREN: usize = 4;

/// A time and an event. Times are at least 0, so that their bits order like their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    time: u64,
    /// The number of the entry, and the event's code.
    tail: u64,
}

impl Entry {
    /// The order.
    #[inline(always)]
    const fn key(self) -> u128 {
        ((self.time as u128) << 64) | self.tail as u128
    }
}

/// An event taken from the queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The time, s.
    pub time: f64,
    /// Its number, which no other event has.
    pub number: u64,
    /// The event's code: less than 2^26.
    pub what: u32,
}

/// The queue.
///
/// ```
/// let mut queue = adaptation_model::engine::queue::Queue::default();
/// queue.push(2.0, 7);
/// queue.push(1.5, 8);
/// assert_eq!(queue.pop().map(|event| event.what), Some(8));
/// ```
#[derive(Debug, Default)]
pub struct Queue {
    heap: Vec<Entry>,
    vacant: bool,
    next: u64,
}

impl Queue {
    /// Puts an event in and returns its number. Times are at least 0, and codes are less than 2^26.
    #[inline]
    pub fn push(&mut self, time: f64, what: u32) -> u64 {
        let number = self.next;
        self.next = number.wrapping_add(1);
        let entry = Entry {
            time: time.to_bits(),
            tail: (number << WHAT_BITS) | u64::from(what),
        };
        if self.vacant {
            self.vacant = false;
            self.sink(entry);
        } else {
            self.heap.push(entry);
            self.rise(entry);
        }
        number
    }

    /// Takes the next event.
    #[inline]
    #[must_use]
    pub fn pop(&mut self) -> Option<Event> {
        if self.vacant {
            self.vacant = false;
            let last = self.heap.pop()?;
            if !self.heap.is_empty() {
                self.sink(last);
            }
        }
        let first = *self.heap.first()?;
        self.vacant = true;
        Some(Event {
            time: f64::from_bits(first.time),
            number: first.tail >> WHAT_BITS,
            what: (first.tail & ((1 << WHAT_BITS) - 1)) as u32,
        })
    }

    /// Puts the entry at the top and lets it sink.
    #[inline]
    fn sink(&mut self, entry: Entry) {
        let heap = self.heap.as_mut_slice();
        let key = entry.key();
        let mut place = 0;
        loop {
            let first = place * CHILDREN + 1;
            let children = heap.get(first..).unwrap_or_default();
            let (at, least) = if let Some(&[a, b, c, d]) = children.first_chunk::<CHILDREN>() {
                let (i, left) = if b.key() < a.key() { (1, b) } else { (0, a) };
                let (j, right) = if d.key() < c.key() { (3, d) } else { (2, c) };
                if right.key() < left.key() {
                    (j, right)
                } else {
                    (i, left)
                }
            } else {
                let least = children
                    .iter()
                    .enumerate()
                    .min_by_key(|(_, child)| child.key());
                match least {
                    Some((at, least)) => (at, *least),
                    None => break,
                }
            };
            if least.key() >= key {
                break;
            }
            if let Some(slot) = heap.get_mut(place) {
                *slot = least;
            }
            place = first + at;
        }
        if let Some(slot) = heap.get_mut(place) {
            *slot = entry;
        }
    }

    /// Lets the entry at the end rise.
    #[inline]
    fn rise(&mut self, entry: Entry) {
        let heap = self.heap.as_mut_slice();
        let mut place = heap.len().saturating_sub(1);
        while place > 0 {
            let above = (place - 1) / CHILDREN;
            let Some(&parent) = heap.get(above) else {
                break;
            };
            if parent.key() <= entry.key() {
                break;
            }
            if let Some(slot) = heap.get_mut(place) {
                *slot = parent;
            }
            place = above;
        }
        if let Some(slot) = heap.get_mut(place) {
            *slot = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use trace::random::Random;

    #[test]
    fn events_come_in_the_order_of_time_and_number() {
        let mut random = Random::new(7);
        let mut queue = Queue::default();
        let mut twin = BTreeSet::new();
        let mut now = 0.0;
        for round in 0..20_000_u32 {
            let pushes = random.below(if round < 5_000 { 3 } else { 2 });
            for _ in 0..pushes {
                let time = now + random.below(50) as f64 * 0.25;
                let number = queue.push(time, round);
                assert!(twin.insert((time.to_bits(), number, round)));
            }
            let found = queue.pop();
            let expected = twin.pop_first();
            assert_eq!(
                found.map(|event| (event.time.to_bits(), event.number, event.what)),
                expected
            );
            if let Some(event) = found {
                now = event.time;
            }
        }
    }
}
