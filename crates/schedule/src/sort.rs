//! Sorting of short or seldom sorted lists: one program for all types. The standard library's sort is compiled anew,
//! some five kilobytes, for each type and each comparison.

use std::cmp::Ordering;

/// Sorts items; equal items stay in their order.
///
/// ```
/// let mut items = ["three", "one", "two"];
/// schedule::sort::by(&mut items, |a, b| a.len().cmp(&b.len()));
/// assert_eq!(items, ["one", "two", "three"]);
/// ```
pub fn by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let sorted = places(
        items.len(),
        &mut |a, b| match (items.get(a), items.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        },
    );
    settle(sorted, &mut |a, b| items.swap(a, b));
}

/// The places of `count` items in their order.
#[inline(never)]
fn places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Swaps items until each is in its place: at every place stands the item of the place that `from` names there.
#[inline(never)]
fn settle(mut from: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..from.len() {
        let mut place = start;
        while let Some(next) = from.get_mut(place) {
            let next = std::mem::replace(next, place);
            if next == start {
                break;
            }
            swap(place, next);
            place = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn items_come_in_the_order_of_the_standard_sort(keys in prop::collection::vec(0_u8..8, 0..200)) {
            let mut items: Vec<_> = keys.into_iter().enumerate().collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(_, key)| *key);
            super::by(&mut items, |(_, a), (_, b)| a.cmp(b));
            prop_assert_eq!(items, expected);
        }
    }
}
