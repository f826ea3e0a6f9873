//! A schedule as plain text, for tests and terminals.

use crate::{Lane, Role, Schedule};

const IDLE: char = ' ';

/// Draws a line a lane, `width` characters from 0 to the makespan, then an axis and a legend.
///
/// Each character stands for an equal part of the makespan and shows the role that takes most of
/// it; of several that take equally much, the one that comes first. Nothing is shown where the lane
/// is idle for more than any role.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute), Phase::new("wait", Role::Wait)];
/// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 15.0, Job(0));
/// recording.span(LaneId(0), PhaseId(1), 15.0, 18.0, Job::NONE);
/// let schedule = recording.finish(20.0)?;
/// let text = schedule::ascii::render(&schedule, 20);
/// let lines: Vec<&str> = text.lines().collect();
/// assert_eq!(lines[0], "p1 |###############...  |");
/// assert_eq!(lines[1], "   0 ms         20.00 ms");
/// assert_eq!(lines[2], "   # calc  . wait");
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn render(schedule: &Schedule, width: usize) -> String {
    let margin = schedule
        .lanes()
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for lane in schedule.iter_lanes() {
        text.push_str(&format!("{:margin$} |", lane.name()));
        text.extend(cells(schedule, &lane, width));
        text.push_str("|\n");
    }

    let [from, to] = [0.0, schedule.makespan()].map(|time| plain(&schedule.unit().time(time)));
    let room = (width + 1).saturating_sub(from.chars().count());
    text.push_str(&format!("{:margin$} {from}{to:>room$}\n", ""));

    let used = |phase: usize| {
        schedule
            .columns()
            .phase
            .iter()
            .any(|&used| usize::from(used) == phase)
    };
    let entries = schedule
        .phases()
        .iter()
        .enumerate()
        .filter(|&(phase, _)| used(phase));
    let entries: Vec<String> = entries
        .map(|(_, phase)| format!("{} {}", character(phase.role), phase.name))
        .collect();
    if !entries.is_empty() {
        text.push_str(&format!("{:margin$} {}\n", "", entries.join("  ")));
    }
    text
}

/// One character for each of `width` equal parts of the makespan.
fn cells(schedule: &Schedule, lane: &Lane<'_>, width: usize) -> Vec<char> {
    let makespan = schedule.makespan();
    let edge = |cell: usize| makespan * cell as f64 / width as f64;
    let cell = |cell: usize| {
        let (from, to) = (edge(cell), edge(cell + 1));
        let mut times: Vec<(Role, f64)> = Vec::new();
        let mut idle = to - from;
        for span in schedule
            .columns()
            .spans(lane.id(), schedule.spans_in(lane.id(), from, to))
        {
            let Some(phase) = schedule.phases().get(usize::from(span.phase.0)) else {
                continue;
            };
            let time = span.end.min(to) - span.start.max(from);
            idle -= time;
            match times.iter_mut().find(|(role, _)| *role == phase.role) {
                Some((_, total)) => *total += time,
                None => times.push((phase.role, time)),
            }
        }
        let most = times.into_iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        most.filter(|&(_, time)| time >= idle)
            .map_or(IDLE, |(role, _)| character(role))
    };
    (0..width).map(cell).collect()
}

/// The role's character.
fn character(role: Role) -> char {
    match role {
        Role::Compute => '#',
        Role::Copy => '+',
        Role::Cancelled => 'x',
        Role::Failed => '!',
        Role::Preempted => '~',
        Role::Message => '>',
        Role::Wait => '.',
        Role::Synchronise => '=',
        Role::Rebalance => '%',
    }
}

/// A time with ordinary spaces, so that a terminal's columns and a test's text need no care.
fn plain(time: &str) -> String {
    time.replace(['\u{a0}', '\u{202f}'], " ")
}
