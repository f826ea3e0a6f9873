//! A table of workers pasted from a spreadsheet.

use parameters::sheet::{Absent, Column, Sheet, Takes};

use super::{Platform, Worker};
use crate::Error;

/// The columns of a table of workers.
pub const COLUMNS: [Column; 11] = [
    Column {
        symbol: "name",
        name: "name",
        words: &["worker", "w"],
        unit: "",
        takes: Takes::Text,
        absent: Absent::Numbered("w"),
    },
    Column {
        symbol: "F",
        name: "speed F",
        words: &["speed", "f_w", "computing speed", "speed f"],
        unit: "u/s",
        takes: Takes::Positive,
        absent: Absent::Refused,
    },
    Column {
        symbol: "f",
        name: "latency f",
        words: &["latency", "computing latency", "latency f"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "BD",
        name: "bandwidth BD",
        words: &["bd", "b^d", "send bandwidth", "bandwidth", "bandwidth bd"],
        unit: "u/s",
        takes: Takes::PositiveOrInfinite,
        absent: Absent::Is("inf"),
    },
    Column {
        symbol: "bD",
        name: "latency bD",
        words: &["send latency", "latency bd"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "BR",
        name: "bandwidth BR",
        words: &["br", "b^r", "return bandwidth", "bandwidth br"],
        unit: "u/s",
        takes: Takes::PositiveOrInfinite,
        absent: Absent::Is("inf"),
    },
    Column {
        symbol: "bR",
        name: "latency bR",
        words: &["return latency", "latency br"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "estimated speed",
        name: "estimated speed",
        words: &["estimated speed", "estimate", "fbar"],
        unit: "u/s",
        takes: Takes::Positive,
        absent: Absent::As(1),
    },
    Column {
        symbol: "estimated latency",
        name: "estimated latency",
        words: &["estimated latency"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::As(2),
    },
    Column {
        symbol: "gamma",
        name: "gamma",
        words: &["gamma", "γ"],
        unit: "",
        takes: Takes::MoreThanMinusOne,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "theta",
        name: "theta",
        words: &["theta", "θ"],
        unit: "",
        takes: Takes::Share,
        absent: Absent::Is("0.5"),
    },
];

/// F, f, BD, bD, BR, bR: the columns of a table without headers.
pub const USUAL: [usize; 6] = [1, 2, 3, 4, 5, 6];

/// The column of θ.
const THETA: usize = 10;

impl Platform {
    /// Whether a table has a column of shares θ, so that no share need be chosen.
    pub fn tells_shares(text: &str) -> bool {
        Sheet::read(text, &COLUMNS, &USUAL).place(THETA).is_some()
    }

    /// The workers of a pasted table, one line each, in the format of [`parameters::sheet`]. A first line of headers (F, f,
    /// BD, bD, BR, bR, name, gamma, theta or words for them) allows any order of columns, and to leave out all but the speed;
    /// without it the columns are F, f, BD, bD, BR, bR, complete, with or without a name before them. A missing column means 0
    /// for a latency, infinity for a bandwidth, the true value for an estimate.
    ///
    /// # Errors
    /// [`Error::Table`]: an unknown or repeated header, a cell that is missing or out of range, with line, column,
    /// value and the allowed values; no worker.
    ///
    /// ```
    /// use divisible_model::Platform;
    ///
    /// let platform = Platform::from_table("worker;F;f\nfast;2,5;0,1\nslow;1;0,1\n")?;
    /// assert_eq!(platform.workers()[0].speed, 2.5);
    ///
    /// let refused = Platform::from_table("F,f\n2,0.1\n-1,0.1").unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "line 3, column 1 (speed F): \"-1\" must be a finite number of more than 0"
    /// );
    /// # Ok::<(), divisible_model::Error>(())
    /// ```
    pub fn from_table(text: &str) -> Result<Platform, Error> {
        let sheet = Sheet::read(text, &COLUMNS, &USUAL);
        if let Some(fault) = sheet.faults(&COLUMNS).into_iter().next() {
            return Err(fault.into());
        }
        let rows = 0..sheet.rows.len();
        let workers = rows.map(|row| {
            let value = |column| sheet.value(&COLUMNS, row, column).unwrap_or_default();
            let mut worker = Worker::new(sheet.text(&COLUMNS, row, 0), USUAL.map(value));
            worker.estimated_speed = value(7);
            worker.estimated_latency = value(8);
            worker.gamma = value(9);
            worker.theta = value(THETA);
            worker
        });
        Platform::new(workers.collect())
    }
}
