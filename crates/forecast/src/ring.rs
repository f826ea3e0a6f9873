//! The last values of a series, in order.

/// A ring of the last values; its size is fixed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ring {
    values: Box<[f64]>,
    /// The place of the next value.
    next: usize,
    length: usize,
}

impl Ring {
    /// An empty ring of `size` values, at least one.
    pub(crate) fn new(size: usize) -> Self {
        Self {
            values: vec![0.0; size.max(1)].into_boxed_slice(),
            next: 0,
            length: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Takes in a value; gives back the one that it pushes out.
    pub(crate) fn push(&mut self, value: f64) -> Option<f64> {
        let place = self.values.get_mut(self.next)?;
        let old = std::mem::replace(place, value);
        self.next += 1;
        if self.next == self.values.len() {
            self.next = 0;
        }
        if self.length == self.values.len() {
            return Some(old);
        }
        self.length += 1;
        None
    }

    /// The value that came `ago` values before the newest one.
    pub(crate) fn back(&self, ago: usize) -> Option<f64> {
        if ago >= self.length {
            return None;
        }
        let index = if ago < self.next {
            self.next - 1 - ago
        } else {
            self.next + self.values.len() - 1 - ago
        };
        self.values.get(index).copied()
    }

    /// Its values, oldest first: one piece after the other.
    pub(crate) fn pieces(&self) -> (&[f64], &[f64]) {
        let newer = self.values.get(..self.next).unwrap_or_default();
        if self.length < self.values.len() {
            return (&[], newer);
        }
        (self.values.get(self.next..).unwrap_or_default(), newer)
    }

    /// Its values, oldest first.
    pub(crate) fn oldest_first(&self) -> impl DoubleEndedIterator<Item = f64> + Clone + '_ {
        let (older, newer) = self.pieces();
        older.iter().chain(newer).copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_ring_holds_the_last_values_in_order(
            size in 1_usize..9, series in prop::collection::vec(any::<u8>(), 0..40)
        ) {
            let mut ring = Ring::new(size);
            for (seen, value) in series.iter().enumerate() {
                let out = ring.push(f64::from(*value));
                let gone = seen.checked_sub(size).map(|old| f64::from(series[old]));
                prop_assert_eq!(out, gone);
            }
            let last: Vec<_> = series.iter().rev().take(size).map(|v| f64::from(*v)).collect();
            let back: Vec<_> = (0..ring.len()).filter_map(|ago| ring.back(ago)).collect();
            prop_assert_eq!(&back, &last);
            prop_assert_eq!(ring.back(ring.len()), None);
            prop_assert_eq!(ring.oldest_first().rev().collect::<Vec<_>>(), last);
        }
    }
}
