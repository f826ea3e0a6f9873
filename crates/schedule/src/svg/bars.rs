//! The lanes' bars, gathered by phase.

use std::fmt::Write;

use super::layout::Layout;
use super::merge::{Piece, merge};
use super::patterns;
use super::text::{SIZE, coordinate, width_of};
use crate::palette::{Pattern, Theme, mixed};
use crate::{Phase, Schedule};

/// The width in pixels from which on a span is drawn as a rectangle with its pattern, an edge, and
/// a pixel left to its neighbour. A narrower span shows no pattern: it goes into one path in the
/// plain colour, which takes a third of the room.
const WIDE: f64 = 3.0;

/// The least height of bars with a job's number, and the room around the number, in pixels.
const LABELLED: f64 = 14.0;
const AROUND: f64 = 8.0;
/// The height of the ground of a number on a pattern.
const GROUND: f64 = 14.0;

/// The shapes of one phase in all lanes.
#[derive(Clone, Default)]
pub(super) struct Bars {
    rectangles: String,
    path: String,
}

/// The shapes of each phase of the schedule, in the order of the phases, and the number of spans that
/// share their place with others.
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

    /// Appends all shapes to the figure.
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

/// Appends the numbers of jobs to the bars that have room for them, in one colour for each ground: on full colours the
/// card's, on pale ones the ink, and on patterns the ink on a piece of card.
pub(super) fn numbers(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    if layout.bar < LABELLED {
        return;
    }
    let mut texts = [String::new(), String::new()];
    let mut grounds = String::new();
    for lane in schedule.iter_lanes() {
        let rows = schedule.spans_in(lane.id(), layout.from, layout.to);
        let middle = layout.y(lane.id()) + layout.bar / 2.0;
        for span in schedule.columns().spans(lane.id(), rows) {
            let (left, right) = (layout.x(span.start), layout.x(span.end));
            let phase = schedule.phases().get(usize::from(span.phase.0));
            let (Some(number), Some(phase)) = (schedule.label(span.job), phase) else {
                continue;
            };
            let width = width_of(&number);
            if right - left < (width + AROUND).max(layout.cell) {
                continue;
            }
            let centre = (left + right) / 2.0;
            let plain = matches!(phase.role.pattern(), Pattern::Solid | Pattern::Pale);
            let full = phase.role.pattern() == Pattern::Solid && phase.shading().is_none();
            // A `String` takes all that is written to it.
            let ground = match (plain, full) {
                (false, _) => Some(theme.card().to_owned()),
                // White is easier to read on a full colour that is a little darker.
                (true, true) if theme == Theme::Light => {
                    Some(mixed(theme.ink(), &phase.colour(theme), 0.2))
                }
                _ => None,
            };
            if let Some(ground) = ground {
                let height = GROUND.min(layout.bar - 2.0);
                let [x, y] = [centre - width / 2.0 - 2.0, middle - height / 2.0].map(coordinate);
                let wide = coordinate(width + 4.0);
                let _ = writeln!(
                    grounds,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{height}\" rx=\"2\" fill=\"{ground}\"/>"
                );
            }
            let [x, y] = [centre, middle + SIZE * 0.35].map(coordinate);
            let [on_full, on_others] = &mut texts;
            let texts = if full { on_full } else { on_others };
            let _ = writeln!(texts, "<text x=\"{x}\" y=\"{y}\">{number}</text>");
        }
    }
    svg.push_str(&grounds);
    for (texts, colour) in texts.iter().zip([theme.card(), theme.ink()]) {
        if !texts.is_empty() {
            svg.push_str(&format!(
                "<g fill=\"{colour}\" text-anchor=\"middle\" font-weight=\"600\">\n{texts}</g>\n"
            ));
        }
    }
}
