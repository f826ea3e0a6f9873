//! What is seen of two worlds: the same units of work in both, from the same zero on. Nothing here draws.

use report::number::fixed;
use report::words::{count, milliseconds};
use report::worlds::{Reason, Worlds};
use schedule::svg::fluid::{Pair, pair};
use schedule::worlds::{ends, times, waiting};
use schedule::{LaneId, Link, Relation, Role, Schedule, cut};

/// The units of work that are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The first, counted from 0 in the schedules.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl Seen {
    /// What is seen first.
    #[must_use]
    pub fn opening(worlds: &Worlds) -> Self {
        Self {
            first: worlds.first as usize,
            count: worlds.count as usize,
        }
    }

    /// What both schedules show, as a title: "The same 6 iterations without and with".
    #[must_use]
    pub fn title(self, worlds: &Worlds) -> String {
        let (one, many) = &worlds.unit;
        format!("The same {} without and with", count(self.count, one, many))
    }

    /// Which part of the run that is: "iterations 41 to 46 of 1,000".
    #[must_use]
    pub fn range(self, worlds: &Worlds) -> String {
        let first = worlds.number as usize + self.first;
        let last = first + self.count.saturating_sub(1);
        let all = fixed(f64::from(worlds.of), 0);
        match &worlds.unit {
            (one, _) if self.count == 1 => format!("{one} {first} of {all}"),
            (_, many) => format!("{many} {first} to {last} of {all}"),
        }
    }
}

/// The same work without and with.
#[derive(Debug)]
pub struct Scene {
    /// Without, then with; both begin at 0.
    pub schedules: [Schedule; 2],
    /// When the units of work end in either.
    ends: [Vec<f64>; 2],
    /// The figure.
    pub pair: Pair,
    /// What happens, in the order of the time since the beginning.
    pub reasons: Vec<Told>,
}

/// A reason in the time since the beginning of what is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// 0 without, 1 with.
    pub world: usize,
    /// The lane where it is seen.
    pub lane: LaneId,
    /// When, in the schedules' unit.
    pub at: f64,
    /// One sentence.
    pub text: String,
}

/// How many units both schedules have.
#[must_use]
pub fn units(without: &Schedule, with: &Schedule) -> usize {
    ends(without).len().min(ends(with).len())
}

impl Scene {
    /// Cuts both to the units; nothing where they have not so many.
    #[must_use]
    pub fn new(worlds: &Worlds, without: &Schedule, with: &Schedule, seen: Seen) -> Option<Self> {
        let units = seen.first..seen.first + seen.count;
        let part = |schedule: &Schedule| {
            let (from, to) = times(&ends(schedule), units.clone())?;
            Some((from, cut::part(schedule, from, to).ok()?))
        };
        let (before, without) = part(without)?;
        let (after, with) = part(with)?;
        let inside = |reason: &&Reason| units.contains(&(reason.unit as usize));
        let mut reasons: Vec<_> = worlds
            .reasons
            .iter()
            .filter(inside)
            .map(|reason| Told {
                world: usize::from(reason.with),
                lane: LaneId(reason.lane),
                at: reason.at - if reason.with { after } else { before },
                text: reason.text.clone(),
            })
            .collect();
        reasons.sort_by(|a, b| a.at.total_cmp(&b.at));
        Some(Self {
            ends: [ends(&without), ends(&with)],
            pair: pair(&without, &with),
            reasons,
            schedules: [without, with],
        })
    }

    /// A length of time in words.
    #[must_use]
    pub fn words(&self, length: f64) -> String {
        let [without, _] = &self.schedules;
        milliseconds(length * without.unit().milliseconds())
    }

    /// Whether anything was stopped that would have gone on.
    #[must_use]
    pub fn has_remainders(&self) -> bool {
        self.schedules.iter().any(|schedule| {
            schedule.links().kind.iter().any(|kind| {
                let kind = schedule.link_kinds().get(usize::from(*kind));
                kind.is_some_and(|kind| kind.relation == Relation::Remainder)
            })
        })
    }

    /// How many lanes both have.
    #[must_use]
    pub fn lanes(&self) -> usize {
        let [without, _] = &self.schedules;
        without.lanes().len()
    }

    /// How long both take.
    #[must_use]
    pub fn lengths(&self) -> [f64; 2] {
        self.schedules.each_ref().map(Schedule::makespan)
    }

    /// How much earlier the units are done that are done in the world with by a moment; negative where they are done later.
    #[must_use]
    pub fn gained(&self, at: f64) -> f64 {
        let [without, with] = &self.ends;
        let done = with.partition_point(|end| *end <= at * (1.0 + 1e-12));
        let end = |ends: &[f64]| done.checked_sub(1).and_then(|last| ends.get(last).copied());
        match (end(without), end(with)) {
            (Some(without), Some(with)) => without - with,
            _ => 0.0,
        }
    }

    /// Both with how long they take, for those who do not see them.
    #[must_use]
    pub fn alternative(&self, worlds: &Worlds, seen: Seen) -> String {
        let [took, takes] = self.lengths().map(|length| self.words(length));
        let Worlds { without, with, .. } = worlds;
        format!(
            "{}: “{without}” takes {took}, “{with}” takes {takes}.",
            seen.title(worlds)
        )
    }

    /// What is left of the axis after a world's end, as an SVG element over its lanes; nothing where that is too little.
    #[must_use]
    pub fn gap(&self, world: usize) -> Option<String> {
        const LEAST: f64 = 0.03;
        let end = self.schedules.get(world)?.makespan();
        let gap = self.pair.length - end;
        if gap <= LEAST * self.pair.length {
            return None;
        }
        let left = 100.0 * self.share(end);
        let middle = (left + 100.0) / 2.0;
        Some(format!(
            "<svg class=\"gap\" aria-hidden=\"true\"><line x1=\"{left:.2}%\" x2=\"100%\" y1=\"50%\" y2=\"50%\"/>\
             <text x=\"{middle:.2}%\" y=\"50%\" dy=\"-6\">{} earlier</text></svg>",
            self.words(gap)
        ))
    }

    /// Where a moment is on the axis, from 0 to 1.
    #[must_use]
    pub fn share(&self, at: f64) -> f64 {
        if self.pair.length > 0.0 {
            (at / self.pair.length).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Whether time is gained or lost by the end of what is seen, in a word, and how much.
    #[must_use]
    pub fn balance(&self) -> (&'static str, f64) {
        let [without, with] = self.lengths();
        match without >= with {
            true => ("gained", without - with),
            false => ("lost", with - without),
        }
    }

    /// How much of that is so by a moment.
    #[must_use]
    pub fn balance_at(&self, at: f64) -> f64 {
        let gained = self.gained(at);
        match self.balance() {
            ("lost", _) => (-gained).max(0.0),
            _ => gained.max(0.0),
        }
    }

    /// The lanes, those that the others wait for most often first.
    #[must_use]
    pub fn deciding(&self) -> Vec<usize> {
        let [without, _] = &self.schedules;
        let lanes = without.lanes().len();
        let mut blamed: Vec<(f64, usize)> = (0..lanes).map(|lane| (0.0, lane)).collect();
        for waiting in waiting(without) {
            if let Some((time, _)) = blamed.get_mut(waiting.lane.0 as usize) {
                *time -= waiting.to - waiting.from;
            }
        }
        blamed.sort_by(|a, b| a.0.total_cmp(&b.0));
        blamed.into_iter().map(|(_, lane)| lane).collect()
    }

    /// What a lane does at a moment, and how it came to that.
    #[must_use]
    pub fn tell(&self, world: usize, lane: LaneId, at: f64) -> Option<String> {
        let schedule = self.schedules.get(world)?;
        let span = schedule.span_at(lane, at)?;
        let phase = schedule.phases().get(usize::from(span.phase.0))?;
        let name = schedule.lane(lane).name().to_owned();
        let job = span.job.number();
        let job = job.map_or_else(String::new, |job| format!(", job {job}"));
        let length = self.words(span.duration());
        let why = match phase.role {
            Role::Wait => waiting(schedule)
                .into_iter()
                .find(|waiting| waiting.to >= span.start && waiting.to <= span.end + 1e-9)
                .map(|waiting| format!("waits for {}", schedule.lane(waiting.lane).name())),
            _ => self.remainder(world, lane, span.start, at).map(|link| {
                format!(
                    "would have taken {} more",
                    self.words(link.end - link.start)
                )
            }),
        };
        let why =
            why.or_else(|| (!phase.ending.is_empty()).then(|| format!("until {}", phase.ending)));
        let why = why.map_or_else(String::new, |why| format!("; {why}"));
        Some(format!("{name}: {}{job}, {length}{why}.", phase.name))
    }

    /// What would have gone on in a lane where it was stopped next after a moment, within what it did then.
    #[must_use]
    pub fn remainder(&self, world: usize, lane: LaneId, since: f64, at: f64) -> Option<Link> {
        let schedule = self.schedules.get(world)?;
        let stopped = |phase: usize| {
            let role = schedule.phases().get(phase).map(|phase| phase.role);
            matches!(role, Some(Role::Cancelled | Role::Message))
        };
        let here = schedule.span_at(lane, at)?;
        if !stopped(usize::from(here.phase.0)) {
            return None;
        }
        let links = schedule.links().iter().filter(|link| {
            let kind = schedule.link_kinds().get(usize::from(link.kind.0));
            kind.is_some_and(|kind| kind.relation == Relation::Remainder)
                && link.from == lane
                && link.start >= since
        });
        links.min_by(|a, b| a.start.total_cmp(&b.start))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use schedule::{MarkId, Recorder, Recording, Unit};

    use super::*;

    fn run(length: f64) -> Schedule {
        let mut recording = Recording::new(Unit::Seconds, vec!["node 1".into()], Vec::new())
            .with_marks(["iteration"]);
        for iteration in 1..=4 {
            recording.mark(f64::from(iteration) * length, MarkId(0));
        }
        recording.finish(4.0 * length).unwrap()
    }

    #[test]
    fn a_loss_is_called_a_loss_and_a_gain_a_gain() {
        let seen = Seen { first: 1, count: 2 };
        let of = |without, with| {
            Scene::new(&Worlds::default(), &run(without), &run(with), seen).unwrap()
        };
        let (gain, loss) = (of(10.0, 6.0), of(6.0, 10.0));
        assert_eq!(
            (gain.balance(), loss.balance()),
            (("gained", 8.0), ("lost", 8.0))
        );
        for (scene, first) in [(&gain, 6.0), (&loss, 10.0)] {
            let at = [0.0, first, scene.pair.length].map(|at| scene.balance_at(at));
            assert_eq!(at, [0.0, 4.0, 8.0]);
        }
    }
}
