//! The hovered and the selected span.

use schedule::{LaneId, Span};

use super::chart::{Chart, Tip};
use super::describe::Figures;
use super::keys::Step;
use super::view::Window;

/// A span selected in the table has at least this part of the width, as one in so many.
const AROUND: f64 = 25.0;

impl Chart {
    /// The span drawn at a place on the canvas.
    pub(super) fn span_at(&self, x: f64, y: f64) -> Option<Span> {
        if x < self.left || x > self.right || y > self.rows.plot() {
            return None;
        }
        let y = y + self.scrolled();
        let row = self.rows.lane_at(y)?;
        let lane = self
            .order
            .lane_in(row, (y - self.rows.top(row)) / self.rows.bar)?;
        let time = self.window.time_at(self.share_at(x));
        self.schedule.span_at(lane, time)
    }

    /// Sets the hovered span from the pointer's place on the canvas; none clears it.
    pub(super) fn point_at(&mut self, place: Option<(f64, f64)>) {
        let span = place.and_then(|(x, y)| self.span_at(x, y));
        if span == self.hover && span.is_none() {
            return;
        }
        let origin = self.nodes.canvas.get_bounding_client_rect();
        self.shown.tip = match (span, place) {
            (Some(span), Some((x, y))) => Some(Tip {
                figures: Figures::of(&self.schedule, span),
                x: origin.left() + x,
                y: origin.top() + y,
            }),
            _ => None,
        };
        self.hover = span;
        self.redraw();
    }

    /// The row of one of the schedule's spans.
    pub(super) fn row_of(&self, span: Span) -> Option<usize> {
        let rows = self.schedule.columns().rows(span.lane);
        let starts = self.schedule.columns().start.get(rows.clone())?;
        Some(
            rows.start
                + starts
                    .partition_point(|&start| start <= span.start)
                    .checked_sub(1)?,
        )
    }

    /// The next or previous span of the selected lane; without a selection, the first one in view.
    pub(super) fn along(&self, step: Step) -> Option<usize> {
        let Some(row) = self.selected else {
            return self.first_in_view();
        };
        let rows = self.schedule.columns().rows(self.schedule.span(row)?.lane);
        let other = match step {
            Step::Next => row + 1,
            Step::Previous => row.checked_sub(1)?,
        };
        Some(if rows.contains(&other) { other } else { row })
    }

    /// The span nearest in time in the next or previous lane that has any.
    pub(super) fn across(&self, step: Step) -> Option<usize> {
        let Some(row) = self.selected else {
            return self.first_in_view();
        };
        let span = self.schedule.span(row)?;
        let middle = (span.start + span.end) / 2.0;
        let nearest = |lane: LaneId| {
            let rows = self.schedule.columns().rows(lane);
            let ends = self.schedule.columns().end.get(rows.clone())?;
            let last = rows.end.checked_sub(1).filter(|last| rows.contains(last))?;
            Some((rows.start + ends.partition_point(|&end| end <= middle)).min(last))
        };
        let mut lanes = self.order.beside(span.lane, step == Step::Next);
        lanes.find_map(nearest).or(Some(row))
    }

    fn first_in_view(&self) -> Option<usize> {
        let aim = self.aim();
        let rows = self.rows.visible(self.scrolled());
        rows.flat_map(|row| self.order.lanes(row).iter().copied())
            .find_map(|lane| {
                let rows = self.schedule.spans_in(LaneId(lane), aim.from(), aim.to());
                (!rows.is_empty()).then_some(rows.start)
            })
    }

    /// Selects a span, brings it into view and announces it.
    pub(super) fn select(&mut self, row: Option<usize>) {
        self.selected = row;
        self.hover = None;
        self.shown.tip = None;
        self.shown.said = match row.and_then(|row| self.schedule.span(row)) {
            Some(span) => {
                let to = self.aim().showing(span.start, span.end, self.extent());
                if to != self.aim() {
                    self.go(to, true);
                }
                let (top, view) = (self.strip(span.lane).0, self.rows.plot());
                let above = top - self.scrolled() - self.rows.pitch;
                let below = top + 2.0 * self.rows.pitch - self.scrolled() - view;
                if self.rows.scrolls() && (above < 0.0 || below > 0.0) {
                    self.scroll_by(if above < 0.0 { above } else { below });
                }
                Figures::of(&self.schedule, span).sentence()
            }
            None => "Nothing is selected.".to_owned(),
        };
        self.redraw();
    }

    /// Selects a span and makes it wide enough to be seen.
    pub(super) fn present(&mut self, row: usize) {
        let aim = self.aim();
        if let Some(span) = self.schedule.span(row) {
            let length = span.duration() * AROUND;
            if length > 0.0 && length < aim.length() {
                let from = (span.start + span.end - length) / 2.0;
                self.go(Window::at(from, length, self.extent()), false);
            }
        }
        self.select(Some(row));
    }

    /// The tip of the selected span, where the span is visible; a pinned span has its details below the chart instead.
    pub(super) fn selected_tip(&self) -> Option<Tip> {
        let row = self.selected.filter(|row| self.pinned != Some(*row))?;
        let span = self.schedule.span(row)?;
        let origin = self.nodes.canvas.get_bounding_client_rect();
        let window = self.window;
        if span.end < window.from() || span.start > window.to() {
            return None;
        }
        let share = |time: f64| window.share_of(time).clamp(0.0, 1.0);
        let x = self.left + (share(span.start) + share(span.end)) / 2.0 * self.plot_width();
        let (top, high) = self.strip(span.lane);
        let y = top + high - self.scrolled();
        let y = y.clamp(0.0, self.rows.plot());
        Some(Tip {
            figures: Figures::of(&self.schedule, span),
            x: origin.left() + x,
            y: origin.top() + y,
        })
    }
}
