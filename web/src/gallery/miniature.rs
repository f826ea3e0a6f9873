//! A schedule the size of a stamp.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use schedule::Schedule;
use yew::prelude::*;

/// The picture's size, in its own units.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 72.0;
/// The most lanes that can be told apart; of more, the first ones are shown.
const LANES: usize = 12;

/// What a miniature shows.
#[derive(Properties)]
pub(crate) struct Props {
    /// The schedule; a place is kept for one that is to come.
    pub(crate) schedule: Option<Rc<Schedule>>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        match (&self.schedule, &other.schedule) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

/// A schedule that unfolds once when it appears, and again when it is pointed at.
#[component]
pub(crate) fn Miniature(props: &Props) -> Html {
    let paths = props.schedule.as_deref().map(paths);
    html! {
        <svg class={classes!("miniature", paths.is_some().then_some("unfolds"))} viewBox={format!("0 0 {WIDTH} {HEIGHT}")}
            preserveAspectRatio="none" aria-hidden="true" focusable="false">
            { for paths.into_iter().flatten().map(|(role, path)| html! { <path class={role} style={format!("--role:var(--{role})")} d={path} /> }) }
        </svg>
    }
}

/// One path for all spans of a role.
fn paths(schedule: &Schedule) -> BTreeMap<&'static str, String> {
    let lanes = schedule.lanes().len().min(LANES);
    let pitch = HEIGHT / lanes.max(1) as f64;
    let bar = pitch * 0.78;
    let per_time = WIDTH / schedule.makespan().max(f64::MIN_POSITIVE);
    let mut paths = BTreeMap::<_, String>::new();
    for (row, lane) in schedule.iter_lanes().take(lanes).enumerate() {
        for span in lane.iter() {
            let Some(phase) = schedule.phases().get(usize::from(span.phase.0)) else {
                continue;
            };
            let (left, right) = (span.start * per_time, span.end * per_time);
            let path = paths.entry(phase.role.name()).or_default();
            let top = pitch * row as f64;
            let _ = write!(path, "M{left:.1} {top:.1}H{right:.1}v{bar:.1}H{left:.1}z");
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;
    use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

    #[test]
    fn each_span_is_a_rectangle_of_its_role() {
        let phases = vec![
            Phase::new("work", Role::Compute),
            Phase::new("idle", Role::Wait),
        ];
        let lanes = vec!["a".to_owned(), "b".to_owned()];
        let mut recording = Recording::new(Unit::Milliseconds, lanes, phases);
        recording.span(LaneId(0), PhaseId(0), 0.0, 6.0, Job::NONE);
        recording.span(LaneId(1), PhaseId(0), 0.0, 12.0, Job::NONE);
        recording.span(LaneId(0), PhaseId(1), 6.0, 12.0, Job::NONE);
        let paths = paths(&recording.finish(12.0).unwrap());
        assert_eq!(
            paths["compute"],
            "M0.0 0.0H120.0v28.1H0.0zM0.0 36.0H240.0v28.1H0.0z"
        );
        assert_eq!(paths["wait"], "M120.0 0.0H240.0v28.1H120.0z");
    }
}
