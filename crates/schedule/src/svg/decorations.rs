//! The surroundings of the bars: names, axis, marks, legend.

use super::layout::{Layout, MARGIN};
use super::text::{SIZE, coordinate, escape, shorten, width_of};
use crate::palette::Theme;
use crate::{Lane, Schedule};

/// Appends the lanes' names; of narrow lanes as many as there is room for.
pub(super) fn names(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    svg.push_str(&format!("<g fill=\"{}\">\n", theme.ink()));
    let every = if layout.pitch < SIZE { 2 } else { 1 };
    let named = |lane: &Lane<'_>| layout.row(lane.id()).is_multiple_of(every);
    for lane in schedule.iter_lanes().filter(named) {
        let y = coordinate(layout.y(lane.id()) + layout.bar / 2.0 + SIZE * 0.35);
        let name = shorten(lane.name(), layout.left - MARGIN - 8.0);
        svg.push_str(&format!(
            "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>\n",
            escape(&name)
        ));
    }
    svg.push_str("</g>\n");
}

/// Appends the bounds in the window as lines with their names.
pub(super) fn bounds(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    let [top, bottom, y] = [layout.top - 6.0, layout.bottom, layout.bottom - 5.0].map(coordinate);
    let ink = theme.ink();
    for bound in schedule.bounds() {
        if !(layout.from..=layout.to).contains(&bound.time) {
            continue;
        }
        let x = layout.x(bound.time);
        let name = shorten(&bound.name, layout.width - 2.0 * MARGIN);
        let width = width_of(&name);
        let start = if x + 5.0 + width < layout.width {
            x + 5.0
        } else {
            (x - 5.0 - width).max(2.0)
        };
        let [x, start, left, wide, box_top] =
            [x, start, start - 2.0, width + 4.0, layout.bottom - 18.0].map(coordinate);
        svg.push_str(&format!(
            "<path d=\"M{x} {top}V{bottom}\" stroke=\"{ink}\" stroke-width=\"1.5\" stroke-dasharray=\"8 3\"/>\n\
             <rect x=\"{left}\" y=\"{box_top}\" width=\"{wide}\" height=\"17\" fill=\"{}\" fill-opacity=\"0.85\"/>\n\
             <text x=\"{start}\" y=\"{y}\" fill=\"{ink}\">{}</text>\n",
            theme.card(),
            escape(&name)
        ));
    }
}

/// Appends the marks of the window as dashed lines, one a pixel at most, with their texts where
/// there is room.
pub(super) fn marks(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    let (mut drawn, mut free) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    let [top, bottom] = [layout.top - 6.0, layout.bottom].map(coordinate);
    let visible = schedule
        .marks()
        .iter()
        .filter(|mark| (layout.from..=layout.to).contains(&mark.time));
    let (mut lines, mut texts) = (String::new(), String::new());
    for mark in visible {
        let x = layout.x(mark.time);
        if x - drawn >= 1.0 {
            lines.push_str(&format!("M{} {top}V{bottom}", coordinate(x)));
            drawn = x;
        }
        // The last text stays within the figure.
        let text = shorten(&mark.text, layout.width - 2.0 * MARGIN);
        let width = width_of(&text);
        let start = x.min(layout.width - width - 2.0);
        if start >= free {
            let [start, y] = [start, layout.top - 10.0].map(coordinate);
            texts.push_str(&format!(
                "<text x=\"{start}\" y=\"{y}\">{}</text>\n",
                escape(&text)
            ));
            free = start + width + 8.0;
        }
    }
    if !lines.is_empty() {
        let stroke = theme.rule();
        svg.push_str(&format!(
            "<path d=\"{lines}\" stroke=\"{stroke}\" stroke-dasharray=\"2 3\" fill=\"none\"/>\n"
        ));
        svg.push_str(&format!("<g fill=\"{}\">\n{texts}</g>\n", theme.ink()));
    }
}

/// Appends the axis.
pub(super) fn axis(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    let Layout {
        left,
        right,
        bottom,
        from,
        to,
        ..
    } = *layout;
    svg.push_str(&format!(
        "<path d=\"M{} {y}H{}\" stroke=\"{}\" fill=\"none\"/>\n<g fill=\"{}\" text-anchor=\"middle\">\n",
        coordinate(left),
        coordinate(right),
        theme.line(),
        theme.ink(),
        y = coordinate(bottom),
    ));
    let max = ((right - left) / 96.0).max(3.0) as usize;
    for (time, label) in schedule.unit().ticks(from, to, max) {
        let x = layout.x(time);
        // The last label stays within the figure.
        let centre = x.min(layout.width - width_of(&label) / 2.0 - 2.0);
        let [tick, centre, end, base] = [x, centre, bottom + 5.0, bottom + 20.0].map(coordinate);
        svg.push_str(&format!(
            "<path d=\"M{tick} {}V{end}\" stroke=\"{}\"/><text x=\"{centre}\" y=\"{base}\">{}</text>\n",
            coordinate(bottom),
            theme.rule(),
            escape(&label),
        ));
    }
    svg.push_str("</g>\n");
}
