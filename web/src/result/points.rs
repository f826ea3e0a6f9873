//! The points of a sweep as scenarios of their own.

use std::rc::Rc;

use gloo::utils::window;
use playground::{Ran, Setup, View, link};
use report::{Card, Table};
use schedule::sort;
use yew::prelude::*;

/// The key of the table that has a row for each point.
const TABLE: &str = "sweep";

/// The points that were run and have figures, in the order of their places.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Points {
    places: Vec<usize>,
    links: Rc<Vec<AttrValue>>,
    /// The number of values of the second parameter; one where there is none.
    groups: usize,
}

impl Points {
    /// The points of a set-up; none where it is no sweep.
    pub(crate) fn of(setup: &Setup, ran: &[Ran]) -> Self {
        let View::Sweep(axes) = &setup.view else {
            return Self::default();
        };
        let fine = ran.iter().filter(|ran| ran.outcome.is_ok());
        let mut places: Vec<_> = fine.map(|ran| ran.place).collect();
        sort::by(&mut places, usize::cmp);
        let address = |place: &usize| {
            let scenario = setup.point(*place)?;
            Some(AttrValue::from(link::encode(scenario).ok()?))
        };
        Self {
            links: Rc::new(
                places
                    .iter()
                    .map(|place| address(place).unwrap_or_default())
                    .collect(),
            ),
            places,
            groups: axes.get(1).map_or(1, |axis| axis.values.len()),
        }
    }

    /// A link for each row of a table, where its rows are points.
    pub(crate) fn links_of(&self, table: &Table) -> &[AttrValue] {
        if table.key == TABLE && table.rows.len() == self.links.len() {
            &self.links
        } else {
            &[]
        }
    }

    /// The callback for a click on a mark of a chart: it opens the mark's scenario; nothing where the marks are no points.
    pub(crate) fn chooser(&self, chart: &Card) -> Option<Callback<(usize, usize)>> {
        if self.places.is_empty() {
            return None;
        }
        // Bars have a chart for each value of the second parameter, lines a series.
        let number = chart
            .key
            .rsplit('_')
            .next()
            .and_then(|number| number.parse().ok());
        let bars = chart.bars;
        let points = self.clone();
        Some(Callback::from(move |(series, index): (usize, usize)| {
            let group = if bars { number.unwrap_or(0) } else { series };
            if let Some(link) = points.link(group, index) {
                // The address changes as by a link: the way back leads to the sweep.
                let _ = window().location().set_hash(link);
            }
        }))
    }

    /// The link of a point: the `index`-th among the points with the `group`-th value of the second parameter.
    fn link(&self, group: usize, index: usize) -> Option<&AttrValue> {
        let groups = self.groups.max(1);
        let places = self.places.iter().zip(self.links.iter());
        let mut own = places.filter(|(place, _)| **place % groups == group);
        own.nth(index).map(|(_, link)| link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_leads_to_its_point_where_some_were_left_out() {
        let points = Points {
            places: vec![0, 1, 3, 4],
            links: Rc::new(["a", "b", "d", "e"].map(AttrValue::from).to_vec()),
            groups: 2,
        };
        let found = |group, index| points.link(group, index).map(|link| link.as_str());
        assert_eq!(
            [found(0, 0), found(0, 1), found(0, 2)],
            [Some("a"), Some("e"), None]
        );
        assert_eq!([found(1, 0), found(1, 1)], [Some("b"), Some("d")]);
    }
}
