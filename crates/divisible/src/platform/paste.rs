//! A table of workers as it is pasted from a spreadsheet.

use std::collections::VecDeque;

use super::{Platform, Worker};
use crate::Error;

/// The columns: name in messages, what headers say, what is allowed.
const COLUMNS: [(&str, &[&str], &str); 11] = [
    ("name", &["name", "worker", "w"], "a text"),
    (
        "speed F",
        &["speed", "f_w", "computing speed", "speed f"],
        POSITIVE,
    ),
    (
        "latency f",
        &["latency", "computing latency", "latency f"],
        TIME,
    ),
    (
        "bandwidth BD",
        &["bd", "b^d", "send bandwidth", "bandwidth", "bandwidth bd"],
        BANDWIDTH,
    ),
    ("latency bD", &["send latency", "latency bd"], TIME),
    (
        "bandwidth BR",
        &["br", "b^r", "return bandwidth", "bandwidth br"],
        BANDWIDTH,
    ),
    ("latency bR", &["return latency", "latency br"], TIME),
    (
        "estimated speed",
        &["estimated speed", "estimate", "fbar"],
        POSITIVE,
    ),
    ("estimated latency", &["estimated latency"], TIME),
    ("gamma", &["gamma", "γ"], "a finite number of more than -1"),
    ("theta", &["theta", "θ"], "between 0 and 1, both excluded"),
];

const POSITIVE: &str = "a finite number of more than 0";
const BANDWIDTH: &str = "a number of more than 0, or inf";
const TIME: &str = "a finite number of at least 0";

/// The bandwidth of a link that costs nothing.
const FREE: Option<f64> = Some(f64::INFINITY);

/// Headers whose case matters: F is a speed, f its latency; BD a bandwidth, bD its latency.
const SYMBOLS: [(&str, usize); 6] = [
    ("F", 1),
    ("f", 2),
    ("BD", 3),
    ("bD", 4),
    ("BR", 5),
    ("bR", 6),
];

/// The lines that are not empty, with their numbers.
type Lines<'t> = VecDeque<(usize, &'t str)>;

/// The column of θ.
const THETA: usize = 10;

impl Platform {
    /// Whether a table has a column of shares θ, so that none need be chosen.
    pub fn tells_shares(text: &str) -> bool {
        open(text).is_ok_and(|(_, columns, _)| columns.contains(&THETA))
    }

    /// The workers of a pasted table: one line each, cells separated by tabs, semicolons or commas, whichever the first
    /// line has first in this order. With a first line of headers (F, f, BD, bD, BR, bR, name, gamma, theta or words for
    /// them) columns may come in any order and, but for the speed, be left out; without one they are F, f, BD, bD, BR,
    /// bR, all there. With tabs or semicolons a decimal comma is read as a point. A column that is left out is 0 for a
    /// latency, infinite for a bandwidth, the truth for an estimate.
    ///
    /// # Errors
    /// A header that is not known or stands twice, a cell that is missing or out of range, with line, column, value and
    /// what is allowed; no worker.
    ///
    /// ```
    /// use divisible::Platform;
    ///
    /// let platform = Platform::from_table("worker;F;f\nfast;2,5;0,1\nslow;1;0,1\n")?;
    /// assert_eq!(platform.workers()[0].speed, 2.5);
    ///
    /// let refused = Platform::from_table("F,f\n2,0.1\n-1,0.1").unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "line 3, column 1 (speed F): \"-1\" must be a finite number of more than 0"
    /// );
    /// # Ok::<(), divisible::Error>(())
    /// ```
    pub fn from_table(text: &str) -> Result<Platform, Error> {
        let (lines, columns, separator) = open(text)?;
        let workers = lines.into_iter().enumerate().map(|(place, (line, cells))| {
            let mut values = [None; 10];
            let mut name = format!("w{place}");
            let mut cells = cells.split(separator);
            for (at, &column) in (1..).zip(&columns) {
                let cell = cells.next().unwrap_or_default().trim();
                if column == 0 {
                    name = cell.to_owned();
                    continue;
                }
                let value = value(cell, separator, column)
                    .ok_or_else(|| refused(line, at, column, cell))?;
                if let Some(slot) = values.get_mut(column - 1) {
                    *slot = Some(value);
                }
            }
            if let Some(cell) = cells.map(str::trim).find(|cell| !cell.is_empty()) {
                return Err(Error::Cell {
                    line,
                    column: columns.len() + 1,
                    header: "none",
                    value: cell.to_owned(),
                    allowed: "absent: there are more cells than columns",
                });
            }
            let [f, fl, bd, bdl, br, brl, speed, latency, gamma, theta] = values;
            let parameters =
                [f, fl, bd.or(FREE), bdl, br.or(FREE), brl].map(Option::unwrap_or_default);
            let mut worker = Worker::new(name, parameters);
            worker.estimated_speed = speed.unwrap_or(worker.estimated_speed);
            worker.estimated_latency = latency.unwrap_or(worker.estimated_latency);
            worker.gamma = gamma.unwrap_or(worker.gamma);
            worker.theta = theta.unwrap_or(worker.theta);
            Ok(worker)
        });
        Platform::new(workers.collect::<Result<_, _>>()?)
    }
}

/// The lines with workers, which of [`COLUMNS`] each column is, and what separates cells.
fn open(text: &str) -> Result<(Lines<'_>, Vec<usize>, char), Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Lines<'_> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let &(_, first) = lines.front().ok_or(Error::Empty)?;
    let separator = ['\t', ';', ',']
        .into_iter()
        .find(|&separator| first.contains(separator))
        .unwrap_or('\t');
    let has_headers = first
        .split(separator)
        .any(|cell| number(cell, separator).is_none() && !cell.trim().is_empty());
    let columns = if has_headers {
        lines.pop_front();
        headers(first, separator)?
    } else {
        (1..=6).collect()
    };
    Ok((lines, columns, separator))
}

/// Which of [`COLUMNS`] each column is.
fn headers(line: &str, separator: char) -> Result<Vec<usize>, Error> {
    let mut columns: Vec<usize> = Vec::new();
    for (at, header) in (1..).zip(line.split(separator)) {
        let header = header.trim();
        let found = SYMBOLS
            .iter()
            .find(|(symbol, _)| *symbol == header)
            .map(|&(_, column)| column)
            .or_else(|| {
                let lower = header.to_lowercase();
                COLUMNS
                    .iter()
                    .position(|(_, words, _)| words.contains(&lower.as_str()))
            });
        let column = found.ok_or_else(|| Error::Header {
            column: at,
            header: header.to_owned(),
            known: COLUMNS.map(|(name, ..)| name).join(", "),
        })?;
        if columns.contains(&column) {
            return Err(Error::Twice {
                column: at,
                header: name(column),
            });
        }
        columns.push(column);
    }
    if !columns.contains(&1) {
        return Err(Error::Missing { header: name(1) });
    }
    Ok(columns)
}

fn name(column: usize) -> &'static str {
    COLUMNS.get(column).map_or("", |&(name, ..)| name)
}

fn refused(line: usize, at: usize, column: usize, cell: &str) -> Error {
    Error::Cell {
        line,
        column: at,
        header: name(column),
        value: cell.to_owned(),
        allowed: COLUMNS.get(column).map_or("", |&(_, _, allowed)| allowed),
    }
}

/// The cell's value, if it is one that the column may have.
fn value(cell: &str, separator: char, column: usize) -> Option<f64> {
    let value = number(cell, separator)?;
    let good = match column {
        1 | 7 => value.is_finite() && value > 0.0,
        3 | 5 => value > 0.0,
        9 => value.is_finite() && value > -1.0,
        10 => value > 0.0 && value < 1.0,
        _ => value.is_finite() && value >= 0.0,
    };
    good.then_some(value)
}

fn number(cell: &str, separator: char) -> Option<f64> {
    let cell = cell.trim();
    if separator == ',' {
        cell.parse().ok()
    } else {
        cell.replace(',', ".").parse().ok()
    }
}
