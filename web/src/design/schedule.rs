//! A schedule in which every kind of phase occurs.

use std::rc::Rc;

use schedule::{Job, LaneId, MarkId, Phase, PhaseId, Recorder, Recording, Role, Schedule, Unit};

/// A few lanes that work for a share of the time of the other's.
pub(super) fn short(share: f64) -> Option<Rc<Schedule>> {
    let phases = vec![
        Phase::new("compute", Role::Compute),
        Phase::new("wait", Role::Wait),
    ];
    let lanes = (1..=3).map(|lane| format!("node {lane}")).collect();
    let mut recording = Recording::new(Unit::Milliseconds, lanes, phases);
    let end = 20_000.0 * share;
    for lane in 0..3_u32 {
        let busy = end * (1.0 - 0.1 * f64::from(lane));
        recording.span(LaneId(lane), PhaseId(0), 0.0, busy, Job(lane));
        recording.span(LaneId(lane), PhaseId(1), busy, end, Job::NONE);
    }
    recording.finish(end).ok().map(Rc::new)
}

/// A lane for each role, in which it alternates with the others.
pub(super) fn every_role() -> Option<Rc<Schedule>> {
    let phases: Vec<_> = Role::ALL
        .iter()
        .map(|role| Phase::new(role.name(), *role))
        .collect();
    let lanes = Role::ALL
        .iter()
        .map(|role| format!("mostly {}", role.name()));
    let mut recording = Recording::new(Unit::Milliseconds, lanes.collect(), phases.clone())
        .with_marks(["half", "end"]);
    let count = Role::ALL.len();
    for lane in 0..count {
        let mut time = 0.0;
        for step in 0..2 * count {
            // Every other span is the lane's own; between them the others take turns.
            let phase = if step % 2 == 0 {
                lane
            } else {
                (lane + step / 2 + 1) % count
            };
            let length = if step % 2 == 0 {
                1_400.0
            } else {
                600.0 + 40.0 * phase as f64
            };
            if let (Ok(lane), Ok(phase), Ok(job)) = (
                u32::try_from(lane),
                u8::try_from(phase),
                u32::try_from(step),
            ) {
                recording.span(LaneId(lane), PhaseId(phase), time, time + length, Job(job));
            }
            time += length;
        }
    }
    let end = 2_300.0 * count as f64;
    recording.mark(end / 2.0, MarkId(0));
    recording.finish(end).ok().map(Rc::new)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;

    #[test]
    fn the_sample_has_every_role() {
        let schedule = every_role().unwrap();
        for (place, role) in Role::ALL.iter().enumerate() {
            let phase = u8::try_from(place).unwrap();
            assert!(schedule.columns().phase.contains(&phase), "{role:?}");
        }
    }
}
