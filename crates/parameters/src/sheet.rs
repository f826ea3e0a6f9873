//! Tables as text, as people paste them from a spreadsheet: the known columns in them, and the faults of their cells.
//!
//! Cells are separated by tabs, semicolons or commas, whichever the first line has first in this order. A first line of
//! headers allows any order of columns, and to leave some out. Where commas do not separate cells, a decimal comma is
//! read as a point.

mod fault;
#[cfg(test)]
mod tests;

pub use fault::{Fault, What};

/// A column of a kind of table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Its header, in which case counts: `F`.
    pub symbol: &'static str,
    /// Its name in messages: "speed F".
    pub name: &'static str,
    /// Other headers for it, in small letters.
    pub words: &'static [&'static str],
    /// Its unit, or empty.
    pub unit: &'static str,
    /// The values that its cells take.
    pub takes: Takes,
    /// The values of its cells where it is left out.
    pub absent: Absent,
}

/// The values that a cell takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any text.
    Text,
    /// A finite number of more than 0.
    Positive,
    /// A number of more than 0, or infinity.
    PositiveOrInfinite,
    /// A finite number of at least 0.
    AtLeastZero,
    /// A finite number of more than -1.
    MoreThanMinusOne,
    /// A number between 0 and 1, both excluded.
    Share,
    /// A number from 0 to 1.
    Part,
    /// A whole number of at least 0.
    Whole,
}

/// The values of a column that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// It must not be.
    Refused,
    /// This, followed by the row's number, from 0.
    Numbered(&'static str),
    /// This.
    Is(&'static str),
    /// The values of the column at this place.
    As(usize),
}

impl Takes {
    /// The same in words, after "must be".
    #[must_use]
    pub fn allowed(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Positive => "a finite number of more than 0",
            Self::PositiveOrInfinite => "a number of more than 0, or inf",
            Self::AtLeastZero => "a finite number of at least 0",
            Self::MoreThanMinusOne => "a finite number of more than -1",
            Self::Share => "between 0 and 1, both excluded",
            Self::Part => "a number from 0 to 1",
            Self::Whole => "a whole number from 0 to 999999999",
        }
    }

    fn takes(self, value: f64) -> bool {
        match self {
            Self::Text => false,
            Self::Positive => value.is_finite() && value > 0.0,
            Self::PositiveOrInfinite => value > 0.0,
            Self::AtLeastZero => value.is_finite() && value >= 0.0,
            Self::MoreThanMinusOne => value.is_finite() && value > -1.0,
            Self::Share => value > 0.0 && value < 1.0,
            Self::Part => (0.0..=1.0).contains(&value),
            Self::Whole => (0.0..1e9).contains(&value) && value == value.trunc(),
        }
    }
}

/// The cells of a line. One in quotes may hold separators, and two quotes for one.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let quoted = rest
            .trim_start_matches(' ')
            .strip_prefix('"')
            .and_then(quoted);
        let after = quoted
            .as_ref()
            .map(|(_, after)| after.trim_start_matches(' '));
        match (quoted, after) {
            (Some((cell, _)), Some("")) => {
                cells.push(cell);
                return cells;
            }
            (Some((cell, _)), Some(after)) if after.starts_with(separator) => {
                cells.push(cell);
                rest = after.get(separator.len_utf8()..).unwrap_or_default();
            }
            _ => match rest.split_once(separator) {
                Some((cell, after)) => {
                    cells.push(cell.trim().to_owned());
                    rest = after;
                }
                None => {
                    cells.push(rest.trim().to_owned());
                    return cells;
                }
            },
        }
    }
}

/// A text as a cell that is read as that text: in quotes where it would otherwise be another one.
fn as_cell(text: &str, separator: char) -> String {
    match cells(text, separator).as_slice() {
        [cell] if cell == text => text.to_owned(),
        _ => format!("\"{}\"", text.replace('"', "\"\"")),
    }
}

/// The text up to the closing quote, and the rest; none where there is no such quote.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Some((cell.trim().to_owned(), after)),
        }
    }
}

/// A table as it stands, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The separator of cells.
    pub separator: char,
    /// Its first line, from 1.
    pub line: usize,
    /// Whether that line names the columns.
    pub headed: bool,
    /// Its columns.
    pub headers: Vec<Header>,
    /// Its rows; lines without a cell are none.
    pub rows: Vec<Row>,
}

/// A column of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The text of the header.
    pub text: String,
    /// The place of its column among the known ones.
    pub column: Option<usize>,
}

/// A row of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its cells, at least as many as there are headers.
    pub cells: Vec<String>,
}

impl Sheet {
    /// Reads a sheet of these columns. Without headers they are `usual`, after a name where the first cell is no number and the
    /// first column is a text.
    ///
    /// ```
    /// use parameters::sheet::{Absent, Column, Sheet, Takes};
    /// let column = |symbol, takes| Column {
    ///     symbol, name: symbol, words: &[], unit: "", takes, absent: Absent::Refused,
    /// };
    /// let columns = [column("name", Takes::Text), column("F", Takes::Positive)];
    ///
    /// let sheet = Sheet::read("F;name\n2,5;fast\n-1;slow\n", &columns, &[1]);
    /// assert_eq!(sheet.value(&columns, 0, 1), Some(2.5));
    /// assert_eq!(
    ///     sheet.faults(&columns)[0].to_string(),
    ///     "line 3, column 1 (F): \"-1\" must be a finite number of more than 0"
    /// );
    /// ```
    #[must_use]
    pub fn read(text: &str, columns: &[Column], usual: &[usize]) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .peekable();
        let (line, first) = lines.peek().copied().unwrap_or((1, ""));
        let separator = ['\t', ';', ',']
            .into_iter()
            .find(|&separator| first.contains(separator))
            .unwrap_or('\t');
        let cells = |line: &str| cells(line, separator);
        let first = cells(first);
        let headers: Vec<_> = first
            .iter()
            .map(|text| Header {
                text: text.clone(),
                column: find(columns, text),
            })
            .collect();
        // A row that begins with a name is no line of headers.
        let numbers = first.iter().any(|cell| number(cell, separator).is_some());
        let words = first
            .iter()
            .any(|cell| !cell.is_empty() && number(cell, separator).is_none());
        let headed = words && (!numbers || headers.iter().any(|header| header.column.is_some()));
        let headers = if headed {
            lines.next();
            headers
        } else {
            let named = words.then_some(0).filter(|&name| {
                columns
                    .get(name)
                    .is_some_and(|one| one.takes == Takes::Text)
            });
            let known = named.into_iter().chain(usual.iter().copied());
            known
                .filter_map(|column| {
                    Some(Header {
                        text: columns.get(column)?.symbol.into(),
                        column: Some(column),
                    })
                })
                .collect()
        };
        let rows = lines.map(|(line, text)| {
            let mut cells = cells(text);
            cells.resize(cells.len().max(headers.len()), String::new());
            Row { line, cells }
        });
        Self {
            separator,
            line,
            headed,
            rows: rows.collect(),
            headers,
        }
    }

    /// The sheet as text, with its headers.
    #[must_use]
    pub fn write(&self) -> String {
        let mut lines = vec![
            self.headers
                .iter()
                .map(|header| header.text.as_str())
                .collect::<Vec<_>>(),
        ];
        lines.extend(
            self.rows
                .iter()
                .map(|row| row.cells.iter().map(String::as_str).collect()),
        );
        let taken = |cell: &&str| cell.contains(self.separator);
        // A cell with a comma in a table of commas: no cell has a tab.
        let separator = match lines.iter().flatten().any(taken) {
            true => "\t".into(),
            false => self.separator.to_string(),
        };
        let between = separator.chars().next().unwrap_or('\t');
        lines.iter().fold(String::new(), |text, row| {
            let row: Vec<_> = row.iter().map(|cell| as_cell(cell, between)).collect();
            text + &row.join(&separator) + "\n"
        })
    }

    /// Where a known column stands.
    #[must_use]
    pub fn place(&self, column: usize) -> Option<usize> {
        self.headers
            .iter()
            .position(|header| header.column == Some(column))
    }

    /// The text of a known column in a row, from 0, be the column there or not.
    #[must_use]
    pub fn text(&self, columns: &[Column], row: usize, column: usize) -> String {
        if let Some(place) = self.place(column) {
            let cell = self.rows.get(row).and_then(|row| row.cells.get(place));
            return cell.cloned().unwrap_or_default();
        }
        match columns.get(column).map(|one| one.absent) {
            Some(Absent::Numbered(stem)) => format!("{stem}{row}"),
            Some(Absent::Is(text)) => text.into(),
            // Only to a column before it, so that this ends.
            Some(Absent::As(other)) if other < column => self.text(columns, row, other),
            _ => String::new(),
        }
    }

    /// The number that stands for a known column in a row, from 0, if it is one that the column takes.
    #[must_use]
    pub fn value(&self, columns: &[Column], row: usize, column: usize) -> Option<f64> {
        let value = number(&self.text(columns, row, column), self.separator)?;
        columns.get(column)?.takes.takes(value).then_some(value)
    }

    /// All faults, headers first, then line by line.
    #[must_use]
    pub fn faults(&self, columns: &[Column]) -> Vec<Fault> {
        let mut out = self.faults_of_headers(columns);
        if self.rows.is_empty() {
            out.push(Fault {
                line: 0,
                column: 0,
                what: What::Empty,
            });
        }
        for row in &self.rows {
            for (place, cell) in row.cells.iter().enumerate() {
                let known = match self.headers.get(place) {
                    Some(header) => header.column.and_then(|column| columns.get(column)),
                    None if cell.is_empty() => continue,
                    None => {
                        let value = cell.clone();
                        out.push(row.fault(place, What::TooMany { value }));
                        continue;
                    }
                };
                let Some(column) = known.filter(|column| column.takes != Takes::Text) else {
                    continue;
                };
                let value = number(cell, self.separator);
                if !value.is_some_and(|value| column.takes.takes(value)) {
                    let what = What::Cell {
                        header: column.name,
                        value: cell.clone(),
                        allowed: column.takes.allowed(),
                    };
                    out.push(row.fault(place, what));
                }
            }
        }
        out
    }

    fn faults_of_headers(&self, columns: &[Column]) -> Vec<Fault> {
        let line = self.line;
        let mut out = Vec::new();
        for (place, header) in self.headers.iter().enumerate() {
            let what = match header.column {
                None => What::Unknown {
                    header: header.text.clone(),
                    known: columns
                        .iter()
                        .map(|column| column.name)
                        .collect::<Vec<_>>()
                        .join(", "),
                },
                Some(column) if self.place(column) != Some(place) => What::Twice {
                    header: columns.get(column).map_or("", |column| column.name),
                },
                Some(_) => continue,
            };
            out.push(Fault {
                line,
                column: place + 1,
                what,
            });
        }
        for (at, column) in columns.iter().enumerate() {
            if column.absent == Absent::Refused && self.place(at).is_none() && self.headed {
                out.push(Fault {
                    line,
                    column: 0,
                    what: What::Missing {
                        header: column.name,
                    },
                });
            }
        }
        out
    }
}

impl Row {
    fn fault(&self, place: usize, what: What) -> Fault {
        Fault {
            line: self.line,
            column: place + 1,
            what,
        }
    }
}

/// The known column of a header: symbols by their case, words without.
fn find(columns: &[Column], header: &str) -> Option<usize> {
    let symbol = columns.iter().position(|column| column.symbol == header);
    symbol.or_else(|| {
        let lower = header.to_lowercase();
        columns.iter().position(|column| {
            column.words.contains(&lower.as_str()) || column.name.to_lowercase() == lower
        })
    })
}

fn number(cell: &str, separator: char) -> Option<f64> {
    if separator == ',' {
        cell.parse().ok()
    } else {
        cell.replace(',', ".").parse().ok()
    }
}
