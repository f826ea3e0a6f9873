//! The strip below the schedules.

use schedule::Schedule;
use schedule::same_work::Same;

use super::seen::Seen;
use super::subject::Subject;
use super::units;

/// The strip below schedules of the same work, as an SVG element: all units, each with the time gained (upwards) or lost
/// (downwards) as a share of the most, and a frame around those in view.
#[must_use]
pub fn strip(subject: &Subject, schedules: &[&Schedule], seen: Seen) -> String {
    let all = units(schedules, seen.count);
    let hills: String = match subject.paired {
        true => hills(schedules),
        false => Vec::new(),
    }
    .iter()
    .take(all)
    .enumerate()
    .filter(|(_, hill)| hill.abs() >= 0.01)
    .map(|(unit, hill)| format!("M{unit} 0V{:.2}h1V0z", -hill))
    .collect();
    format!(
        "<svg class=\"hills\" aria-hidden=\"true\" viewBox=\"0 -1.1 {all} 2.2\" preserveAspectRatio=\"none\"><path d=\"{hills}\"/>\
         <rect class=\"base\" y=\"-0.03\" width=\"{all}\" height=\"0.06\"/><rect class=\"seen\" x=\"{}\" y=\"-1.1\" width=\"{}\" \
         height=\"2.2\"/></svg>",
        seen.first, seen.count
    )
}

/// The time by which the unit that begins at each start is shorter in the last schedule than in the first, as a share of the
/// largest such difference.
fn hills(schedules: &[&Schedule]) -> Vec<f64> {
    let same = Same::of(schedules);
    let gain = |start| {
        let times = same.times(start, 1).unwrap_or_default();
        let length = |times: Option<&(f64, f64)>| times.map_or(0.0, |(from, to)| to - from);
        length(times.first()) - length(times.last())
    };
    let gains: Vec<f64> = (0..same.starts(1)).map(gain).collect();
    let most = gains
        .iter()
        .fold(0.0_f64, |most, gain| most.max(gain.abs()));
    let share = |gain: f64| if most > 0.0 { gain / most } else { 0.0 };
    gains.into_iter().map(share).collect()
}
