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
use schedule::same_work::Same;

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
    let subject = Subject::compared(titles, &borrowed, load)?;
    let stated = beside.stated.as_ref();
    let seen = Seen::compared(&borrowed, stated);
    let caption = subject.stand(&borrowed, seen, stated);
    Some((Subject { caption, ..subject }, schedules, seen))
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
