//! Tables.

use serde::{Deserialize, Serialize};

use crate::figure::Figure;
use crate::number::finite_or_null;

/// A table: every row has as many cells as there are columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Stable name for programs; also the name of its CSV file.
    pub key: String,
    /// What it shows.
    pub title: String,
    /// Headings, each with its unit in brackets where it has one.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number, unit in the heading.
    Number(#[serde(with = "finite_or_null")] f64),
    /// A text.
    Text(String),
    /// A number with unit and uncertainty.
    Figure(Figure),
}

impl Table {
    /// Calls `each` with every cell, row by row.
    pub fn visit(&self, each: &mut dyn FnMut(&Cell)) {
        for cell in self.rows.iter().flatten() {
            each(cell);
        }
    }
}

impl Cell {
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
