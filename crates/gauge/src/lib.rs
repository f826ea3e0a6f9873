//! The duration of a part of a benchmark: the median of five runs, of fewer where they take long, and a record of them for `cargo
//! xtask bench`.
//!
//! ```
//! let gauge = gauge::Gauge::quick();
//! let (runs, sum) = gauge.time(|| (1..=10).sum::<u32>());
//! assert_eq!(sum, 55);
//! assert!(runs.median() >= 0.0);
//! ```

use std::env;
use std::fs::OpenOptions;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;

/// The variable that names the file of records.
const FIGURES: &str = "FIGURES";

/// The variable that asks for one run of each part.
const QUICK: &str = "QUICK";

/// The variable that lists parts by their numbers, separated by commas.
const PARTS: &str = "PARTS";

/// The number of runs of a part.
const RUNS: usize = 5;

/// The number of runs of a long part.
const FEW: usize = 3;

/// The duration from which a part counts as long, s.
const LONG: f64 = 12.0;

/// The shortest run, s: a run repeats a shorter part.
const SHORTEST: f64 = 0.02;

/// A timer of parts that writes their records.
#[derive(Clone, Debug)]
pub struct Gauge {
    quick: bool,
    records: Option<PathBuf>,
}

impl Gauge {
    /// The gauge of the environment: `$FIGURES` names the file of records, `$QUICK` asks for one run.
    #[must_use]
    pub fn from_environment() -> Self {
        Self {
            quick: env::var_os(QUICK).is_some(),
            records: env::var_os(FIGURES).map(PathBuf::from),
        }
    }

    /// A gauge with one run of each part, without records.
    #[must_use]
    pub fn quick() -> Self {
        Self {
            quick: true,
            records: None,
        }
    }

    /// The same gauge with this file of records.
    #[must_use]
    pub fn into_file(self, records: &Path) -> Self {
        Self {
            records: Some(records.to_owned()),
            ..self
        }
    }

    /// Whether one run is enough, so that a benchmark may omit large sizes.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Repeats a part: returns the seconds of each run, and the result of the last one.
    pub fn time<T>(&self, mut work: impl FnMut() -> T) -> (Runs, T) {
        let began = Instant::now();
        let mut run = || {
            let (start, mut times) = (Instant::now(), 0.0);
            loop {
                let done = black_box(work());
                times += 1.0;
                let took = start.elapsed().as_secs_f64();
                if self.quick || took >= SHORTEST {
                    return (took / times, done);
                }
            }
        };
        let (first, mut last) = run();
        let mut runs = vec![first];
        while !self.quick && wanted(runs.len(), began.elapsed().as_secs_f64()) {
            let (took, done) = run();
            runs.push(took);
            last = done;
        }
        (Runs(runs), last)
    }

    /// Prints the median of a numbered part's runs in seconds, beside the value to reach, and appends their record.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn tell(
        &self,
        part: u32,
        name: &str,
        reach: Option<f64>,
        (runs, sum): (Runs, f64),
    ) -> io::Result<()> {
        let told = reach.map_or(String::new(), |reach| format!("≤ {reach}"));
        writeln!(io::stdout(), "{name:<34} {:>9.4} {told:>9}", runs.median())?;
        self.record(&Record {
            name,
            unit: "s",
            runs,
            reach,
            same: serde_json::json!({ "part": part, "sum": sum }),
        })
    }

    /// Appends a record, where the gauge has a file of records.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn record(&self, record: &Record<'_>) -> io::Result<()> {
        let Some(records) = &self.records else {
            return Ok(());
        };
        let mut file = OpenOptions::new().create(true).append(true).open(records)?;
        writeln!(file, "{}", serde_json::to_string(record)?)
    }
}

/// Whether a part with so many runs in so many seconds runs once more: five times, three times where that takes long, once where one
/// run does. The median of an odd number of runs is one of them.
fn wanted(runs: usize, seconds: f64) -> bool {
    match (runs, seconds < LONG) {
        (_, true) => runs < RUNS,
        (1, false) => false,
        (_, false) => runs < FEW || runs.is_multiple_of(2),
    }
}

/// Runs the parts in `$PARTS`, once each and without a clock, for programs that count instructions. Returns whether the variable
/// is set.
pub fn counted(measure: extern "C" fn(u32) -> f64) -> bool {
    let Ok(parts) = env::var(PARTS) else {
        return false;
    };
    for part in parts.split(',').filter_map(|part| part.parse().ok()) {
        black_box(measure(black_box(part)));
    }
    true
}

/// The folder for a benchmark's files, from its arguments; cargo adds a flag of its own.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let mut words = env::args().skip(1);
    words.find(|word| !word.starts_with('-')).map(PathBuf::from)
}

/// The values of a part's runs, in the order of the runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Runs(Vec<f64>);

impl Runs {
    /// A single value, equal in each run.
    #[must_use]
    pub fn one(value: f64) -> Self {
        Self(vec![value])
    }

    /// The median: half of the runs do not exceed it.
    #[must_use]
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// The runs in another unit.
    #[must_use]
    pub fn map(&self, unit: impl Fn(f64) -> f64) -> Self {
        Self(self.0.iter().map(|value| unit(*value)).collect())
    }
}

/// The record of a part; the README of this crate has each key.
#[derive(Clone, Debug, Serialize)]
pub struct Record<'a> {
    /// The name of the part.
    pub name: &'a str,
    /// The unit of its runs.
    pub unit: &'a str,
    /// The values of its runs.
    pub runs: Runs,
    /// The value to reach.
    pub reach: Option<f64>,
    /// The input with which another program does the same.
    pub same: Value,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;

    #[test]
    fn a_part_runs_five_times_and_once_where_that_is_enough() {
        let gauge = Gauge {
            quick: false,
            records: None,
        };
        let mut times = 0;
        let (runs, last) = gauge.time(|| {
            times += 1;
            times
        });
        // A run repeats a short part.
        assert!(runs.0.len() == 5 && times > 5 && last == times);
        assert!(runs.0.iter().all(|run| *run < SHORTEST), "{runs:?}");
        assert_eq!(Gauge::quick().time(|| 7).0.0.len(), 1);
    }

    #[test]
    fn what_takes_long_runs_three_times_and_what_takes_very_long_once() {
        let runs = |seconds: f64| {
            let mut runs = 1;
            while wanted(runs, seconds * runs as f64) {
                runs += 1;
            }
            runs
        };
        assert_eq!(
            [0.1, 2.9, 3.1, 5.0, 11.0, 13.0].map(runs),
            [5, 5, 5, 3, 3, 1]
        );
    }

    #[test]
    fn the_median_is_in_the_middle_whatever_the_order() {
        let runs = Runs(vec![5.0, 1.0, 9.0, 2.0, 3.0]);
        assert!((runs.median() - 3.0).abs() < f64::EPSILON);
        assert!((runs.map(|value| 2.0 * value).median() - 6.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_record_is_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figures.jsonl");
        let gauge = Gauge::quick().into_file(&file);
        for value in [1.5, 2.5] {
            let record = Record {
                name: "a part",
                unit: "s",
                runs: Runs(vec![value]),
                reach: Some(2.0),
                same: serde_json::json!({ "part": 1 }),
            };
            gauge.record(&record).unwrap();
        }
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(
            text,
            "{\"name\":\"a part\",\"unit\":\"s\",\"runs\":[1.5],\"reach\":2.0,\"same\":{\"part\":1}}\n\
             {\"name\":\"a part\",\"unit\":\"s\",\"runs\":[2.5],\"reach\":2.0,\"same\":{\"part\":1}}\n"
        );
    }
}
