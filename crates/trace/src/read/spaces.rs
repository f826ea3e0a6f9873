//! Tables whose cells are separated by white space, as NumPy's `savetxt` and R's `write.table` write them.

use super::lines::lines;
use super::number::{self, Marks};

/// The number of lines that are looked at.
const SAMPLE: usize = 100;
/// One of so many lines may be damaged.
const BAD: usize = 4;
/// R's missing value.
const MISSING: &str = "NA";

/// The same table with tabs between its cells, each line on its line; nothing for a text that is no such table. Nearly all of its
/// first lines have as many cells, at least two, and below the first line all columns but one have numbers.
pub(super) fn tabbed(text: &str) -> Option<String> {
    let mut sample = lines(text).take(SAMPLE).map(|(_, line)| line);
    let head = sample.next()?;
    let below: Vec<&str> = sample.collect();
    let rows = match below.is_empty() {
        true => vec![head],
        false => below,
    };
    let width = cells(rows.first()?).count();
    let parted = |line: &str| line.contains([';', '\t']);
    let fits = |line: &&str| cells(line).count() == width && !parted(line);
    let fitting: Vec<&str> = rows.iter().copied().filter(fits).collect();
    if width < 2 || parted(head) || BAD * (rows.len() - fitting.len()) > rows.len() {
        return None;
    }
    // Spaces between thousands make one number of a line, unless the first cells number the rows.
    let grouped = fitting.iter().all(|line| is_grouped(line));
    if grouped && !is_numbered(&fitting) || texts(&fitting) > 1 {
        return None;
    }
    Some(joined(text, first(head, width)?))
}

/// The cells of a line; spaces between quotation marks belong to a cell.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let parts = line.split(move |sign: char| {
        quoted ^= sign == '"';
        !quoted && sign.is_ascii_whitespace()
    });
    parts.filter(|cell| !cell.is_empty())
}

/// Whether a cell is a number. A comma at one of its ends separates cells, and the space beside it does not.
fn is_number(cell: &str) -> bool {
    let mut marks = [Marks::Point, Marks::Comma].into_iter();
    !cell.starts_with(',')
        && !cell.ends_with(',')
        && marks.any(|marks| number::parse(cell, marks).is_some())
}

fn is_grouped(line: &str) -> bool {
    let mut marks = [Marks::GroupsAndPoint, Marks::GroupsAndComma].into_iter();
    marks.any(|marks| number::parse(line, marks).is_some())
}

/// Whether the first cells count the lines, from 0 or 1 on.
fn is_numbered(lines: &[&str]) -> bool {
    let number = |line: &&str| cells(line).next()?.parse::<usize>().ok();
    let first = lines.first().and_then(number);
    lines.len() > 1
        && first.is_some_and(|first| first < 2)
        && (first.unwrap_or_default()..)
            .zip(lines)
            .all(|(wanted, line)| number(line) == Some(wanted))
}

/// The number of columns with texts; a text with a comma belongs to another kind of table, and counts as many.
fn texts(lines: &[&str]) -> usize {
    let mut columns = Vec::new();
    for (column, cell) in lines.iter().flat_map(|line| cells(line).enumerate()) {
        if is_number(cell) || cell == MISSING {
            continue;
        }
        if cell.contains(',') {
            return usize::MAX;
        }
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.len()
}

/// The first line beside a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// It has as many cells.
    Alike,
    /// NumPy marks it as a comment.
    Comment,
    /// R has no name for the column with the rows' names.
    Short,
}

/// The form of the first line above rows of `width` cells; nothing where it cannot stand there.
fn first(line: &str, width: usize) -> Option<First> {
    let names = || !cells(line).any(is_number);
    match cells(line).count() {
        alike if alike == width => Some(match line.strip_prefix('#') {
            Some(rest) if !rest.starts_with(char::is_whitespace) => First::Comment,
            // An index may be named “#”.
            _ => First::Alike,
        }),
        more if more == width + 1 && line.starts_with("# ") => Some(First::Comment),
        less if less + 1 == width && names() => Some(First::Short),
        _ => None,
    }
    .filter(|_| !line.contains(',') || !names())
}

/// The text with one tab between two cells.
fn joined(text: &str, first: First) -> String {
    let mut first = Some(first);
    let mut out = String::with_capacity(text.len());
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            out.push('\n');
        }
        let mut line = line.trim_ascii();
        if !line.is_empty() {
            match first.take() {
                Some(First::Comment) => line = line.trim_start_matches('#'),
                Some(First::Short) => out.push('\t'),
                Some(First::Alike) | None => {}
            }
        }
        for (place, cell) in cells(line).enumerate() {
            if place > 0 {
                out.push('\t');
            }
            out.push_str(cell);
        }
    }
    out
}
