//! A schedule as a standalone SVG figure.

mod bars;
mod decorations;
pub mod fluid;
mod layout;
mod legend;
mod links;
mod merge;
mod pair;
mod patterns;
mod text;

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::number::fixed;
pub use crate::palette::Theme;
use crate::{LaneId, Phase, Schedule};
use layout::{Layout, MARGIN};
use legend::Entry;
pub use pair::{World, pair};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use text::{escape, or};

/// The contents and the look of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SvgOptions")]
pub struct Options {
    /// Width in pixels; 240 to 20,000, a value outside counts as the nearest. The height follows
    /// from the lanes.
    pub width: u32,
    /// Width on paper in millimetres, in place of the one in pixels: 85 is a column of two, 170 a page. Text has its 9
    /// points there, group names and the note 7.5.
    pub millimetres: Option<u32>,
    /// The start and the end of the window, in the schedule's unit; the whole schedule if `None`, or if this is no window.
    pub window: Option<(f64, f64)>,
    /// The lanes from the top; lanes that are not named follow as the schedule has them.
    pub lanes: Vec<LaneId>,
    /// Whether links are drawn.
    pub links: bool,
    /// Whether bounds are drawn.
    pub bounds: bool,
    /// The palette.
    pub theme: Theme,
    /// The figure's name for readers who do not see it, and for tool tips; not drawn. `Schedule` if empty.
    pub title: String,
    /// The figure's description, for readers who do not see it; not drawn. The number of lanes and the window, if empty.
    pub description: String,
    /// The figure's source, in small letters at its foot; nothing if empty.
    pub note: String,
}

/// The allowed widths of a figure, in pixels.
pub const PIXELS: RangeInclusive<u32> = 240..=20_000;

/// The allowed widths of a figure on paper, in millimetres.
pub const MILLIMETRES: RangeInclusive<u32> = 64..=1_000;

/// Pixels of CSS in a millimetre.
const A_MILLIMETRE: f64 = 96.0 / 25.4;

impl Options {
    /// The width in pixels.
    fn pixels(&self) -> f64 {
        let own = f64::from(self.width);
        let wanted = self
            .millimetres
            .map_or(own, |wide| (f64::from(wide) * A_MILLIMETRE).round());
        wanted.clamp(f64::from(*PIXELS.start()), f64::from(*PIXELS.end()))
    }

    /// The attributes of a figure of this height, in pixels.
    fn size(&self, height: f64) -> String {
        let width = self.pixels();
        let shown = match self.millimetres {
            None => format!("width=\"{width}\" height=\"{height}\""),
            Some(wide) => {
                let high = (height / width * f64::from(wide) * 100.0).round() / 100.0;
                format!("width=\"{wide}mm\" height=\"{high}mm\"")
            }
        };
        format!("{shown} viewBox=\"0 0 {width} {height}\"")
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            width: 960,
            millimetres: None,
            window: None,
            lanes: Vec::new(),
            links: true,
            bounds: true,
            theme: Theme::Light,
            title: String::new(),
            description: String::new(),
            note: String::new(),
        }
    }
}

/// Draws the schedule: a bar a lane, an axis in the unit that suits the window, marks as dashed
/// lines, links as arrows unless there are too many, groups beside the names, jobs' numbers where they
/// fit, a legend of all phases, marks and links that occur, and a note. Text stays text; phases differ
/// in colour and in pattern.
///
/// The figure's size depends on its pixels, not on the spans: neighbours narrower than half a pixel
/// that begin in the same pixel become one block, in which each phase has as much of the height as
/// it has of the time, in the order of the phases from below. Where many lanes have more than
/// 100,000 pixels in all, blocks are as many pixels wider. The description says how many spans went
/// into blocks. Nothing is drawn narrower than half a pixel.
///
/// ```
/// # use schedule::{Recording, Unit};
/// use schedule::svg::{Options, Theme, render};
///
/// # let schedule = Recording::new(Unit::Milliseconds, vec!["p1".into()], vec![]).finish(100.0)?;
/// let options = Options { theme: Theme::Dark, title: "One iteration".into(), ..Options::default() };
/// let figure = render(&schedule, &options);
/// assert!(figure.contains("<title>One iteration</title>"));
/// assert!(figure.contains("<desc>Gantt chart of 1 lane from 0\u{a0}ms to 100.0\u{a0}ms.</desc>"));
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn render(schedule: &Schedule, options: &Options) -> String {
    let layout = Layout::new(schedule, options);
    let theme = options.theme;
    let (bars, merged) = bars::place(schedule, &layout);
    let drawn: Vec<(&Phase, &bars::Bars)> = schedule
        .phases()
        .iter()
        .zip(&bars)
        .filter(|(_, bars)| !bars.is_empty())
        .collect();
    let phases: Vec<&Phase> = drawn.iter().map(|(phase, _)| *phase).collect();
    let (links, too_many) = if options.links {
        links::visible(schedule, &layout)
    } else {
        (Vec::new(), false)
    };
    let mut entries: Vec<Entry<'_>> = phases.iter().copied().map(Entry::phase).collect();
    entries.extend(Entry::marks(schedule, layout.from, layout.to));
    entries.extend(Entry::links(schedule, &links));
    let (foot, height) = foot(&entries, &layout, options);

    let mut description = described(schedule, options, &layout, merged);
    if too_many {
        description
            .push_str(" Arrows between lanes are left out: there are too many to be told apart.");
    }
    let mut svg = opening(options, "Schedule", &description, height);
    patterns::define(&mut svg, &phases, theme);
    links::groups(&mut svg, schedule, &layout, theme);
    decorations::names(&mut svg, schedule, &layout, theme);
    for (phase, bars) in drawn {
        bars.draw(&mut svg, phase, theme);
    }
    bars::numbers(&mut svg, schedule, &layout, theme);
    links::arrows(&mut svg, schedule, &links, &layout, theme);
    decorations::marks(&mut svg, schedule, &layout, theme);
    if options.bounds {
        decorations::bounds(&mut svg, schedule, &layout, theme);
    }
    decorations::axis(&mut svg, schedule, &layout, theme);
    svg.push_str(&foot);
    svg.push_str("</svg>\n");
    svg
}

/// The legend and the note below the axis, and the height of the figure with them.
fn foot(entries: &[Entry<'_>], layout: &Layout, options: &Options) -> (String, f64) {
    const LINE: f64 = 13.0;
    let (mut foot, mut y) =
        legend::draw(entries, layout.width, layout.bottom + 46.0, options.theme);
    if !options.note.is_empty() {
        // Measured in the size of other texts; the note is smaller.
        let room = (layout.width - 2.0 * MARGIN) * text::SIZE / text::SMALL;
        let _ = writeln!(
            foot,
            "<g class=\"note\" fill=\"{}\" font-size=\"{}\">",
            options.theme.ink(),
            text::SMALL
        );
        y += 10.0;
        for line in text::wrap(&options.note, room) {
            y += LINE;
            let base = text::coordinate(y);
            let _ = writeln!(
                foot,
                "<text x=\"{MARGIN}\" y=\"{base}\">{}</text>",
                escape(&line)
            );
        }
        foot.push_str("</g>\n");
    }
    // Below the numbers of the axis in any case.
    (
        foot,
        text::coordinate((y + MARGIN).max(layout.bottom + 32.0)),
    )
}

/// The figure's description, with the number of merged spans.
fn described(schedule: &Schedule, options: &Options, layout: &Layout, merged: usize) -> String {
    let [from, to] = [layout.from, layout.to].map(|time| schedule.unit().time(time));
    let lanes = schedule.lanes().len();
    let described = format!(
        "Gantt chart of {lanes} {} from {from} to {to}.",
        if lanes == 1 { "lane" } else { "lanes" }
    );
    let mut description = or(&options.description, &described).to_owned();
    if merged > 0 {
        let narrow = layout.cell / 2.0;
        description.push_str(&format!(
            " {} spans narrower than {narrow} px are merged into blocks in which each phase has as \
             much of the height as it has of the time.",
            fixed(merged as f64, 0)
        ));
    }
    description
}

/// The root with title, description and ground.
fn opening(options: &Options, title: &str, description: &str, height: f64) -> String {
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" {} font-family=\"system-ui, sans-serif\" font-size=\"{}\">\n\
         <title>{}</title>\n\
         <desc>{}</desc>\n\
         <rect width=\"{}\" height=\"{height}\" fill=\"{}\"/>\n",
        options.size(height),
        text::SIZE,
        escape(or(&options.title, title)),
        escape(description),
        options.pixels(),
        options.theme.card(),
    );
    svg
}
