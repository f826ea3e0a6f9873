//! A schedule as a standalone SVG figure.

mod bars;
mod decorations;
pub mod fluid;
mod layout;
mod links;
mod merge;
mod patterns;
mod text;

use std::fmt::Write;

use crate::axis::format_time;
use crate::number::fixed;
pub use crate::palette::Theme;
use crate::{LaneId, Phase, Schedule};
use layout::Layout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use text::{escape, or};

/// What a figure shows and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SvgOptions")]
pub struct Options {
    /// Width in pixels; 240 to 20,000, a value outside counts as the nearest. The height follows
    /// from the lanes.
    pub width: u32,
    /// From when to when, in the schedule's unit; the whole schedule if `None`, or if this is no
    /// window.
    pub window: Option<(f64, f64)>,
    /// Which lane is where, from the top; lanes that are not named follow as the schedule has them.
    pub lanes: Vec<LaneId>,
    /// Whether links are drawn.
    pub links: bool,
    /// Whether bounds are drawn.
    pub bounds: bool,
    /// The palette.
    pub theme: Theme,
    /// The figure's name for those who do not see it, and for tool tips; not drawn. `Schedule` if
    /// empty.
    pub title: String,
    /// What the figure shows, for those who do not see it; not drawn. How many lanes from when to
    /// when, if empty.
    pub description: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            width: 960,
            window: None,
            lanes: Vec::new(),
            links: true,
            bounds: true,
            theme: Theme::Light,
            title: String::new(),
            description: String::new(),
        }
    }
}

/// Draws the schedule: a bar a lane, an axis in the unit that suits the window, marks as dashed
/// lines, links as arrows unless there are too many, groups beside the names, and a legend of the
/// phases that occur. Text stays text; phases differ in colour and in
/// pattern.
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
    let (legend, height) = decorations::legend(&phases, &layout, theme);

    let (links, too_many) = if options.links {
        links::visible(schedule, &layout)
    } else {
        (Vec::new(), false)
    };
    let mut svg = opening(schedule, options, &layout, height, merged, too_many);
    patterns::define(&mut svg, &phases, theme);
    links::groups(&mut svg, schedule, &layout, theme);
    decorations::names(&mut svg, schedule, &layout, theme);
    for (phase, bars) in drawn {
        bars.draw(&mut svg, phase, theme);
    }
    links::arrows(&mut svg, schedule, &links, &layout, theme);
    decorations::marks(&mut svg, schedule, &layout, theme);
    if options.bounds {
        decorations::bounds(&mut svg, schedule, &layout, theme);
    }
    decorations::axis(&mut svg, schedule, &layout, theme);
    svg.push_str(&legend);
    svg.push_str("</svg>\n");
    svg
}

fn opening(
    schedule: &Schedule,
    options: &Options,
    layout: &Layout,
    height: f64,
    merged: usize,
    too_many_links: bool,
) -> String {
    let milliseconds = schedule.unit().milliseconds();
    let [from, to] = [layout.from, layout.to].map(|time| format_time(time * milliseconds));
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
    if too_many_links {
        description
            .push_str(" Arrows between lanes are left out: there are too many to be told apart.");
    }
    let width = layout.width;
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"{}\">\n\
         <title>{}</title>\n\
         <desc>{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        text::SIZE,
        escape(or(&options.title, "Schedule")),
        escape(&description),
        options.theme.card(),
    );
    svg
}
