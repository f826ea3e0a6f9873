//! The bars of a lane.

use std::fmt::Write;

use crate::palette::Pattern;
use crate::same_work::Waiting;
use crate::svg::merge::{Piece, merge};
use crate::svg::text::escape;
use crate::{LaneId, Phase, PhaseId, Relation, Schedule, Span};

use super::{Scale, look, percent, step, tone};

/// The width of a figure in units, for spans too narrow for a bar of their own: about a pixel each.
const UNITS: f64 = 1000.0;
/// The width in units from which on a span is a bar, and the cell: narrower spans below half of it share their place.
const WIDE: f64 = 3.0;
const CELL: f64 = 2.0;
/// The room of a figure that a document contains.
pub(super) const MOST: Room = Room {
    bytes: 80_000,
    apart: f64::INFINITY,
};
/// The room of each of several schedules of the same work, which stand beside such a figure in a document.
pub const DOCUMENT: Room = Room {
    bytes: 16_000,
    apart: f64::INFINITY,
};
/// Their room in a page that draws them itself: no bar loses its pattern.
pub const PAGE: Room = Room {
    bytes: 48_000,
    apart: 6.0,
};
const COARSEST: f64 = 64.0;
/// The factor by which bars and cells get wider at a time.
const WIDER: f64 = 1.4;
/// The largest number of lanes that are high enough for labels.
const LABELLED: usize = 26;
/// The room of a digit of a label, and of the space around the label, in pixels.
const DIGIT: f64 = 7.0;
const AROUND: f64 = 18.0;
/// The room of a letter of a brace's words, in pixels.
const LETTER: f64 = 6.2;
/// The least length of a distance or a brace that is drawn, in units.
const LEAST: f64 = 5.0;

/// The size limits of a figure's lanes.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The number of bytes, where possible: labels go first, then bars and cells get wider.
    bytes: usize,
    /// The width, in units, from which on no span shares its place with others.
    apart: f64,
}

/// The layer over the spans of schedules of the same work.
#[derive(Clone, Copy)]
pub(super) struct Over<'o> {
    /// The stretches of time in which all others wait for a lane.
    pub(super) waiting: &'o [Waiting],
    /// The ends of units of work.
    pub(super) ends: &'o [f64],
}

/// The level of detail of lanes.
#[derive(Clone, Copy)]
struct Detail {
    labels: bool,
    coarse: f64,
    apart: f64,
}

impl Detail {
    /// The width in units from which on a span is a bar with its pattern, given the number of lanes.
    fn wide(self, lanes: usize) -> f64 {
        let wide = WIDE * self.coarse;
        // In such low lanes nobody sees a pattern.
        if lanes > LABELLED {
            wide
        } else {
            wide.min(self.apart)
        }
    }
}

/// A bar for each lane, with the layer `over` it where schedules do the same work.
pub(super) fn lanes(
    schedule: &Schedule,
    scale: Scale,
    over: Option<Over<'_>>,
    room: Room,
) -> Vec<String> {
    let mut detail = Detail {
        labels: schedule.lanes().len() <= LABELLED,
        coarse: 1.0,
        apart: room.apart,
    };
    loop {
        let lanes: Vec<_> = schedule
            .iter_lanes()
            .map(|lane| bar(schedule, lane.id(), scale, over, detail))
            .collect();
        let bytes: usize = lanes.iter().map(String::len).sum();
        if bytes <= room.bytes || detail.coarse >= COARSEST {
            return lanes;
        }
        if detail.labels {
            detail.labels = false;
        } else {
            detail.coarse = (detail.coarse * WIDER).min(COARSEST);
        }
    }
}

fn bar(
    schedule: &Schedule,
    lane: LaneId,
    scale: Scale,
    over: Option<Over<'_>>,
    detail: Detail,
) -> String {
    let rows = schedule.spans_in(lane, scale.from, scale.to);
    let spans: Vec<Span> = schedule.columns().spans(lane, rows).collect();
    let width = |span: &Span| (scale.share(span.end) - scale.share(span.start)) * UNITS;
    let wide = detail.wide(schedule.lanes().len());
    let is_wide = |span: &Span| width(span) >= wide;
    let mut svg = String::from("<svg class=\"lane\">");
    let mut labels = String::new();
    for (number, phase) in (0..=u8::MAX).zip(schedule.phases()) {
        let own = spans.iter().filter(|span| span.phase == PhaseId(number));
        let wide: String = own
            .filter(|span| is_wide(span))
            .map(|span| {
                let label = detail.labels.then(|| label(schedule, span, phase, scale));
                let label = label.flatten().unwrap_or_default();
                // Lines where work ends go through bars, not through numbers.
                if over.is_some() && !label.is_empty() {
                    labels.push_str(&block(span, scale, &label));
                }
                let inside = if over.is_some() { "" } else { &label };
                block(span, scale, &format!("<rect/>{inside}"))
            })
            .collect();
        if !wide.is_empty() {
            // A `String` takes all that is written to it.
            let _ = write!(svg, "<g {}>{wide}</g>", look(phase));
        }
    }
    svg.push_str(&merged(schedule, &spans, scale, detail));
    if let Some(over) = over {
        svg.push_str(&ends(over.ends, scale));
    }
    svg.push_str(&distances(schedule, lane, scale, detail.coarse));
    svg.push_str(&labels);
    let waiting = over.map_or(&[][..], |over| over.waiting);
    let own = waiting.iter().filter(|waiting| waiting.lane == lane);
    for waiting in own {
        svg.push_str(&brace(schedule, waiting, scale));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The place of a span, with its contents.
fn block(span: &Span, scale: Scale, inside: &str) -> String {
    let (left, right) = (scale.share(span.start), scale.share(span.end));
    format!(
        "<svg x=\"{}\" width=\"{}\">{inside}</svg>",
        percent(left),
        percent(right - left)
    )
}

/// The number of a span's job, from the width on that has room for it.
fn label(schedule: &Schedule, span: &Span, phase: &Phase, scale: Scale) -> Option<String> {
    let number = schedule.label(span.job)?;
    let share = scale.share(span.end) - scale.share(span.start);
    let from = step(number.len() as f64 * DIGIT + AROUND, share)?;
    let ground = match phase.role.pattern() {
        Pattern::Solid if phase.shading().is_none() => " solid",
        Pattern::Solid | Pattern::Pale => " pale",
        _ => "",
    };
    Some(format!(
        "<g class=\"at-{from} digits-{}{ground}\"><rect/><text x=\"50%\" y=\"50%\">{number}</text></g>",
        number.len()
    ))
}

/// Lines through a lane where units of work end.
fn ends(ends: &[f64], scale: Scale) -> String {
    if ends.is_empty() {
        return String::new();
    }
    let mut svg = String::from("<g class=\"ends\">");
    for time in ends {
        // A `String` takes all that is written to it.
        let _ = write!(svg, "<rect x=\"{}\"/>", percent(scale.share(*time)));
    }
    svg.push_str("</g>");
    svg
}

/// Spans too narrow to have a pattern, a path each phase.
fn merged(schedule: &Schedule, spans: &[Span], scale: Scale, detail: Detail) -> String {
    let phases = schedule.phases();
    let mut paths = vec![String::new(); phases.len()];
    let tenth = |units: f64| (units * 10.0).round() / 10.0;
    let x = |time: f64| scale.share(time) * UNITS;
    let width = |span: &Span| x(span.end) - x(span.start);
    let wide = detail.wide(schedule.lanes().len());
    let alone = |span: &Span| width(span) >= wide.min(detail.apart);
    let mut draw = |piece: Piece| {
        let Some(path) = paths.get_mut(usize::from(piece.phase.0)) else {
            return;
        };
        let parted = if piece.to - piece.from >= WIDE {
            1.0
        } else {
            0.0
        };
        let right = (piece.to - parted).max(piece.from + 0.5);
        let [left, right] = [piece.from, right].map(tenth);
        let [top, bottom] = [piece.high, piece.low].map(|part| ((1.0 - part) * 100.0).round());
        // A `String` takes all that is written to it.
        let _ = write!(path, "M{left} {top}H{right}V{bottom}H{left}z");
    };
    for span in spans
        .iter()
        .filter(|span| alone(span) && width(span) < wide)
    {
        draw(Piece {
            phase: span.phase,
            from: x(span.start),
            to: x(span.end),
            low: 0.0,
            high: 1.0,
        });
    }
    for run in spans.split(alone) {
        let run = run
            .iter()
            .map(|span| (span.phase, x(span.start), x(span.end)));
        merge(run, CELL * detail.coarse, phases.len(), &mut draw);
    }
    let drawn = phases
        .iter()
        .zip(&paths)
        .filter(|(_, path)| !path.is_empty());
    let paths: String = drawn
        .map(|(phase, path)| format!("<path fill=\"{}\" d=\"{path}\"/>", tone(phase)))
        .collect();
    if paths.is_empty() {
        return paths;
    }
    format!("<svg viewBox=\"0 0 {UNITS} 100\" preserveAspectRatio=\"none\">{paths}</svg>")
}

/// A line above the time in which all others wait, and the lane's name where there is room for the words.
fn brace(schedule: &Schedule, waiting: &Waiting, scale: Scale) -> String {
    let (left, right) = (scale.share(waiting.from), scale.share(waiting.to));
    if (right - left) * UNITS < LEAST {
        return String::new();
    }
    let words = format!("all wait for {}", schedule.lane(waiting.lane).name());
    let room = words.chars().count() as f64 * LETTER + AROUND;
    let words = step(room, right - left).map_or_else(String::new, |from| {
        let middle = percent((left + right) / 2.0);
        format!(
            "<text class=\"at-{from}\" x=\"{middle}\" y=\"-5\">{}</text>",
            escape(&words)
        )
    });
    let [left, right] = [left, right].map(percent);
    format!(
        "<g class=\"brace\"><line x1=\"{left}\" x2=\"{right}\" y1=\"-1.5\" y2=\"-1.5\"/>\
         <line x1=\"{left}\" x2=\"{left}\" y1=\"-1.5\" y2=\"3\"/>\
         <line x1=\"{right}\" x2=\"{right}\" y1=\"-1.5\" y2=\"3\"/>{words}</g>"
    )
}

/// The intended distances of moments, above the bars.
fn distances(schedule: &Schedule, lane: LaneId, scale: Scale, coarse: f64) -> String {
    let kinds = schedule.link_kinds();
    let is_distance = |kind: u8| {
        let kind = kinds.get(usize::from(kind));
        kind.is_some_and(|kind| kind.relation == Relation::Distance)
    };
    let own = schedule.links().iter().filter(|link| {
        link.from == lane
            && is_distance(link.kind.0)
            && link.end >= scale.from
            && link.start <= scale.to
    });
    let mut lines = String::new();
    for link in own {
        let (left, right) = (scale.share(link.start), scale.share(link.end));
        if (right - left) * UNITS < LEAST * coarse {
            continue;
        }
        let [left, right] = [left, right].map(percent);
        // A `String` takes all that is written to it.
        let _ = write!(
            lines,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"-1.5\" y2=\"-1.5\"/>"
        );
        let ends = [(link.start, left), (link.end, right)];
        for (_, x) in ends.into_iter().filter(|(time, _)| scale.shows(*time)) {
            let _ = write!(
                lines,
                "<line x1=\"{x}\" x2=\"{x}\" y1=\"-3.5\" y2=\"0.5\"/>"
            );
        }
    }
    if lines.is_empty() {
        return lines;
    }
    format!("<g class=\"distances\">{lines}</g>")
}
