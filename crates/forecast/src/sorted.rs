//! Some values in ascending order.

/// Values in ascending order, in memory that is allocated once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sorted(Vec<f64>);

impl Sorted {
    /// No values yet, with room for `size`.
    pub(crate) fn new(size: usize) -> Self {
        Self(Vec::with_capacity(size))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.0
    }

    /// The place where a value stands, or would stand.
    pub(crate) fn place(&self, value: f64) -> usize {
        self.0
            .partition_point(|other| other.total_cmp(&value).is_lt())
    }

    pub(crate) fn insert(&mut self, value: f64) {
        let place = self.place(value);
        self.0.insert(place, value);
    }

    /// Removes a value that is there.
    pub(crate) fn remove(&mut self, value: f64) {
        let place = self.place(value);
        if place < self.0.len() {
            self.0.remove(place);
        }
    }

    /// Replaces a value that is there by another: only the values between them move.
    pub(crate) fn replace(&mut self, old: f64, new: f64) {
        let (from, to) = (self.place(old), self.place(new));
        if from < to {
            if let Some(between) = self.0.get_mut(from..to) {
                between.rotate_left(1);
            }
            if let Some(place) = self.0.get_mut(to - 1) {
                *place = new;
            }
        } else if let Some(between) = self.0.get_mut(to..=from) {
            between.rotate_right(1);
            if let Some(place) = between.first_mut() {
                *place = new;
            }
        }
    }

    /// The middle value, or the mean of the two middle values; nothing where there is no value.
    pub(crate) fn median(&self) -> Option<f64> {
        let half = self.0.len() / 2;
        let upper = self.0.get(half)?;
        if self.0.len().is_multiple_of(2) {
            Some(0.5 * (self.0.get(half.checked_sub(1)?)? + upper))
        } else {
            Some(*upper)
        }
    }

    /// The quantile of type 7: linear between order statistics, from the least value at 0 to the largest at 1.
    pub(crate) fn quantile(&self, share: f64) -> Option<f64> {
        let position = share * self.0.len().checked_sub(1)? as f64;
        let below = position.floor();
        let low = self.0.get(below as usize)?;
        let high = self.0.get(below as usize + 1).unwrap_or(low);
        Some(low + (position - below) * (high - low))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted(values: &[u8]) -> Sorted {
        let mut sorted = Sorted::new(values.len());
        for value in values {
            sorted.insert(f64::from(*value));
        }
        sorted
    }

    proptest! {
        #[test]
        fn replacing_is_removing_and_inserting(
            values in prop::collection::vec(0_u8..9, 1..30), which in any::<prop::sample::Index>(), new in 0_u8..9
        ) {
            let old = f64::from(values[which.index(values.len())]);
            let mut replaced = sorted(&values);
            replaced.replace(old, f64::from(new));
            let mut other = sorted(&values);
            other.remove(old);
            other.insert(f64::from(new));
            prop_assert!(replaced.values().is_sorted());
            prop_assert_eq!(replaced, other);
        }
    }

    #[test]
    fn quantiles_lie_between_the_order_statistics() {
        let sorted = sorted(&[4, 1, 3, 2]);
        assert_eq!(sorted.quantile(0.0), Some(1.0));
        assert_eq!(sorted.quantile(0.25), Some(1.75));
        assert_eq!(sorted.quantile(0.5), sorted.median());
        assert_eq!(sorted.quantile(1.0), Some(4.0));
        assert_eq!(Sorted::new(1).quantile(0.5), None);
    }
}
