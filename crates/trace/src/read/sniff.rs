//! What separates cells, and which decimal mark numbers have.

use std::ops::RangeInclusive;

use super::number;
use super::rows::{Row, Rows};

/// How a table is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect<'text> {
    /// The table itself.
    pub(super) table: &'text str,
    /// The line of the file on which it starts, from 1.
    pub(super) first_line: u64,
    /// What separates cells.
    pub(super) delimiter: u8,
    /// The decimal mark.
    pub(super) decimal: u8,
}

/// What may separate cells.
const DELIMITERS: [u8; 3] = [b'\t', b';', b','];

/// How many rows are looked at.
const SAMPLE: usize = 100;

/// Finds out how a table is written; beside it a cell whose comma may group thousands, where nothing says which it is.
pub(super) fn dialect(text: &str, thousands: Option<bool>) -> (Dialect<'_>, Option<String>) {
    let mut dialect = Dialect {
        table: text,
        first_line: 1,
        delimiter: b',',
        decimal: b'.',
    };
    if let Some((line, table)) = text.split_once('\n')
        && let [
            b's' | b'S',
            b'e' | b'E',
            b'p' | b'P',
            b'=',
            delimiter @ (b',' | b';' | b'\t'),
        ] = line.trim_end_matches('\r').as_bytes()
    {
        dialect = Dialect {
            table,
            first_line: 2,
            delimiter: *delimiter,
            ..dialect
        };
    } else {
        // Of equals the first: a comma between digits may be a decimal mark.
        let candidates = DELIMITERS.map(|delimiter| Dialect {
            delimiter,
            ..dialect
        });
        let fitting = candidates
            .iter()
            .filter_map(|candidate| Some((misfit(candidate)?, candidate)));
        let best = fitting.min_by_key(|(misfit, _)| *misfit);
        dialect = best.map_or(dialect, |(_, candidate)| *candidate);
    }
    let mut ambiguous = None;
    if dialect.delimiter != b',' {
        (dialect.decimal, ambiguous) = match thousands {
            Some(true) => (number::THOUSANDS, None),
            Some(false) => (b',', None),
            None => decimal(&dialect),
        };
    }
    (dialect, ambiguous)
}

/// A row that another delimiter than the table's separates.
pub(super) struct Mixed {
    /// The whole row.
    pub(super) line: String,
    /// What was expected.
    pub(super) expected: String,
}

/// Whether a row is written with another delimiter than the table's: with it the row has cells enough, and they are
/// numbers or blank but for the one at `text`.
pub(super) fn mixed(
    row: &Row<'_>,
    dialect: &Dialect<'_>,
    cells: RangeInclusive<usize>,
    text: Option<usize>,
) -> Option<Mixed> {
    let own = char::from(dialect.delimiter).to_string();
    let line = row.cells().collect::<Vec<_>>().join(&own);
    let fits = |delimiter: u8| {
        let is_number = |cell: &str| {
            number::parse(cell, b'.').is_some()
                || delimiter != b',' && number::parse(cell, b',').is_some()
        };
        let found = line.split(char::from(delimiter)).map(str::trim);
        cells.contains(&found.clone().count())
            && found
                .enumerate()
                .all(|(place, cell)| Some(place) == text || cell.is_empty() || is_number(cell))
    };
    let mut others = DELIMITERS
        .into_iter()
        .filter(|other| *other != dialect.delimiter);
    let other = others.find(|other| *cells.start() > 1 && fits(*other))?;
    let name = |delimiter| match delimiter {
        b';' => "semicolons",
        b'\t' => "tabs",
        _ => "commas",
    };
    let expected = format!(
        "{} between cells, as above, but this row has {}: use one separator in the whole file",
        name(dialect.delimiter),
        name(other)
    );
    Some(Mixed { line, expected })
}

/// How badly a delimiter fits, what matters most first. A wrong one may take the inside of a quoted cell for cells, so
/// that no row or a cell with line breaks is left, or a decimal mark for a separator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Misfit {
    /// A row is wider or longer than a table can be.
    beyond: bool,
    /// There is nothing below the first row.
    single: bool,
    /// Cells with a line break.
    breaks: usize,
    /// Rows wider than the first.
    wider: usize,
    /// Cells below the first row that are not numbers.
    no_numbers: usize,
    /// Rows of a single cell.
    narrow: usize,
}

/// How badly a delimiter fits; `None` when it separates nothing.
fn misfit(dialect: &Dialect<'_>) -> Option<Misfit> {
    let comma = dialect.delimiter != b',';
    let is_number = |cell: &str| {
        number::parse(cell, b'.').is_some() || comma && number::parse(cell, b',').is_some()
    };

    let mut misfit = Misfit {
        single: true,
        ..Misfit::default()
    };
    let (mut first, mut separates) = (None, false);
    let mut rows = Rows::new(dialect);
    for _ in 0..SAMPLE {
        let Some(row) = rows.next() else {
            misfit.beyond = rows.is_refused();
            separates |= rows.is_too_wide();
            break;
        };
        separates |= row.len() > 1;
        misfit.breaks += row.cells().filter(|cell| cell.contains('\n')).count();
        let Some(first) = first else {
            first = Some(row.len());
            continue;
        };
        misfit.single = false;
        misfit.wider += usize::from(row.len() > first);
        misfit.no_numbers += row
            .cells()
            .filter(|cell| !cell.is_empty() && !is_number(cell))
            .count();
        misfit.narrow += usize::from(row.len() == 1);
    }
    separates.then_some(misfit)
}

/// The decimal mark that most numbers of the sample have; the sample goes on until there is one. Beside it a cell whose comma
/// may group thousands, where all commas may.
fn decimal(dialect: &Dialect<'_>) -> (u8, Option<String>) {
    let mut rows = Rows::new(dialect);
    let (mut points, mut commas) = (0_usize, 0_usize);
    let (mut grouped, mut all_group, mut twice) = (None, true, false);
    let mut seen = 0;
    while (seen < SAMPLE || points + commas == 0)
        && let Some(row) = rows.next()
    {
        seen += 1;
        for cell in row.cells() {
            points += usize::from(cell.contains('.') && number::parse(cell, b'.').is_some());
            if cell.contains(',') && number::parse(cell, b',').is_some() {
                commas += 1;
                match number::may_group(cell) {
                    true if grouped.is_none() => grouped = Some(cell.to_owned()),
                    true => {}
                    false => all_group = false,
                }
            }
            // Two commas are no decimal marks.
            twice |= cell.matches(',').count() > 1 && number::may_group(cell);
        }
    }
    let ambiguous = grouped.filter(|_| all_group);
    match (twice && all_group, commas > points) {
        (true, _) => (number::THOUSANDS, None),
        (false, true) => (b',', ambiguous),
        (false, false) => (b'.', None),
    }
}
