//! Charts that show the same everywhere.

use words::say;

use super::words::number;
use super::{Chart, Series, Side};
use crate::evidence::same;

impl Chart {
    /// The chart in a sentence, where it shows one value everywhere, or none: such a chart is not worth drawing. Two values or
    /// more are needed, and no other value to compare with.
    #[must_use]
    pub fn constant(&self) -> Option<String> {
        let mut values = Vec::new();
        for series in &self.series {
            series.heights(&mut values)?;
        }
        let axis = match self.series.first() {
            Some(Series::Heat { value, .. }) => value,
            _ => &self.y,
        };
        let beside = |on| {
            let beside = self.references.iter();
            beside.filter(move |one| one.on == on).map(|one| one.value)
        };
        // A line at a place of the other axis parts the shown values.
        if beside(Side::X).next().is_some() {
            return None;
        }
        values.extend(beside(Side::Y));
        values.retain(|value| value.is_finite());
        match values.as_slice() {
            [] => Some(say!("{} There are no values.", self.title)),
            [first, others @ ..] if !others.is_empty() => others
                .iter()
                .all(|other| same(*first, *other))
                .then(|| say!("{} Everywhere {}.", self.title, number(axis, *first))),
            _ => None,
        }
    }
}

impl Series {
    /// Adds the values that are shown, and the ends of their intervals; none where the marks of a series have no single value.
    fn heights(&self, values: &mut Vec<f64>) -> Option<()> {
        match self {
            Self::Bars { bars } => {
                for bar in bars {
                    values.push(bar.value);
                    values.extend(bar.interval.iter().flat_map(|one| [one.low, one.high]));
                }
            }
            Self::Line { points, .. } | Self::Scatter { points, .. } => {
                for point in points {
                    values.push(point.y);
                    values.extend(point.interval.iter().flat_map(|one| [one.low, one.high]));
                }
            }
            Self::Boxes { boxes } => {
                values.extend(boxes.iter().flat_map(|one| [one.low, one.high]));
                values.extend(boxes.iter().flat_map(|one| one.outliers.iter().copied()));
            }
            Self::Heat { rows, .. } => {
                values.extend(rows.iter().flat_map(|row| &row.values).map(|one| one.0));
            }
            // Branches and arrows say more than their values.
            Self::Histogram { .. } | Self::Tree { .. } | Self::Graph { .. } => return None,
        }
        Some(())
    }
}
