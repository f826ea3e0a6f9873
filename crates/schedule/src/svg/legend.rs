//! The legend: the meaning of everything that is drawn.

use super::layout::MARGIN;
use super::links::dashes;
use super::patterns;
use super::text::{coordinate, escape, width_of, wrap};
use crate::palette::Theme;
use crate::{Link, Phase, Relation, Schedule};

/// The width of a sample with the room before its name, in pixels.
const SAMPLE: f64 = 20.0;
/// The room between entries of a row, from one row to the next, and between the lines of a long name.
const BETWEEN: f64 = 16.0;
const ROW: f64 = 20.0;
const LINE: f64 = 15.0;

/// Something that is drawn, and its name.
pub(super) struct Entry<'a> {
    sample: Sample<'a>,
    name: &'a str,
}

enum Sample<'a> {
    Phase(&'a Phase),
    Link(Relation),
    Mark,
    Brace,
}

impl<'a> Entry<'a> {
    /// An entry for a phase's bars.
    pub(super) fn phase(phase: &'a Phase) -> Self {
        let name = phase.name.as_str();
        Self {
            sample: Sample::Phase(phase),
            name,
        }
    }

    /// An entry for lines above lanes for which all others wait.
    pub(super) fn brace(name: &'a str) -> Self {
        Self {
            sample: Sample::Brace,
            name,
        }
    }

    /// Keeps the first of entries with the same look and name.
    pub(super) fn once(entries: &mut Vec<Self>) {
        let mut seen = Vec::new();
        entries.retain(|entry| {
            let key = (std::mem::discriminant(&entry.sample), entry.name);
            let new = !seen.contains(&key);
            seen.push(key);
            new
        });
    }

    /// An entry for each kind of mark between two times, in the order in which they occur.
    pub(super) fn marks(schedule: &'a Schedule, from: f64, to: f64) -> Vec<Self> {
        let mut marks = Vec::<Self>::new();
        let seen = schedule.marks().iter();
        for mark in seen.filter(|mark| (from..=to).contains(&mark.time)) {
            if marks.iter().all(|known| known.name != mark.text) {
                let name = mark.text.as_str();
                marks.push(Self {
                    sample: Sample::Mark,
                    name,
                });
            }
        }
        marks
    }

    /// An entry for each kind of the links that are drawn.
    pub(super) fn links(schedule: &'a Schedule, drawn: &[Link]) -> Vec<Self> {
        let kinds = (0..=u8::MAX).zip(schedule.link_kinds());
        let drawn = kinds.filter(|(number, kind)| {
            kind.relation != Relation::Remainder && drawn.iter().any(|link| link.kind.0 == *number)
        });
        let entry = |(_, kind): (u8, &'a crate::LinkKind)| Self {
            sample: Sample::Link(kind.relation),
            name: kind.name.as_str(),
        };
        drawn.map(entry).collect()
    }
}

/// The legend, whose first line of text stands at `y`, and the place of its last line; nothing without entries. A name
/// that is wider than the figure takes several lines.
pub(super) fn draw(entries: &[Entry<'_>], width: f64, y: f64, theme: Theme) -> (String, f64) {
    let (mut x, mut y) = (MARGIN, y);
    if entries.is_empty() {
        return (String::new(), y - ROW);
    }
    let mut legend = format!("<g class=\"legend\" fill=\"{}\">\n", theme.ink());
    for entry in entries {
        let lines = wrap(entry.name, width - 2.0 * MARGIN - SAMPLE);
        let widest = lines.iter().map(|line| width_of(line)).fold(0.0, f64::max);
        if x > MARGIN && x + SAMPLE + widest > width - MARGIN {
            (x, y) = (MARGIN, y + ROW);
        }
        legend.push_str(&sample(&entry.sample, x, y, theme));
        let start = coordinate(x + SAMPLE);
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                y += LINE;
            }
            legend.push_str(&format!(
                "<text x=\"{start}\" y=\"{}\">{}</text>",
                coordinate(y),
                escape(line)
            ));
        }
        legend.push('\n');
        x += SAMPLE + widest + BETWEEN;
        // The entry after a name of several lines begins below it.
        if lines.len() > 1 {
            x = width;
        }
    }
    legend.push_str("</g>\n");
    (legend, y)
}

/// The sample beside a text that stands at `y`.
fn sample(sample: &Sample<'_>, x: f64, y: f64, theme: Theme) -> String {
    let [left, right, middle] = [x, x + 14.0, y - 4.5].map(coordinate);
    let (ink, rule) = (theme.ink(), theme.rule());
    match sample {
        Sample::Phase(phase) => {
            let [left, top] = [x + 0.5, y - 9.5].map(coordinate);
            format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"13\" height=\"10\" rx=\"2\" fill=\"{}\" {}/>",
                patterns::fill(phase, theme),
                patterns::edge(phase, theme)
            )
        }
        Sample::Mark => {
            let [centre, top, bottom] = [x + 7.0, y - 11.0, y + 2.0].map(coordinate);
            format!(
                "<path d=\"M{centre} {top}V{bottom}\" stroke=\"{rule}\" stroke-dasharray=\"2 3\"/>"
            )
        }
        Sample::Link(Relation::Distance) => format!(
            "<path d=\"M{left} {middle}m0 -1.5v3m0 -1.5H{right}m0 -1.5v3\" stroke=\"{ink}\" fill=\"none\"/>"
        ),
        Sample::Link(relation) => format!(
            "<path d=\"M{left} {middle}H{right}\" stroke=\"{ink}\"{} fill=\"none\"/>\
             <path d=\"M{right} {middle}l-6 -2.5v5z\" fill=\"{ink}\"/>",
            dashes(*relation)
        ),
        Sample::Brace => {
            let top = coordinate(y - 7.0);
            format!(
                "<path d=\"M{left} {top}m0 4.5v-4.5H{right}v4.5\" stroke=\"{ink}\" fill=\"none\"/>"
            )
        }
    }
}
