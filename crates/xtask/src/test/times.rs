//! The times of the parts of the tests, and of the slowest files.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of slowest files that are named.
const SLOWEST: usize = 10;

/// A name and its time.
type Row = (String, Duration);

/// Parts and files of tests with their times, in the order of their ends.
#[derive(Default)]
pub(crate) struct Times {
    parts: Mutex<Vec<Row>>,
    files: Mutex<Vec<Row>>,
}

impl Times {
    /// Does a part of the work and keeps its time.
    pub(crate) fn part<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        self.took(name, begun.elapsed());
        done
    }

    /// Keeps the time of a part of the work.
    pub(crate) fn took(&self, name: &str, took: Duration) {
        keep(&self.parts, name, took);
    }

    /// Keeps the time of a file of tests.
    pub(crate) fn file(&self, name: &str, took: Duration) {
        keep(&self.files, name, took);
    }
}

fn keep(all: &Mutex<Vec<Row>>, name: &str, took: Duration) {
    all.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push((name.to_owned(), took));
}

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let copy =
            |all: &Mutex<Vec<Row>>| all.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let parts = copy(&self.parts);
        let mut files = copy(&self.files);
        files.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
        let mut table = |title: &str, rows: &[Row]| {
            if rows.is_empty() {
                return Ok(());
            }
            writeln!(out, "{title}")?;
            rows.iter().try_for_each(|(name, took)| {
                writeln!(out, "  {:>7.1} s  {name}", took.as_secs_f64())
            })
        };
        table("Times of the parts:", &parts)?;
        table(
            "The slowest test files:",
            files.get(..SLOWEST).unwrap_or(&files),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_in_their_order_and_the_ten_slowest_files_by_their_time() {
        let times = Times::default();
        assert_eq!(times.part("first", || 1), 1);
        times.part("second", || ());
        for seconds in 0..12 {
            times.file(&format!("file {seconds}"), Duration::from_secs(seconds));
        }
        let text = times.to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 1 + 2 + 1 + SLOWEST, "{text}");
        assert!(rows[1].ends_with("first") && rows[2].ends_with("second"));
        assert_eq!(rows[4], "     11.0 s  file 11");
        assert_eq!(rows[13], "      2.0 s  file 2");
    }
}
