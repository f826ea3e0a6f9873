//! The first view of a schedule, and its most frequent marks.

use crate::{Mark, Schedule};

/// The number of iterations in the first view.
const ITERATIONS: usize = 3;

/// The free space beyond the last mark of the first view, as a part of it.
const MARGIN: f64 = 0.02;

/// The start and the end of a schedule's first view: its first three iterations, if it has more than four,
/// otherwise the whole run.
#[must_use]
pub fn window(schedule: &Schedule) -> (f64, f64) {
    let makespan = schedule.makespan();
    let ends: Vec<f64> = rhythm(schedule.marks())
        .filter(|&time| time > 0.0)
        .collect();
    match ends.get(ITERATIONS - 1) {
        Some(&end) if ends.len() > ITERATIONS + 1 => (0.0, (end * (1.0 + MARGIN)).min(makespan)),
        _ => (0.0, makespan),
    }
}

/// The times of the marks of the most frequent kind, by time.
pub fn rhythm(marks: &[Mark]) -> impl Iterator<Item = f64> + Clone {
    beats(marks).map(|mark| mark.time)
}

/// The marks of the most frequent kind, by time.
pub fn beats(marks: &[Mark]) -> impl Iterator<Item = &Mark> + Clone {
    let kind = commonest(marks);
    marks
        .iter()
        .filter(move |mark| Some(mark.text.as_str()) == kind)
}

/// The text that most marks have.
#[must_use]
pub fn commonest(marks: &[Mark]) -> Option<&str> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for mark in marks {
        match kinds.iter_mut().find(|(text, _)| *text == mark.text) {
            Some((_, count)) => *count += 1,
            None => kinds.push((&mark.text, 1)),
        }
    }
    kinds
        .into_iter()
        .max_by_key(|&(_, count)| count)
        .map(|(text, _)| text)
}
