//! The activity of a lane at a moment, and the way from span to span.

use schedule::same_work::waiting;
use schedule::{LaneId, Link, Phase, Relation, Role, Span};

use super::scene::Scene;

impl Scene {
    fn phase(&self, world: usize, span: &Span) -> Option<&Phase> {
        let schedule = self.schedules.get(world)?;
        schedule.phases().get(usize::from(span.phase.0))
    }

    /// The activity of a lane at a moment, and its cause.
    #[must_use]
    pub fn tell(&self, world: usize, lane: LaneId, at: f64) -> Option<String> {
        let schedule = self.schedules.get(world)?;
        let span = schedule.span_at(lane, at)?;
        let phase = self.phase(world, &span)?;
        let name = schedule.lane(lane).name().to_owned();
        let number = span.job.number().map(|job| format!(", job {job}"));
        let words = schedule.job(span.job).map(|words| format!(", {words}"));
        let job = words.or(number).unwrap_or_default();
        let length = self.words(span.duration());
        let why = match phase.role {
            Role::Wait if self.together => waiting(schedule)
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
        let slack = 1e-9 * self.figure.length;
        let reason = self.reasons.iter().find(|told| {
            let inside = told.at >= span.start - slack && told.at <= span.end + slack;
            told.world == world && told.lane == lane && inside
        });
        let reason = reason.map_or_else(String::new, |told| format!(" {}", told.text));
        Some(format!(
            "{name}: {}{job}, {length}{why}.{reason}",
            phase.name
        ))
    }

    /// The start and end of a lane's span at a moment.
    #[must_use]
    pub fn span(&self, world: usize, lane: LaneId, at: f64) -> Option<(f64, f64)> {
        let span = self.schedules.get(world)?.span_at(lane, at)?;
        Some((span.start, span.end))
    }

    /// The middle of a lane's span before (`forward` false) or after the one at a moment; at the lane's ends, of its first or
    /// last span.
    #[must_use]
    pub fn step(&self, world: usize, lane: LaneId, at: f64, forward: bool) -> Option<f64> {
        let schedule = self.schedules.get(world)?;
        let spans: Vec<Span> = schedule.lane(lane).iter().collect();
        let here = spans.partition_point(|span| span.end <= at);
        let inside = spans.get(here).is_some_and(|span| span.start <= at);
        let place = match (forward, inside) {
            (true, true) => here + 1,
            (true, false) => here,
            (false, _) => here.saturating_sub(1),
        };
        let span = spans.get(place.min(spans.len().checked_sub(1)?))?;
        Some((span.start + span.end) / 2.0)
    }

    /// The remainder of the work that was stopped in a lane next after `since`, if the lane's span at `at` is of stopped work.
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
