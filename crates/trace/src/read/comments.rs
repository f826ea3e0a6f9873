//! Comments above a file's rows, lines that begin with `#`, and the time of a message that one of them may tell.

use std::borrow::Cow;

use super::number::{self, Marks};
use super::unit::Unit;
use crate::set::is_runtime;

/// The beginning of the comment that tells the time of a message between two nodes, behind its `#`.
const MESSAGE: &str = "message time";

/// The time of a message, as a comment tells it.
pub(super) enum Message<'text> {
    /// No comment tells it.
    Untold,
    /// A time, ms.
    Told(f64),
    /// No time: the line, from 1, and the text there.
    Unread(u64, &'text str),
}

/// A text without the comment that tells the time of a message, and this time. Lines keep their numbers.
pub(super) fn message(text: &str) -> (Cow<'_, str>, Message<'_>) {
    let told = (1..)
        .zip(top(text))
        .find_map(|(number, line)| Some((number, line, time(line)?)));
    let Some((number, told, time)) = told else {
        return (Cow::Borrowed(text), Message::Untold);
    };
    let message = match time {
        Ok(ms) => Message::Told(ms),
        Err(found) => Message::Unread(number, found),
    };
    (without(text, |line| std::ptr::eq(line, told)), message)
}

/// A table without the comments above it. Lines keep their numbers.
pub(super) fn table(text: &str) -> Cow<'_, str> {
    let lines = top(text).count();
    let Some(last) = top(text).filter(|line| !line.is_empty()).last() else {
        return Cow::Borrowed(text);
    };
    let below = text
        .split('\n')
        .skip(lines)
        .find(|line| !line.trim().is_empty());
    let header = below.is_some_and(|below| is_header(last, below.trim_end()));
    without(text, |line| !(header && std::ptr::eq(line, last)))
}

/// The blank lines and comments above the first other line.
fn top(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split('\n').map(str::trim_end);
    lines.take_while(|line| line.is_empty() || line.starts_with('#') && !names_index(line))
}

/// Whether a line is a header whose first column is called `#`.
fn names_index(line: &str) -> bool {
    line.strip_prefix('#')
        .is_some_and(|rest| rest.starts_with([',', ';', '\t']))
}

/// The text with some of the lines at its top empty.
fn without<'text>(text: &'text str, empty: impl Fn(&'text str) -> bool) -> Cow<'text, str> {
    let lines = top(text).count();
    let mut out = String::with_capacity(text.len());
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            out.push('\n');
        }
        if place >= lines || !empty(line.trim_end()) {
            out.push_str(line);
        }
    }
    Cow::Owned(out)
}

/// The time that a comment tells, ms; nothing where it speaks of something else.
fn time(comment: &str) -> Option<Result<f64, &str>> {
    let words = comment.strip_prefix('#')?.trim_start();
    let (name, value) = words.split_once(':')?;
    let (name, unit) = name.split_at_checked(MESSAGE.len())?;
    if !name.eq_ignore_ascii_case(MESSAGE) {
        return None;
    }
    let unit = match unit.trim() {
        "" => Some(Unit::Milliseconds),
        unit => Unit::named(unit.strip_prefix('(')?.strip_suffix(')')?),
    };
    let ms = unit.and_then(|unit| Some(unit.to_ms(value.trim().parse().ok()?)));
    Some(ms.filter(|ms| is_runtime(*ms)).ok_or(words))
}

/// Whether a comment holds the names above a row of numbers: as many cells, or, between spaces, one more, the mark of the comment. A row
/// of names below it is the header itself, and a single column may have any name.
fn is_header(comment: &str, row: &str) -> bool {
    let marks = [',', ';', '\t', ' '];
    let is_number = |cell: &str| number::parse(cell.trim_matches('"'), Marks::Point).is_some();
    if !row.split(marks).any(is_number) {
        return false;
    }
    let count = |line: &str, mark: char| {
        line.split(mark)
            .filter(|cell| mark != ' ' || !cell.is_empty())
            .count()
    };
    let width = |mark: &&char| count(row, **mark) > 1;
    match marks.iter().find(width) {
        Some(' ') => [0, 1].contains(&count(comment, ' ').wrapping_sub(count(row, ' '))),
        Some(mark) => count(comment, *mark) == count(row, *mark),
        None => true,
    }
}
