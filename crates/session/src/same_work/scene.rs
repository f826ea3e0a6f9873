//! Schedules cut to the same work.

use report::words::within;
use report::worlds::Reason;
use schedule::same_work::{Same, ends};
use schedule::svg::fluid::{Aligned, DOCUMENT, PAGE, Room, aligned};
use schedule::{LaneId, Relation, Schedule, cut};

use super::seen::Seen;
use super::subject::Subject;

/// The same work in several schedules, one above the other.
#[derive(Debug)]
pub struct Scene {
    /// The schedules; all begin at 0.
    pub schedules: Vec<Schedule>,
    /// The ends of the units of work in each.
    pub(super) ends: Vec<Vec<f64>>,
    /// Whether all lanes begin each unit together.
    pub(super) together: bool,
    /// The noun of lengths that are no times, singular and plural.
    pub(super) counted: Option<(String, String)>,
    /// Whether they are two ways rather than variants; the others are compared with the first variant.
    pub(super) paired: bool,
    /// The figure.
    pub figure: Aligned,
    /// The reasons, in the order of the time since the beginning.
    pub reasons: Vec<Told>,
}

/// A reason, timed from the beginning of the view.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The place of its schedule.
    pub world: usize,
    /// The lane where it is seen.
    pub lane: LaneId,
    /// Its time, in the schedules' unit.
    pub at: f64,
    /// Its sentence.
    pub text: String,
}

impl Scene {
    /// Cuts all schedules to the units; none if they have too few. The figure is small enough for a document.
    #[must_use]
    pub fn new(subject: &Subject, schedules: &[&Schedule], seen: Seen) -> Option<Self> {
        Self::drawn(subject, schedules, seen, DOCUMENT)
    }

    /// The same scene with a figure for a page that draws it itself.
    #[must_use]
    pub fn live(subject: &Subject, schedules: &[&Schedule], seen: Seen) -> Option<Self> {
        Self::drawn(subject, schedules, seen, PAGE)
    }

    fn drawn(subject: &Subject, schedules: &[&Schedule], seen: Seen, room: Room) -> Option<Self> {
        let same = Same::of(schedules);
        let units = same.units(seen.first, seen.count)?;
        let times = same.times(seen.first, seen.count)?;
        let part = |(schedule, (from, to)): (&&Schedule, (f64, f64))| {
            Some((from, cut::part(schedule, from, to).ok()?))
        };
        let parts: Option<Vec<_>> = schedules.iter().zip(times).map(part).collect();
        let (from, parts): (Vec<f64>, Vec<Schedule>) = parts?.into_iter().unzip();
        let inside = |reason: &&Reason| {
            let own = units.get(usize::from(reason.with));
            own.is_some_and(|units| units.contains(&(reason.unit as usize)))
        };
        // If units are not numbered alike, a number means nothing without its schedule.
        let named = |world: usize, text: &str| match subject.titles.get(world) {
            Some(title) if !subject.moments.is_empty() => format!("{title}: {}", within(text)),
            _ => text.to_owned(),
        };
        let told = |reason: &Reason| {
            let world = usize::from(reason.with);
            Some(Told {
                world,
                lane: LaneId(reason.lane),
                at: reason.at - from.get(world)?,
                text: named(world, &reason.text),
            })
        };
        let reasons = subject.reasons.iter().filter(inside);
        let mut reasons: Vec<_> = reasons.filter_map(told).collect();
        schedule::sort::by(&mut reasons, |a, b| a.at.total_cmp(&b.at));
        Some(Self {
            ends: parts.iter().map(ends).collect(),
            together: subject.together,
            counted: subject.counted.clone(),
            paired: subject.paired,
            figure: aligned(&parts.iter().collect::<Vec<_>>(), subject.together, room),
            reasons,
            schedules: parts,
        })
    }

    /// Whether any stopped work would have gone on.
    #[must_use]
    pub fn has_remainders(&self) -> bool {
        self.schedules.iter().any(|schedule| {
            schedule.links().kind.iter().any(|kind| {
                let kind = schedule.link_kinds().get(usize::from(*kind));
                kind.is_some_and(|kind| kind.relation == Relation::Remainder)
            })
        })
    }

    /// The number of lanes of each of two schedules that are together as high as all of these.
    #[must_use]
    pub fn lanes(&self) -> usize {
        let all: usize = self.schedules.iter().map(|one| one.lanes().len()).sum();
        all.div_ceil(2)
    }

    /// The lengths of all schedules.
    pub(super) fn lengths(&self) -> impl Iterator<Item = f64> {
        self.schedules.iter().map(Schedule::makespan)
    }

    /// The lengths of the first and the last schedule.
    pub(super) fn both(&self) -> [f64; 2] {
        let length = |schedule: Option<&Schedule>| schedule.map_or(0.0, Schedule::makespan);
        [self.schedules.first(), self.schedules.last()].map(length)
    }

    /// The time by which the last schedule is ahead of the first, in the units that it has finished by a moment; negative if it
    /// is behind.
    #[must_use]
    pub fn gained(&self, at: f64) -> f64 {
        let (Some(without), Some(with)) = (self.ends.first(), self.ends.last()) else {
            return 0.0;
        };
        let done = with.partition_point(|end| *end <= at * (1.0 + 1e-12));
        let end = |ends: &[f64]| done.checked_sub(1).and_then(|last| ends.get(last).copied());
        match (end(without), end(with)) {
            (Some(without), Some(with)) => without - with,
            _ => 0.0,
        }
    }

    /// The place of a moment on the axis, from 0 to 1.
    #[must_use]
    pub fn share(&self, at: f64) -> f64 {
        if self.figure.length > 0.0 {
            (at / self.figure.length).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}
