//! The line of time that events stand on: a row for each kind, time to the right.

use parameters::events::{Events, Kind};
use schedule::sort;
use yew::prelude::*;

use crate::form::steps::plane::{NEAR, round_up};

/// The width of the picture, in its own units.
pub(super) const WIDTH: f64 = 320.0;
/// The height of a row.
pub(super) const ROW: f64 = 34.0;

const LEFT: f64 = 70.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 4.0;
const BOTTOM: f64 = 20.0;

/// The distances of events of one row and time from its line, one after another.
const APART: [f64; 3] = [0.0, 7.0, -7.0];

/// The approximate width of a letter of a label.
const LETTER: f64 = 5.6;

/// An event on the line: its place among the lines of the text, its row, its time, and the number of events of the same row
/// and time before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) at: usize,
    pub(super) row: usize,
    pub(super) time: f64,
    pub(super) level: usize,
}

/// The events that have a place: a time and a known kind, with or without other faults.
pub(super) fn marks(events: &Events, kinds: &[Kind]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (at, line) in events.lines.iter().enumerate() {
        let row = kinds.iter().position(|kind| kind.name == line.kind);
        let time = line.time.parse().ok();
        let time = time.filter(|time: &f64| time.is_finite() && *time >= 0.0);
        if let (Some(row), Some(time)) = (row, time) {
            let same = marks
                .iter()
                .filter(|mark| (mark.row, mark.time) == (row, time));
            let level = same.count();
            marks.push(Mark {
                at,
                row,
                time,
                level,
            });
        }
    }
    marks
}

/// The axis from 0 to the last time that can be drawn, and its resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    last: f64,
    step: f64,
    rows: usize,
}

impl Axis {
    /// The axis that shows all these events, with room for one more.
    pub(super) fn around(marks: &[Mark], rows: usize, latest: f64) -> Self {
        // An event after the latest allowed time is drawn at the end.
        let last = marks.iter().fold(0.0_f64, |last, mark| last.max(mark.time));
        let last = last.min(latest);
        let last = if last > 0.0 { last * 1.25 } else { 1000.0 };
        let tick = round_up(last / 4.0);
        Self {
            last: ((last / tick).ceil() * tick).min(latest),
            step: round_up(last / 200.0),
            rows,
        }
    }

    /// The height of the picture.
    pub(super) fn height(self) -> f64 {
        TOP + self.rows as f64 * ROW + BOTTOM
    }

    /// The last time on it.
    pub(super) fn last(self) -> f64 {
        self.last
    }

    /// The place of a time.
    pub(super) fn x(self, time: f64) -> f64 {
        LEFT + time.min(self.last) / self.last * (WIDTH - LEFT - RIGHT)
    }

    /// The place of a row's line.
    pub(super) fn y(self, row: usize) -> f64 {
        TOP + row as f64 * ROW + ROW * 0.68
    }

    /// The vertical place of an event.
    pub(super) fn depth(self, mark: &Mark) -> f64 {
        let apart = APART.get(mark.level % APART.len());
        self.y(mark.row) + apart.copied().unwrap_or_default()
    }

    /// The time of a place, rounded to the axis's resolution.
    pub(super) fn time(self, x: f64) -> f64 {
        let time = (x - LEFT) / (WIDTH - LEFT - RIGHT) * self.last;
        self.fine(time.clamp(0.0, self.last))
    }

    /// The row of a place.
    pub(super) fn row(self, y: f64) -> Option<usize> {
        let row = (y - TOP) / ROW;
        (row >= 0.0 && row < self.rows as f64).then_some(row as usize)
    }

    fn fine(self, time: f64) -> f64 {
        // Dividing by a whole number leaves no trace of binary fractions.
        let part = (1.0 / self.step).round();
        match part >= 1.0 {
            true => (time * part).round() / part,
            false => (time / self.step).round() * self.step,
        }
    }

    /// A time moved by so many steps.
    pub(super) fn moved(self, time: f64, by: f64, latest: f64) -> f64 {
        self.fine(time + by * self.step).clamp(0.0, latest)
    }

    /// A time for one more event: half way between the given one and the next, or as far again.
    pub(super) fn after(self, marks: &[Mark], time: Option<f64>) -> f64 {
        let Some(time) = time else {
            return self.fine(self.last / 4.0);
        };
        let later = marks.iter().map(|mark| mark.time);
        let next = later.filter(|other| *other > time).fold(f64::MAX, f64::min);
        let distance = match next < f64::MAX {
            true => (next - time) / 2.0,
            false => (self.last - time) / 2.0,
        };
        self.fine(time + distance.max(self.step))
    }

    /// The event at a place.
    pub(super) fn near(self, marks: &[Mark], (x, y): (f64, f64)) -> Option<usize> {
        let distance = |mark: &Mark| {
            let (right, down) = (self.x(mark.time) - x, self.depth(mark) - y);
            right * right + down * down
        };
        let marks = marks.iter().map(|mark| (mark.at, distance(mark)));
        marks
            .filter(|(_, distance)| *distance <= NEAR * NEAR)
            // Of two at one place the later one lies above.
            .min_by(|(at, one), (other_at, other)| one.total_cmp(other).then(other_at.cmp(at)))
            .map(|(at, _)| at)
    }

    /// The middle of each label that has room, by the event's place; `first` has room in any case.
    pub(super) fn labels(
        self,
        marks: &[(Mark, String)],
        first: Option<usize>,
    ) -> Vec<(usize, f64)> {
        let mut order: Vec<_> = marks.iter().collect();
        sort::by(&mut order, |(one, _), (other, _)| {
            let rank = |mark: &Mark| Some(mark.at) != first;
            rank(one)
                .cmp(&rank(other))
                .then(one.time.total_cmp(&other.time))
        });
        let mut taken: Vec<(usize, f64, f64)> = Vec::new();
        let mut out = Vec::new();
        for (mark, label) in order {
            let half = label.chars().count() as f64 * LETTER / 2.0;
            let middle = self
                .x(mark.time)
                .min(WIDTH - half - 2.0)
                .max(LEFT + half - 8.0);
            let (from, to) = (middle - half - 2.0, middle + half + 2.0);
            let free = |(row, low, high): &(usize, f64, f64)| {
                *row != mark.row || to <= *low || from >= *high
            };
            if taken.iter().all(free) {
                taken.push((mark.row, from, to));
                out.push((mark.at, middle));
            }
        }
        out
    }

    /// The lines of the rows with their names, and the times.
    pub(super) fn view(self, kinds: &[Kind], unit: &str) -> Html {
        let tick = round_up(self.last / 4.0);
        let times = (0..)
            .map(|number| f64::from(number) * tick)
            .take_while(|time| *time <= self.last * 1.0001);
        let (left, right) = (self.x(0.0).to_string(), self.x(self.last).to_string());
        let foot = self.y(kinds.len().saturating_sub(1)) + ROW * 0.32;
        html! {
            <g class="axes" aria-hidden="true">
                { for times.map(|time| {
                    let x = self.x(time).to_string();
                    let last = time + tick > self.last * 1.0001;
                    let unit = if last { format!(" {unit}") } else { String::new() };
                    html! {
                        <g key={x.clone()}>
                            <line class="one" x1={x.clone()} x2={x.clone()} y1={TOP.to_string()} y2={foot.to_string()} />
                            <text {x} y={(foot + 14.0).to_string()} text-anchor="middle">{ report::number::short(time) }{ unit }</text>
                        </g>
                    }
                }) }
                { for kinds.iter().enumerate().map(|(row, kind)| {
                    let y = self.y(row);
                    html! {
                        <g key={kind.name}>
                            <line x1={left.clone()} x2={right.clone()} y1={y.to_string()} y2={y.to_string()} />
                            <text class="row-name" x="2" y={(y + 4.0).to_string()}>{ kind.title }</text>
                        </g>
                    }
                }) }
            </g>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(at: usize, row: usize, time: f64) -> Mark {
        Mark {
            at,
            row,
            time,
            level: 0,
        }
    }

    #[test]
    fn an_event_is_found_where_it_is_drawn_and_is_moved_in_whole_steps() {
        let marks = [mark(0, 0, 200.0), mark(1, 1, 200.0), mark(2, 1, 500.0)];
        let axis = Axis::around(&marks, 3, 1e6);
        for one in marks {
            let place = (axis.x(one.time), axis.y(one.row));
            assert_eq!(axis.near(&marks, place), Some(one.at));
            assert_eq!(axis.time(place.0), one.time);
            assert_eq!(axis.row(place.1), Some(one.row));
        }
        let second = Mark {
            level: 1,
            ..mark(3, 0, 200.0)
        };
        let both = [marks[0], second];
        for one in both {
            let place = (axis.x(200.0), axis.depth(&one));
            assert_eq!(axis.near(&both, place), Some(one.at));
        }
        assert_eq!(axis.near(&marks, (axis.x(350.0), axis.y(0))), None);
        assert_eq!(axis.row(axis.height() - 1.0), None);
        assert_eq!(axis.time(-50.0), 0.0);
        assert_eq!(axis.time(1e4), axis.last());
        let right = axis.moved(200.0, 1.0, 1e6);
        assert!(right > 200.0);
        assert_eq!(axis.moved(right, -1.0, 1e6), 200.0);
        assert_eq!(axis.moved(200.0, -1e4, 1e6), 0.0);
        assert_eq!(axis.moved(200.0, 1e4, 250.0), 250.0);
    }

    #[test]
    fn a_new_event_comes_after_the_one_that_it_is_added_to() {
        let marks = [mark(0, 0, 200.0), mark(1, 1, 600.0)];
        let axis = Axis::around(&marks, 2, 1e6);
        assert_eq!(axis.after(&marks, Some(200.0)), 400.0);
        let last = axis.after(&marks, Some(600.0));
        assert!(last > 600.0 && last < axis.last(), "{last}");
        assert!(Axis::around(&[], 2, 1e6).after(&[], None) > 0.0);
    }

    #[test]
    fn labels_leave_each_other_room_and_the_selected_one_is_always_there() {
        let label = |mark| (mark, "cluster 2".to_owned());
        let marks = [
            label(mark(0, 0, 200.0)),
            label(mark(1, 0, 210.0)),
            label(mark(2, 1, 210.0)),
            label(mark(3, 0, 800.0)),
        ];
        let all: Vec<_> = marks.iter().map(|(mark, _)| *mark).collect();
        let axis = Axis::around(&all, 2, 1e6);
        let shown = |first| -> Vec<usize> {
            let mut at: Vec<_> = axis
                .labels(&marks, first)
                .into_iter()
                .map(|(at, _)| at)
                .collect();
            at.sort_unstable();
            at
        };
        assert_eq!(shown(None), [0, 2, 3]);
        assert_eq!(shown(Some(1)), [1, 2, 3]);
    }

    #[test]
    fn events_without_a_time_or_a_kind_have_no_place() {
        let kinds = [Kind {
            name: "crash",
            title: "Crash",
            says: "",
            arguments: &[],
        }];
        let events = Events::read("# none\nsoon crash\n5 lode\n7 crash x=1\n-1 crash\n7 crash");
        let second = Mark {
            level: 1,
            ..mark(5, 0, 7.0)
        };
        assert_eq!(marks(&events, &kinds), [mark(3, 0, 7.0), second]);
    }
}
