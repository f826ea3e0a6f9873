//! The parts of a figure that tell of time: marks, bounds, the axis, the whole run.

use std::fmt::Write;

use crate::measures::density;
use crate::svg::text::escape;
use crate::{Mark, Schedule};

use super::{STEP, STEPS, Scale, percent, step};

/// Marks that would be closer than this are not drawn, in pixels.
const SPARSE: f64 = 18.0;
/// The room of a letter beside a mark, and of the space around the word, in pixels.
const LETTER: f64 = 7.0;
const AROUND: f64 = 8.0;
/// Half of a letter of the axis, and how far its labels may reach beyond it, in pixels.
const HALF: f64 = 3.3;
const BEYOND: f64 = 14.0;
/// The number of parts in the picture of the whole run.
const COLUMNS: usize = 320;
/// A frame around a smaller share of the run would hardly be seen.
const NARROWEST: f64 = 0.015;

/// Marks as dashed lines, with their words where there is room, and bounds.
pub(super) fn over(schedule: &Schedule, scale: Scale) -> String {
    let marks = schedule.marks().iter();
    let visible: Vec<&Mark> = marks.filter(|mark| scale.shows(mark.time)).collect();
    let mut svg = String::from("<svg class=\"over\" aria-hidden=\"true\">");
    if let Some(from) = step(SPARSE * visible.len() as f64, 1.0).filter(|_| !visible.is_empty()) {
        // A `String` takes all that is written to it.
        let _ = write!(svg, "<g class=\"marks at-{from}\">");
        for (place, mark) in visible.iter().enumerate() {
            let share = scale.share(mark.time);
            let x = percent(share);
            let _ = write!(svg, "<line x1=\"{x}\" x2=\"{x}\" y1=\"6\" y2=\"100%\"/>");
            let next = visible.get(place + 1);
            let next = next.map_or(1.0, |next| scale.share(next.time));
            let room = mark.text.len() as f64 * LETTER + AROUND;
            if let Some(from) = step(room, next - share) {
                let text = escape(&mark.text);
                let _ = write!(
                    svg,
                    "<text class=\"at-{from}\" x=\"{x}\" dx=\"4\" y=\"10\">{text}</text>"
                );
            }
        }
        svg.push_str("</g>");
    }
    svg.push_str(&bounds(schedule, scale));
    svg.push_str("</svg>\n");
    svg
}

/// The beginnings of the lines that end units of work, above the lanes: each lane has its piece of a line, below its numbers.
pub(super) fn ends(ends: &[f64], scale: Scale) -> String {
    let mut svg = String::from("<svg class=\"over\" aria-hidden=\"true\"><g class=\"ends\">");
    for time in ends {
        let x = percent(scale.share(*time));
        // A `String` takes all that is written to it.
        let _ = write!(svg, "<line x1=\"{x}\" x2=\"{x}\" y1=\"8\" y2=\"14\"/>");
    }
    svg.push_str("</g></svg>\n");
    svg
}

fn bounds(schedule: &Schedule, scale: Scale) -> String {
    let visible = schedule.bounds().iter();
    let mut bounds = String::new();
    for bound in visible.filter(|bound| scale.shows(bound.time)) {
        let share = scale.share(bound.time);
        // The name goes to the other side of the line where a narrow figure has no room.
        let (away, anchor) = if share > 0.6 {
            ("-5", "end")
        } else {
            ("5", "start")
        };
        let (x, name) = (percent(share), escape(&bound.name));
        // A `String` takes all that is written to it.
        let _ = write!(
            bounds,
            "<line x1=\"{x}\" x2=\"{x}\" y1=\"2\" y2=\"100%\"/>\
             <text x=\"{x}\" dx=\"{away}\" y=\"100%\" dy=\"-4\" text-anchor=\"{anchor}\">{name}</text>"
        );
    }
    if bounds.is_empty() {
        return bounds;
    }
    format!("<g class=\"bounds\">{bounds}</g>")
}

/// The axis: as many ticks as the width has room for.
pub(super) fn axis(schedule: &Schedule, scale: Scale) -> String {
    let unit = schedule.unit();
    let of = |steps: u32| unit.ticks(scale.from, scale.to, steps as usize + 1);
    let mut svg = String::from(
        "<svg class=\"axis\" aria-hidden=\"true\"><line class=\"base\" x2=\"100%\" y1=\"4.5\" y2=\"4.5\"/>",
    );
    let mut first = 2;
    while first <= STEPS {
        let set = of(first);
        let next = (first + 1..=STEPS).find(|steps| of(*steps) != set);
        let below = next.map_or(String::new(), |next| format!(" to-{next}"));
        let above = if first > 2 {
            format!("at-{first}")
        } else {
            String::new()
        };
        // A `String` takes all that is written to it.
        let _ = write!(
            svg,
            "<g class=\"{}\">",
            format!("{above}{below}").trim_start()
        );
        for (time, label) in &set {
            let share = scale.share(*time);
            let x = percent(share);
            let _ = write!(svg, "<line x1=\"{x}\" x2=\"{x}\" y1=\"4.5\" y2=\"9.5\"/>");
            let right = (1.0 - share) * f64::from(first) * STEP;
            let place = if label.chars().count() as f64 * HALF > right + BEYOND {
                "x=\"100%\" dx=\"12\" text-anchor=\"end\"".to_owned()
            } else {
                format!("x=\"{x}\"")
            };
            let _ = write!(svg, "<text {place} y=\"24.5\">{}</text>", escape(label));
        }
        svg.push_str("</g>");
        let Some(next) = next else { break };
        first = next;
    }
    svg.push_str("</svg>\n");
    svg
}

/// The whole run as a hill, as high as possible, and a frame around the visible part.
pub(super) fn run(schedule: &Schedule, scale: Scale) -> String {
    let mut columns = vec![0.0; COLUMNS];
    density(schedule, schedule.makespan(), &mut columns);
    let peak = columns.iter().copied().fold(1e-9, f64::max);
    let mut hill = String::from("M0 100");
    let mut last = None;
    for (x, part) in columns.iter().enumerate() {
        let y = (100.0 - part / peak * 100.0).round() as i32;
        if last != Some(y) {
            // A `String` takes all that is written to it.
            let _ = write!(hill, "H{x}V{y}");
            last = Some(y);
        }
    }
    let whole = Scale::new((0.0, schedule.makespan()));
    let (left, right) = (whole.share(scale.from), whole.share(scale.to));
    let narrow = if right - left < NARROWEST {
        " least"
    } else {
        ""
    };
    format!(
        "<svg class=\"run\" aria-hidden=\"true\"><svg y=\"6\" height=\"22\" viewBox=\"0 0 {COLUMNS} 100\" preserveAspectRatio=\"none\">\
         <path d=\"{hill}H{COLUMNS}V100z\"/></svg><rect class=\"base\" y=\"28\" width=\"100%\" height=\"1\"/>\
         <rect class=\"frame{narrow}\" x=\"{}\" width=\"{}\"/></svg>\n",
        percent(left),
        percent(right - left)
    )
}
