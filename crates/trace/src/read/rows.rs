//! The rows of a table with their lines.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::sniff::Dialect;
use super::{MAX_COLUMNS, MAX_LINE};
use crate::Error;

/// Goes through the rows of a table; lines without a cell are passed over. Memory is taken for one row at a time, and for
/// none that is wider or longer than the limits.
pub(super) struct Rows<'text> {
    text: &'text [u8],
    /// The next byte to be read.
    at: usize,
    first_line: u64,
    reader: Reader,
    cells: Vec<u8>,
    ends: Vec<usize>,
    refused: Option<Error>,
}

/// A row.
pub(super) struct Row<'rows> {
    /// The line on which it starts, from 1.
    pub(super) line: u64,
    cells: &'rows [u8],
    /// The end of each cell.
    ends: &'rows [usize],
}

impl<'text> Rows<'text> {
    /// All rows of a table, the header among them.
    pub(super) fn new(dialect: &Dialect<'text>) -> Self {
        let text = dialect.table.as_bytes();
        Self {
            text,
            at: 0,
            first_line: dialect.first_line,
            reader: ReaderBuilder::new().delimiter(dialect.delimiter).build(),
            cells: vec![0; 1 << 12],
            ends: vec![0; MAX_COLUMNS + 1],
            refused: None,
        }
    }

    /// The next row in which at least one cell is not blank; none after a row beyond the limits.
    pub(super) fn next(&mut self) -> Option<Row<'_>> {
        let (line, size, number) = loop {
            let (byte, line) = (self.at, self.reader.line());
            let (size, number) = self.record()?;
            let cells = row(&self.cells, &self.ends, size, number);
            let blank = cells.clone().all(|cell| cell.trim_ascii().is_empty());
            if !blank {
                // The reader's position is before the empty lines that it passes over.
                let rest = self.text.get(byte..).unwrap_or_default();
                let passed = rest
                    .iter()
                    .take_while(|byte| matches!(byte, b'\r' | b'\n'))
                    .filter(|byte| **byte == b'\n');
                break (line + passed.count() as u64, size, number);
            }
        };
        Some(Row {
            line: self.first_line - 1 + line,
            cells: self.cells.get(..size).unwrap_or_default(),
            ends: self.ends.get(..number).unwrap_or_default(),
        })
    }

    /// Whether the rows ended with the text, and not at one that is too wide or too long.
    ///
    /// # Errors
    /// [`Error::TooManyColumns`], [`Error::LineTooLong`].
    pub(super) fn ended(&mut self) -> Result<(), Error> {
        self.refused.take().map_or(Ok(()), Err)
    }

    /// Whether a row was too wide or too long.
    pub(super) fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Whether a row had too many cells.
    pub(super) fn is_too_wide(&self) -> bool {
        matches!(self.refused, Some(Error::TooManyColumns { .. }))
    }

    /// The next record: the number of bytes of its cells, and the number of cells.
    fn record(&mut self) -> Option<(usize, usize)> {
        if self.refused.is_some() {
            return None;
        }
        let line = self.first_line - 1 + self.reader.line();
        let (mut size, mut number) = (0, 0);
        loop {
            let input = self.text.get(self.at..).unwrap_or_default();
            let cells = self.cells.get_mut(size..).unwrap_or_default();
            let ends = self.ends.get_mut(number..).unwrap_or_default();
            let (result, read, written, ended) = self.reader.read_record(input, cells, ends);
            self.at += read;
            size += written;
            number += ended;
            let too_wide = number > MAX_COLUMNS;
            match result {
                ReadRecordResult::Record if !too_wide => return Some((size, number)),
                ReadRecordResult::End => return None,
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.cells.len() < MAX_LINE => {
                    let more = (2 * self.cells.len()).min(MAX_LINE);
                    self.cells.resize(more, 0);
                }
                ReadRecordResult::OutputFull => {
                    self.refused = Some(Error::LineTooLong { line, found: size });
                    return None;
                }
                ReadRecordResult::OutputEndsFull | ReadRecordResult::Record => {
                    let found = number;
                    self.refused = Some(Error::TooManyColumns { line, found });
                    return None;
                }
            }
        }
    }
}

/// The cells of a row.
fn row<'rows>(
    cells: &'rows [u8],
    ends: &'rows [usize],
    size: usize,
    number: usize,
) -> impl Iterator<Item = &'rows [u8]> + Clone {
    let cells = cells.get(..size).unwrap_or_default();
    let ends = ends.get(..number).unwrap_or_default();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let places = starts.zip(ends.iter().copied());
    places.map(|(start, end)| cells.get(start..end).unwrap_or_default())
}

impl Row<'_> {
    /// The number of cells of the row.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A cell without the white space around it; empty past the end of the row.
    pub(super) fn cell(&self, column: usize) -> &str {
        let Some(end) = self.ends.get(column) else {
            return "";
        };
        let start = column
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        let cell = self.cells.get(start.copied().unwrap_or(0)..*end);
        cell.map_or("", text)
    }

    /// All cells, without the white space around them.
    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        row(self.cells, self.ends, self.cells.len(), self.ends.len()).map(text)
    }
}

/// A cell of a table that was valid UTF-8 and is cut at ASCII characters only.
fn text(cell: &[u8]) -> &str {
    std::str::from_utf8(cell).unwrap_or_default().trim()
}
