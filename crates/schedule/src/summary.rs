//! A schedule in a few sentences, for readers who do not see it.

use crate::number::fixed;
use crate::{Schedule, measures};

/// The extent, the lanes' utilisation, the phases' shares of the time, and the bounds: up to four sentences in plain words.
///
/// The sentence on utilisation, see [`measures::utilisation`], is missing where no phase counts as
/// useful. Phases come by their share of all lanes' time; time that no span covers is idle.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute), Phase::new("wait", Role::Wait)];
/// # let mut recording = Recording::new(Unit::Seconds, vec!["p1".into(), "p2".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 30.0, Job(0));
/// recording.span(LaneId(0), PhaseId(1), 30.0, 40.0, Job::NONE);
/// recording.span(LaneId(1), PhaseId(0), 0.0, 40.0, Job(1));
/// let summary = schedule::summary::of(&recording.finish(40.0)?).replace('\u{a0}', " ");
/// assert_eq!(
///     summary,
///     "2 lanes, 3 spans, done after 40.00 s. Lanes compute 88 % of the time on average, \
///      most p2 with 100 %, least p1 with 75 %. Of all time, calc takes 88 % and wait 12 %."
/// );
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn of(schedule: &Schedule) -> String {
    let mut sentences = vec![extent(schedule)];
    sentences.extend(busyness(schedule));
    sentences.extend(shares(schedule));
    sentences.extend(bounds(schedule));
    sentences.join(" ")
}

fn extent(schedule: &Schedule) -> String {
    let plural = |number: usize, word: &str| {
        let s = if number == 1 { "" } else { "s" };
        format!("{} {word}{s}", fixed(number as f64, 0))
    };
    format!(
        "{}, {}, done after {}.",
        plural(schedule.lanes().len(), "lane"),
        plural(schedule.len(), "span"),
        schedule.unit().time(schedule.makespan()),
    )
}

/// The mean utilisation and the lanes at its ends; of lanes that are equal the first.
fn busyness(schedule: &Schedule) -> Option<String> {
    let useful = |phase: &crate::Phase| phase.role.is_useful();
    if schedule.is_empty() || !schedule.phases().iter().any(useful) {
        return None;
    }
    let lanes = measures::utilisation(schedule);
    let mean = lanes.iter().sum::<f64>() / lanes.len().max(1) as f64;
    let mut named = lanes.iter().copied().zip(schedule.lanes());
    let first = named.next()?;
    let (most, least) = named.fold((first, first), |(most, least), lane| {
        (
            if lane.0 > most.0 { lane } else { most },
            if lane.0 < least.0 { lane } else { least },
        )
    });
    Some(if lanes.len() == 1 {
        format!("It computes {} of the time.", percent(mean))
    } else if percent(most.0) == percent(least.0) {
        format!("Every lane computes {} of the time.", percent(mean))
    } else {
        format!(
            "Lanes compute {} of the time on average, most {} with {}, least {} with {}.",
            percent(mean),
            most.1,
            percent(most.0),
            least.1,
            percent(least.0),
        )
    })
}

fn shares(schedule: &Schedule) -> Option<String> {
    let shares = measures::share_by_phase(schedule);
    let idle = 1.0 - shares.iter().sum::<f64>();
    let names = schedule.phases().iter().map(|phase| phase.name.as_str());
    let mut parts: Vec<(&str, f64)> = names.zip(shares).filter(|part| part.1 > 0.0).collect();
    if !parts.is_empty() && idle > 0.0005 {
        parts.push(("idle", idle));
    }
    crate::sort::by(&mut parts, |a, b| b.1.total_cmp(&a.1));
    let told = |(index, (name, share)): (usize, (&str, f64))| match (index, name) {
        (_, "idle") => format!("{} is idle", percent(share)),
        (0, _) => format!("{name} takes {}", percent(share)),
        _ => format!("{name} {}", percent(share)),
    };
    let mut told: Vec<String> = parts.into_iter().enumerate().map(told).collect();
    let last = told.pop()?;
    Some(if told.is_empty() {
        format!("Of all time, {last}.")
    } else {
        format!("Of all time, {} and {last}.", told.join(", "))
    })
}

/// The sentence on every bound.
fn bounds(schedule: &Schedule) -> Option<String> {
    let unit = schedule.unit();
    let bounds = schedule.bounds().iter();
    let told: Vec<String> = bounds
        .map(|bound| format!("{} {}", bound.name, unit.time(bound.time)))
        .collect();
    (!told.is_empty()).then(|| format!("To compare: {}.", told.join(", ")))
}

/// A share as a percentage: whole, but one decimal below ten.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent >= 9.95 {
        format!("{percent:.0}\u{a0}%")
    } else if percent >= 0.05 {
        format!("{percent:.1}\u{a0}%")
    } else if percent > 0.0 {
        "below 0.1\u{a0}%".to_owned()
    } else {
        "0\u{a0}%".to_owned()
    }
}

/// The visible part of the run, for a title bar: “0 – 75.92 s of 9 372 s”.
#[must_use]
pub fn range(schedule: &Schedule, from: f64, to: f64) -> String {
    let unit = schedule.unit();
    let all = unit.time(schedule.makespan());
    if to - from >= schedule.makespan() {
        return format!("all of {all}");
    }
    let step = (to - from) / 100.0;
    format!(
        "{} – {} of {all}",
        unit.moment(from, step),
        unit.moment(to, step)
    )
}
