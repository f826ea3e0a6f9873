//! The places of a figure's parts, in pixels.

use super::Options;
use super::text::width_of;
use crate::{LaneId, Schedule};

pub(super) const MARGIN: f64 = 14.0;

/// The largest number of places for bars, which keeps a figure of a thousand lanes below ten megabytes or so.
const CELLS: f64 = 100_000.0;

pub(super) struct Layout {
    pub(super) width: f64,
    /// The place of `from`.
    pub(super) left: f64,
    /// The place of `to`.
    pub(super) right: f64,
    pub(super) top: f64,
    /// The place of the axis.
    pub(super) bottom: f64,
    /// The distance from one lane's upper edge to the next one's.
    pub(super) pitch: f64,
    /// The height of a lane's bar.
    pub(super) bar: f64,
    /// The width of a cell: spans narrower than half of it share their place with others.
    pub(super) cell: f64,
    /// Each lane's place from the top.
    rows: Vec<usize>,
    /// The start of the window, in the schedule's unit.
    pub(super) from: f64,
    /// The end of the window, in the schedule's unit.
    pub(super) to: f64,
}

impl Layout {
    pub(super) fn new(schedule: &Schedule, options: &Options) -> Layout {
        let width = options.pixels();
        let names = schedule
            .lanes()
            .iter()
            .map(|name| width_of(name))
            .fold(0.0, f64::max);
        let lanes = schedule.lanes().len();
        let (pitch, bar) = match lanes {
            0..=32 => (33.0, 27.0),
            33..=128 => (17.0, 14.0),
            _ => (7.0, 6.0),
        };
        let top = if schedule.marks().is_empty() {
            MARGIN
        } else {
            2.0 * MARGIN
        };
        let window = options
            .window
            .filter(|(from, to)| from < to && (to - from).is_finite());
        let (from, to) = window.unwrap_or((0.0, schedule.makespan()));
        let (left, right) = ((MARGIN + names + 10.0).min(width * 0.3), width - 16.0);
        let cell = ((right - left) * lanes as f64 / CELLS).ceil().max(1.0);
        Layout {
            width,
            left,
            right,
            cell,
            rows: rows(lanes, &options.lanes),
            top,
            bottom: top + lanes as f64 * pitch + 4.0,
            pitch,
            bar,
            from,
            to,
        }
    }

    /// The same layout with another upper edge, place of `from`, height of lanes and their bars, and number of lanes.
    pub(super) fn at(self, top: f64, left: f64, (pitch, bar): (f64, f64), lanes: usize) -> Self {
        Self {
            top,
            left,
            pitch,
            bar,
            bottom: top + lanes as f64 * pitch + 4.0,
            ..self
        }
    }

    /// The place of a time; a time outside the window is at its edge.
    pub(super) fn x(&self, time: f64) -> f64 {
        let length = self.to - self.from;
        let share = if length > 0.0 {
            (time - self.from) / length
        } else {
            0.0
        };
        self.left + share.clamp(0.0, 1.0) * (self.right - self.left)
    }

    /// The upper edge of a lane's bar.
    pub(super) fn y(&self, lane: LaneId) -> f64 {
        self.top + self.row(lane) as f64 * self.pitch
    }

    /// The number of lanes above this one.
    pub(super) fn row(&self, lane: LaneId) -> usize {
        let given = lane.0 as usize;
        self.rows.get(given).copied().unwrap_or(given)
    }
}

/// Each lane's place from the top: the named lanes come first, once each.
fn rows(lanes: usize, named: &[LaneId]) -> Vec<usize> {
    let mut rows = vec![None; lanes];
    let mut next = 0;
    for lane in named.iter().map(|lane| lane.0 as usize).chain(0..lanes) {
        if let Some(row @ None) = rows.get_mut(lane) {
            *row = Some(next);
            next += 1;
        }
    }
    rows.into_iter().flatten().collect()
}
