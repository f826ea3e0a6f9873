//! The lanes' bars, gathered by phase.

use std::fmt::Write;

use super::layout::Layout;
use super::merge::{Piece, merge};
use super::patterns;
use super::text::coordinate;
use crate::palette::Theme;
use crate::{Phase, Schedule};

/// From how many pixels on a span is drawn as a rectangle with its pattern, an edge, and a pixel
/// left to its neighbour. What is narrower shows no pattern: it goes into one path in the plain
/// colour, which takes a third of the room.
const WIDE: f64 = 3.0;

/// What one phase draws in all lanes.
#[derive(Clone, Default)]
pub(super) struct Bars {
    rectangles: String,
    path: String,
}

/// What each phase of the schedule draws, in the order of the phases, and how many spans share their
/// place with others.
pub(super) fn place(schedule: &Schedule, layout: &Layout) -> (Vec<Bars>, usize) {
    let mut bars = vec![Bars::default(); schedule.phases().len()];
    let mut merged = 0;
    let wide = WIDE.max(layout.cell);
    for lane in schedule.iter_lanes() {
        let rows = schedule.spans_in(lane.id(), layout.from, layout.to);
        let spans = schedule.columns().spans(lane.id(), rows);
        let placed = spans.map(|span| (span.phase, layout.x(span.start), layout.x(span.end)));
        merged += merge(placed, layout.cell, bars.len(), |piece| {
            if let Some(bars) = bars.get_mut(usize::from(piece.phase.0)) {
                bars.add(piece, layout.y(lane.id()), layout.bar, wide);
            }
        });
    }
    (bars, merged)
}

impl Bars {
    pub(super) fn is_empty(&self) -> bool {
        self.rectangles.is_empty() && self.path.is_empty()
    }

    /// Adds a piece of the bar whose upper edge is `y`; from `wide` pixels on it is a rectangle.
    fn add(&mut self, piece: Piece, y: f64, bar: f64, wide: f64) {
        let Piece {
            from,
            to,
            low,
            high,
            ..
        } = piece;
        // A `String` takes all that is written to it.
        let _ = if to - from < wide {
            let [left, right] = [from, to.max(from + 0.5)].map(coordinate);
            let [top, bottom] = [y + bar * (1.0 - high), y + bar * (1.0 - low)].map(coordinate);
            write!(self.path, "M{left} {top}H{right}V{bottom}H{left}z")
        } else {
            // Half a pixel inside, where an edge one pixel wide ends with the span.
            let [x, y] = [from + 0.5, y + 0.5].map(coordinate);
            let [width, height] = [to - from - 2.0, bar - 1.0].map(coordinate);
            let radius = (bar / 12.0).floor();
            writeln!(
                self.rectangles,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
            )
        };
    }

    /// Appends it all to the figure.
    pub(super) fn draw(&self, svg: &mut String, phase: &Phase, theme: Theme) {
        let colour = phase.colour(theme);
        if !self.path.is_empty() {
            svg.push_str(&format!("<path fill=\"{colour}\" d=\"{}\"/>\n", self.path));
        }
        if !self.rectangles.is_empty() {
            let (fill, edge) = (patterns::fill(phase, theme), patterns::edge(phase, theme));
            svg.push_str(&format!(
                "<g fill=\"{fill}\" {edge}>\n{}</g>\n",
                self.rectangles
            ));
        }
    }
}
