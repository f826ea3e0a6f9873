//! The separator of cells, and the decimal mark of numbers.

use std::ops::RangeInclusive;

use super::columns::{Answer, Columns, Question};
use super::number::{self, Marks};
use super::rows::{Row, Rows};

/// The dialect of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect<'text> {
    /// The table itself.
    pub(super) table: &'text str,
    /// The line of the file on which it starts, from 1.
    pub(super) first_line: u64,
    /// The separator of cells.
    pub(super) delimiter: u8,
    /// Whether tabs stand for white space of the file.
    pub(super) spaced: bool,
    /// The marks of numbers.
    pub(super) marks: Marks,
}

/// The separators that cells may have.
const DELIMITERS: [u8; 3] = [b'\t', b';', b','];

/// The number of rows that are looked at.
const SAMPLE: usize = 100;

/// Finds out the dialect of a table; beside it a question where marks may mean one thing or another.
pub(super) fn dialect<'text>(
    text: &'text str,
    said: &Columns,
) -> (Dialect<'text>, Option<Question>) {
    let mut dialect = Dialect {
        table: text,
        first_line: 1,
        delimiter: b',',
        spaced: false,
        marks: Marks::Point,
    };
    let (mut named, mut separated) = (false, true);
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
        named = true;
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
        separated = best.is_some();
        dialect = best.map_or(dialect, |(_, candidate)| *candidate);
    }
    // A column of numbers with decimal commas looks like two columns.
    let one = match named || dialect.delimiter != b',' {
        true => None,
        false => one_column(&dialect),
    };
    let one_column = Dialect {
        delimiter: b';',
        ..dialect
    };
    let sure = one.as_ref().is_some_and(|one| one.sure);
    let grouped = one.as_ref().is_some_and(|one| one.grouped);
    match (one, said.decimal_comma) {
        (Some(_), Some(true)) => {
            let (marks, _) = marks(&one_column, false, (!grouped).then_some(true));
            let dialect = Dialect {
                marks,
                ..one_column
            };
            (dialect, None)
        }
        (Some(_), said) if sure => {
            let (marks, question) = marks(&one_column, false, said);
            (
                Dialect {
                    marks,
                    ..one_column
                },
                question,
            )
        }
        (Some(one), None) => (dialect, Some(one.question())),
        (_, said) => {
            let commas = separated && dialect.delimiter == b',';
            let (marks, question) = marks(&dialect, commas, said);
            (Dialect { marks, ..dialect }, question)
        }
    }
}

/// A table of whole numbers that may be a single column, whose commas are decimal marks or stand between thousands.
struct OneColumn {
    /// One name stands above the numbers, so that they are a single column.
    sure: bool,
    /// The comma would stand between thousands: behind it is a decimal point.
    grouped: bool,
    /// The first of the numbers.
    first: String,
}

impl OneColumn {
    fn question(&self) -> Question {
        let Self { first, grouped, .. } = self;
        let parts: Vec<&str> = first.split(',').collect();
        let count = match parts.len() {
            2 => "two".to_owned(),
            more => more.to_string(),
        };
        let (what, one) = match grouped {
            true => (
                "thousands",
                format!("Thousands: {}", first.replace(',', "")),
            ),
            false => (
                "a decimal comma",
                format!("Decimal comma: {}", first.replace(',', ".")),
            ),
        };
        let answer = |words: String, comma| Answer {
            words,
            decimal_comma: Some(comma),
            ..Answer::default()
        };
        Question {
            assumed: format!("'{first}' is read as {count} numbers, not as one with {what}"),
            otherwise: "decimal=comma".to_owned(),
            open: true,
            answers: vec![
                answer(format!("Columns: {}", parts.join(" and ")), false),
                answer(one, true),
            ],
        }
    }
}

/// Whether the rows of a table between commas may be one column of numbers with decimal commas, or with commas between thousands.
fn one_column(dialect: &Dialect<'_>) -> Option<OneColumn> {
    let digits = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    let grouped_whole =
        |cell: &str| digits(cell) || number::parse(cell, Marks::GroupsAndComma).is_some();
    let three = |cell: &str| cell.len() == 3 && digits(cell);
    let thousands = |cell: &str| {
        let part = cell.split_once('.');
        part.is_some_and(|(whole, part)| three(whole) && digits(part))
    };
    let groups = |whole: &str, rest: &[&str]| {
        let all = rest.split_last().is_some_and(|(last, between)| {
            between.iter().all(|cell| three(cell)) && (three(last) || thousands(last))
        });
        whole.len() <= 3 && digits(whole) && all
    };
    let (mut sure, mut grouped, mut first) = (false, false, None);
    // Rows of one width are a table with any digits.
    let (mut narrow, mut wide, mut in_threes) = (false, false, true);
    let mut rows = Rows::new(dialect);
    for place in 0..SAMPLE {
        let Some(row) = rows.next() else { break };
        let cells: Vec<&str> = row.cells().collect();
        match cells.as_slice() {
            [name] if place == 0 && number::parse(name, Marks::Point).is_none() => sure = true,
            [whole, part]
                if digits(whole) && thousands(part) || grouped_whole(whole) && digits(part) =>
            {
                grouped |= thousands(part);
                narrow = true;
                in_threes &= groups(whole, &[part]);
                first.get_or_insert_with(|| cells.join(","));
            }
            [whole, rest @ ..] if rest.len() > 1 && groups(whole, rest) => {
                wide = true;
                first.get_or_insert_with(|| cells.join(","));
            }
            // Whole numbers among them have no comma.
            [number] if number::parse(number, Marks::Point).is_some() => {
                narrow = true;
                in_threes &= number.len() <= 3;
            }
            _ => return None,
        }
    }
    if wide && !(in_threes && (narrow || sure)) {
        return None;
    }
    first.map(|first| OneColumn {
        sure,
        grouped: grouped || wide,
        first,
    })
}

/// A row that another delimiter than the table's separates.
pub(super) struct Mixed {
    /// The whole row.
    pub(super) line: String,
    /// The expectation.
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
            number::parse(cell, Marks::Point).is_some()
                || delimiter != b',' && number::is_number_somehow(cell)
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
    let above = match dialect.spaced {
        true => "spaces",
        false => name(dialect.delimiter),
    };
    let expected = format!(
        "{above} between cells, as above, but this row has {}: use one separator in the whole file",
        name(other)
    );
    Some(Mixed { line, expected })
}

/// The misfit of a delimiter, the most important first. A wrong one may take the inside of a quoted cell for cells, so
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

/// The misfit of a delimiter; `None` when it separates nothing.
fn misfit(dialect: &Dialect<'_>) -> Option<Misfit> {
    let is_number = number::is_number_somehow;

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

/// The marks under which most cells of the sample are numbers; the sample goes on until there is a mark. Beside them a question
/// where others fit as well and give a cell another value.
fn marks(dialect: &Dialect<'_>, commas: bool, comma: Option<bool>) -> (Marks, Option<Question>) {
    let mut rows = Rows::new(dialect);
    let mut fitting = [0_usize; Marks::ALL.len()];
    // The first cells with a mark.
    let mut cells: Vec<String> = Vec::new();
    let (mut seen, mut marked) = (0, 0_usize);
    while (seen < SAMPLE || marked == 0)
        && let Some(row) = rows.next()
    {
        seen += 1;
        for cell in row.cells() {
            let numbers = Marks::ALL.map(|marks| number::parse(cell, marks));
            let mark = cell.contains(|c: char| !c.is_ascii_digit())
                && cell.ends_with(|c: char| c.is_ascii_digit());
            if !mark || numbers.iter().all(Option::is_none) {
                continue;
            }
            marked += 1;
            for (fitting, number) in fitting.iter_mut().zip(numbers) {
                *fitting += usize::from(number.is_some());
            }
            if cells.len() < SAMPLE {
                cells.push(cell.to_owned());
            }
        }
    }
    let most = |allowed: &dyn Fn(Marks) -> bool| {
        let all = Marks::ALL.into_iter().zip(fitting);
        let mut best: Option<(Marks, usize)> = None;
        for (marks, fitting) in all.filter(|(marks, _)| allowed(*marks)) {
            if best.is_none_or(|(_, most)| fitting > most) {
                best = Some((marks, fitting));
            }
        }
        best.unwrap_or((Marks::Point, 0))
    };
    if let Some(comma) = comma {
        let (marks, _) = most(&|marks| (marks.decimal() == ',') == comma);
        return (marks, None);
    }
    // Between commas a point is the decimal mark, and a comma in quotation marks groups.
    let point = |cell: &String| cell.contains('.') && number::parse(cell, Marks::Point).is_some();
    let quoted = cells.iter().any(|cell| cell.contains(',')) && !cells.iter().any(point);
    let (mut best, fits) = most(&|marks| !commas || quoted || marks.decimal() == '.');
    let as_many = |marks: Marks| {
        let (_, fitting) = most(&|one| one == marks);
        fitting == fits && fits > 0
    };
    if commas && best == Marks::Comma && as_many(Marks::GroupsAndPoint) {
        best = Marks::GroupsAndPoint;
    }
    let others = Marks::ALL.into_iter().filter(|other| {
        other.decimal() != best.decimal() && as_many(*other) && (!commas || quoted)
    });
    let question = others.into_iter().find_map(|other| {
        let differs = |cell: &&String| number::parse(cell, best) != number::parse(cell, other);
        cells
            .iter()
            .find(differs)
            .map(|cell| ambiguous(cell, best, other))
    });
    (best, question)
}

/// Asks whether a mark is the decimal one or stands between thousands.
fn ambiguous(cell: &str, best: Marks, other: Marks) -> Question {
    let value = |marks| number::parse(cell, marks).unwrap_or_default();
    let decimal = |marks: Marks| match marks.decimal() {
        ',' => "comma",
        _ => "point",
    };
    let groups = |marks: Marks| cell.contains(marks.decimal());
    let words = |marks: Marks| match groups(marks) {
        true => format!("Decimal {}: {}", decimal(marks), value(marks)),
        false => format!("Thousands: {}", value(marks)),
    };
    let answer = |marks: Marks| Answer {
        words: words(marks),
        decimal_comma: Some(marks.decimal() == ','),
        ..Answer::default()
    };
    Question {
        assumed: match groups(best) {
            true => format!(
                "'{cell}' is read with a decimal {}, not as thousands",
                decimal(best)
            ),
            false => format!(
                "'{cell}' is read as thousands, not with a decimal {}",
                decimal(other)
            ),
        },
        otherwise: format!("decimal={}", decimal(other)),
        open: true,
        answers: vec![answer(best), answer(other)],
    }
}
