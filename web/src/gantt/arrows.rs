//! Links as arrows between lanes, and as lengths above one.

use std::ops::Range;

use schedule::{Link, Links, Relation, Span};

use super::decorations::{Decorations, dash};
use super::frame::place_of;

/// The length of an arrow's head, and its width to each side, in pixels.
const HEAD: (f64, f64) = (6.0, 3.0);
/// Of arrows that leave a lane closer together than this, only the first is drawn.
const APART: f64 = 4.0;

/// A distance shorter than this on the screen has no room for its ends, in pixels.
const LEAST: f64 = 5.0;

/// The range of links that may be visible between two moments: none that begins after the second, and none
/// that began longer before the first than the longest link lasts.
pub(super) fn visible(links: &Links, longest: f64, from: f64, to: f64) -> Range<usize> {
    let first = links.start.partition_point(|&start| start < from - longest);
    let last = links.start.partition_point(|&start| start <= to);
    first..last.max(first)
}

/// The duration of the longest link.
pub(super) fn longest(links: &Links) -> f64 {
    let lengths = links.start.iter().zip(&links.end);
    lengths.map(|(start, end)| end - start).fold(0.0, f64::max)
}

/// Whether a link begins or ends on a span's lane during the span.
fn touches(link: &Link, span: &Span) -> bool {
    let during = |time: f64| (span.start..=span.end).contains(&time);
    (link.from == span.lane && during(link.start)) || (link.to == span.lane && during(link.end))
}

impl Decorations<'_> {
    /// The arrows of some spans, or all that are visible. `apart` is scratch space.
    pub(super) fn arrows(&self, longest: f64, of: Option<&[Span]>, apart: &mut Vec<f64>) {
        let links = self.schedule.links();
        let (from, to) = (self.window.from(), self.window.to());
        let places = match of {
            None => visible(links, longest, from, to),
            Some(spans) => {
                let begin = spans.iter().map(|span| span.start).fold(to, f64::min);
                let end = spans.iter().map(|span| span.end).fold(from, f64::max);
                visible(links, longest, begin.max(from), end.min(to))
            }
        };
        if places.is_empty() {
            return;
        }
        let context = self.context;
        context.save();
        context.begin_path();
        context.rect(self.left, 0.0, self.right - self.left, self.rows.plot());
        context.clip();
        context.set_stroke_style_str(&self.theme.ink);
        context.set_fill_style_str(&self.theme.ink);
        for (kind, about) in self.schedule.link_kinds().iter().enumerate() {
            let (width, dashes): (f64, &[f64]) = match about.relation {
                Relation::Message => (1.25, &[]),
                Relation::Steal => (1.5, &[4.0, 2.0]),
                Relation::Migration => (2.5, &[]),
                Relation::Dependency => (1.25, &[1.5, 2.0]),
                Relation::Distance | Relation::Remainder => continue,
            };
            context.set_line_width(width);
            dash(context, dashes);
            apart.clear();
            apart.resize(self.schedule.lanes().len(), f64::NEG_INFINITY);
            for link in places.clone().filter_map(|place| links.get(place)) {
                let wanted = usize::from(link.kind.0) == kind
                    && link.end >= from
                    && of.is_none_or(|spans| spans.iter().any(|span| touches(&link, span)));
                if !wanted {
                    continue;
                }
                let x = self.x(link.start);
                let Some(last) = apart.get_mut(link.from.0 as usize) else {
                    continue;
                };
                if of.is_none() && x - *last < APART {
                    continue;
                }
                *last = x;
                self.arrow(link);
            }
        }
        context.restore();
        dash(context, &[]);
    }

    fn arrow(&self, link: Link) {
        let [begin, end] = [link.from, link.to].map(|lane| {
            let (top, high) = place_of(self.rows, self.order.strip(lane));
            (top - self.scrolled, high)
        });
        let down = end.0 > begin.0;
        // The arrow leads from the edge of one bar to the edge of the other.
        let (x0, x1) = (self.x(link.start), self.x(link.end));
        let edge = |(top, high): (f64, f64), lower: bool| if lower { top + high } else { top };
        let (y0, y1) = (edge(begin, down), edge(end, !down));
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = (dx * dx + dy * dy).sqrt();
        if length < 1.0 {
            return;
        }
        let (ux, uy) = (dx / length, dy / length);
        let context = self.context;
        context.begin_path();
        context.move_to(x0, y0);
        context.line_to(x1 - ux * HEAD.0, y1 - uy * HEAD.0);
        context.stroke();
        context.begin_path();
        context.move_to(x1, y1);
        let back = (x1 - ux * HEAD.0, y1 - uy * HEAD.0);
        context.line_to(back.0 - uy * HEAD.1, back.1 + ux * HEAD.1);
        context.line_to(back.0 + uy * HEAD.1, back.1 - ux * HEAD.1);
        context.fill();
    }

    /// The distances to be kept, each above the bars of its lane, where there is room for its ends.
    pub(super) fn distances(&self, longest: f64) {
        let kinds = self.schedule.link_kinds();
        if kinds.iter().all(|kind| kind.relation != Relation::Distance) {
            return;
        }
        let links = self.schedule.links();
        let context = self.context;
        context.set_stroke_style_str(&self.theme.ink_2);
        context.set_line_width(1.0);
        context.begin_path();
        for place in visible(links, longest, self.window.from(), self.window.to()) {
            let Some(link) = links.get(place) else {
                continue;
            };
            let kind = kinds.get(usize::from(link.kind.0));
            if kind.is_none_or(|kind| kind.relation != Relation::Distance) {
                continue;
            }
            let (top, _) = place_of(self.rows, self.order.strip(link.from));
            let y = (top - self.scrolled - 2.0).round() + 0.5;
            let (begin, end) = (
                self.x(link.start).round() + 0.5,
                self.x(link.end).round() - 0.5,
            );
            if y < 0.0 || y > self.rows.plot() || end - begin < LEAST {
                continue;
            }
            let (left, right) = (begin.max(self.left), end.min(self.right));
            if right <= left {
                continue;
            }
            context.move_to(left, y);
            context.line_to(right, y);
            for x in [begin, end] {
                if (self.left..=self.right).contains(&x) {
                    context.move_to(x, y - 2.0);
                    context.line_to(x, y + 2.0);
                }
            }
        }
        context.stroke();
    }

    /// A line over the work of the slowest lane of each interval.
    pub(super) fn slowest(&self, slowest: &[schedule::measures::Slowest]) {
        let first = slowest.partition_point(|slowest| slowest.to < self.window.from());
        let last = slowest.partition_point(|slowest| slowest.from <= self.window.to());
        let context = self.context;
        context.set_stroke_style_str(&self.theme.ink);
        context.set_line_width(2.5);
        context.begin_path();
        for slowest in slowest.get(first..last).unwrap_or_default() {
            let (top, _) = place_of(self.rows, self.order.strip(slowest.lane));
            let y = top - self.scrolled - 2.0;
            if y < 0.0 || y > self.rows.plot() {
                continue;
            }
            let left = self.x(slowest.from).max(self.left);
            let right = self.x(slowest.until).min(self.right);
            if right > left {
                context.move_to(left, y);
                context.line_to((right - 1.0).max(left + 0.5), y);
            }
        }
        context.stroke();
    }

    /// A line for each bound on the makespan, with its name.
    pub(super) fn bounds(&self) {
        let context = self.context;
        for bound in self.schedule.bounds() {
            if bound.time < self.window.from() || bound.time > self.window.to() {
                continue;
            }
            let x = self.x(bound.time).round() + 0.5;
            let bottom = self.rows.plot();
            context.set_stroke_style_str(&self.theme.ink);
            context.set_line_width(1.5);
            dash(context, &[8.0, 3.0]);
            context.begin_path();
            context.move_to(x, 2.0);
            context.line_to(x, bottom);
            context.stroke();
            dash(context, &[]);
            self.note(&bound.name, x + 5.0, bottom - 4.0, true);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use proptest::prelude::*;
    use schedule::{LaneId, LinkId, LinkKind, Recorder, Recording, Unit};

    use super::*;

    proptest! {
        #[test]
        fn no_link_that_reaches_into_the_view_is_missed(
            times in prop::collection::vec((0.0..100.0, 0.0..30.0), 0..40),
            from in 0.0..100.0,
            length in 0.0..50.0,
        ) {
            let kinds = vec![LinkKind { name: "x".into(), relation: Relation::Message }];
            let names = vec!["a".to_owned(), "b".to_owned()];
            let mut recording = Recording::new(Unit::Seconds, names, Vec::new()).with_links(kinds);
            for (start, lasts) in times {
                let end = start + lasts;
                recording.link(Link { kind: LinkId(0), from: LaneId(0), start, to: LaneId(1), end });
            }
            let schedule = recording.finish(130.0).unwrap();
            let (links, to) = (schedule.links(), from + length);
            let found = visible(links, longest(links), from, to);
            for (place, link) in links.iter().enumerate() {
                let seen = link.start <= to && link.end >= from;
                prop_assert!(!seen || found.contains(&place));
            }
        }
    }
}
