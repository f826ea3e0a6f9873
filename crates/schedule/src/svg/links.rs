//! Links between lanes, and groups of lanes.

use std::fmt::Write;

use super::layout::{Layout, MARGIN};
use super::text::{self, SIZE, coordinate, escape, shorten, width_of};
use crate::palette::Theme;
use crate::{LaneId, Link, Relation, Schedule};

/// The largest number of arrows in a figure: more would be a grey area, and are left out.
const MOST: usize = 2000;
/// An arrow's head: its length, and the distance from its middle to its sides, in pixels.
const HEAD: (f64, f64) = (6.0, 2.5);
/// A distance's height above a lane's bars, the reach of its ends to each side, and their whole length, in pixels.
const ABOVE: f64 = 2.0;
const TICK: f64 = 1.5;
const END: f64 = 3.0;
/// The size of a group's name, as a share of the size of other texts.
const SMALL: f64 = text::SMALL / SIZE;

/// The links that lie in the window whole, and whether there are so many that none is drawn.
pub(super) fn visible(schedule: &Schedule, layout: &Layout) -> (Vec<Link>, bool) {
    let inside = |link: &Link| link.start >= layout.from && link.end <= layout.to;
    let links: Vec<Link> = schedule
        .links()
        .iter()
        .filter(inside)
        .take(MOST + 1)
        .collect();
    if links.len() > MOST {
        (Vec::new(), true)
    } else {
        (links, false)
    }
}

/// Appends an arrow a link: from the middle of one lane's bar to the middle of the other's.
pub(super) fn arrows(
    svg: &mut String,
    schedule: &Schedule,
    links: &[Link],
    layout: &Layout,
    theme: Theme,
) {
    let ink = theme.ink();
    for (number, kind) in (0..=u8::MAX).zip(schedule.link_kinds()) {
        if kind.relation == Relation::Remainder {
            continue;
        }
        let distance = kind.relation == Relation::Distance;
        let (mut lines, mut heads) = (String::new(), String::new());
        for link in links.iter().filter(|link| link.kind.0 == number) {
            let middle = |lane| layout.y(lane) + layout.bar / 2.0;
            let (x, y) = (layout.x(link.start), middle(link.from));
            let (to_x, to_y) = (layout.x(link.end), middle(link.to));
            if distance {
                let [x, to_x, y] = [x, to_x, layout.y(link.from) - ABOVE].map(coordinate);
                // A `String` takes all that is written to it.
                let _ = write!(
                    lines,
                    "M{x} {y}m0 -{TICK}v{END}m0 -{TICK}H{to_x}m0 -{TICK}v{END}"
                );
                continue;
            }
            let (dx, dy) = (to_x - x, to_y - y);
            let length = (dx * dx + dy * dy).sqrt();
            if length <= 0.0 {
                continue;
            }
            let (dx, dy) = (dx / length, dy / length);
            let (back, side) = HEAD;
            let corner = |side: f64| {
                let (x, y) = (to_x - dx * back - dy * side, to_y - dy * back + dx * side);
                (coordinate(x), coordinate(y))
            };
            let (left, right) = (corner(-side), corner(side));
            let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(coordinate);
            // A `String` takes all that is written to it.
            let _ = write!(lines, "M{x} {y}L{to_x} {to_y}");
            let _ = write!(
                heads,
                "M{to_x} {to_y}L{} {}L{} {}z",
                left.0, left.1, right.0, right.1
            );
        }
        if !lines.is_empty() {
            let dashes = dashes(kind.relation);
            svg.push_str(&format!(
                "<g><title>{}</title><path d=\"{lines}\" stroke=\"{ink}\"{dashes} fill=\"none\"/>\
                 <path d=\"{heads}\" fill=\"{ink}\"/></g>\n",
                escape(&kind.name)
            ));
        }
    }
}

/// The dashes that tell the lines of a relation apart from others.
pub(super) fn dashes(relation: Relation) -> &'static str {
    match relation {
        Relation::Message | Relation::Distance | Relation::Remainder => "",
        Relation::Steal => " stroke-dasharray=\"5 2\"",
        Relation::Migration => " stroke-dasharray=\"7 2 1 2\"",
        Relation::Dependency => " stroke-dasharray=\"1 2\"",
    }
}

/// Appends a line left of the lanes that belong together, with their name where there is room.
pub(super) fn groups(svg: &mut String, schedule: &Schedule, layout: &Layout, theme: Theme) {
    let [ink, line] = [theme.ink(), theme.rule()];
    for group in schedule.groups() {
        let rows = (group.first..group.first + group.lanes).map(|lane| layout.row(LaneId(lane)));
        let (Some(first), Some(last)) = (rows.clone().min(), rows.max()) else {
            continue;
        };
        // Lanes that stand apart are not held together by a line.
        if last - first + 1 != group.lanes as usize {
            continue;
        }
        let top = layout.top + first as f64 * layout.pitch;
        let length = f64::from(group.lanes) * layout.pitch - (layout.pitch - layout.bar);
        let [y, height, x, baseline] = [top, length, MARGIN - 2.0, MARGIN - 5.0].map(coordinate);
        let middle = coordinate(top + length / 2.0);
        svg.push_str(&format!(
            "<g fill=\"{ink}\"><title>{}</title><path d=\"M{x} {y}v{height}\" stroke=\"{line}\"/>",
            escape(&group.name)
        ));
        let name = shorten(&group.name, length / SMALL);
        if width_of(&name) * SMALL <= length {
            svg.push_str(&format!(
                "<text transform=\"translate({baseline} {middle}) rotate(-90)\" text-anchor=\"middle\" font-size=\"10\">{}</text>",
                escape(&name)
            ));
        }
        svg.push_str("</g>\n");
    }
}
