//! Two schedules of the same work as one standalone figure.

use std::fmt::Write;

use super::layout::{Layout, MARGIN};
use super::legend::Entry;
use super::text::{coordinate, escape, shorten, width_of};
use super::{Options, bars, decorations, described, foot, links, opening, patterns};
use crate::palette::Theme;
use crate::same_work::waiting;
use crate::{LaneId, Schedule, Unit};

/// The height of a title above a schedule, in pixels, and the distance of its baseline from its top.
const TITLE: f64 = 22.0;
const BASE: f64 = 13.0;
/// From a title to a line below it, in pixels.
const LINE: f64 = 15.0;
/// Lanes of up to thirty-two, which leave room for braces.
const COMPACT: (f64, f64) = (24.0, 17.0);
/// The height of a brace above its lane, the length of its ends, and the least length of a brace that is drawn.
const ABOVE: f64 = 2.5;
const END: f64 = 3.5;
const LEAST: f64 = 3.0;
/// The least share of the axis that a named gap takes.
const GAP: f64 = 0.03;
/// The name of the braces.
const WAITING: &str = "all others wait for this lane";

/// One of two schedules, and its title.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The title, such as `Without copies`.
    pub title: &'a str,
    /// The schedule: from 0 on, cut to the work that both do.
    pub schedule: &'a Schedule,
}

/// Draws two schedules of the same phases and unit, one above the other on one time axis from 0 on: cut them to the same
/// work before, see [`crate::cut`] and [`crate::same_work`]. Each is drawn as [`render`](super::render) draws it, with a brace
/// over the time in which all other lanes wait for one, and the time or the number of units by which one is shorter. The window of the
/// options does not count.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// use schedule::svg::{Options, World, pair};
/// # let run = |unit, length| {
/// #     let phases = vec![Phase::new("calc", Role::Compute)];
/// #     let mut recording = Recording::new(unit, vec!["p1".into()], phases);
/// #     recording.span(LaneId(0), PhaseId(0), 0.0, length, Job::NONE);
/// #     recording.finish(length)
/// # };
/// let (slow, fast) = (run(Unit::Seconds, 40.0)?, run(Unit::Seconds, 30.0)?);
/// let worlds = [World { title: "One copy", schedule: &slow }, World { title: "Two copies", schedule: &fast }];
/// let figure = pair(worlds, &Options::default());
/// assert!(figure.contains("One copy") && figure.contains("10.00\u{a0}s earlier"));
/// let (more, less) = (run(Unit::Units, 5.0)?, run(Unit::Units, 3.0)?);
/// let counted = pair([&more, &less].map(|schedule| World { title: "", schedule }), &Options::default());
/// assert!(counted.contains("2\u{a0}units less"));
/// # Ok::<(), schedule::Error>(())
/// ```
#[must_use]
pub fn pair(worlds: [World<'_>; 2], options: &Options) -> String {
    let theme = options.theme;
    let [without, with] = worlds.map(|world| world.schedule);
    let longer = match without.makespan() >= with.makespan() {
        true => without,
        false => with,
    };
    let options = Options {
        window: Some((0.0, longer.makespan())),
        ..options.clone()
    };
    let [first, second] = [without, with].map(|schedule| Layout::new(schedule, &options));
    let left = first.left.max(second.left);
    let (pitch, bar) = match without.lanes().len().max(with.lanes().len()) {
        0..=32 => COMPACT,
        _ => (first.pitch.min(second.pitch), first.bar.min(second.bar)),
    };
    let arrange = |layout: Layout, schedule: &Schedule, y: f64| {
        let layout = layout.at(0.0, left, (pitch, bar), schedule.lanes().len());
        let top = y + above(&layout, schedule);
        layout.at(top, left, (pitch, bar), schedule.lanes().len())
    };
    let first = arrange(first, without, MARGIN);
    let second = arrange(second, with, first.bottom + MARGIN);

    let [upper, lower] = worlds;
    let drawn = [(upper, &first), (lower, &second)]
        .map(|(world, layout)| Drawn::new(world, layout, &options));
    // A phase of either is one of both.
    let mut phases = Vec::new();
    for (phase, _) in drawn.iter().flat_map(|one| one.occurring()) {
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    let mut entries: Vec<Entry<'_>> = phases.iter().copied().map(Entry::phase).collect();
    if drawn.iter().any(|one| !one.braces.is_empty()) {
        entries.push(Entry::brace(WAITING));
    }
    for one in &drawn {
        let schedule = one.world.schedule;
        entries.extend(Entry::marks(schedule, 0.0, longer.makespan()));
        entries.extend(Entry::links(schedule, &one.links));
    }
    Entry::once(&mut entries);
    let (foot, height) = foot(&entries, &second, &options);

    let description = drawn.iter().map(|one| {
        let said = described(
            one.world.schedule,
            &Options {
                description: String::new(),
                ..options.clone()
            },
            one.layout,
            one.merged,
        );
        format!("{}: {said}", one.world.title)
    });
    let description = match options.description.as_str() {
        "" => description.collect::<Vec<_>>().join(" "),
        own => own.to_owned(),
    };
    let mut svg = opening(
        &options,
        "Two schedules of the same work",
        &description,
        height,
    );
    patterns::define(&mut svg, &phases, theme);
    for one in &drawn {
        one.draw(&mut svg, theme);
    }
    decorations::axis(&mut svg, longer, &second, theme);
    svg.push_str(&foot);
    svg.push_str("</svg>\n");
    svg
}

/// One of the two, placed.
struct Drawn<'a> {
    world: World<'a>,
    layout: &'a Layout,
    bars: Vec<bars::Bars>,
    merged: usize,
    links: Vec<crate::Link>,
    braces: String,
}

impl<'a> Drawn<'a> {
    fn new(world: World<'a>, layout: &'a Layout, options: &Options) -> Self {
        let schedule = world.schedule;
        let (bars, merged) = bars::place(schedule, layout);
        let links = match options.links {
            true => links::visible(schedule, layout).0,
            false => Vec::new(),
        };
        let mut braces = String::new();
        for waiting in waiting(schedule) {
            let (left, right) = (layout.x(waiting.from), layout.x(waiting.to));
            if right - left < LEAST {
                continue;
            }
            let y = layout.y(waiting.lane) - ABOVE;
            let [left, right, y] = [left, right, y].map(coordinate);
            // A `String` takes all that is written to it.
            let _ = write!(braces, "M{left} {y}m0 {END}v-{END}H{right}v{END}");
        }
        Self {
            world,
            layout,
            bars,
            merged,
            links,
            braces,
        }
    }

    /// The phases that are drawn, with their bars.
    fn occurring(&self) -> impl Iterator<Item = (&'a crate::Phase, &bars::Bars)> {
        let phases = self.world.schedule.phases().iter();
        phases.zip(&self.bars).filter(|(_, bars)| !bars.is_empty())
    }

    fn draw(&self, svg: &mut String, theme: Theme) {
        let Self { world, layout, .. } = self;
        let schedule = world.schedule;
        let top = layout.top - above(layout, schedule) + BASE;
        let base = coordinate(top);
        let took = schedule.unit().time(schedule.makespan());
        if let Some((_, words)) = gap(layout, schedule)
            && needs_line(layout, schedule)
        {
            svg.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
                coordinate(layout.right),
                coordinate(top + LINE),
                theme.ink(),
                escape(&words)
            ));
        }
        let name = shorten(
            world.title,
            layout.width - 3.0 * MARGIN - 1.1 * width_of(&took),
        );
        svg.push_str(&format!(
            "<g fill=\"{}\"><text x=\"{MARGIN}\" y=\"{base}\" font-weight=\"600\">{}</text>\
             <text x=\"{}\" y=\"{base}\" text-anchor=\"end\">{}</text></g>\n",
            theme.ink(),
            escape(&name),
            coordinate(layout.right),
            escape(&took)
        ));
        links::groups(svg, schedule, layout, theme);
        decorations::names(svg, schedule, layout, theme);
        for (phase, bars) in self.occurring() {
            bars.draw(svg, phase, theme);
        }
        bars::numbers(svg, schedule, layout, theme);
        links::arrows(svg, schedule, &self.links, layout, theme);
        decorations::marks(svg, schedule, layout, theme);
        if !self.braces.is_empty() {
            svg.push_str(&format!(
                "<path class=\"braces\" d=\"{}\" stroke=\"{}\" fill=\"none\"/>\n",
                self.braces,
                theme.ink()
            ));
        }
        self.draw_gap(svg, theme);
    }

    /// Draws the gap between this schedule's end and the axis' end as an arrow.
    fn draw_gap(&self, svg: &mut String, theme: Theme) {
        let (layout, schedule) = (self.layout, self.world.schedule);
        let Some((left, words)) = gap(layout, schedule) else {
            return;
        };
        let lanes = schedule.lanes().len();
        let middle =
            layout.y(LaneId(0)) + (lanes as f64 * layout.pitch - (layout.pitch - layout.bar)) / 2.0;
        let [from, to, y] = [left + 2.0, layout.right, middle].map(coordinate);
        let ink = theme.ink();
        svg.push_str(&format!(
            "<path d=\"M{from} {y}H{to}m0 -5v10M{from} {y}m0 -5v10\" stroke=\"{ink}\" fill=\"none\"/>\n"
        ));
        // The words stand in one line above the arrow, or around it where they are too wide; else below the title.
        let lines: &[(&str, f64)] = match words.rsplit_once(' ') {
            _ if fits(layout, left, &words) => &[(&words, -10.0)],
            Some((time, word)) if fits(layout, left, time) => &[(time, -10.0), (word, 18.0)],
            _ => &[],
        };
        for (words, below) in lines {
            let [centre, base] = [(left + layout.right) / 2.0, middle + below].map(coordinate);
            svg.push_str(&format!(
                "<text x=\"{centre}\" y=\"{base}\" text-anchor=\"middle\" font-weight=\"600\" fill=\"{ink}\">{}</text>\n",
                escape(words),
            ));
        }
    }
}

/// The place of a schedule's end, and the words for the gap to the axis' end, where that is large enough.
fn gap(layout: &Layout, schedule: &Schedule) -> Option<(f64, String)> {
    let gap = layout.to - schedule.makespan();
    let words = schedule.unit().time(gap);
    // Units without a name may count things instead of time.
    let less = match schedule.unit() {
        Unit::Units => "less",
        Unit::Milliseconds | Unit::Seconds => "earlier",
    };
    (gap > GAP * layout.to).then(|| (layout.x(schedule.makespan()), format!("{words} {less}")))
}

/// Whether the words of the gap have a line of their own, because the gap is too narrow for them.
fn needs_line(layout: &Layout, schedule: &Schedule) -> bool {
    gap(layout, schedule).is_some_and(|(left, words)| {
        let time = words
            .rsplit_once(' ')
            .map_or(words.as_str(), |(time, _)| time);
        !fits(layout, left, time)
    })
}

/// The room above a schedule's lanes: for its title, for the words of the gap, for marks.
fn above(layout: &Layout, schedule: &Schedule) -> f64 {
    let line = if needs_line(layout, schedule) {
        LINE
    } else {
        0.0
    };
    let marks = if schedule.marks().is_empty() {
        2.0
    } else {
        MARGIN + 2.0
    };
    TITLE + line + marks
}

/// Whether a gap from here to the end has room for its words.
fn fits(layout: &Layout, left: f64, words: &str) -> bool {
    layout.right - left > 1.15 * width_of(words) + 8.0
}
