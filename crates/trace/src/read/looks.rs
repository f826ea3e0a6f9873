//! The looks of a column's cells.

use std::collections::{HashMap, HashSet};

use super::header::Label;
use super::number::{self, Marks};
use super::summary::{form, is_share, is_summary};

/// The looks of a column's cells below the header.
#[derive(Default)]
pub(super) struct Looks {
    pub(super) filled: usize,
    pub(super) numbers: usize,
    pub(super) whole: bool,
    /// Each is more than the one above it by the same whole number.
    pub(super) even: bool,
    /// That number.
    pub(super) step: Option<f64>,
    pub(super) rising: bool,
    /// Each is a time since 1970, none before the one above it.
    pub(super) since_1970: bool,
    pub(super) first: f64,
    pub(super) times: usize,
    /// Words for sums of other rows.
    sums: usize,
    /// Texts that were meant for numbers.
    pub(super) meant: usize,
    /// The number of rows.
    pub(super) rows: usize,
    /// The form that nearly all texts have.
    pub(super) form: Option<String>,
    /// No text stands twice.
    pub(super) distinct: bool,
    /// It begins with a percentage: quantiles stand below other rows.
    pub(super) shares: bool,
}

impl Looks {
    /// The looks of these cells.
    pub(super) fn of<'cells>(cells: impl Iterator<Item = &'cells str>, marks: Marks) -> Self {
        let mut looks = Self {
            whole: true,
            even: true,
            rising: true,
            since_1970: true,
            distinct: true,
            ..Self::default()
        };
        let mut last = None;
        let mut texts = HashSet::new();
        let mut forms: HashMap<String, usize> = HashMap::new();
        for cell in cells {
            looks.rows += 1;
            looks.shares |= looks.rows == 1 && is_share(cell);
            let label = looks.shares && is_share(cell);
            let sums = is_summary(cell) && !label;
            if cell.is_empty() || sums {
                looks.sums += usize::from(!cell.is_empty());
                continue;
            }
            looks.filled += 1;
            match number::parse(cell, marks) {
                Some(number) => {
                    looks.numbers += 1;
                    looks.whole &= number.fract() == 0.0;
                    looks.since_1970 &= is_since_1970(number);
                    match last {
                        Some(last) => {
                            let step = number - last;
                            looks.even &= step > 0.0 && *looks.step.get_or_insert(step) == step;
                            looks.rising &= number > last;
                            looks.since_1970 &= number >= last;
                        }
                        None => looks.first = number,
                    }
                    last = Some(number);
                }
                None => {
                    let time = is_time(cell);
                    looks.times += usize::from(time);
                    looks.meant += usize::from(!time && !label && number::looks_like_number(cell));
                    looks.distinct &= texts.insert(cell);
                    *forms.entry(form(cell)).or_default() += 1;
                    looks.rising = false;
                    looks.whole = false;
                }
            }
        }
        let all = looks.numbers == looks.filled && looks.filled > 1;
        looks.even &= all && looks.whole;
        looks.rising &= all;
        looks.since_1970 &= all && looks.filled > 2;
        let texts = looks.filled - looks.numbers;
        let common = forms
            .into_iter()
            .find(|(_, number)| *number > 2 && texts - number <= few(texts));
        looks.form = common.map(|(form, _)| form);
        looks
    }

    /// The contents of the column row by row, where nearly every row has some.
    pub(super) fn label(&self) -> Option<Label> {
        if self.filled == 0 || self.rows - self.filled - self.sums > few(self.rows) {
            return None;
        }
        Some(match () {
            () if self.tells_time() => Label::Time,
            () if self.numbers > 0 && self.numbers * 2 >= self.filled => Label::Number,
            () if self.numbers == 0 && self.distinct => Label::Text(self.form.clone()),
            () => Label::Word,
        })
    }

    /// It counts, for so long that this is no chance.
    pub(super) fn counts(&self) -> bool {
        let begins = (self.first == 0.0 || self.first == 1.0) && self.step == Some(1.0);
        self.even && self.filled >= if begins { 3 } else { 5 }
    }

    /// It has texts alone, for so long that these are no runtimes that failed.
    pub(super) fn has_only_text(&self) -> bool {
        self.numbers == 0 && self.times == 0 && self.meant == 0 && self.filled > 2
    }

    /// It has texts, none of them twice.
    pub(super) fn identifies(&self) -> bool {
        self.numbers == 0 && self.times == 0 && self.meant == 0 && self.filled > 1 && self.distinct
    }

    /// It has dates or times of day.
    pub(super) fn tells_time(&self) -> bool {
        self.times > 0 && self.times * 2 > self.filled || self.since_1970
    }
}

/// The number of rows of so many that may be exceptions.
fn few(rows: usize) -> usize {
    (rows / 5).max(1)
}

/// Whether a cell has a date or a time of day.
pub(super) fn is_time(cell: &str) -> bool {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let marks = |marks: &[char]| cell.chars().filter(|c| marks.contains(c)).count();
    let plain = |c: char| c.is_ascii_digit() || "-/:. TZ+apmAPM,".contains(c);
    digits >= 3
        && cell.starts_with(|c: char| c.is_ascii_digit())
        && cell.chars().all(plain)
        && (marks(&[':']) >= 1 || marks(&['-', '/']) >= 2 || marks(&['.']) >= 2)
}

/// Whether a number is a time since 1970 in s, ms, µs or ns, after 2001 and before 2100: as a runtime it would be of
/// days.
fn is_since_1970(number: f64) -> bool {
    const SECONDS: std::ops::Range<f64> = 1e9..4.1e9;
    [1.0, 1e3, 1e6, 1e9]
        .iter()
        .any(|unit| SECONDS.contains(&(number / unit)))
}

/// Whether these cells are 0, 1, 2, … or 1, 2, 3, …: columns without names, as some programs number them.
pub(super) fn counts_up(cells: &[String]) -> bool {
    let numbers: Option<Vec<usize>> = cells.iter().map(|cell| cell.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        numbers.first().is_some_and(|first| {
            *first <= 1
                && numbers
                    .iter()
                    .zip(*first..)
                    .all(|(number, want)| *number == want)
        })
    })
}
