//! The numbers that documents print, beside the numbers that presets compute.
//!
//! The printed numbers lie beside the models of a laboratory: a list in JSON with a [`Sheet`] for each preset that has some.

use std::sync::LazyLock;

use report::agreement::{Agreement, sentence};
use report::chart::{Point, Series};
use report::figure::{Figure, Unit};
use report::printed::Printed as Digits;
use report::table::{Cell, Table};
use report::{Chart, Report};

use laboratory::Model;
use serde::Deserialize;

use crate::{Scenario, laboratory, list, presets};

/// The numbers that a document prints of a preset's result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The preset's name.
    pub preset: String,
    /// Author, year, and figure or table that has them.
    pub source: String,
    /// The number of digits after the point in the document.
    #[serde(default)]
    pub decimals: usize,
    /// A sentence that compares them with ours.
    #[serde(default)]
    pub note: String,
    /// The numbers.
    pub numbers: Vec<Printed>,
}

impl Sheet {
    /// All sheets of the laboratories whose models this program has. They are read once and live as long as the program.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Sheet>> = LazyLock::new(|| {
            let models = list::installed().models.0.iter().flatten();
            models
                .flat_map(|model| {
                    let words = laboratory(model.name).map(|about| about.words);
                    let mut sheets = Sheet::of_model(model);
                    for text in sheets.iter_mut().flat_map(Sheet::texts_mut) {
                        let said = words.and_then(|words| words.find(words::chosen(), text));
                        if let Some(said) = said {
                            *text = said.to_owned();
                        }
                    }
                    sheets
                })
                .collect()
        });
        &ALL
    }

    /// The sheet of a preset, by the preset's name.
    #[must_use]
    pub fn of(preset: &str) -> Option<&'static Self> {
        Self::all().iter().find(|sheet| sheet.preset == preset)
    }

    fn of_model(model: &Model) -> Vec<Self> {
        serde_json::from_str(model.printed).unwrap_or_default()
    }

    /// The texts for people.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let numbers = self.numbers.iter_mut().flat_map(Printed::texts);
        std::iter::once(&mut self.note).chain(numbers)
    }

    /// All texts for people in the sheets of a laboratory, for its catalogue.
    #[must_use]
    pub fn texts(model: &Model) -> Vec<String> {
        let mut sheets = Self::of_model(model);
        let texts = sheets.iter_mut().flat_map(Self::texts_mut);
        texts.map(std::mem::take).collect()
    }
}

/// A number that a document printed.
#[derive(Clone, Debug, Deserialize)]
pub struct Printed {
    /// Its name for people.
    pub what: String,
    /// Its place in the report.
    #[serde(flatten)]
    pub at: Place,
    /// The printed number, in the unit of the report's number.
    pub value: f64,
}

/// The place of a number in a report.
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
    /// The texts for people: the name, and the first cell of the row.
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let row = match &mut self.at {
            Place::Figure { .. } => None,
            Place::Cell { row, .. } => Some(row),
        };
        std::iter::once(&mut self.what).chain(row)
    }

    /// The number with as many decimals as the document prints, or more where it has more; whole numbers from 10 on have no point.
    #[must_use]
    pub fn text(&self, decimals: usize) -> String {
        const LARGE: f64 = 10.0;
        let plain = self.value.to_string();
        let own = plain.split_once('.').map_or(0, |(_, after)| after.len());
        if own >= decimals || (own == 0 && self.value.abs() >= LARGE) {
            plain
        } else {
            format!("{:.decimals$}", self.value)
        }
    }

    /// Its agreement with a computed number.
    fn agreement(&self, decimals: usize, computed: &Figure) -> Agreement {
        // The text of a number can always be read as a number.
        let printed = Digits::read(&self.text(decimals)).unwrap_or(Digits {
            value: self.value,
            decimals: None,
        });
        Agreement::of(&printed, 0.0, computed.value, computed.interval.as_ref())
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

    /// The cell in a report, where the place names a cell.
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

/// A printed number, its computed one, and how the two agree.
struct Beside<'p> {
    printed: &'p Printed,
    computed: Figure,
    agreement: Agreement,
}

/// The comparison of a computed number with the printed one.
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

    /// The figure for a table; a difference has the unit of the numbers.
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
    let asked = |sheet: &&Sheet| {
        let preset = presets::find(&sheet.preset);
        preset.is_some_and(|preset| preset.scenario().asks_the_same(scenario))
    };
    let Some(sheet) = Sheet::all().iter().find(asked) else {
        return;
    };
    let beside = |printed: &'static Printed| {
        let computed = Figure {
            beside: None,
            ..printed.at.find(report)?
        };
        let agreement = printed.agreement(sheet.decimals, &computed);
        Some(Beside {
            printed,
            computed,
            agreement,
        })
    };
    let all: Vec<Beside> = sheet.numbers.iter().filter_map(beside).collect();
    draw(&all, &sheet.source, report);
    report.tables.insert(0, table(&all));
    let found = sentence(all.iter().map(|one| one.agreement));
    let notes = [
        format!("{found} Source: {}.", sheet.source),
        sheet.note.clone(),
    ];
    let notes = notes.into_iter().filter(|note| !note.is_empty());
    report.notes.splice(0..0, notes);
}

fn table(all: &[Beside]) -> Table {
    let row = |one: &Beside| {
        let (value, unit) = (one.computed.value, one.computed.unit);
        let printed = one.printed.value;
        vec![
            Cell::Text(one.printed.what.clone()),
            Cell::Figure(Figure::new("printed", "printed", printed, unit)),
            Cell::Figure(one.computed.clone()),
            Cell::Figure(Comparison::of(value, printed).figure(unit)),
            Cell::Text(one.agreement.words().to_owned()),
        ]
    };
    let compared = match all.iter().any(|one| one.printed.value == 0.0) {
        false => "Computed over printed",
        true => "Computed over printed, or less a printed 0",
    };
    let columns = ["Number", "Printed", "Computed", compared, "Agreement"];
    Table::new(
        "printed",
        "Printed against computed",
        columns,
        all.iter().map(row),
    )
}

/// Draws printed numbers over the curves that have the computed ones: a row's first cell is the place on the horizontal axis.
fn draw(all: &[Beside], source: &str, report: &mut Report) {
    for one in all {
        let Place::Cell { row, .. } = &one.printed.at else {
            continue;
        };
        let Some(x) = abscissa(row) else {
            continue;
        };
        let shows = |chart: &&mut Chart| {
            let mut series = chart.series.iter();
            series.any(|series| has(series, x, one.computed.value))
        };
        let Some(chart) = report.charts.iter_mut().find(shows) else {
            continue;
        };
        let point = Point::new(x, one.printed.value);
        let agrees = |series: &&mut Series| series.agreement() == Some(one.agreement);
        match chart.series.iter_mut().find(agrees) {
            Some(Series::Scatter { points, .. }) => points.push(point),
            _ => {
                let name = format!("printed in {source}: {}", one.agreement.words());
                let own = Series::printed(&name, [point], one.agreement);
                // The series stand in the order from agreement to difference.
                let place = chart.series.iter().position(|series| {
                    series
                        .agreement()
                        .is_some_and(|other| other > one.agreement)
                });
                chart
                    .series
                    .insert(place.unwrap_or(chart.series.len()), own);
            }
        }
    }
}

/// The number in the first cell of a row, alone or as the value of a symbol: "4", "P = 8".
///
/// ```
/// use playground::printed::abscissa;
///
/// assert_eq!([abscissa("4"), abscissa("P = 8"), abscissa("in hindsight")], [Some(4.0), Some(8.0), None]);
/// ```
#[must_use]
pub fn abscissa(row: &str) -> Option<f64> {
    let number = row.rsplit_once(" = ").map_or(row, |(_, number)| number);
    number
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// Whether a curve has this number at this place.
fn has(series: &Series, x: f64, y: f64) -> bool {
    match series {
        Series::Line { points, .. }
        | Series::Scatter {
            points,
            printed: None,
            ..
        } => points.iter().any(|point| point.x == x && point.y == y),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn every_sheet_is_read_and_is_that_of_a_preset_alone() {
        let mut names = std::collections::BTreeSet::new();
        for model in list::installed().models.0.iter().flatten() {
            let sheets: Vec<Sheet> = serde_json::from_str(model.printed).unwrap();
            for sheet in sheets {
                let preset = presets::find(&sheet.preset);
                let own = preset.map(|preset| preset.laboratory());
                assert_eq!(own, Some(model.name), "{}", sheet.preset);
                assert!(!sheet.numbers.is_empty(), "{}", sheet.preset);
                assert!(names.insert(sheet.preset.clone()), "{}", sheet.preset);
            }
        }
        assert_eq!(names.len(), Sheet::all().len());
    }

    #[test]
    fn a_preset_s_number_has_the_digits_of_its_document() {
        for (value, decimals, text) in [
            (1.8, 2, "1.80"),
            (1.0, 2, "1.00"),
            (0.57, 2, "0.57"),
            (-0.7, 2, "-0.70"),
            (3419.0, 2, "3419"),
            (0.9597, 2, "0.9597"),
            (4.0, 0, "4"),
        ] {
            let printed = Printed {
                what: String::new(),
                at: Place::Figure {
                    figure: String::new(),
                },
                value,
            };
            assert_eq!(printed.text(decimals), text);
        }
    }
}
