//! What a document printed, beside what its preset computes.

use report::chart::Series;
use report::figure::{Figure, Unit};
use report::table::{Cell, Table};
use report::{Chart, Report};

use serde::Deserialize;

use crate::{Scenario, presets};

/// A number that a document printed.
#[derive(Clone, Debug, Deserialize)]
pub struct Printed {
    /// What it is, for people.
    pub what: String,
    /// Where the report has it.
    #[serde(flatten)]
    pub at: Place,
    /// The printed number, in the unit of the report's.
    pub value: f64,
}

/// Where a report has a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// A figure of merit, by its key.
    Figure {
        /// The key.
        figure: String,
    },
    /// A cell of a table.
    Cell {
        /// The table's key.
        table: String,
        /// The text in the row's first cell.
        row: String,
        /// The column's place, from 0.
        column: usize,
    },
}

impl Printed {
    /// What is for people: what it is, and the words that its row begins with.
    pub(crate) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let row = match &mut self.at {
            Place::Figure { .. } => None,
            Place::Cell { row, .. } => Some(row),
        };
        std::iter::once(&mut self.what).chain(row)
    }
}

impl Place {
    /// The number in a report.
    #[must_use]
    pub fn find(&self, report: &Report) -> Option<Figure> {
        match self {
            Self::Figure { figure } => {
                let named = |one: &&Figure| one.key == *figure;
                report.figures.iter().find(named).cloned()
            }
            Self::Cell { row, .. } => match self.cell(report)? {
                Cell::Number(number) => Some(Figure::new(row, row, *number, Unit::One)),
                Cell::Figure(figure) => Some(figure.clone()),
                Cell::Text(_) => None,
            },
        }
    }

    /// The cell in a report, where it names one.
    #[must_use]
    pub fn cell<'a>(&self, report: &'a Report) -> Option<&'a Cell> {
        let Self::Cell { table, row, column } = self else {
            return None;
        };
        let table = report.tables.iter().find(|one| one.key == *table)?;
        let named = |cells: &&Vec<Cell>| match cells.first() {
            Some(Cell::Text(text)) => text == row,
            Some(Cell::Number(number)) => row.parse() == Ok(*number),
            Some(Cell::Figure(figure)) => row.parse() == Ok(figure.value),
            None => false,
        };
        table.rows.iter().find(named)?.get(*column)
    }
}

/// How a computed number stands to the printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Comparison {
    /// Computed over printed.
    Ratio(f64),
    /// Computed less printed, where 0 is printed.
    Difference(f64),
}

impl Comparison {
    fn of(computed: f64, printed: f64) -> Self {
        match printed == 0.0 {
            true => Self::Difference(computed - printed),
            false => Self::Ratio(computed / printed),
        }
    }

    /// For a table; a difference has the unit of the numbers.
    fn figure(self, unit: Unit) -> Figure {
        match self {
            Self::Ratio(ratio) => Figure::number("ratio", "ratio", ratio),
            Self::Difference(difference) => {
                Figure::new("difference", "difference", difference, unit)
            }
        }
    }
}

/// Sets the printed numbers beside the computed ones, where the scenario asks the same as a preset that has some.
pub(crate) fn add(scenario: &Scenario, report: &mut Report) {
    let preset = presets::all()
        .iter()
        .find(|preset| !preset.printed.is_empty() && preset.scenario().asks_the_same(scenario));
    let Some(preset) = preset else {
        return;
    };
    let row = |printed: &Printed| -> Option<Vec<Cell>> {
        let computed = Figure {
            beside: None,
            ..printed.at.find(report)?
        };
        let (value, unit) = (computed.value, computed.unit);
        Some(vec![
            Cell::Text(printed.what.clone()),
            Cell::Figure(Figure::new("printed", "printed", printed.value, unit)),
            Cell::Figure(computed),
            Cell::Figure(Comparison::of(value, printed.value).figure(unit)),
        ])
    };
    let rows: Vec<Vec<Cell>> = preset.printed.iter().filter_map(row).collect();
    let compared = match preset.printed.iter().any(|one| one.value == 0.0) {
        false => "Computed over printed",
        true => "Computed over printed, or less a printed 0",
    };
    draw(&preset.printed, report);
    report.tables.insert(
        0,
        Table {
            key: "printed".into(),
            title: "Printed against computed".into(),
            columns: ["Number", "Printed", "Computed", compared]
                .map(str::to_owned)
                .to_vec(),
            rows,
        },
    );
    if !preset.note.is_empty() {
        report.notes.insert(0, preset.note.clone());
    }
}

/// Draws printed numbers over the curves that have the computed ones: a row's first cell is the place on the horizontal axis.
fn draw(printed: &[Printed], report: &mut Report) {
    /// A printed number as near as this, or within the interval, is near.
    const NEAR: f64 = 0.01;
    let mut drawn = vec![[Vec::new(), Vec::new()]; report.charts.len()];
    for one in printed {
        let Place::Cell { row, .. } = &one.at else {
            continue;
        };
        let (Ok(x), Some(computed)) = (row.parse::<f64>(), one.at.find(report)) else {
            continue;
        };
        let shows = |chart: &Chart| {
            chart
                .series
                .iter()
                .any(|series| has(series, x, computed.value))
        };
        let Some(place) = report.charts.iter().position(shows) else {
            continue;
        };
        let off = (one.value - computed.value).abs();
        let within = computed
            .interval
            .is_some_and(|interval| off <= interval.half_width());
        let near = within || off <= NEAR * computed.value.abs();
        if let Some([close, far]) = drawn.get_mut(place) {
            (if near { close } else { far }).push((x, one.value));
        }
    }
    for (chart, [close, far]) in report.charts.iter_mut().zip(drawn) {
        let series = [
            ("printed, within 1\u{a0}% or the interval", close),
            ("printed, further off", far),
        ];
        let series = series.map(|(name, points)| Series::printed(name, points));
        chart
            .series
            .extend(series.into_iter().filter(|one| !one.is_empty()));
    }
}

/// Whether a curve has this number at this place.
fn has(series: &Series, x: f64, y: f64) -> bool {
    match series {
        Series::Line { points, .. }
        | Series::Scatter {
            points,
            printed: false,
            ..
        } => points.iter().any(|point| point.x == x && point.y == y),
        _ => false,
    }
}
