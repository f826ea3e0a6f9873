//! What a document printed, beside what its preset computes.

use replication::parameters::Topic;
use report::figure::Figure;
use report::table::{Cell, Table};
use report::{Report, figure::Unit};

use crate::{Scenario, presets};

/// A number that a document printed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// What it is, for people.
    pub what: &'static str,
    /// Where the report has it.
    pub at: Place,
    /// The printed number, in the unit of the report's.
    pub value: f64,
}

impl Printed {
    /// Beside a figure of merit, by its key.
    pub(crate) const fn figure(what: &'static str, key: &'static str, value: f64) -> Self {
        Self {
            what,
            at: Place::Figure(key),
            value,
        }
    }

    /// Beside a cell; see [`Place::Cell`].
    pub(crate) const fn cell(
        what: &'static str,
        table: &'static str,
        row: &'static str,
        column: usize,
        value: f64,
    ) -> Self {
        Self {
            what,
            at: Place::Cell(table, row, column),
            value,
        }
    }
}

/// Where a report has a number.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A figure of merit, by its key.
    Figure(&'static str),
    /// A cell of a table: the table's key, the text in the row's first cell, the column's place from 0.
    Cell(&'static str, &'static str, usize),
}

impl Place {
    fn find(self, report: &Report) -> Option<Figure> {
        match self {
            Self::Figure(key) => report
                .figures
                .iter()
                .find(|figure| figure.key == key)
                .cloned(),
            Self::Cell(table, row, column) => {
                let table = report.tables.iter().find(|one| one.key == table)?;
                let named = |cells: &&Vec<Cell>| matches!(cells.first(), Some(Cell::Text(text)) if text == row);
                match table.rows.iter().find(named)?.get(column)? {
                    Cell::Number(number) => Some(Figure::new(row, row, *number, Unit::One)),
                    Cell::Figure(figure) => Some(figure.clone()),
                    Cell::Text(_) => None,
                }
            }
        }
    }
}

/// Sets the printed numbers beside the computed ones, where the scenario is that of a preset that has some.
pub(crate) fn add(scenario: &Scenario, report: &mut Report) {
    let preset = presets::all()
        .iter()
        .find(|preset| !preset.printed.is_empty() && preset.scenario() == *scenario);
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
            Cell::Text(printed.what.into()),
            Cell::Figure(Figure::new("printed", "printed", printed.value, unit)),
            Cell::Figure(computed),
            Cell::Figure(Figure::new(
                "ratio",
                "ratio",
                value / printed.value,
                Unit::One,
            )),
        ])
    };
    let rows = preset.printed.iter().filter_map(row).collect();
    report.tables.insert(
        0,
        Table {
            key: "printed".into(),
            title: "Printed against computed".into(),
            columns: ["Number", "Printed", "Computed", "Computed over printed"]
                .map(str::to_owned)
                .to_vec(),
            rows,
        },
    );
    let note = if matches!(scenario, Scenario::Divisible(_)) {
        "The document does not tell all that its simulations had: θ, the dates of reductions, draws. What ours should come to is told beside each number."
    } else if formulas(scenario) {
        "The printed numbers follow from formulas, so that ours agree to the digits given; where the print is wrong, the table \
         of misprints says so."
    } else {
        "The printed numbers are those of measured traces that were not published; ours are synthetic and made to \
         resemble them, so that they agree in kind, not in digits."
    };
    report.notes.insert(0, note.into());
}

/// Whether its numbers come from formulas alone.
fn formulas(scenario: &Scenario) -> bool {
    matches!(scenario, Scenario::Replication(parameters) if parameters.topic == Topic::Formulas)
}
