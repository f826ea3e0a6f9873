//! Tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::{Figure, Unit};
use crate::number::finite_or_null;

/// The text of a cell where there is nothing to say.
const DASH: &str = "–";

/// A table: every row has as many cells as there are columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// Stable name for programs; also the name of its CSV file.
    pub key: String,
    /// The title.
    pub title: String,
    /// Headings, each with its unit in brackets where it has one.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// A number, unit in the heading.
    Number(
        #[serde(with = "finite_or_null")]
        #[schemars(with = "Option<f64>")]
        f64,
    ),
    /// A text.
    Text(String),
    /// A number with unit and uncertainty.
    Figure(Figure),
}

impl Table {
    /// A table of rows that have as many cells as there are columns.
    ///
    /// ```
    /// use report::table::{Cell, Table};
    /// let table = Table::new("a", "A", ["Name", "Value"], [[Cell::words("x"), Cell::Number(0.1)]]);
    /// assert_eq!(table.csv(), "Name,Value\nx,0.1\n");
    /// ```
    #[must_use]
    pub fn new(
        key: &str,
        title: &str,
        columns: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = impl Into<Vec<Cell>>>,
    ) -> Self {
        Self {
            key: key.into(),
            title: title.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().map(Into::into).collect(),
        }
    }

    /// Whether all its numbers are 0, and there are some.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        let numbers = self.rows.iter().flatten().filter_map(|cell| match cell {
            Cell::Text(_) => None,
            Cell::Number(number) => Some(*number),
            Cell::Figure(figure) => Some(figure.value),
        });
        let mut numbers = numbers.peekable();
        numbers.peek().is_some() && numbers.all(|number| number == 0.0)
    }

    /// Calls `each` with every cell, row by row.
    pub fn visit(&self, each: &mut dyn FnMut(&Cell)) {
        for cell in self.rows.iter().flatten() {
            each(cell);
        }
    }

    /// As a file of comma-separated values for programs: numbers in full, times in ms; a column of
    /// figures with uncertainty is followed by the ends of their intervals.
    ///
    /// ```
    /// use report::table::{Cell, Table};
    /// let table = Table {
    ///     key: "a".into(),
    ///     title: "A".into(),
    ///     columns: vec!["Name, first".into(), "Value".into()],
    ///     rows: vec![vec![Cell::Text("x".into()), Cell::Number(0.1)]],
    /// };
    /// assert_eq!(table.csv(), "\"Name, first\",Value\nx,0.1\n");
    /// ```
    #[must_use]
    pub fn csv(&self) -> String {
        let uncertain: Vec<bool> = (0..self.columns.len())
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .any(|cell| matches!(cell, Cell::Figure(figure) if figure.interval.is_some()))
            })
            .collect();
        let mut out = String::new();
        let names = self.columns.iter().enumerate().map(|(column, name)| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            let unit = cells.find_map(|cell| match cell {
                Cell::Figure(figure) => Some(figure.unit),
                _ => None,
            });
            match unit {
                Some(Unit::Milliseconds) => format!("{name} (ms)"),
                _ => name.clone(),
            }
        });
        let head = names.zip(&uncertain).flat_map(|(name, ends)| {
            let ends = ends.then(|| [format!("{name}, low"), format!("{name}, high")]);
            [name].into_iter().chain(ends.into_iter().flatten())
        });
        line(&mut out, head);
        for row in &self.rows {
            let cells = row.iter().zip(&uncertain).flat_map(|(cell, ends)| {
                let ends = ends.then(|| match cell {
                    Cell::Figure(Figure {
                        interval: Some(interval),
                        ..
                    }) => [interval.low.to_string(), interval.high.to_string()],
                    _ => Default::default(),
                });
                [cell.exact()].into_iter().chain(ends.into_iter().flatten())
            });
            line(&mut out, cells);
        }
        out
    }
}

/// A text that no spreadsheet takes for a formula; one that is a number stays one.
fn safe(text: String) -> String {
    if text.parse::<f64>().is_ok() {
        text
    } else {
        schedule::csv::safe(&text)
    }
}

/// A line of a file of comma-separated values.
fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    for (place, cell) in cells.map(safe).enumerate() {
        if place > 0 {
            out.push(',');
        }
        if cell.contains([',', '"', '\r', '\n']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&cell);
        }
    }
    out.push('\n');
}

impl Cell {
    /// A text.
    #[must_use]
    pub fn words(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    /// A dash where there is nothing to say.
    #[must_use]
    pub fn none() -> Self {
        Self::words(DASH)
    }

    /// Whether it is that dash.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Text(text) if text == DASH)
    }

    /// A number with its unit.
    #[must_use]
    pub fn figure(key: &str, value: f64, unit: Unit) -> Self {
        Self::Figure(Figure::new(key, key, value, unit))
    }

    /// A mean with its unit and the half width of its interval at 95 %.
    #[must_use]
    pub fn mean(key: &str, mean: (f64, f64), unit: Unit) -> Self {
        Self::Figure(Figure::mean(key, key, mean, unit))
    }

    /// A share of one.
    #[must_use]
    pub fn share(value: f64) -> Self {
        Self::figure("share", value, Unit::Share)
    }

    /// A time, given in s.
    #[must_use]
    pub fn seconds(value: f64) -> Self {
        Self::figure("time", crate::number::ms(value), Unit::Milliseconds)
    }

    /// A whole number of things.
    #[must_use]
    pub fn whole(value: usize) -> Self {
        Self::figure("count", value as f64, Unit::Count)
    }

    /// As people read it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => crate::number::short(*number),
            Self::Text(text) => text.clone(),
            Self::Figure(figure) => match figure.uncertainty_text() {
                Some(half) => format!("{} {half}", figure.text()),
                None => figure.text(),
            },
        }
    }

    /// As programs read it: numbers in full, without unit and interval.
    #[must_use]
    pub fn exact(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Figure(figure) => figure.value.to_string(),
        }
    }
}
