//! The bars of a lane.

use std::fmt::Write;

use crate::palette::Pattern;
use crate::same_work::Waiting;
use crate::svg::merge::merge;
use crate::svg::text::escape;
use crate::{LaneId, Phase, PhaseId, Relation, Schedule, Span};

use super::{Scale, look, percent, step, tone};

/// Of so many units is the width of what is too narrow to be a bar of its own: about a pixel each.
const UNITS: f64 = 1000.0;
/// A span is a bar from so many units on; of narrower ones those below half a cell share their place.
const WIDE: f64 = 3.0;
const CELL: f64 = 2.0;
/// Bars and cells get wider until the lanes of a figure take at most so many bytes.
pub(super) const MOST: usize = 80_000;
/// The same of each of several schedules, which stand beside such a figure.
pub(super) const BESIDE: usize = 16_000;
const COARSEST: f64 = 64.0;
/// By what factor they get wider at a time.
const WIDER: f64 = 1.25;
/// Of more lanes none is high enough for labels.
const LABELLED: usize = 26;
/// The room of a digit of a label, and of what is around it, in pixels.
const DIGIT: f64 = 7.0;
const AROUND: f64 = 18.0;
/// The room of a letter of a brace's words, in pixels.
const LETTER: f64 = 6.2;
/// How short a distance is not drawn, in units.
const LEAST: f64 = 5.0;

/// A bar for each lane, with braces where all others wait for it; of at most so many bytes, where that can be.
pub(super) fn lanes(
    schedule: &Schedule,
    scale: Scale,
    waiting: &[Waiting],
    most: usize,
) -> Vec<String> {
    let mut coarse = 1.0;
    loop {
        let lanes: Vec<_> = schedule
            .iter_lanes()
            .map(|lane| bar(schedule, lane.id(), scale, waiting, coarse))
            .collect();
        let bytes: usize = lanes.iter().map(String::len).sum();
        if bytes <= most || coarse >= COARSEST {
            return lanes;
        }
        coarse = (coarse * WIDER).min(COARSEST);
    }
}

fn bar(
    schedule: &Schedule,
    lane: LaneId,
    scale: Scale,
    waiting: &[Waiting],
    coarse: f64,
) -> String {
    let rows = schedule.spans_in(lane, scale.from, scale.to);
    let spans: Vec<Span> = schedule.columns().spans(lane, rows).collect();
    let x = |time: f64| scale.share(time) * UNITS;
    let is_wide = |span: &Span| x(span.end) - x(span.start) >= WIDE * coarse;
    let mut svg = String::from("<svg class=\"lane\">");
    for (number, phase) in (0..=u8::MAX).zip(schedule.phases()) {
        let own = spans.iter().filter(|span| span.phase == PhaseId(number));
        let wide: String = own
            .filter(|span| is_wide(span))
            .map(|span| block(schedule, span, phase, scale, schedule.lanes().len()))
            .collect();
        if !wide.is_empty() {
            // A `String` takes all that is written to it.
            let _ = write!(svg, "<g {}>{wide}</g>", look(phase));
        }
    }
    let narrow = spans.iter().filter(|span| !is_wide(span));
    let narrow = narrow.map(|span| (span.phase, x(span.start), x(span.end)));
    svg.push_str(&merged(schedule, narrow, coarse));
    svg.push_str(&distances(schedule, lane, scale, coarse));
    let own = waiting.iter().filter(|waiting| waiting.lane == lane);
    for waiting in own {
        svg.push_str(&brace(schedule, waiting, scale));
    }
    svg.push_str("</svg>\n");
    svg
}

/// A span with a pattern, an edge, and its job's number from the width on where that has room.
fn block(schedule: &Schedule, span: &Span, phase: &Phase, scale: Scale, lanes: usize) -> String {
    let (left, right) = (scale.share(span.start), scale.share(span.end));
    let label = || {
        let number = schedule.label(span.job).filter(|_| lanes <= LABELLED)?;
        let from = step(number.len() as f64 * DIGIT + AROUND, right - left)?;
        let ground = match phase.role.pattern() {
            Pattern::Solid if phase.shading().is_none() => " solid",
            Pattern::Solid | Pattern::Pale => " pale",
            _ => "",
        };
        Some(format!(
            "<g class=\"at-{from} digits-{}{ground}\"><rect/><text x=\"50%\" y=\"50%\">{number}</text></g>",
            number.len()
        ))
    };
    format!(
        "<svg x=\"{}\" width=\"{}\"><rect/>{}</svg>",
        percent(left),
        percent(right - left),
        label().unwrap_or_default()
    )
}

/// Spans too narrow to have a pattern, a path each phase.
fn merged(
    schedule: &Schedule,
    spans: impl Iterator<Item = (PhaseId, f64, f64)>,
    coarse: f64,
) -> String {
    let phases = schedule.phases();
    let mut paths = vec![String::new(); phases.len()];
    let tenth = |units: f64| (units * 10.0).round() / 10.0;
    merge(spans, CELL * coarse, phases.len(), |piece| {
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
    });
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

/// A line above the time in which all others wait, and for whom where there is room for the words.
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

/// The lengths that are to be kept, above the bars.
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
