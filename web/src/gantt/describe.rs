//! The chart in words: for screen readers, for the tooltip and for the title bar.

use schedule::number::fixed;
use schedule::{Relation, Schedule, Span};

/// The figures of a span.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures {
    pub(super) lane: String,
    pub(super) phase: String,
    pub(super) job: Option<String>,
    pub(super) start: String,
    pub(super) end: String,
    pub(super) duration: String,
    /// The distances to be kept that begin with it: name and length.
    pub(super) distances: Vec<(String, String)>,
}

impl Figures {
    pub(super) fn of(schedule: &Schedule, span: Span) -> Figures {
        let unit = schedule.unit();
        let duration = span.duration();
        Figures {
            lane: schedule.lane(span.lane).name().to_owned(),
            phase: schedule
                .phases()
                .get(usize::from(span.phase.0))
                .map(|phase| phase.name.clone())
                .unwrap_or_default(),
            job: schedule.job(span.job).map_or_else(
                || span.job.number().map(|job| fixed(f64::from(job), 0)),
                |words| Some(words.to_owned()),
            ),
            start: unit.moment(span.start, duration / 1000.0),
            end: unit.moment(span.end, duration / 1000.0),
            duration: unit.time(duration),
            distances: distances(schedule, span)
                .map(|(name, length)| (name.to_owned(), unit.time(length)))
                .collect(),
        }
    }

    /// The figures as a sentence.
    pub(super) fn sentence(&self) -> String {
        let job = self
            .job
            .as_ref()
            .map(|job| format!(", job {job}"))
            .unwrap_or_default();
        let Figures {
            lane,
            phase,
            start,
            end,
            duration,
            distances,
            ..
        } = self;
        let distances: String = distances
            .iter()
            .map(|(name, length)| format!(", {name} {length}"))
            .collect();
        format!("{lane}, {phase}{job}, from {start} to {end}, {duration} long{distances}.")
    }
}

/// The distances that begin with a span, by name and length in the schedule's unit.
fn distances(schedule: &Schedule, span: Span) -> impl Iterator<Item = (&str, f64)> {
    let links = schedule.links();
    let first = links.start.partition_point(|&start| start < span.start);
    let last = links.start.partition_point(|&start| start <= span.start);
    (first..last).filter_map(move |place| {
        let link = links.get(place).filter(|link| link.from == span.lane)?;
        let kind = schedule.link_kinds().get(usize::from(link.kind.0))?;
        let distance = kind.relation == Relation::Distance;
        distance.then_some((kind.name.as_str(), link.end - link.start))
    })
}

#[cfg(test)]
mod tests {
    use schedule::{
        Job, LaneId, Link, LinkId, LinkKind, Phase, PhaseId, Recorder, Recording, Role, Unit,
    };

    use super::*;

    fn plain(text: &str) -> String {
        text.replace(['\u{a0}', '\u{202f}'], " ")
    }

    fn sample() -> Schedule {
        let phases = vec![
            Phase::new("compute", Role::Compute),
            Phase::new("wait", Role::Wait),
        ];
        let mut recording = Recording::new(
            Unit::Seconds,
            vec!["node 1".into(), "node 2".into()],
            phases,
        )
        .with_links(vec![LinkKind {
            name: "target".into(),
            relation: Relation::Distance,
        }]);
        recording.link(Link {
            kind: LinkId(0),
            from: LaneId(1),
            start: 0.0,
            to: LaneId(1),
            end: 80.0,
        });
        recording.span(LaneId(0), PhaseId(0), 0.0, 60.0, Job(12_034));
        recording.span(LaneId(0), PhaseId(1), 60.0, 100.0, Job::NONE);
        recording.span(LaneId(1), PhaseId(0), 0.0, 90.0, Job(1));
        recording.finish(100.0).unwrap()
    }

    #[test]
    fn a_span_in_a_sentence() {
        let schedule = sample();
        let say = |row| plain(&Figures::of(&schedule, schedule.span(row).unwrap()).sentence());
        assert_eq!(
            say(0),
            "node 1, compute, job 12 034, from 0 to 60.00 s, 60.00 s long."
        );
        assert_eq!(
            say(1),
            "node 1, wait, from 60.00 s to 100.00 s, 40.00 s long."
        );
        assert_eq!(
            say(2),
            "node 2, compute, job 1, from 0 to 90.00 s, 90.00 s long, target 80.00 s."
        );
    }
}
