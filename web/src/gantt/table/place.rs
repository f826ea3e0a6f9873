//! The rows in the document: arithmetic without a browser. Of any number of rows, only the visible
//! ones exist; a scroll bar stands for the others.

/// The height of a row, in CSS pixels; the header's is the same.
pub(super) const ROW: f64 = 28.0;
/// No browser makes an element higher than about this.
const HIGHEST: f64 = 15_000_000.0;

/// A table of so many rows in a frame of some height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) rows: usize,
    /// The frame's height in CSS pixels.
    pub(super) view: f64,
}

impl Place {
    pub(super) fn new(rows: usize, view: f64) -> Place {
        Place { rows, view }
    }

    /// The number of rows that fit below the header.
    pub(super) fn page(self) -> usize {
        ((self.view / ROW).floor() as usize)
            .saturating_sub(1)
            .max(1)
    }

    /// The greatest first visible row.
    fn last_first(self) -> usize {
        self.rows.saturating_sub(self.page())
    }

    /// The height of the scrolled element.
    pub(super) fn height(self) -> f64 {
        (self.view + self.last_first() as f64 * ROW).min(HIGHEST.max(self.view))
    }

    /// The scroll distance of a row.
    fn per_row(self) -> f64 {
        (self.height() - self.view) / self.last_first().max(1) as f64
    }

    /// The first visible row at this scroll position.
    pub(super) fn first(self, scrolled: f64) -> usize {
        if self.last_first() == 0 {
            return 0;
        }
        ((scrolled / self.per_row()).round().max(0.0) as usize).min(self.last_first())
    }

    /// The scroll position that makes this row the first visible one.
    pub(super) fn scrolled(self, first: usize) -> f64 {
        (first.min(self.last_first()) as f64 * self.per_row()).round()
    }

    /// The first visible row that brings this row into view, nearest to the former first row.
    pub(super) fn showing(self, row: usize, first: usize) -> usize {
        let least = (row + 1).saturating_sub(self.page());
        first.clamp(least, row.max(least)).min(self.last_first())
    }
}

/// The row that a key leads to from another row, or from none.
pub(super) fn key(key: &str, row: Option<usize>, place: Place) -> Option<usize> {
    let last = place.rows.checked_sub(1)?;
    let page = place.page();
    let to = match (key, row) {
        ("Home", _) => 0,
        ("End", _) => last,
        ("ArrowDown" | "ArrowUp" | "PageDown" | "PageUp", None) => 0,
        ("ArrowDown", Some(row)) => row + 1,
        ("ArrowUp", Some(row)) => row.saturating_sub(1),
        ("PageDown", Some(row)) => row + page,
        ("PageUp", Some(row)) => row.saturating_sub(page),
        _ => return None,
    };
    Some(to.min(last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_row_can_be_the_first_one_seen_until_the_last_page(rows in 0_usize..15_000_000, view in 100.0..2000.0_f64, share in 0.0..=1.0_f64) {
            let place = Place::new(rows, view);
            let first = (share * place.last_first() as f64) as usize;
            prop_assert_eq!(place.first(place.scrolled(first)), first);
            prop_assert_eq!(place.first(place.height() - view), place.last_first());
            prop_assert!(place.height() <= HIGHEST);
        }

        #[test]
        fn a_row_is_seen_and_nothing_moves_if_it_was(rows in 1_usize..100_000, view in 100.0..2000.0_f64, row in 0.0..1.0_f64, first in 0.0..=1.0_f64) {
            let place = Place::new(rows, view);
            let (row, first) = ((row * rows as f64) as usize, (first * place.last_first() as f64) as usize);
            let shown = place.showing(row, first);
            prop_assert!(shown <= row && row < shown + place.page());
            prop_assert!(shown <= place.last_first());
            if first <= row && row < first + place.page() {
                prop_assert_eq!(shown, first);
            }
        }
    }

    #[test]
    fn keys_stay_within_the_table() {
        let place = Place::new(100, 280.0);
        assert_eq!(key("ArrowUp", Some(0), place), Some(0));
        assert_eq!(key("PageDown", Some(5), place), Some(14));
        assert_eq!(key("PageDown", Some(95), place), Some(99));
        assert_eq!(key("End", None, place), Some(99));
        assert_eq!(key("ArrowDown", None, place), Some(0));
        assert_eq!(key("x", Some(3), place), None);
        assert_eq!(key("End", None, Place::new(0, 280.0)), None);
    }
}
