//! The order in which a reader sees a report: charts that answer its headline come first, and constant ones are not drawn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::say;

use crate::{Card, Chart, Report, Table};

/// The places of a report's charts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// The keys of the charts that stand before all else: pressed or dragged, they change the scenario.
    #[serde(default)]
    pub opening: Vec<String>,
    /// The keys of the charts that stand beneath two worlds, which follow from the reader's input in them.
    #[serde(default)]
    pub beneath: Vec<String>,
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

    /// The same with these charts beneath two worlds.
    #[must_use]
    pub fn beneath(mut self, beneath: &[&str]) -> Self {
        self.beneath = keys(beneath);
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

/// A chart, in any form, as its place in a report needs it.
pub trait Placed {
    /// Its stable name.
    fn key(&self) -> &str;

    /// The sentence that stands for it where it shows the same everywhere.
    fn constant(&self) -> Option<String>;
}

impl Placed for Chart {
    fn key(&self) -> &str {
        &self.key
    }

    fn constant(&self) -> Option<String> {
        self.constant()
    }
}

impl Placed for Card {
    fn key(&self) -> &str {
        &self.key
    }

    fn constant(&self) -> Option<String> {
        self.constant.clone()
    }
}

/// The visible parts of a report, in order.
#[derive(Debug)]
pub struct Seen<'r, C = Chart> {
    /// The charts that stand before all else.
    pub opening: Vec<&'r C>,
    /// The charts beneath two worlds.
    pub beneath: Vec<&'r C>,
    /// The charts that are drawn.
    pub charts: Vec<&'r C>,
    /// The folded charts, drawn when they are unfolded.
    pub folded: Vec<&'r C>,
    /// The tables.
    pub tables: Vec<&'r Table>,
    /// A sentence for each chart and table that says the same everywhere, and is not drawn.
    pub constant: Vec<String>,
}

impl<'r, C> Seen<'r, C> {
    /// All charts, in the order in which they stand.
    pub fn all(&self) -> impl Iterator<Item = &'r C> + '_ {
        let all = [&self.opening, &self.beneath, &self.charts, &self.folded];
        all.into_iter().flatten().copied()
    }
}

impl<C: Placed> Report<C> {
    /// The visible parts of the report, in order. Charts that come first are drawn in any case.
    #[must_use]
    pub fn seen(&self) -> Seen<'_, C> {
        let Layout {
            opening,
            beneath,
            first,
            folded,
            ..
        } = &self.layout;
        let of = |key: &String| self.charts.iter().find(|chart| chart.key() == key);
        let touched = |key: &String| opening.contains(key) || beneath.contains(key);
        let leads = first.iter().filter(|key| !touched(key));
        let mut seen = Seen {
            opening: opening.iter().filter_map(of).collect(),
            beneath: beneath.iter().filter_map(of).collect(),
            charts: leads.filter_map(of).collect(),
            folded: Vec::new(),
            tables: Vec::new(),
            constant: Vec::new(),
        };
        let among = |keys: &[String], chart: &C| keys.iter().any(|key| key == chart.key());
        for chart in &self.charts {
            if [opening, beneath, first]
                .into_iter()
                .any(|keys| among(keys, chart))
            {
                continue;
            }
            match chart.constant() {
                Some(words) => seen.constant.push(words),
                None if among(folded, chart) => seen.folded.push(chart),
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
