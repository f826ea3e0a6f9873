//! The same work in several schedules: the same units of work in all, from the same zero on. Nothing here draws.

mod deciding;
mod lengths;
mod pointed;
mod scene;
mod seen;
mod strip;
mod subject;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use schedule::Schedule;
use schedule::same_work::{Same, ends};

use crate::outcome::Outcome;

pub use deciding::DECIDING;
pub use scene::{Scene, Told};
pub use seen::Seen;
pub use strip::strip;
pub use subject::Subject;

/// The most schedules in one figure.
const MOST: usize = 4;

/// The same work of an outcome in several schedules, and its first view: two worlds, or the compared variants.
#[must_use]
pub fn of(outcome: &Outcome) -> Option<(Subject, Vec<Rc<Schedule>>, Seen)> {
    let beside = outcome.beside.as_ref()?;
    if let Some(worlds) = &outcome.report.worlds {
        let schedules = beside.variants.iter().map(|(_, schedule)| schedule.clone());
        let schedules: Vec<_> = schedules.collect();
        let borrowed: Vec<&Schedule> = schedules.iter().map(Rc::as_ref).collect();
        let subject = Subject::of(worlds, &borrowed);
        return Some((subject, schedules, Seen::opening(worlds)));
    }
    let own = (beside.base.clone(), outcome.schedule.clone()?);
    let all = std::iter::once(own).chain(beside.variants.iter().cloned());
    let (titles, mut schedules): (Vec<_>, Vec<_>) = all.take(MOST).unzip();
    if let Some(work) = &beside.work {
        for (schedule, ends) in schedules.iter_mut().zip(&work.ends) {
            *schedule = Rc::new(schedule.marked(&work.name, ends.iter().copied()).ok()?);
        }
    }
    let borrowed: Vec<&Schedule> = schedules.iter().map(Rc::as_ref).collect();
    let load = beside
        .work
        .as_ref()
        .map(|work| (work.unit, work.name.as_str()));
    let stated = beside.stated.as_ref();
    let subject = Subject {
        runs: stated.is_some_and(|stated| stated.runs > 0),
        ..Subject::compared(titles, &borrowed, load)?
    };
    let seen = Seen::compared(&borrowed, stated);
    let caption = subject.stand(&borrowed, seen, stated);
    Some((Subject { caption, ..subject }, schedules, seen))
}

/// The work of each compared schedule in words, the scenario's first, where they differ: with the same traces, several copies of
/// each job do fewer iterations. Empty where all do the same, or their work has no common unit.
#[must_use]
pub fn works(outcome: &Outcome) -> Vec<String> {
    let Some((beside, own)) = outcome.beside.as_ref().zip(outcome.schedule.as_deref()) else {
        return Vec::new();
    };
    if outcome.report.worlds.is_some() || beside.work.is_some() {
        return Vec::new();
    }
    let others = beside.variants.iter().map(|(_, schedule)| &**schedule);
    unequal(&std::iter::once(own).chain(others).collect::<Vec<_>>())
}

/// The units of work of each schedule in words; nothing where all have equally many, or no common unit.
fn unequal(schedules: &[&Schedule]) -> Vec<String> {
    let done: Vec<usize> = schedules.iter().map(|one| ends(one).len()).collect();
    match Subject::compared(Vec::new(), schedules, None) {
        Some(subject) if done.iter().any(|units| done.first() != Some(units)) => {
            done.into_iter().map(|units| subject.units(units)).collect()
        }
        _ => Vec::new(),
    }
}

/// The number of units to see, `count` at a time: the starts from which all schedules do so many, and the rest of the last
/// view.
#[must_use]
pub fn units(schedules: &[&Schedule], count: usize) -> usize {
    match Same::of(schedules).starts(count) {
        0 => 0,
        starts => starts - 1 + count,
    }
}
