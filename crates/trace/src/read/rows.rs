//! The rows of a table with their lines.

use csv::ByteRecord;

use super::sniff::Dialect;

/// Goes through the rows of a table; lines without a cell are passed over.
pub(super) struct Rows<'text> {
    text: &'text [u8],
    first_line: u64,
    reader: csv::Reader<&'text [u8]>,
    record: ByteRecord,
}

/// A row.
pub(super) struct Row<'rows> {
    /// The line on which it starts, from 1.
    pub(super) line: u64,
    record: &'rows ByteRecord,
}

impl<'text> Rows<'text> {
    /// All rows of a table, the header among them.
    pub(super) fn new(dialect: &Dialect<'text>) -> Self {
        let text = dialect.table.as_bytes();
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(dialect.delimiter)
            .buffer_capacity(1 << 16)
            .from_reader(text);
        Self {
            text,
            first_line: dialect.first_line,
            reader,
            record: ByteRecord::new(),
        }
    }

    /// The next row in which at least one cell is not blank.
    pub(super) fn next(&mut self) -> Option<Row<'_>> {
        loop {
            // Text in memory with rows of any length gives no error.
            if !matches!(self.reader.read_byte_record(&mut self.record), Ok(true)) {
                return None;
            }
            let blank = self.record.iter().all(|cell| cell.trim_ascii().is_empty());
            if !blank {
                break;
            }
        }
        let position = self.record.position();
        let (byte, line) = position.map_or((0, 1), |position| {
            (position.byte() as usize, position.line())
        });
        // The reader's position is before the empty lines that it passes over.
        let rest = self.text.get(byte..).unwrap_or_default();
        let passed = rest
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .filter(|byte| **byte == b'\n');
        let line = self.first_line - 1 + line + passed.count() as u64;
        Some(Row {
            line,
            record: &self.record,
        })
    }
}

impl Row<'_> {
    /// How many cells the row has.
    pub(super) fn len(&self) -> usize {
        self.record.len()
    }

    /// A cell without the white space around it; empty past the end of the row.
    pub(super) fn cell(&self, column: usize) -> &str {
        self.record.get(column).map_or("", text)
    }

    /// All cells, without the white space around them.
    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        self.record.iter().map(text)
    }
}

/// A cell of a table that was valid UTF-8 and is cut at ASCII characters only.
fn text(cell: &[u8]) -> &str {
    std::str::from_utf8(cell).unwrap_or_default().trim()
}
