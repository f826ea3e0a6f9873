//! The order in which a report is seen: what answers its headline comes first, and what a reader cannot use is not drawn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::say;

use crate::{Chart, Report, Table};

/// Where a report's charts stand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// The keys of the charts that stand before all else: pressed or dragged, they change the scenario.
    #[serde(default)]
    pub opening: Vec<String>,
    /// Whether the charts stand before the schedule, because one of them answers the headline.
    pub charts_first: bool,
    /// The keys of the charts that come first.
    pub first: Vec<String>,
    /// The keys of the charts that add little: they are folded.
    pub folded: Vec<String>,
}

impl Layout {
    /// The schedule first, then these charts.
    #[must_use]
    pub fn schedule_then(first: &[&str]) -> Self {
        Self {
            first: keys(first),
            ..Self::default()
        }
    }

    /// These charts first, before a schedule.
    #[must_use]
    pub fn charts(first: &[&str]) -> Self {
        Self {
            charts_first: true,
            ..Self::schedule_then(first)
        }
    }

    /// The first of these charts first, before a schedule.
    #[must_use]
    pub fn led_by(charts: &[Chart]) -> Self {
        let first = charts.first().map(|chart| chart.key.as_str());
        Self::charts(first.as_slice())
    }

    /// The same with these charts before all else.
    #[must_use]
    pub fn opening(mut self, opening: &[&str]) -> Self {
        self.opening = keys(opening);
        self
    }

    /// The same with these charts folded.
    #[must_use]
    pub fn folding(mut self, folded: &[&str]) -> Self {
        self.folded = keys(folded);
        self
    }
}

fn keys(of: &[&str]) -> Vec<String> {
    of.iter().map(|key| (*key).to_owned()).collect()
}

/// What is seen of a report, in order.
#[derive(Debug, Default)]
pub struct Seen<'r> {
    /// The charts that stand before all else.
    pub opening: Vec<&'r Chart>,
    /// The charts that are drawn.
    pub charts: Vec<&'r Chart>,
    /// The folded charts, drawn when they are unfolded.
    pub folded: Vec<&'r Chart>,
    /// The tables.
    pub tables: Vec<&'r Table>,
    /// A sentence for each chart and table that says the same everywhere, and is not drawn.
    pub constant: Vec<String>,
}

impl<'r> Seen<'r> {
    /// All charts, in the order in which they stand.
    pub fn all(&self) -> impl Iterator<Item = &'r Chart> + '_ {
        let all = [&self.opening, &self.charts, &self.folded];
        all.into_iter().flatten().copied()
    }
}

impl Report {
    /// What is seen of it, in order. Charts that come first are drawn whatever they show.
    #[must_use]
    pub fn seen(&self) -> Seen<'_> {
        let mut seen = Seen::default();
        let Layout { opening, first, .. } = &self.layout;
        let of = |key: &String| self.charts.iter().find(|chart| chart.key == *key);
        seen.opening = opening.iter().filter_map(of).collect();
        let leads = first.iter().filter(|key| !opening.contains(key));
        seen.charts = leads.filter_map(of).collect();
        let placed = |chart: &&Chart| opening.contains(&chart.key) || first.contains(&chart.key);
        for chart in self.charts.iter().filter(|chart| !placed(chart)) {
            match chart.constant() {
                Some(words) => seen.constant.push(words),
                None if self.layout.folded.contains(&chart.key) => seen.folded.push(chart),
                None => seen.charts.push(chart),
            }
        }
        for table in &self.tables {
            match table.is_zero() {
                true => seen.constant.push(say!("{}: all 0.", table.title)),
                false => seen.tables.push(table),
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Axis, Bar, Series, Side};
    use crate::table::Cell;

    fn bars(key: &str, values: &[f64]) -> Chart {
        let bars = values
            .iter()
            .enumerate()
            .map(|(place, value)| Bar::new(place.to_string(), *value, false));
        Chart::new(
            key,
            "How long?",
            Axis::number("name"),
            Axis::time("time"),
            vec![Series::bars(bars)],
        )
    }

    fn keys(charts: &[&Chart]) -> Vec<String> {
        charts.iter().map(|chart| chart.key.clone()).collect()
    }

    #[test]
    fn charts_that_answer_come_first_and_those_that_add_little_are_folded() {
        let report = Report {
            charts: ["a", "b", "c"].map(|key| bars(key, &[1.0, 2.0])).to_vec(),
            layout: Layout::charts(&["c"]).folding(&["a"]),
            ..Report::default()
        };
        let seen = report.seen();
        assert_eq!(keys(&seen.charts), ["c", "b"]);
        assert_eq!(keys(&seen.folded), ["a"]);
    }

    #[test]
    fn what_is_the_same_everywhere_is_said_rather_than_drawn_unless_it_answers() {
        let mut report = Report {
            charts: vec![bars("a", &[3000.0, 3000.0]), bars("b", &[1.0, 2.0])],
            tables: vec![Table::new(
                "t",
                "Transfers that waited",
                ["Worker", "Number"],
                [[Cell::words("w0"), Cell::Number(0.0)]],
            )],
            ..Report::default()
        };
        let said = [
            "How long? Everywhere 3.00\u{a0}s.".to_owned(),
            "Transfers that waited: all 0.".to_owned(),
        ];
        let seen = report.seen();
        assert_eq!(keys(&seen.charts), ["b"]);
        assert_eq!(seen.constant, said);
        report.layout = Layout::charts(&["a"]);
        assert_eq!(keys(&report.seen().charts), ["a", "b"]);
    }

    #[test]
    fn a_constant_beside_another_value_is_drawn() {
        let mut report = Report {
            charts: vec![bars("a", &[3000.0, 3000.0]).beside(Side::Y, 6000.0, "bound")],
            ..Report::default()
        };
        assert_eq!(keys(&report.seen().charts), ["a"]);
        // One value alone may be the first of many.
        report.charts = vec![bars("a", &[3000.0])];
        assert_eq!(keys(&report.seen().charts), ["a"]);
    }
}
