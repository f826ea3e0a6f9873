//! CSV files that [`crate::read`] reads back exactly: names as they are, every number with the fewest digits that
//! still mean the same bits.
//!
//! Positions and hosts do not travel in CSV.

use std::borrow::Cow;
use std::fmt::Write as _;

use csv::{QuoteStyle, Writer, WriterBuilder};

use crate::TraceSet;
use crate::read::header::is_plain_name;

/// The wide layout: a header `job,<node>,…`, then for each job its number from 1 and the runtime on each node; a
/// series that is shorter than others ends in empty cells. Where the time of a message is known, it stands in a line above.
///
/// A name that a header would not give back, such as `runtime` or `ar01 (s)`, is followed by ` (ms)`.
pub fn wide(set: &TraceSet) -> String {
    let mut table = Table::new(set);
    table.cell("job");
    for node in set.nodes() {
        if is_plain_name(&node.name) {
            table.cell(&safe(&node.name));
        } else {
            table.cell(&safe(&format!("{} (ms)", node.name)));
        }
    }
    table.end_row();
    let jobs = set
        .nodes()
        .iter()
        .map(|node| node.runtimes.len())
        .max()
        .unwrap_or(0);
    let mut columns: Vec<_> = set
        .nodes()
        .iter()
        .map(|node| node.runtimes.iter())
        .collect();
    for job in 1..=jobs {
        table.cell(&job.to_string());
        for column in &mut columns {
            match column.next() {
                Some(runtime) => table.number(*runtime),
                None => table.cell(""),
            }
        }
        table.end_row();
    }
    let table = table.into_text();
    match set.message() {
        Some(ms) => format!("{} {ms}\n{table}", crate::read::MESSAGE),
        None => table,
    }
}

/// The long layout: a header `node,job,runtime (ms)`, then a row for each job of each node, jobs numbered from 1. The time of
/// a message is left out.
pub fn long(set: &TraceSet) -> String {
    let mut table = Table::new(set);
    for name in ["node", "job", "runtime (ms)"] {
        table.cell(name);
    }
    table.end_row();
    for node in set.nodes() {
        for (job, runtime) in node.runtimes.iter().enumerate() {
            table.cell(&safe(&node.name));
            table.cell(&(job + 1).to_string());
            table.number(*runtime);
            table.end_row();
        }
    }
    table.into_text()
}

/// A name that no spreadsheet takes for a formula: an apostrophe before it says that it is text. The reader takes it away.
fn safe(name: &str) -> Cow<'_, str> {
    if is_formula(name.trim_start_matches('\'')) {
        Cow::Owned(format!("'{name}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// Whether a spreadsheet would take a text for a formula.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@'])
}

/// A name as it was before [`safe`].
pub(crate) fn plain(name: &str) -> &str {
    match name.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => name,
    }
}

/// A table in memory; writing there cannot fail.
struct Table {
    writer: Writer<Vec<u8>>,
    number: String,
}

impl Table {
    fn new(set: &TraceSet) -> Self {
        // A reader that tries semicolons as separators must not find them in names.
        let semicolons = set.nodes().iter().any(|node| node.name.contains(';'));
        let style = if semicolons {
            QuoteStyle::NonNumeric
        } else {
            QuoteStyle::Necessary
        };
        Self {
            writer: WriterBuilder::new()
                .quote_style(style)
                .from_writer(Vec::new()),
            number: String::new(),
        }
    }

    fn cell(&mut self, text: &str) {
        let _ = self.writer.write_field(text);
    }

    /// The shortest decimal number that reads back as `value`.
    fn number(&mut self, value: f64) {
        self.number.clear();
        let plain = (1e-6..1e17).contains(&value);
        let _ = if plain {
            write!(self.number, "{value}")
        } else {
            write!(self.number, "{value:e}")
        };
        let _ = self.writer.write_field(&self.number);
    }

    fn end_row(&mut self) {
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    fn into_text(self) -> String {
        let bytes = self.writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }
}
